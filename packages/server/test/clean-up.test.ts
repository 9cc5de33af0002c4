import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { announceObjects, doomObjects } from '../src/files/doomed-objects.ts';
import { doomedObjects } from '../src/files/schema.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { findStanding } from '../src/renders/render-transitions.ts';
import { findRender } from '../src/renders/render-view.ts';
import { requeueLost } from '../src/renders/requeue-lost.ts';
import { renders, spentRenders } from '../src/renders/schema.ts';
import { cleanUp } from '../src/videos/clean-up.ts';
import { saveRender } from '../src/videos/save-render.ts';
import { videos } from '../src/videos/schema.ts';
import { deleteVideo, forgetUser } from '../src/videos/videos.ts';
import { givenOut } from './support/given-out.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const HOUR_MS = 3_600_000;
let t: TestRenders;

beforeAll(async () => {
  t = await openTestRenders(1);
});
afterAll(() => t.close());

it('deletes an unsaved film after a day, and not before; it still counts for the week', async () => {
  const user = await t.addUser('free');
  const render = await t.finished(user);
  t.advance(24 * HOUR_MS - 60_000);
  await cleanUp(t);
  expect(await t.storage.head(render.filmKey)).toBeDefined();
  t.advance(60_000);
  await cleanUp(t);
  expect(await t.storage.head(render.filmKey)).toBeUndefined();
  expect(await t.storage.head(render.posterKey)).toBeUndefined();
  await expect(findRender(t.db, user, render.id)).rejects.toMatchObject({ code: 'not_found' });
  const spent = { addressHash: 'of somebody who left', createdAt: t.now() };
  await t.db.insert(spentRenders).values(spent);
  await cleanUp(t);
  expect(await t.db.$count(spentRenders)).toBe(1);
  await t.request(user, []);
  await t.request(user, []);
  await expect(t.request(user, [])).rejects.toMatchObject({ code: 'weekly_limit_reached' });
  t.advance(9 * 24 * HOUR_MS);
  await cleanUp(t);
  expect(await t.db.$count(renders, eq(renders.id, render.id))).toBe(0);
  expect(await t.db.$count(spentRenders)).toBe(0);
});

it('keeps a saved film, and lets go of the render’s own copy', async () => {
  const user = await t.addUser('paid');
  const render = await t.finished(user);
  const video = await saveRender(t, user, render.id, undefined);
  t.advance(25 * HOUR_MS);
  await cleanUp(t);
  expect(await t.storage.head(render.filmKey)).toBeUndefined();
  expect(await t.storage.head(video.filmKey)).toBeDefined();
  expect(await findRender(t.db, user, render.id)).toMatchObject({ filmKey: video.filmKey });
  await deleteVideo(t, user, video.id);
  await expect.poll(() => t.storage.head(video.filmKey)).toBeUndefined();
  await expect(findRender(t.db, user, render.id)).rejects.toMatchObject({ code: 'not_found' });
});

it('lets go of the render’s own copy, too, as soon as its video is deleted: it cannot be saved anew', async () => {
  const user = await t.addUser('paid');
  const render = await t.finished(user);
  const video = await saveRender(t, user, render.id, undefined);
  await deleteVideo(t, user, video.id);
  await expect(findRender(t.db, user, render.id)).rejects.toMatchObject({ code: 'not_found' });
  const again = saveRender(t, user, render.id, undefined);
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
  for (const key of [render.filmKey, render.posterKey, video.filmKey, video.posterKey]) {
    await expect.poll(() => t.storage.head(key)).toBeUndefined();
  }
});

it('lets nobody who deletes or cancels wait for a storage that says nothing', async () => {
  const user = await t.addUser('paid');
  const render = await t.finished(user);
  const video = await saveRender(t, user, render.id, undefined);
  const blocker = await t.request(user, [{ do: 'block' }]);
  const storage = Object.create(t.storage) as Storage;
  storage.delete = () => new Promise(() => {});
  await deleteVideo({ ...t, storage }, user, video.id);
  await cancelRender({ ...t, storage }, user, blocker.row.id);
  // What it did not delete is left to the clean-up.
  t.advance(1000);
  await cleanUp(t);
  expect(await t.storage.head(video.filmKey)).toBeUndefined();
  expect(await t.storage.head(`uploads/${blocker.row.id}`)).toBeUndefined();
});

