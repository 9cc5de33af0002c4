import { expect, test } from 'vitest';
import { once } from './once.ts';

test('what is made is made once, also for those who ask meanwhile', async () => {
  let made = 0;
  const get = once(async () => ({ number: ++made }));
  const [first, meanwhile] = await Promise.all([get(), get()]);
  expect(meanwhile).toBe(first);
  expect(await get()).toBe(first);
  expect(made).toBe(1);
});

test('a failure is told to all who wait for it, and forgotten', async () => {
  let tries = 0;
  const get = once(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not now');
    return tries;
  });
  const waiting = [get(), get()];
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'not now' } });
  }
  expect(await get()).toBe(2);
  expect(await get()).toBe(2);
});
