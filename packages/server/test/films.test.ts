import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EMOTION_LABELS,
  keptRendersSchema,
  type Render,
  renderSchema,
  type Share,
  type SharedVideo,
  type Usage,
  usageSchema,
  type Video,
  type VideosPage,
  videoSchema,
  videosPageSchema,
} from '@moodreel/contract';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { rateLimits } from '../src/http/schema.ts';
import { renders } from '../src/renders/schema.ts';
import { videos } from '../src/videos/schema.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, errorOf, PASSWORD } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const server = useServer({ RENDER_WORKERS: '1' }, { filmWorkerEntry: SCRIPTED_WORKER });
let marks = 0;

const markFile = () => {
  marks += 1;
  return join(server.dataDir, `mark-${marks}`);
};

function form(script: WorkerScript, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  data.set('image', new File([JSON.stringify(script)], '../../etc/passwd.png'));
  for (const [name, value] of Object.entries({ label: '0', ...fields })) data.set(name, value);
  return data;
}

const post = (user: Client, path: string, body: FormData) =>
  user.fetch(path, { method: 'POST', body });
const remove = (user: Client, path: string) => user.fetch(path, { method: 'DELETE' });
const read = async <T>(answer: Response): Promise<T> => (await answer.json()) as T;

async function request(user: Client, script: WorkerScript = [], fields = {}): Promise<Render> {
  const answer = await post(user, '/api/renders', form(script, fields));
  expect(answer.status).toBe(202);
  return renderSchema.parse(await answer.json());
}

/** Reads the events until the stream closes. */
async function story(user: Client, id: string): Promise<string[]> {
  const answer = await user.fetch(`/api/renders/${id}/events`);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  return [...(await answer.text()).matchAll(/^event: (.+)$/gm)].map(([, type]) => type ?? '');
}

async function finished(user: Client, script: WorkerScript = []): Promise<Render> {
  const { id } = await request(user, script);
  expect((await story(user, id)).at(-1)).toBe('finished');
  return await read<Render>(await user.fetch(`/api/renders/${id}`));
}

/** What the film worker was told of a film with these fields. */
async function orderOf(user: Client, fields: Record<string, string>): Promise<unknown> {
  const { id } = await request(user, [{ do: 'settings' }], fields);
  expect((await story(user, id)).at(-1)).toBe('finished');
  const film = await (await user.fetch(`/api/renders/${id}/video`)).text();
  return JSON.parse(film.slice(film.lastIndexOf('{')));
}

async function saved(user: Client, title = 'Grandma'): Promise<Video> {
  const { id } = await finished(user);
  const answer = await user.json('POST', `/api/renders/${id}/save`, { title });
  expect(answer.status).toBe(201);
  return videoSchema.parse(await answer.json());
}

async function premium(): Promise<Client> {
  const user = await server.signedUp();
  await user.call('subscribe', { userId: user.id, plan: 'monthly' });
  return user;
}