it('deletes the picture of a film that waits, too, when its account is deleted', async () => {
  const waiting = await openTestRenders(0);
  try {
    const user = await waiting.addUser('free');
    const { row } = await waiting.request(user, []);
    expect(await waiting.storage.head(`uploads/${row.id}`)).toBeDefined();
    await waiting.db.transaction((tx) => forgetUser(waiting, tx, user));
    await cleanUp(waiting);
    expect(await waiting.storage.head(`uploads/${row.id}`)).toBeUndefined();
  } finally {
    await waiting.close();
  }
});

it('tells who makes or awaits the films of an account that it goes', async () => {
  const user = await t.addUser('paid');
  const { row } = await t.request(user, [{ do: 'progress', done: 1, of: 2 }, { do: 'block' }]);
  const standing = async () => await findStanding(t.db, row.id);
  await expect.poll(standing, { timeout: 20_000 }).toMatchObject({ framesDone: 1 });
  const heard = Promise.withResolvers<void>();
  const unwatch = t.notices.watch(row.id, heard.resolve);
  await t.db.transaction((tx) => forgetUser(t, tx, user));
  await heard.promise;
  unwatch();
  await expect.poll(() => t.inWork.has(row.id), { timeout: 20_000 }).toBe(false);
});

it('enters the files of an account for deletion however many they are', async () => {
  const user = await t.addUser('paid');
  const films = 17_000;
  await t.db.execute(sql`
    insert into videos (id, user_id, render_id, title, label, film_key, poster_key, width_px, height_px,
      duration_seconds, size_bytes, created_at)
    select gen_random_uuid(), ${user}, gen_random_uuid(), 'A film', 0, ${user} || '/videos/' || n || '.mp4',
      ${user} || '/videos/' || n || '.jpg', 512, 512, 4, 1, now() from generate_series(1, ${films}) n`);
  await t.db.transaction((tx) => forgetUser(t, tx, user));
  const ofUser = sql`starts_with(${doomedObjects.key}, ${user})`;
  expect(await t.db.$count(doomedObjects, ofUser)).toBe(2 * films);
  await t.db.delete(doomedObjects).where(ofUser);
});

it('finds the files of accounts that were deleted without them', async () => {
  const user = await t.addUser('paid');
  const render = await t.finished(user);
  const video = await saveRender(t, user, render.id, undefined);
  await t.db.execute(sql`alter table renders drop constraint renders_user_id_users_id_fk`);
  await t.db.execute(sql`alter table videos drop constraint videos_user_id_users_id_fk`);
  await t.db.delete(users).where(eq(users.id, user));

  await applyMigration('0005_owners-of-films');
  expect(await t.db.$count(renders, eq(renders.userId, user))).toBe(0);
  expect(await t.db.$count(videos, eq(videos.userId, user))).toBe(0);
  await cleanUp(t);
  for (const key of [render.filmKey, render.posterKey, video.filmKey, video.posterKey]) {
    expect(await t.storage.head(key)).toBeUndefined();
  }
  const other = await t.addUser('free');
  await t.request(other, []);
  await expect(t.db.delete(users).where(eq(users.id, other))).rejects.toThrow();
});

async function applyMigration(name: string): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, `../migrations/${name}.sql`), 'utf8');
  for (const statement of text.split('--> statement-breakpoint')) {
    await t.db.execute(sql.raw(statement));
  }
}

it('deletes what a crash left between writing an object and entering it', async () => {
  await announceObjects(t.db, ['uploads/orphan'], t.now());
  await t.storage.put('uploads/orphan', Buffer.from('x'), { contentType: 'image/png' });
  await cleanUp(t);
  expect(await t.storage.head('uploads/orphan')).toBeDefined();
  t.advance(HOUR_MS);
  await cleanUp(t);
  expect(await t.storage.head('uploads/orphan')).toBeUndefined();
});

