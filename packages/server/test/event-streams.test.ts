import type { Render } from '@moodreel/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { watchRender } from '../src/renders/render-events.ts';
import { notifyRender } from '../src/renders/render-notices.ts';
import { takeUp } from '../src/renders/render-transitions.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';
import { type Client, errorOf, startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let t: TestRenders;

beforeAll(async () => {
  [server, t] = await Promise.all([startTestServer(), openTestRenders(0)]);
});
afterAll(async () => {
  await Promise.all([server.close(), t.close()]);
});

/** Asks for a film, and answers where its news are. */
async function ordered(user: Client): Promise<string> {
  const body = new FormData();
  body.set('image', new File(['[]'], 'x.png'));
  body.set('label', '0');
  const answer = await user.fetch('/api/renders', { method: 'POST', body });
  return `/api/renders/${((await answer.json()) as Render).id}/events`;
}

it('has ten places for one user, and gives those back that were left', async () => {
  const [ada, bob] = [await server.signedUp(), await server.signedUp()];
  const [path, ofBob] = [await ordered(ada), await ordered(bob)];
  const leavers = Array.from({ length: 10 }, () => new AbortController());
  // Held to the end: fetch hangs up on an answer that was collected as garbage.
  const streams: Response[] = [];
  for (const { signal } of leavers) streams.push(await ada.fetch(path, { signal }));
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const refused = await ada.fetch(path);
  expect(await errorOf(refused)).toMatchObject({
    status: 429,
    message: expect.stringContaining('close some of your tabs'),
  });
  const other = new AbortController();
  expect((await bob.fetch(ofBob, { signal: other.signal })).status).toBe(200);
  leavers[0]?.abort();
  await vi.waitFor(async () => {
    const { status } = await ada.fetch(path, { signal: other.signal });
    expect(status).toBe(200);
  }, 30_000);
  for (const leaver of [...leavers, other]) leaver.abort();
  await Promise.allSettled(streams.map((stream) => stream.body?.cancel()));
});

it('has its places free after eleven who asked for the head alone', async () => {
  const ada = await server.signedUp();
  const path = await ordered(ada);
  for (let n = 0; n < 11; n += 1) await ada.fetch(path, { method: 'HEAD' });
  const leaver = new AbortController();
  await vi.waitFor(async () => {
    expect((await ada.fetch(path, { signal: leaver.signal })).status).toBe(200);
  }, 30_000);
  leaver.abort();
});

it('says something every half a minute while nothing happens, as proxies close what is silent', async () => {
  const ada = await server.signedUp();
  const path = await ordered(ada);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const leaver = new AbortController();
  try {
    const answer = await ada.fetch(path, { signal: leaver.signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readOn = async () => {
      text += (await reader?.read())?.value ?? '';
    };
    while (!text.includes('event: queued')) await readOn();
    const known = text.length;
    vi.advanceTimersByTime(30_000);
    await readOn();
    // A comment, of which browsers make no event.
    expect(text.slice(known)).toMatch(/^: \n\n/);
  } finally {
    leaver.abort();
    vi.useRealTimers();
  }
});

it('wakes those who wait once for many films that move at the same time', async () => {
  let woken = 0;
  const stop = t.notices.watchQueue(() => {
    woken += 1;
  });
  const heard = Promise.withResolvers<void>();
  const ids = Array.from({ length: 20 }, (_, n) => `film-${n}`);
  const unwatch = t.notices.watch(ids.at(-1) ?? '', heard.resolve);
  await t.db.transaction(async (tx) => {
    for (const id of ids) await notifyRender(tx, id, 'moved');
  });
  await heard.promise;
  expect(woken).toBe(1);
  // What moved meanwhile is told, too, when the second is over.
  await vi.waitFor(() => expect(woken).toBe(2), 30_000);
  stop();
  unwatch();
});

it('listens to the films of others only while its own waits', async () => {
  let listening = 0;
  const watchQueue = vi.spyOn(t.notices, 'watchQueue').mockImplementation(() => {
    listening += 1;
    return () => {
      listening -= 1;
    };
  });
  const user = await t.addUser('free');
  const { row } = await t.request(user, []);
  const stop = new AbortController();
  const events = watchRender(t, row.id, stop.signal);
  expect((await events.next()).value).toMatchObject({ type: 'queued' });
  expect(listening).toBe(1);
  await takeUp(t.db, row.id, t.notices.holder);
  await notifyRender(t.db, row.id, 'progress');
  const next = events.next();
  await vi.waitFor(() => expect(listening).toBe(0), 30_000);
  stop.abort();
  expect((await next).done).toBe(true);
  watchQueue.mockRestore();
});
