import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { countDoomed, deleteDueObjects } from '../src/files/doomed-objects.ts';
import { lockUser } from '../src/platform/database/user-lock.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { keepUpload } from '../src/renders/kept-uploads.ts';
import { requestRender } from '../src/renders/request-render.ts';
import { renders } from '../src/renders/schema.ts';
import { forgetUser } from '../src/videos/videos.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const MINUTE_MS = 60_000;
const bytes = Buffer.from('[]');
let t: TestRenders;

beforeAll(async () => {
  // Nobody makes the films: what is asked of them stays as it is.
  t = await openTestRenders(0);
});
afterAll(() => t.close());

const keyOf = (userId: string, uploadId: string) => `uploads/${userId}/${uploadId}`;
const isStored = async (key: string) => (await t.storage.head(key)) !== undefined;
const order = (userId: string, upload: string) =>
  requestRender(t, { userId, bytes: undefined, fields: { label: 0, upload } });

async function keep(userId: string): Promise<string> {
  const uploadId = await keepUpload(t, userId, bytes);
  if (!uploadId) throw new Error('not kept');
  return uploadId;
}

it('gives a kept picture to one film, which deletes it as its own', async () => {
  const user = await t.addUser('paid');
  const upload = await keep(user);
  const { row } = await order(user, upload);
  expect(row.pictureKey).toBe(keyOf(user, upload));
  await expect(order(user, upload)).rejects.toMatchObject({ code: 'upload_gone', status: 410 });
  // It belongs to the film now, and stays as long as that waits.
  t.advance(60 * MINUTE_MS);
  await deleteDueObjects(t, t.now());
  expect(await isStored(keyOf(user, upload))).toBe(true);
  await cancelRender(t, user, row.id);
  await expect.poll(() => isStored(keyOf(user, upload))).toBe(false);
});

it('of many orders for the same picture at once, one gets it', async () => {
  const user = await t.addUser('paid');
  const upload = await keep(user);
  const orders = await Promise.allSettled(Array.from({ length: 5 }, () => order(user, upload)));
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await t.db.$count(renders, eq(renders.userId, user))).toBe(1);
});

it('gives nobody the picture of another user', async () => {
  const [owner, stranger] = [await t.addUser('free'), await t.addUser('free')];
  const upload = await keep(owner);
  for (const name of [upload, randomUUID(), '']) {
    await expect(order(stranger, name)).rejects.toMatchObject({ code: 'upload_gone' });
  }
  expect(await t.db.$count(renders, eq(renders.userId, stranger))).toBe(0);
  expect((await order(owner, upload)).isNew).toBe(true);
});

it('keeps the picture where the plan refuses the film', async () => {
  const user = await t.addUser('free');
  const upload = await keep(user);
  const premium = { userId: user, bytes: undefined, fields: { label: 4, upload } } as const;
  await expect(requestRender(t, premium)).rejects.toMatchObject({ code: 'premium_required' });
  expect((await order(user, upload)).isNew).toBe(true);
});

it('says that a picture is gone well before it is deleted, so that no film loses it', async () => {
  const user = await t.addUser('free');
  const upload = await keep(user);
  const other = await t.addUser('free');
  const ofOther = await keep(other);
  t.advance(14 * MINUTE_MS);
  expect((await order(other, ofOther)).isNew).toBe(true);
  t.advance(2 * MINUTE_MS);
  await expect(order(user, upload)).rejects.toMatchObject({ code: 'upload_gone' });
  await deleteDueObjects(t, t.now());
  expect(await isStored(keyOf(user, upload))).toBe(true);
  t.advance(5 * MINUTE_MS);
  await deleteDueObjects(t, t.now());
  expect(await isStored(keyOf(user, upload))).toBe(false);
});

it('deletes the picture before with the next one, but not what a film was asked of', async () => {
  const user = await t.addUser('paid');
  const [used, former] = [await keep(user), await keep(user)];
  await order(user, used);
  t.advance(2 * MINUTE_MS);
  const next = await keep(user);
  await vi.waitFor(async () => expect(await isStored(keyOf(user, former))).toBe(false), 30_000);
  await expect(order(user, former)).rejects.toMatchObject({ code: 'upload_gone' });
  expect(await isStored(keyOf(user, used))).toBe(true);
  expect((await order(user, next)).isNew).toBe(true);
});