describe('renders over HTTP', () => {
  it('goes from the picture to the film', async () => {
    const user = await server.signedUp();
    const go = markFile();
    const { id } = await request(user, [
      { do: 'progress', done: 1, of: 4 },
      { do: 'wait', file: go },
    ]);
    expect(await errorOf(await user.fetch(`/api/renders/${id}/video`))).toMatchObject({
      status: 409,
      code: 'render_not_finished',
    });
    writeFileSync(go, '');
    expect((await story(user, id)).at(-1)).toBe('finished');
    const film = await user.fetch(`/api/renders/${id}/video`, { headers: { range: 'bytes=0-3' } });
    expect(film.status).toBe(206);
    expect(film.headers.get('content-type')).toBe('video/mp4');
    expect(await film.text()).toBe('film');
    const poster = await user.fetch(`/api/renders/${id}/poster`);
    expect(poster.headers.get('content-type')).toBe('image/jpeg');
    const usage = usageSchema.parse(await read<Usage>(await user.fetch('/api/renders/usage')));
    expect(usage).toMatchObject({ rendersLeft: 2, rendersLimit: 3, placesLeft: 5, waiting: 0 });
  });

  it('discards a film that is not saved, with its files, and goes on counting it', async () => {
    const user = await server.signedUp();
    const { id } = await finished(user);
    const folder = join(server.dataDir, 'files', 'renders', id);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['1.jpg', '1.mp4']));
    const stranger = await server.signedUp();
    expect((await remove(stranger, `/api/renders/${id}/video`)).status).toBe(404);
    expect((await user.fetch(`/api/renders/${id}/video`)).status).toBe(200);

    expect((await remove(user, `/api/renders/${id}/video`)).status).toBe(200);
    for (const rest of ['', '/video', '/poster']) {
      expect((await user.fetch(`/api/renders/${id}${rest}`)).status).toBe(404);
    }
    expect(await read(await user.fetch('/api/renders'))).toEqual({ renders: [] });
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
    const usage = await read<Usage>(await user.fetch('/api/renders/usage'));
    expect(usage).toMatchObject({ rendersLeft: 2 });
    expect((await remove(user, `/api/renders/${id}/video`)).status).toBe(404);
  });

  it('discards neither what is saved nor what is in work', async () => {
    const user = await server.signedUp();
    const { id } = await finished(user);
    await user.json('POST', `/api/renders/${id}/save`, {});
    const kept = await remove(user, `/api/renders/${id}/video`);
    expect(await errorOf(kept)).toMatchObject({ status: 409, code: 'conflict' });
    expect((await user.fetch(`/api/renders/${id}/video`)).status).toBe(200);
    const waiting = await request(user, [{ do: 'wait', file: markFile() }]);
    const early = await remove(user, `/api/renders/${waiting.id}/video`);
    expect(await errorOf(early)).toMatchObject({ status: 409, code: 'render_not_finished' });
    await remove(user, `/api/renders/${waiting.id}`);
  });

  it('ends the news when the database is away, and prints nothing past the log', async () => {
    const user = await server.signedUp();
    const printed = vi.spyOn(console, 'error');
    const { id } = await request(user, [{ do: 'wait', file: markFile() }]);
    const news = await user.fetch(`/api/renders/${id}/events`);
    await server.db.execute(sql`alter table renders rename to renders_away`);
    try {
      await server.db.execute(sql`select pg_notify('renders', ${`${id} moved`})`);
      expect(await news.text()).not.toMatch(/finished|failed|cancelled|error/);
    } finally {
      await server.db.execute(sql`alter table renders_away rename to renders`);
    }
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    expect((await remove(user, `/api/renders/${id}`)).status).toBe(200);
  });

  it('makes the film as asked: strength, framing, style, a still head, another take', async () => {
    const user = await server.signedUp();
    const asked = { intensity: '0.4', framing: 'full', style: 'drawing', stillHead: 'true' };
    expect(await orderOf(user, { ...asked, take: '7' })).toEqual({
      emotion: 0,
      take: 7,
      intensity01: 0.4,
      framing: 'full',
      style: 'drawing',
      stillHead: true,
    });
    // What is left out stays the engine's to decide.
    expect(await orderOf(user, {})).toEqual({ emotion: 0, take: 0 });
  });

  it('makes the film of the feeling that was asked for', async () => {
    const user = await premium();
    for (const label of EMOTION_LABELS) {
      expect(await orderOf(user, { label: String(label) })).toEqual({ emotion: label, take: 0 });
    }
  });

  it('counts another take as a film, and keeps its number with what is saved of it', async () => {
    const user = await server.signedUp();
    const { id, take } = await request(user, [], { take: '2' });
    expect(take).toBe(2);
    expect((await story(user, id)).at(-1)).toBe('finished');
    const answer = await user.fetch('/api/renders');
    const [kept] = keptRendersSchema.parse(await answer.json()).renders;
    expect(kept).toMatchObject({ id, take: 2 });
    const usage = usageSchema.parse(await read<Usage>(await user.fetch('/api/renders/usage')));
    expect(usage.rendersLeft).toBe(2);
    const saveOf = async (renderId: string) => {
      const saving = await user.json('POST', `/api/renders/${renderId}/save`, {});
      return videoSchema.parse(await saving.json());
    };
    // Without a day: it would be yesterday's or tomorrow's to many who read it.
    expect(await saveOf(id)).toMatchObject({ take: 2, title: 'Happy, take 3' });
    // A film that asks for none is the first one, and is named as always.
    const plain = await finished(user);
    expect(plain.take).toBe(0);
    expect((await saveOf(plain.id)).title).toBe('Happy');
  });

  it('answers a known key with the same render, and 200', async () => {
    const user = await server.signedUp();
    const first = await request(user, [], { key: 'the-key-of-mine' });
    const again = await post(user, '/api/renders', form([], { key: 'the-key-of-mine' }));
    expect(again.status).toBe(200);
    expect(await read<Render>(again)).toMatchObject({ id: first.id, key: 'the-key-of-mine' });
  });

  it('says why a render failed', async () => {
    const user = await server.signedUp();
    const { id } = await request(user, [{ do: 'refuse' }]);
    expect((await story(user, id)).at(-1)).toBe('failed');
    const { failure } = await read<Render>(await user.fetch(`/api/renders/${id}`));
    expect(failure).toEqual({ code: 'no_face_found', message: 'No face was found.' });
    expect(await errorOf(await user.fetch(`/api/renders/${id}/video`))).toMatchObject({
      status: 422,
      code: 'no_face_found',
    });
  });

  it('fails once: who asks for the film of a render that failed meets no failure of the server', async () => {
    const user = await server.signedUp();
    const { id } = await request(user, [{ do: 'refuse' }]);
    expect((await story(user, id)).at(-1)).toBe('failed');
    const failure = { failureCode: 'render_failed', failureMessage: 'It broke.' } as const;
    await server.db.update(renders).set(failure).where(eq(renders.id, id));
    for (const what of ['video', 'poster']) {
      const answer = await errorOf(await user.fetch(`/api/renders/${id}/${what}`));
      expect(answer).toEqual({ status: 409, code: 'render_not_finished', message: 'It broke.' });
    }
  });

  it('cancels', async () => {
    const user = await server.signedUp();
    const { id } = await request(user, [{ do: 'wait', file: markFile() }]);
    const telling = story(user, id);
    expect((await remove(user, `/api/renders/${id}`)).status).toBe(200);
    expect((await telling).at(-1)).toBe('cancelled');
    const usage = await read<Usage>(await user.fetch('/api/renders/usage'));
    expect(usage.rendersLeft).toBe(3);
  });

  it.each([
    ['without a picture', { label: '0' }, 'bad_request'],
    ['with a seventh emotion', { label: '6', image: 'x' }, 'bad_request'],
    ['with a strange key', { label: '0', image: 'x', key: '../../../x' }, 'bad_request'],
    ['with an intensity above 1', { label: '0', image: 'x', intensity: '2' }, 'bad_request'],
    ['with half a take', { label: '0', image: 'x', take: '1.5' }, 'bad_request'],
  ])('refuses a request %s', async (_, fields: Record<string, string>, code) => {
    const user = await server.signedUp();
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      data.set(name, name === 'image' ? new File([value], 'x.png') : value);
    }
    expect(await errorOf(await post(user, '/api/renders', data))).toMatchObject({
      status: 400,
      code,
    });
  });

  it('finds again what is in work and what was not saved, the newest first, for a day', async () => {
    const user = await server.signedUp();
    const kept = async () => {
      const answer = await user.fetch('/api/renders');
      return keptRendersSchema.parse(await answer.json()).renders.map(({ id }) => id);
    };
    expect(await kept()).toEqual([]);
    const failed = await request(user, [{ do: 'refuse' }]);
    await story(user, failed.id);
    const first = await finished(user);
    const second = await finished(user);
    const go = markFile();
    const running = await request(user, [{ do: 'wait', file: go }]);
    expect(await kept()).toEqual([running.id, second.id, first.id]);
    // What is saved is among the videos, and what is deleted there does not come back.
    const answer = await user.json('POST', `/api/renders/${second.id}/save`, {});
    const { id: videoId } = videoSchema.parse(await answer.json());
    expect(await kept()).toEqual([running.id, first.id]);
    await remove(user, `/api/videos/${videoId}`);
    expect(await kept()).toEqual([running.id, first.id]);
    await remove(user, `/api/renders/${running.id}`);
    expect(await kept()).toEqual([first.id]);

    const other = await server.signedUp();
    expect(await read(await other.fetch('/api/renders'))).toEqual({ renders: [] });
    expect((await server.visitor().fetch('/api/renders')).status).toBe(401);
    server.advance(86_400_000);
    try {
      expect(await kept()).toEqual([]);
    } finally {
      server.advance(-86_400_000);
    }
  });

  it('hides renders and videos from others, and ids that are none', async () => {
    const [owner, other] = [await server.signedUp(), await server.signedUp()];
    const video = await saved(owner);
    const { id } = await finished(owner);
    for (const path of [
      `/api/renders/${id}`,
      `/api/renders/${id}/events`,
      `/api/renders/${id}/video`,
      `/api/renders/${id}/poster`,
      `/api/videos/${video.id}`,
      video.videoUrl,
      video.posterUrl,
      '/api/videos/not-an-id',
      '/api/renders/..%2F..%2Fetc',
      '/api/shares/aaaaaaaaaaaaaaaaaaaaaa',
      '/api/shares/..%2f..%2fx/video',
    ]) {
      expect((await other.fetch(path)).status, path).toBe(404);
    }
    for (const path of [`/api/renders/${id}`, `/api/videos/${video.id}`]) {
      expect((await remove(other, path)).status, path).toBe(404);
      expect((await remove(server.visitor(), path)).status, path).toBe(401);
    }
    expect((await other.json('POST', `/api/renders/${id}/save`, {})).status).toBe(404);
  });
});

