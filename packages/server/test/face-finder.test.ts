import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { rateLimits } from '../src/http/schema.ts';
import { FaceFinder } from '../src/renders/find-faces.ts';
import { readableLog } from './support/read-log.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, errorOf } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const { log, lines } = readableLog();
const server = useServer({}, { filmWorkerEntry: SCRIPTED_WORKER, log });

const fileOf = (name: string) => join(server.dataDir, name);

/** Shows a picture whose search goes as the script says. */
function look(user: Client, script: WorkerScript): Promise<Response> {
  const body = new FormData();
  body.set('image', new File([JSON.stringify(script)], 'x.png'));
  return user.fetch('/api/faces', { method: 'POST', body });
}

/** A search that has begun, and ends when it is told to. */
async function lookAtLeisure(user: Client, name: string) {
  const [began, go] = [fileOf(`${name}-began`), fileOf(`${name}-go`)];
  const answer = look(user, [
    { do: 'mark', file: began },
    { do: 'wait', file: go },
  ]);
  await vi.waitFor(() => expect(existsSync(began)).toBe(true), 30_000);
  return { answer, end: () => writeFileSync(go, '') };
}

it('takes turns between users, and of one user two pictures at most', async () => {
  const [ada, bob] = [await server.signedUp(), await server.signedUp()];
  const first = await lookAtLeisure(ada, 'first');
  const mark = (name: string): WorkerScript => [{ do: 'mark', file: fileOf(name) }];
  const answers = [1, 2, 3].map((n) => look(ada, mark(`ada-${n}`)));
  // Two of the three found no place; which ones the network decides.
  await vi.waitFor(async () => {
    const settled = await Promise.all(answers.map((one) => Promise.race([one, undefined])));
    expect(settled.filter((one) => one?.status === 429)).toHaveLength(2);
  }, 30_000);
  const others = look(bob, mark('bob'));
  first.end();
  expect((await first.answer).status).toBe(200);
  expect((await others).status).toBe(200);
  const all = await Promise.all(answers);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  const refused = all.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('5');
  expect(refused && (await errorOf(refused))).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('still being looked at'),
  });
  // What was answered is a place again.
  expect((await look(ada, [])).status).toBe(200);
});

/** As if some more pictures had ended their process: each costs one, which takes a while to start. */
async function countLost(rule: string, who: string, count: number): Promise<void> {
  const key = `${rule}:${who}`;
  const counted = await server.db.select().from(rateLimits).where(eq(rateLimits.key, key));
  expect(counted).toMatchObject([{ count: 1 }]);
  await server.db.update(rateLimits).set({ count }).where(eq(rateLimits.key, key));
}

it('takes no more pictures for a while of who sent three that ended its process', async () => {
  const [eve, bob] = [await server.signedUp(), await server.signedUp()];
  const answer = await look(eve, [{ do: 'die' }]);
  const requestId = answer.headers.get('x-request-id');
  expect(await errorOf(answer)).toMatchObject({
    status: 422,
    code: 'broken_image',
    message: expect.stringContaining('Save it again as a JPEG'),
  });
  expect(lines.filter((line) => line.requestId === requestId)).toContainEqual(
    expect.objectContaining({
      level: 'error',
      user: eve.id,
      msg: 'a picture ended the process that looked at it',
      err: expect.objectContaining({ message: expect.stringContaining('ended by SIGKILL') }),
    }),
  );
  await countLost('lostPicture', eve.id, 2);
  expect((await look(eve, [{ do: 'die' }])).status).toBe(422);
  expect(await errorOf(await look(eve, []))).toMatchObject({ code: 'too_many_requests' });
  const film = await eve.fetch('/api/renders', { method: 'POST', body: new FormData() });
  expect(film.status).toBe(429);
  expect((await look(bob, [])).status).toBe(200);
});

it('takes none of a whole network that sent six, from however many accounts', async () => {
  const users = [await server.signedUp(), await server.signedUp(), await server.signedUp()];
  for (const user of users) user.address = '10.1.2.3';
  const [eve, mallory, third] = users as [Client, Client, Client];
  expect((await look(eve, [{ do: 'die' }])).status).toBe(422);
  await countLost('lostPictureNearby', '10.1.2.3', 5);
  expect((await look(mallory, [{ do: 'die' }])).status).toBe(422);
  expect(await errorOf(await look(third, []))).toMatchObject({ code: 'too_many_requests' });
  third.address = '10.1.2.4';
  expect((await look(third, [])).status).toBe(200);
});

it('lets a search end whose user has left, and does not lose its process', async () => {
  const finder = new FaceFinder(fileOf('finder'), SCRIPTED_WORKER);
  const putDown = (script: WorkerScript) => finder.putDown(Buffer.from(JSON.stringify(script)));
  const [began, go, ended] = [fileOf('left-began'), fileOf('left-go'), fileOf('left-ended')];
  const left = new AbortController();
  const search = finder.find(
    { userId: 'ada', network: '10.0.0.1' },
    await putDown([
      { do: 'mark', file: began },
      { do: 'wait', file: go },
      { do: 'mark', file: ended },
    ]),
    left.signal,
  );
  const outcome = expect(search).rejects.toThrow('left');
  await vi.waitFor(() => expect(existsSync(began)).toBe(true), 30_000);
  // Longer than the patience with a process that is to stop.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  left.abort(new Error('left'));
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  writeFileSync(go, '');
  await outcome;
  expect(existsSync(ended)).toBe(true);
  const next = await finder.find(
    { userId: 'bob', network: '10.0.0.2' },
    await putDown([]),
    new AbortController().signal,
  );
  expect(next.faces).toEqual([]);
  await finder.close();
});