it('deletes the others when one object cannot be deleted, says so, and tries it again', async () => {
  const keys = Array.from({ length: 150 }, (_, n) => `uploads/many-${n}`);
  for (const key of keys) {
    await t.storage.put(key, Buffer.from('x'), { contentType: 'image/png' });
  }
  await doomObjects(t.db, ['uploads/many-0'], new Date(0));
  await doomObjects(t.db, keys.slice(1), t.now());
  const storage = Object.create(t.storage) as Storage;
  storage.delete = async (key) => {
    if (key === 'uploads/many-0') throw new Error('access denied');
    await t.storage.delete(key);
  };
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  await cleanUp({ ...t, storage, log });
  const left = await t.db.select({ key: doomedObjects.key }).from(doomedObjects);
  expect(left).toEqual([{ key: 'uploads/many-0' }]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    objects: 1,
    key: 'uploads/many-0',
    err: { message: 'access denied' },
  });
  await cleanUp(t);
  expect(await t.storage.head('uploads/many-0')).toBeDefined();
  t.advance(HOUR_MS);
  await cleanUp(t);
  expect(await t.storage.head('uploads/many-0')).toBeUndefined();
});

it('fails what was not made within a day, and gives it back', async () => {
  const waiting = await openTestRenders(0);
  try {
    const user = await waiting.addUser('free');
    const { row } = await waiting.request(user, []);
    // Nor does the queue take it from a process that has it in work for as long.
    const { rows } = await waiting.db.execute(
      sql`select expire_seconds as seconds from pgboss.job where id = ${row.id}`,
    );
    expect(rows).toEqual([{ seconds: (24 * HOUR_MS) / 1000 }]);
    waiting.advance(24 * HOUR_MS);
    const error = vi.spyOn(waiting.log, 'error');
    await cleanUp(waiting);
    expect(error.mock.calls).toEqual([
      [expect.objectContaining({ render: row.id }), 'a render failed for good'],
    ]);
    expect(await waiting.ended(row.id)).toMatchObject({
      state: 'failed',
      failureCode: 'render_failed',
      pictureKey: null,
    });
    expect(await waiting.storage.head(`uploads/${row.id}`)).toBeUndefined();
  } finally {
    await waiting.close();
  }
});

it('enters a new job for a render whose job was lost', async () => {
  const user = await t.addUser('paid');
  const blocker = await t.request(user, [{ do: 'progress', done: 1, of: 2 }, { do: 'block' }]);
  const { row } = await t.request(user, []);
  await t.queue.cancel(t.db, 'render', row.id);
  t.advance(120_000);
  await requeueLost(t);
  await cancelRender(t, user, blocker.row.id);
  expect(await t.ended(row.id)).toMatchObject({ state: 'finished' });
});

it('leaves a film to the process that makes it when its job was lost', async () => {
  const user = await t.addUser('paid');
  const mark = join(t.folder, 'may-end');
  const script = [
    { do: 'progress', done: 1, of: 2 },
    { do: 'wait', file: mark },
  ] as const;
  const { row } = await t.request(user, script);
  const standing = async () => await findStanding(t.db, row.id);
  await expect.poll(standing, { timeout: 20_000 }).toMatchObject({ attempt: 1, framesDone: 1 });
  await t.db.execute(sql`delete from pgboss.job where name = 'render'`);
  t.advance(120_000);
  await requeueLost(t);
  expect(await standing()).toMatchObject({ attempt: 1, framesDone: 1 });
  expect(await t.queue.listLive(t.db, 'render')).toMatchObject([{ renderId: row.id }]);
  writeFileSync(mark, '');
  expect(await t.ended(row.id)).toMatchObject({ state: 'finished', attempt: 1 });
});

it('enters lost jobs in the order of their requests, before what was asked for since', async () => {
  const waiting = await openTestRenders(0);
  try {
    const { db } = waiting;
    const lost: string[] = [];
    for (const _ of [0, 1, 2]) {
      const { row } = await waiting.request(await waiting.addUser('free'), []);
      lost.push(row.id);
    }
    // The table has them the other way round now.
    for (const [minutes, id] of [...lost.entries()].reverse()) {
      const createdAt = new Date(waiting.now().getTime() - HOUR_MS + minutes * 60_000);
      await db.update(renders).set({ createdAt }).where(eq(renders.id, id));
    }
    await db.execute(sql`delete from pgboss.job where name = 'render'`);
    const since = await waiting.request(await waiting.addUser('free'), []);
    await requeueLost(waiting);
    expect(await givenOut(waiting.opened.url, 4)).toEqual([...lost, since.row.id]);
  } finally {
    await waiting.close();
  }
});
