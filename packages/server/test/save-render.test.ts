import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countDoomed } from '../src/files/doomed-objects.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { renders } from '../src/renders/schema.ts';
import { cleanUp } from '../src/videos/clean-up.ts';
import { saveRender } from '../src/videos/save-render.ts';
import { videos } from '../src/videos/schema.ts';
import { forgetUser } from '../src/videos/videos.ts';
import { storedKeys } from './support/stored-keys.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const HOUR_MS = 3_600_000;
/** More than there are connections in the pool. */
const MANY = 11;
let t: TestRenders;

beforeAll(async () => {
  t = await openTestRenders(1);
});
afterAll(() => t.close());

/** A finished render of a new user. */
async function finished() {
  const user = await t.addUser('free');
  const { id } = await t.finished(user);
  return { user, id };
}

type Moment = 'before the film' | 'after the poster';

/** A storage that is slow at this moment of copying: until it is let go. */
function slowStorage(moment: Moment) {
  const storage = Object.create(t.storage) as Storage;
  storage.delete = (key) => t.storage.delete(key);
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait = async () => {
    begun.resolve();
    await released.promise;
  };
  storage.copy = async (from, to, options) => {
    if (moment === 'before the film' && to.endsWith('.mp4')) await wait();
    await t.storage.copy(from, to, options);
    if (moment === 'after the poster' && to.endsWith('.jpg')) await wait();
  };
  return { storage, isSlow: begun.promise, letGo: released.resolve };
}

/** Saves by a slow storage; resolves when that is slow. */
async function saveSlowly({ user, id }: { user: string; id: string }, moment: Moment) {
  const { storage, isSlow, letGo } = slowStorage(moment);
  const saving = saveRender({ ...t, storage }, user, id, undefined);
  await Promise.race([isSlow, saving]);
  return { saving, storage, letGo };
}

const prefixOf = (user: string) => `${user}/videos/`;
const countVideos = (user: string) => t.db.$count(videos, eq(videos.userId, user));

const stored = (user: string) => storedKeys(t.folder, prefixOf(user));

async function expire(id: string): Promise<void> {
  await t.db.update(renders).set({ expiresAt: t.now() }).where(eq(renders.id, id));
  await cleanUp(t);
}

async function expectNothingSaved(saving: Promise<unknown>, user: string): Promise<void> {
  await expect(saving).rejects.toMatchObject({ code: 'not_found' });
  expect(await countVideos(user)).toBe(0);
  expect(stored(user)).toEqual([]);
}

it('holds nothing while the storage copies, and keeps one copy of many at once', async () => {
  const { user, id } = await finished();
  const { storage, isSlow, letGo } = slowStorage('before the film');
  const saves = Array.from({ length: MANY }, () =>
    saveRender({ ...t, storage }, user, id, undefined),
  );
  await isSlow;
  // It takes a connection and the user's lock.
  expect((await t.request(user, [])).isNew).toBe(true);
  letGo();
  const [saved, ...others] = await Promise.all(saves);
  for (const other of others) expect(other).toEqual(saved);
  expect(await countVideos(user)).toBe(1);
  expect(stored(user)).toEqual([saved?.posterKey, saved?.filmKey]);
  expect(await countDoomed(t.db, prefixOf(user))).toBe(0);
});

it.each(['before the film', 'after the poster'] as const)(
  'says that a film is gone which expired while it was copied: %s',
  async (moment) => {
    const render = await finished();
    const { saving, letGo } = await saveSlowly(render, moment);
    await expire(render.id);
    letGo();
    await expectNothingSaved(saving, render.user);
  },
);

it('saves nothing of an account that is deleted meanwhile', async () => {
  const render = await finished();
  const { saving, letGo } = await saveSlowly(render, 'after the poster');
  await t.db.transaction((tx) => forgetUser(t, tx, render.user));
  letGo();
  await expectNothingSaved(saving, render.user);
});

