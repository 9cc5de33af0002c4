import type { Render, Video } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { videos } from '../src/videos/schema.ts';
import { readableLog } from './support/read-log.ts';
import { startS3Server } from './support/s3-server.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, errorOf, startTestServer, type TestServer } from './support/test-server.ts';

const { log, lines } = readableLog();
let s3: Awaited<ReturnType<typeof startS3Server>>;
let server: TestServer;
let ada: Client;

beforeAll(async () => {
  s3 = await startS3Server();
  const environment = { RENDER_WORKERS: '1', ...s3.environment };
  server = await startTestServer(environment, { filmWorkerEntry: SCRIPTED_WORKER, log });
  ada = await server.signedUp();
});
afterEach(() => {
  s3.fallInto('none');
  vi.restoreAllMocks();
});
afterAll(async () => {
  await server.close();
  await s3.stop();
});

function order(user: Client, path = '/api/renders'): Promise<Response> {
  const body = new FormData();
  body.set('image', new File(['[]'], 'x.png'));
  body.set('label', '0');
  return user.fetch(path, { method: 'POST', body });
}

async function saved(user: Client): Promise<Video> {
  const { id } = (await (await order(user)).json()) as Render;
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  return (await (await user.json('POST', `/api/renders/${id}/save`, {})).json()) as Video;
}

it('asks to come back while the storage has too much to do', async () => {
  const video = await saved(ada);
  s3.fallInto('busy');
  for (const answer of [await ada.fetch(video.videoUrl), await order(ada)]) {
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
  }
  const told = lines.find(({ msg }) => msg === 'request failed');
  expect(told).toMatchObject({ err: { type: 'StorageAway' } });
});

it('says which object is missing that the database names', async () => {
  const video = await saved(ada);
  const storage = await openStorage({ dataDir: '', storage: s3.config });
  const [row] = await server.db.select().from(videos).where(eq(videos.id, video.id));
  const key = row?.filmKey ?? '';
  await storage.delete(key);
  storage.close();
  const answer = await ada.fetch(video.videoUrl);
  expect(answer.status).toBe(404);
  const told = lines.find(({ msg }) => msg === 'an object is missing that the database names');
  const requestId = answer.headers.get('x-request-id');
  expect(told).toMatchObject({ level: 'error', requestId, key });
});

it('asks to come back, and does not start, while the storage takes nothing', async () => {
  s3.fallInto('read-only');
  expect(await errorOf(await order(ada))).toMatchObject({ status: 503, code: 'unavailable' });
  const storage = await openStorage({ dataDir: '', storage: s3.config }).catch(String);
  expect(storage).toContain('Cannot use the bucket films to store files');
  expect(storage).toContain('Access Denied (HTTP 403)');
  s3.fallInto('none');
  (await openStorage({ dataDir: '', storage: s3.config })).close();
});

it('looks whether it can write once a minute, not each time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const storage = await openStorage({ dataDir: '', storage: s3.config });
  s3.fallInto('read-only');
  await storage.check();
  vi.advanceTimersByTime(60_000);
  await expect(storage.check()).rejects.toThrow('Access Denied');
  s3.fallInto('none');
  await storage.check();
  storage.close();
  vi.useRealTimers();
});

it('says with which status a storage refuses that says nothing else', async () => {
  const bucket = 'not-there';
  await expect(openStorage({ dataDir: '', storage: { ...s3.config, bucket } })).rejects.toThrow(
    'HTTP 404',
  );
});

it.each([
  ['film', async (user: Client, video: Video) => await user.fetch(video.videoUrl)],
  ['export', async (user: Client) => await user.fetch('/api/account/export')],
])(
  'tells of an answer (%s) that broke off under the request’s id, and not as a success',
  async (_, get) => {
    const eve = await server.signedUp();
    const video = await saved(eve);
    const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')];
    s3.fallInto('halves');
    const answer = await get(eve, video);
    const requestId = answer.headers.get('x-request-id');
    await expect(answer.arrayBuffer()).rejects.toThrow();
    const ofRequest = () => lines.filter((line) => line.requestId === requestId);
    await vi.waitFor(() => expect(ofRequest()).toHaveLength(2), 30_000);
    const [broke, request] = ofRequest();
    expect(broke).toMatchObject({ level: 'error', msg: 'an answer broke off' });
    expect(broke?.err).toMatchObject({ message: expect.any(String) });
    expect(broke?.key ?? broke?.user).toContain(eve.id);
    expect(request).toMatchObject({ level: 'error', status: 500, code: 'broken_off' });
    // The library would print the reason as mere text.
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  },
);
