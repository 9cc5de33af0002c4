import { expect, test } from 'vitest';
import { FairTurns, type Taker, type TurnLimits } from './fair-turns.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to, and a record of who began when. */
function openTurns(limits: Partial<TurnLimits> = {}) {
  const turns = new FairTurns({ ofAll: 10, ofUser: 3, ofNetwork: 10, ...limits });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, signal = never, network = 'here') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const taken = turns.take({ userId: name.slice(0, 3), network }, signal, async () => {
      began.push(name);
      ends.push(resolve);
      await promise;
      return name;
    });
    taken.catch(() => {});
    return taken;
  };
  /** Ends what is in work, and lets the next begin. */
  const end = async () => {
    ends.at(-1)?.();
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
  };
  return { take, end, began };
}

test('nobody is served twice while another one waits', async () => {
  const { take, end, began } = openTurns();
  for (const name of ['ada 1', 'ada 2', 'ada 3', 'bob 1', 'bob 2', 'eve 1']) void take(name);
  for (let n = 0; n < 6; n += 1) await end();
  expect(began).toEqual(['ada 1', 'ada 2', 'bob 1', 'eve 1', 'ada 3', 'bob 2']);
});

test('a user has few waiting, with the one in work; others have room', async () => {
  const { take, end } = openTurns({ ofAll: 4, ofUser: 2 });
  const first = take('ada 1');
  void take('ada 2');
  await expect(take('ada 3')).rejects.toMatchObject({
    code: 'too_many_requests',
    status: 429,
    retryAfterSeconds: 5,
  });
  void take('bob 1');
  await end();
  expect(await first).toBe('ada 1');
  void take('ada 3');
  await expect(take('ada 4')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('of one network, however many users it has, not all places are taken', async () => {
  const { take, end } = openTurns({ ofAll: 4, ofNetwork: 3 });
  const first = take('ada 1');
  for (const name of ['bob 1', 'cem 1']) void take(name);
  await expect(take('dan 1')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('network'),
    retryAfterSeconds: 5,
  });
  void take('eve 1', never, 'there');
  await end();
  await first;
  void take('dan 1');
  await expect(take('fay 1')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('all together have a limit, too', async () => {
  const { take } = openTurns({ ofAll: 2, ofUser: 2 });
  void take('ada 1');
  void take('bob 1');
  await expect(take('eve 1')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
});

test('who leaves gives the place up at once, and is not served', async () => {
  const { take, end, began } = openTurns({ ofAll: 10, ofUser: 2 });
  void take('ada 1');
  const leaver = new AbortController();
  const left = take('ada 2', leaver.signal);
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  void take('ada 3');
  await end();
  await end();
  expect(began).toEqual(['ada 1', 'ada 3']);
});

test('what fails lets the next begin', async () => {
  const turns = new FairTurns({ ofAll: 2, ofUser: 2, ofNetwork: 2 });
  const [ada, bob] = ['ada', 'bob'].map((userId) => ({ userId, network: 'here' })) as [
    Taker,
    Taker,
  ];
  const failed = turns.take(ada, never, () => Promise.reject(new Error('broken')));
  const next = turns.take(bob, never, async () => 'served');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('served');
});