it('keeps the newest handful of pictures of one user, and deletes older ones when they are all there', async () => {
  const user = await t.addUser('paid');
  const kept: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    kept.push(await keep(user));
    t.advance(100);
  }
  const isThere = () => Promise.all(kept.map((id) => isStored(keyOf(user, id))));
  for (const old of kept.slice(0, 2)) {
    await expect(order(user, old)).rejects.toMatchObject({ code: 'upload_gone' });
  }
  // One that is being put away still would be there for good, were it deleted before that.
  await deleteDueObjects(t, t.now());
  expect(await isThere()).toEqual(kept.map(() => true));
  t.advance(MINUTE_MS);
  await deleteDueObjects(t, t.now());
  expect(await isThere()).toEqual([false, false, true, true, true, true]);
  for (const fresh of kept.slice(2)) expect((await order(user, fresh)).isNew).toBe(true);
});

it('keeps the picture that comes after four others, while those are being deleted', async () => {
  const user = await t.addUser('free');
  for (let n = 0; n < 4; n += 1) await keep(user);
  t.advance(2 * MINUTE_MS);
  const away = vi.spyOn(t.storage, 'delete').mockRejectedValue(new Error('away'));
  try {
    expect((await order(user, await keep(user))).isNew).toBe(true);
  } finally {
    away.mockRestore();
  }
});

it('has no more than a dozen pictures of one user, however many come at once and are not deleted', async () => {
  const user = await t.addUser('free');
  const ids = await Promise.all(Array.from({ length: 20 }, () => keepUpload(t, user, bytes)));
  expect(ids.filter((id) => id !== undefined)).toHaveLength(12);
  expect(await countDoomed(t.db, keyOf(user, ''))).toBe(12);
  // The next one is kept as soon as older ones may go, also where the clean-up has not come by.
  t.advance(2 * MINUTE_MS);
  await keepUpload(t, user, bytes);
  await expect.poll(() => countDoomed(t.db, keyOf(user, ''))).toBeLessThan(3);
  expect((await order(user, await keep(user))).isNew).toBe(true);
});

it('leaves alone what goes because there were many, for a call whose clock is behind too', async () => {
  const user = await t.addUser('free');
  for (let n = 0; n < 6; n += 1) await keep(user);
  // Of calls that come at once, any may be the last to look; and of many servers, one is always late.
  for (const behindMs of [1, 20_000]) {
    const late = { ...t, now: () => new Date(t.now().getTime() - behindMs) };
    await keepUpload(late, user, bytes);
  }
  await deleteDueObjects(t, t.now());
  expect(await countDoomed(t.db, keyOf(user, ''))).toBe(8);
});

it('does without where the storage fails', async () => {
  const user = await t.addUser('free');
  const put = vi.spyOn(t.storage, 'put').mockRejectedValueOnce(new Error('away'));
  expect(await keepUpload(t, user, bytes)).toBeUndefined();
  put.mockRestore();
});

it('goes with the account', async () => {
  const user = await t.addUser('free');
  const upload = await keep(user);
  await t.db.transaction((tx) => forgetUser(t, tx, user));
  await expect(order(user, upload)).rejects.toMatchObject({ code: 'upload_gone' });
  t.advance(MINUTE_MS);
  await deleteDueObjects(t, t.now());
  expect(await isStored(keyOf(user, upload))).toBe(false);
});

it('is not kept of an account that was deleted while it was looked at', async () => {
  const user = await t.addUser('free');
  await t.db.transaction(async (tx) => {
    await forgetUser(t, tx, user);
    await tx.delete(users).where(eq(users.id, user));
  });
  expect(await keepUpload(t, user, bytes)).toBeUndefined();
  expect(await countDoomed(t.db, keyOf(user, ''))).toBe(0);
});

it('is found by an account’s deletion that is under way already', async () => {
  const user = await t.addUser('free');
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const deletion = t.db.transaction(async (tx) => {
    await lockUser(tx, user);
    await forgetUser(t, tx, user);
    locked();
    await mayEnd;
    await tx.delete(users).where(eq(users.id, user));
  });
  await isLocked;
  const put = vi.spyOn(t.storage, 'put');
  const kept = keepUpload(t, user, bytes);
  try {
    // It waits for the lock.
    await vi.waitFor(async () => {
      const { rows } = await t.db.execute(sql`select 1 from pg_locks
        join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`);
      expect(rows).toHaveLength(1);
    }, 30_000);
  } finally {
    end();
    await deletion;
  }
  expect(await kept).toBeUndefined();
  expect(put).not.toHaveBeenCalled();
  put.mockRestore();
});