describe('POST /proxy/process', () => {
  it('answers the film, and counts', async () => {
    const user = await server.signedUp();
    for (let n = 0; n < 3; n += 1) {
      const answer = await post(user, '/proxy/process', form([]));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('video/mp4');
      expect(await answer.text()).toContain('film made of');
    }
    expect(await errorOf(await post(user, '/proxy/process', form([])))).toMatchObject({
      status: 403,
      code: 'weekly_limit_reached',
    });
  });

  it('needs a session, a plan and a face', async () => {
    expect((await post(server.visitor(), '/proxy/process', form([]))).status).toBe(401);
    const user = await server.signedUp();
    expect(
      await errorOf(await post(user, '/proxy/process', form([], { label: '4' }))),
    ).toMatchObject({ status: 403, code: 'premium_required' });
    expect(
      await errorOf(await post(user, '/proxy/process', form([{ do: 'refuse' }]))),
    ).toMatchObject({ status: 422, code: 'no_face_found' });
  });

  it('cancels the render when its caller goes away', async () => {
    const user = await server.signedUp();
    const left = new AbortController();
    const body = form([
      { do: 'progress', done: 1, of: 2 },
      { do: 'wait', file: markFile() },
    ]);
    const asking = user.fetch('/proxy/process', { method: 'POST', body, signal: left.signal });
    const goAway = async () => {
      for (;;) {
        const [row] = await server.db.select().from(renders).where(eq(renders.userId, user.id));
        if (row?.state === 'running') break;
      }
      left.abort();
    };
    await Promise.all([expect(asking).rejects.toThrow(), goAway()]);
    const [row] = await server.db.select().from(renders).where(eq(renders.userId, user.id));
    expect((await story(user, row?.id ?? '')).at(-1)).toBe('cancelled');
  });

  it('finds nothing when the account is deleted meanwhile, and calls that no outage', async () => {
    const user = await server.signedUp();
    const body = form([{ do: 'wait', file: markFile() }]);
    const answer = user.fetch('/proxy/process', { method: 'POST', body });
    const ofUser = eq(renders.userId, user.id);
    await expect.poll(() => server.db.$count(renders, ofUser), { timeout: 20_000 }).toBe(1);
    await user.json('DELETE', '/api/account', { currentPassword: PASSWORD });
    expect(await errorOf(await answer)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('saved videos', () => {
  it('keeps the film where the specification says, with its metadata', async () => {
    const user = await server.signedUp();
    const video = await saved(user, 'Grandma laughs');
    const [row] = await server.db.select().from(videos).where(eq(videos.id, video.id));
    expect(row?.filmKey).toMatch(new RegExp(`^${user.id}/videos/\\d+\\.mp4$`));
    const folder = join(server.dataDir, 'files', user.id, 'videos');
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toHaveLength(2);
    const film = await user.fetch(video.videoUrl, { headers: { range: 'bytes=0-3' } });
    expect(film.status).toBe(206);
    expect(await film.text()).toBe('film');
    expect(
      await read<{ allowed: boolean }>(
        await user.call('isAllowedToSaveVideo', { userId: user.id }),
      ),
    ).toMatchObject({ allowed: true });
  });

  it('keeps five for a free account, however many are saved at once', async () => {
    const user = await premium();
    const made: Render[] = [];
    for (let n = 0; n < 12; n += 1) made.push(await finished(user));
    await user.call('unsubscribe', { userId: user.id });
    server.advance(40 * 86_400_000);
    try {
      const answers = await Promise.all(
        Array.from({ length: 36 }, (_, n) =>
          user.json('POST', `/api/renders/${made[n % 12]?.id}/save`, {}),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(new Set(statuses)).toEqual(new Set([201, 403]));
      expect(await server.db.$count(videos, eq(videos.userId, user.id))).toBe(5);
      const refused = answers.find(({ status }) => status === 403);
      expect(await errorOf(refused as Response)).toMatchObject({ code: 'saved_videos_limit' });
      const usage = await read<Usage>(await user.fetch('/api/renders/usage'));
      expect(usage).toMatchObject({ placesLeft: 0, placesLimit: 5 });

      const page = await read<VideosPage>(await user.fetch('/api/videos'));
      await remove(user, `/api/videos/${page.videos[0]?.id}`);
      const free = made.find(({ id }) => !page.videos.some((video) => video.id === id));
      const again = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          user.json('POST', `/api/renders/${made[n]?.id}/save`, {}),
        ),
      );
      expect(free).toBeDefined();
      expect(again.filter(({ status }) => status === 201)).not.toHaveLength(0);
      expect(await server.db.$count(videos, eq(videos.userId, user.id))).toBe(5);
      const films = () =>
        readdirSync(join(server.dataDir, 'files', user.id, 'videos')).filter((name) =>
          /^[^.].*\.mp4$/.test(name),
        );
      await expect.poll(films).toHaveLength(5);
    } finally {
      server.advance(-40 * 86_400_000);
    }
  });

  it('answers the same video for the same render', async () => {
    const user = await server.signedUp();
    const { id } = await finished(user);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.json('POST', `/api/renders/${id}/save`, {})),
    );
    const ids = await Promise.all(answers.map(async (answer) => (await read<Video>(answer)).id));
    expect(new Set(ids).size).toBe(1);
  });

  it('copies no films without end: who saves too often is told when to come back', async () => {
    const user = await server.signedUp();
    const { id } = await finished(user);
    const windowEndsAt = new Date(Date.now() + 600_000);
    const key = `save:${user.id}`;
    await server.db.insert(rateLimits).values({ key, count: 119, windowEndsAt });
    const save = async () => await user.json('POST', `/api/renders/${id}/save`, {});
    expect((await save()).status).toBe(201);
    const refused = await save();
    const patienceSeconds = Number(refused.headers.get('retry-after'));
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(patienceSeconds).toBeGreaterThan(0);
  });

  it('saves only what is finished', async () => {
    const user = await server.signedUp();
    const waiting = await request(user, [{ do: 'wait', file: markFile() }]);
    const early = await user.json('POST', `/api/renders/${waiting.id}/save`, {});
    expect(await errorOf(early)).toMatchObject({ status: 409, code: 'render_not_finished' });
    await remove(user, `/api/renders/${waiting.id}`);
    const late = await user.json('POST', `/api/renders/${waiting.id}/save`, {});
    expect(await errorOf(late)).toMatchObject({ code: 'cancelled' });
    const failed = await request(user, [{ do: 'refuse' }]);
    await story(user, failed.id);
    const never = await user.json('POST', `/api/renders/${failed.id}/save`, {});
    expect(await errorOf(never)).toMatchObject({ status: 409, code: 'render_not_finished' });
  });

  it('does not save an empty film', async () => {
    const user = await server.signedUp();
    const { id } = await finished(user, [{ do: 'empty' }]);
    const answer = await user.json('POST', `/api/renders/${id}/save`, {});
    expect(await errorOf(answer)).toMatchObject({ status: 422, code: 'video_empty' });
    expect(await server.db.$count(videos, eq(videos.userId, user.id))).toBe(0);
  });

  it('lists pages, newest first, and renames', async () => {
    const user = await server.signedUp();
    const [a, b] = [await saved(user, 'first'), await saved(user, 'second')];
    const page = videosPageSchema.parse(await read<VideosPage>(await user.fetch('/api/videos')));
    expect(page).toMatchObject({ page: 1, pages: 1, total: 2 });
    expect(page.videos.map(({ id }) => id)).toEqual([b.id, a.id]);
    const renamed = await user.json('PATCH', `/api/videos/${a.id}`, { title: '  Käthe 😀 ' });
    expect((await read<Video>(renamed)).title).toBe('Käthe 😀');
    const bad = await user.json('PATCH', `/api/videos/${a.id}`, { title: 'a\r\nSet-Cookie: b' });
    expect(bad.status).toBe(400);
    const empty = await read<VideosPage>(await user.fetch('/api/videos?page=2'));
    expect(empty.videos).toEqual([]);
    expect((await user.fetch('/api/videos?page=0')).status).toBe(400);
  });

  it('gives the file to premium accounts only, under its name', async () => {
    const user = await premium();
    const video = await saved(user);
    const { id } = await finished(user);
    const named = async (path: string) =>
      (await user.fetch(path)).headers.get('content-disposition');
    expect(await named(video.downloadUrl ?? '')).toBe(
      'attachment; filename="AI_Face_Animation.mp4"',
    );
    expect(await named(`/api/renders/${id}/download`)).toBe(
      'attachment; filename="animated-video.mp4"',
    );
    const free = await server.signedUp();
    const theirs = await saved(free);
    expect(theirs.downloadUrl).toBeNull();
    for (const path of [
      `/api/videos/${theirs.id}/download`,
      `/api/renders/${(await finished(free)).id}/download`,
    ]) {
      expect(await errorOf(await free.fetch(path))).toMatchObject({
        status: 403,
        code: 'premium_required',
      });
    }
  });

  it('deletes the objects with the video, once', async () => {
    const user = await server.signedUp();
    const video = await saved(user);
    const answers = await Promise.all([1, 2, 3].map(() => remove(user, `/api/videos/${video.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await expect.poll(() => readdirSync(join(server.dataDir, 'files'))).not.toContain(user.id);
    expect((await user.fetch(video.videoUrl)).status).toBe(404);
  });

  it('forgets everything of a deleted account', async () => {
    const user = await server.signedUp();
    const video = await saved(user);
    const { token } = await read<Share>(
      await user.fetch(`/api/videos/${video.id}/share`, { method: 'POST' }),
    );
    const gone = await user.json('DELETE', '/api/account', { currentPassword: 'correct horse' });
    expect(gone.status).toBe(200);
    expect((await server.visitor().fetch(`/api/shares/${token}/video`)).status).toBe(404);
    expect(await server.db.$count(videos, eq(videos.userId, user.id))).toBe(0);
    expect(await server.db.$count(renders, eq(renders.userId, user.id))).toBe(0);
  });
});

describe('shared videos', () => {
  it('opens a public page with a preview and nothing of the account, until it is revoked', async () => {
    const user = await server.signedUp();
    const video = await saved(user, '"><script>$&');
    const share = async () =>
      await read<Share>(await user.fetch(`/api/videos/${video.id}/share`, { method: 'POST' }));
    const { token, url } = await share();
    expect((await share()).token).toBe(token);
    expect(url.endsWith(`/s/${token}`)).toBe(true);

    const visitor = server.visitor();
    const page = await visitor.fetch(`/s/${token}`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('content="&quot;&gt;&lt;script&gt;$&amp;"');
    expect(html).toMatch(/property="og:video" content="http[^"]+\/video"/);
    expect(html).toMatch(/property="og:image" content="http[^"]+\/poster"/);
    const shown = await visitor.fetch(`/api/shares/${token}`);
    const text = await shown.text();
    for (const secret of [user.id, user.email, video.id]) {
      expect(html).not.toContain(secret);
      expect(text).not.toContain(secret);
    }
    // Of the account it tells nothing but whether its plan downloads.
    const download = async () =>
      (await read<SharedVideo>(await visitor.fetch(`/api/shares/${token}`))).download;
    expect(await download()).toBe(false);
    await user.call('subscribe', { plan: 'monthly' });
    expect(await download()).toBe(true);
    const film = await visitor.fetch(`/api/shares/${token}/video`, {
      headers: { range: 'bytes=-4' },
    });
    expect(film.status).toBe(206);
    expect((await visitor.fetch(`/api/shares/${token}/poster`)).status).toBe(200);

    expect((await remove(user, `/api/videos/${video.id}/share`)).status).toBe(200);
    for (const path of [
      `/s/${token}`,
      ...['', '/video', '/poster'].map((part) => `/api/shares/${token}${part}`),
    ]) {
      expect((await visitor.fetch(path)).status, path).toBe(404);
    }
    const fresh = await share();
    expect(fresh.token).not.toBe(token);
    expect((await visitor.fetch(`/api/shares/${token}/video`)).status).toBe(404);
    expect((await visitor.fetch(`/api/shares/${fresh.token}/video`)).status).toBe(200);
  });

  it('cannot be opened by others than its owner', async () => {
    const [owner, other] = [await server.signedUp(), await server.signedUp()];
    const video = await saved(owner);
    const path = `/api/videos/${video.id}/share`;
    expect((await other.fetch(path, { method: 'POST' })).status).toBe(404);
    expect((await remove(other, path)).status).toBe(404);
    expect((await server.visitor().fetch(path, { method: 'POST' })).status).toBe(401);
  });
});
