import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Faces, Render } from '@moodreel/contract';
import { facesSchema, PREVIEW_START } from '@moodreel/contract';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { isDiskTrouble } from '../src/platform/disk-trouble.ts';
import { FilmWorker } from '../src/renders/film-worker.ts';
import type { RenderSettings } from '../src/renders/schema.ts';
import { type Client, errorOf } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

// The engine itself in the film workers, with a picture of a face.
const PICTURE = join(import.meta.dirname, '../../../samples/painting-woman.png');
/** A HEIC in tiles, in P3, lying on its side. */
const PHONE_PICTURE = join(import.meta.dirname, '../../engine/test-fixtures/heic/phone.heic');
const server = useServer({ RENDER_WORKERS: '1' });
/** For orders that no server gives: one, as the first film of a worker takes as long as five. */
const worker = new FilmWorker();
afterAll(() => worker.close());

function form(bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>): FormData {
  const body = new FormData();
  body.set('image', new File([bytes], 'picture.jpg'));
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

/** Films cost by the pixel, and what is looked at here is the same in a small one. */
const small = await sharp(PICTURE).resize(160).png().toBuffer();
const picture = () => new Uint8Array(small);
const ask = (user: Client, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) =>
  user.fetch('/api/renders', { method: 'POST', body: form(bytes, fields) });

it('finds the face of an uploaded picture', async () => {
  const user = await server.signedUp();
  const body = form(picture(), {});
  const answer = await user.fetch('/api/faces', { method: 'POST', body });
  const found: Faces = facesSchema.parse(await answer.json());
  expect(found.faces).toHaveLength(1);
  const { box } = found.faces[0] ?? {};
  expect(box?.xPx).toBeGreaterThan(0);
  expect((box?.xPx ?? 0) + (box?.widthPx ?? 0)).toBeLessThan(found.widthPx);
});

it('numbers the faces of a picture as an order asks for them', async () => {
  const user = await server.signedUp();
  const ground = { width: 1200, height: 920, channels: 3, background: '#888' } as const;
  const smaller = await sharp(PICTURE).resize(400).toBuffer();
  const both = await sharp({ create: ground })
    .composite([
      { input: smaller, left: 0, top: 0 },
      { input: PICTURE, left: 400, top: 0 },
    ])
    .png()
    .toBuffer();
  const sent = form(new Uint8Array(both), {});
  const answer = await user.fetch('/api/faces', { method: 'POST', body: sent });
  const { faces } = facesSchema.parse(await answer.json());
  expect(faces.map(({ id, box }) => [id, box.xPx > 400])).toEqual([
    [0, true],
    [1, false],
  ]);
});

it('finds the face in an iPhone picture, shows it to its owner, and makes a film of it', async () => {
  const user = await server.signedUp();
  const bytes = new Uint8Array(readFileSync(PHONE_PICTURE));
  const sent = await user.fetch('/api/faces', { method: 'POST', body: form(bytes, {}) });
  const found = facesSchema.parse(await sent.json());
  expect(found).toMatchObject({ widthPx: 300, heightPx: 320, faces: [{ foundBy: 'first-pass' }] });
  const preview = Buffer.from(found.preview?.slice(PREVIEW_START.length) ?? '', 'base64');
  expect([...preview.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const fields = new FormData();
  fields.set('label', '0');
  fields.set('upload', found.uploadId ?? '');
  const order = await user.fetch('/api/renders', { method: 'POST', body: fields });
  const { id } = (await order.json()) as Render;
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  const render = (await (await user.fetch(`/api/renders/${id}`)).json()) as Render;
  expect(render).toMatchObject({ state: 'finished', durationSeconds: 4 });
});

it('sends no preview of what every browser shows', async () => {
  const user = await server.signedUp();
  const body = form(picture(), {});
  const found = await (await user.fetch('/api/faces', { method: 'POST', body })).json();
  expect(found).not.toHaveProperty('preview');
});

it('uses a picture that breaks off shortly before its end, and shows what it could read', async () => {
  const user = await server.signedUp();
  const whole = await sharp(PICTURE).removeAlpha().jpeg().toBuffer();
  const body = form(new Uint8Array(whole.subarray(0, whole.length * 0.96)), {});
  const sent = await user.fetch('/api/faces', { method: 'POST', body });
  const { isCutOff, preview, widthPx, heightPx, faces } = facesSchema.parse(await sent.json());
  expect([isCutOff, faces.length]).toEqual([true, 1]);
  const shown = Buffer.from(preview?.slice(PREVIEW_START.length) ?? '', 'base64');
  const { width, height } = await sharp(shown).metadata();
  expect(width / height).toBeCloseTo(widthPx / heightPx, 1);
  const { height: wholeHeight } = await sharp(whole).metadata();
  expect(heightPx).toBeLessThan(wholeHeight);
});

it('makes a film of the picture in which it found the face, without being sent it again', async () => {
  const user = await server.signedUp();
  const sent = await user.fetch('/api/faces', { method: 'POST', body: form(picture(), {}) });
  const { uploadId } = facesSchema.parse(await sent.json());
  const body = () => {
    const fields = new FormData();
    fields.set('label', '0');
    fields.set('upload', uploadId ?? '');
    return fields;
  };
  const stranger = await server.signedUp();
  const theft = await stranger.fetch('/api/renders', { method: 'POST', body: body() });
  expect((await errorOf(theft)).code).toBe('upload_gone');
  const answer = await user.fetch('/api/renders', { method: 'POST', body: body() });
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as Render;
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  const render = (await (await user.fetch(`/api/renders/${id}`)).json()) as Render;
  expect(render).toMatchObject({ state: 'finished', durationSeconds: 4 });
  const again = await user.fetch('/api/renders', { method: 'POST', body: body() });
  expect(await errorOf(again)).toMatchObject({ status: 410, code: 'upload_gone' });
});

it('makes a film that plays', async () => {
  const user = await server.signedUp();
  const { id } = (await (await ask(user, picture(), { label: '0' })).json()) as Render;
  const story = await (await user.fetch(`/api/renders/${id}/events`)).text();
  expect([...story.matchAll(/"stage":"([\w-]+)"/g)].map(([, stage]) => stage)).toContain(
    'rendering',
  );
  const render = (await (await user.fetch(`/api/renders/${id}`)).json()) as Render;
  expect(render).toMatchObject({ state: 'finished', durationSeconds: 4 });
  expect(render.framesDone).toBe(render.framesTotal);
  const film = Buffer.from(await (await user.fetch(`/api/renders/${id}/video`)).arrayBuffer());
  expect(film.toString('latin1', 4, 8)).toBe('ftyp');
  const poster = Buffer.from(await (await user.fetch(`/api/renders/${id}/poster`)).arrayBuffer());
  expect([...poster.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});

it('cancels a film while it is drawn, and the worker takes the next order', async () => {
  const user = await server.signedUp();
  const { id } = (await (
    await ask(user, new Uint8Array(readFileSync(PICTURE)), { label: '1' })
  ).json()) as Render;
  const events = await user.fetch(`/api/renders/${id}/events`);
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: progress')) text += (await reader?.read())?.value;
  expect((await user.fetch(`/api/renders/${id}`, { method: 'DELETE' })).status).toBe(200);
  while (!text.includes('event: cancelled')) text += (await reader?.read())?.value;
  expect(text).not.toContain('event: finished');
  const body = form(new TextEncoder().encode('next'), { label: '2' });
  const next = await user.fetch('/proxy/process', { method: 'POST', body });
  expect((await errorOf(next)).code).toBe('not_an_image');
});

it.runIf(existsSync('/dev/full'))('says when the disk is full, not that it failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-full-'));
  const [filmFile, posterFile] = [join(folder, 'film.mp4'), join(folder, 'poster.jpg')];
  const pictureFile = join(folder, 'picture');
  writeFileSync(pictureFile, small);
  const files = { pictureFile, filmFile, posterFile };
  const order = { type: 'film', ...files, emotion: 0, settings: {} } as const;
  for (const written of [`${filmFile}.part`, posterFile]) {
    symlinkSync('/dev/full', written);
    await expect(worker.run(order)).rejects.toSatisfy(isDiskTrouble);
  }
  rmSync(folder, { recursive: true });
});

it('is drawn otherwise by a lower strength, another style and a still head', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-settings-'));
  const [pictureFile, filmFile] = [join(folder, 'picture'), join(folder, 'film.mp4')];
  const posterFile = join(folder, 'poster.jpg');
  writeFileSync(pictureFile, small);
  const made = async (settings: RenderSettings) => {
    const files = { pictureFile, filmFile, posterFile };
    await worker.run({ type: 'film', ...files, emotion: 0, settings });
    return readFileSync(filmFile).toString('base64');
  };
  try {
    const plain = await made({});
    const others = [{ intensity01: 0.2 }, { style: 'drawing' }, { stillHead: true }] as const;
    const films = [plain];
    for (const settings of others) films.push(await made(settings));
    expect(new Set(films).size).toBe(4);
    // It is what was asked for that makes the difference.
    expect(await made({})).toBe(plain);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('is drawn no further, and nothing is printed, when the server of its worker was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-alone-'));
  const [filmFile, posterFile] = [join(folder, 'film.mp4'), join(folder, 'poster.jpg')];
  const order = {
    type: 'film',
    pictureFile: PICTURE,
    filmFile,
    posterFile,
    emotion: 0,
    settings: {},
  };
  const killsItself = `
    const { fork } = require('node:child_process');
    const worker = fork(process.argv[1], { serialization: 'advanced' });
    worker.send(${JSON.stringify(order)});
    worker.on('message', ({ framesDone }) => framesDone > 1 && process.kill(process.pid, 'SIGKILL'));`;
  const entry = join(import.meta.dirname, '../src/renders/film-worker-process.ts');
  const server = spawn(process.execPath, ['-e', killsItself, entry], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The worker has the same end of the pipe: it closes when both are gone.
  expect(await text(server.stderr)).toBe('');
  expect(server.signalCode).toBe('SIGKILL');
  expect(existsSync(filmFile)).toBe(false);
  rmSync(folder, { recursive: true });
});

it.each([
  ['text', new TextEncoder().encode('<svg onload="alert(1)">'), 'not_an_image'],
  ['a picture that ends early', picture().slice(0, small.length / 2), 'broken_image'],
])('says what is wrong with %s', async (_, bytes, code) => {
  const user = await server.signedUp();
  const body = form(bytes, { label: '0' });
  const answer = await user.fetch('/proxy/process', { method: 'POST', body });
  expect((await errorOf(answer)).code).toBe(code);
});