it('answers the video of another call that was faster, also when the film has gone since', async () => {
  const render = await finished();
  const { saving, letGo } = await saveSlowly(render, 'before the film');
  const saved = await saveRender(t, render.user, render.id, 'Grandma');
  await expire(render.id);
  letGo();
  expect(await saving).toEqual(saved);
  expect(stored(render.user)).toEqual([saved.posterKey, saved.filmKey]);
});

it('deletes the copies when the last place is taken meanwhile, and makes none without a place', async () => {
  const render = await finished();
  const { saving, letGo } = await saveSlowly(render, 'after the poster');
  for (let n = 0; n < 5; n += 1) await addVideo(render.user);
  letGo();
  await expect(saving).rejects.toMatchObject({ code: 'saved_videos_limit' });
  expect(stored(render.user)).toEqual([]);
  expect(await countDoomed(t.db, prefixOf(render.user))).toBe(0);

  const again = saveSlowly(render, 'before the film');
  await expect(again).rejects.toMatchObject({ code: 'saved_videos_limit' });
});

async function addVideo(userId: string): Promise<void> {
  const size = { widthPx: 640, heightPx: 640, durationSeconds: 4, sizeBytes: 12 };
  const ids = { id: randomUUID(), renderId: randomUUID(), userId };
  const keys = { filmKey: `none/${ids.id}.mp4`, posterKey: `none/${ids.id}.jpg` };
  const createdAt = t.now();
  await t.db.insert(videos).values({ ...ids, ...size, ...keys, title: 'x', label: 0, createdAt });
}

it('deletes the copies when the database refuses the video', async () => {
  const { user, id } = await finished();
  await t.db.execute(
    sql`alter table videos add constraint no_such_title check (title <> 'refused')`,
  );
  await expect(saveRender(t, user, id, 'refused')).rejects.toThrow();
  expect(stored(user)).toEqual([]);
  expect(await countDoomed(t.db, prefixOf(user))).toBe(0);
  await saveRender(t, user, id, 'taken');
});

it('deletes nothing of a video whose transaction was committed without our hearing of it', async () => {
  const { user, id } = await finished();
  const db = Object.create(t.db) as typeof t.db;
  db.transaction = async (...work) => {
    db.transaction = (...next) => t.db.transaction(...next);
    await t.db.transaction(...work);
    throw new Error('Connection terminated unexpectedly');
  };
  await expect(saveRender({ ...t, db }, user, id, undefined)).rejects.toThrow('terminated');
  const saved = await saveRender(t, user, id, undefined);
  expect(stored(user)).toEqual([saved.posterKey, saved.filmKey]);
});

it.each(['before the film', 'after the poster'] as const)(
  'keeps no video whose copies the clean-up takes for those of a killed process: %s',
  async (moment) => {
    const render = await finished();
    const { saving, letGo } = await saveSlowly(render, moment);
    t.advance(HOUR_MS);
    await cleanUp(t);
    expect(stored(render.user)).toEqual([]);
    letGo();
    await expect(saving).rejects.toThrow('they may be deleted now');
    expect(await countVideos(render.user)).toBe(0);
    expect(stored(render.user)).toEqual([]);
  },
);

it('has copies deleted later that appear when the clean-up has forgotten them', async () => {
  const render = await finished();
  const { saving, storage, letGo } = await saveSlowly(render, 'before the film');
  t.advance(HOUR_MS);
  await cleanUp(t);
  storage.delete = () => Promise.reject(new Error('away'));
  letGo();
  await expect(saving).rejects.toThrow('they may be deleted now');
  expect(stored(render.user)).toHaveLength(2);
  await cleanUp(t);
  expect(stored(render.user)).toEqual([]);
});

it('leaves what a storage that fails may still be copying to the clean-up', async () => {
  const { user, id } = await finished();
  const storage = Object.create(t.storage) as Storage;
  storage.copy = async (from, to, options) => {
    await t.storage.copy(from, to, options);
    throw new Error('away');
  };
  await expect(saveRender({ ...t, storage }, user, id, undefined)).rejects.toThrow('away');
  expect(stored(user)).toHaveLength(1);
  t.advance(HOUR_MS);
  await cleanUp(t);
  expect(stored(user)).toEqual([]);
});
