import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Render, Video } from '@moodreel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import type { S3Config } from '../src/platform/storage/s3-storage.ts';
import { startS3Server } from './support/s3-server.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, errorOf, startTestServer, type TestServer } from './support/test-server.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let proxied: TestServer;
let presigned: TestServer;

beforeAll(async () => {
  s3 = await startS3Server();
  const start = (delivery: S3Config['delivery']) =>
    startTestServer(
      { RENDER_WORKERS: '1', ...s3.environment, S3_DELIVERY: delivery },
      { filmWorkerEntry: SCRIPTED_WORKER },
    );
  // At once: their databases are two, and none has marked the bucket.
  [proxied, presigned] = await Promise.all([start('proxy'), start('presigned')]);
});

afterAll(async () => {
  await Promise.all([proxied.close(), presigned.close()]);
  await s3.stop();
});

async function keysOf(prefix: string): Promise<string[]> {
  const { config } = s3;
  const { endpoint = '', region, forcePathStyle, accessKeyId, secretAccessKey } = config;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle, credentials });
  const page = await client.send(
    new ListObjectsV2Command({ Bucket: config.bucket, Prefix: prefix }),
  );
  return (page.Contents ?? []).map(({ Key }) => Key ?? '').sort();
}

async function save(user: Client): Promise<Video> {
  const body = new FormData();
  body.set('image', new File(['[]'], 'x.png'));
  body.set('label', '0');
  const asked = await user.fetch('/api/renders', { method: 'POST', body });
  const { id } = (await asked.json()) as Render;
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  const saved = await user.json('POST', `/api/renders/${id}/save`, {});
  return (await saved.json()) as Video;
}

it('keeps films in the bucket, streams parts through the server, and deletes them', async () => {
  const user = await proxied.signedUp();
  const video = await save(user);
  const keys = await keysOf(`${user.id}/`);
  // Only the name behind the last slash: an account's id may have a long run of digits too.
  expect(keys.map((key) => key.replace(/\d+(?=\.\w+$)/, 'N'))).toEqual([
    `${user.id}/videos/N.jpg`,
    `${user.id}/videos/N.mp4`,
  ]);
  const part = await user.fetch(video.videoUrl, { headers: { range: 'bytes=0-3' } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('film');
  expect((await user.fetch(`/api/videos/${video.id}`, { method: 'DELETE' })).status).toBe(200);
  await expect.poll(() => keysOf(`${user.id}/`)).toEqual([]);
  expect(await keysOf('uploads/')).toEqual([]);
});

it('sends browsers to the bucket by signed addresses, owners only', async () => {
  const user = await presigned.signedUp();
  const video = await save(user);
  const answer = await user.fetch(video.videoUrl);
  expect(answer.status).toBe(302);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`media-src 'self' blob: ${s3.config.endpoint};`);
  const head = await user.fetch(video.videoUrl, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers.get('content-length'))).toBe(video.sizeBytes);
  const film = await fetch(answer.headers.get('location') ?? '');
  expect(film.headers.get('content-type')).toBe('video/mp4');
  expect(await film.text()).toContain('film made of');
  const other = await presigned.signedUp();
  expect((await other.fetch(video.videoUrl)).status).toBe(404);
});

it.each(['proxy', 'presigned'])('says of a film that is lost that it is: %s', async (delivery) => {
  const server = delivery === 'proxy' ? proxied : presigned;
  const user = await server.signedUp();
  const video = await save(user);
  const storage = await openStorage({ dataDir: '', storage: s3.config });
  for (const key of await keysOf(`${user.id}/`)) await storage.delete(key);
  for (const address of [video.videoUrl, video.posterUrl]) {
    expect(await errorOf(await user.fetch(address))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  }
  storage.close();
});

it('answers POST /proxy/process with the film itself, wherever films are fetched from', async () => {
  for (const server of [proxied, presigned]) {
    const user = await server.signedUp();
    const body = new FormData();
    body.set('image', new File(['[]'], 'x.png'));
    body.set('label', '0');
    const answer = await user.fetch('/proxy/process', { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(await answer.text()).toContain('film made of');
  }
});
