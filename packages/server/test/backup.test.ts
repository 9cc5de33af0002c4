import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { BackupRefused, backUp } from '../src/backup/backup.ts';
import { RestoreRefused, restore } from '../src/backup/restore.ts';
import { KEY_COLUMNS } from '../src/backup/tables.ts';
import { announceObjects, deleteDueObjects, doomObjects } from '../src/files/doomed-objects.ts';
import { refuseOtherStorage, requireOwnStorage } from '../src/files/own-storage.ts';
import { doomedObjects } from '../src/files/schema.ts';
import { queueMail } from '../src/mail/mail-queue.ts';
import { mails } from '../src/mail/schema.ts';
import { passwordChangedMail, verificationMail } from '../src/mail/texts.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { type RenderRow, renders } from '../src/renders/schema.ts';
import { cleanUp } from '../src/videos/clean-up.ts';
import { saveRender } from '../src/videos/save-render.ts';
import { videos } from '../src/videos/schema.ts';
import { readAll } from './support/read-all.ts';
import { storedKeys } from './support/stored-keys.ts';
import { openTestDatabase } from './support/test-database.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const COMMAND = join(import.meta.dirname, '../src/backup/backup-cli.ts');
const log = pino({ level: 'silent' });
const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
const folder = mkdtempSync(join(tmpdir(), 'moodreel-backup-'));
const file = join(folder, 'backup.tar');
let source: TestRenders;
let target: OpenDatabase;
let storage: Storage;
let userId: string;
let videoId: string;

beforeAll(async () => {
  source = await openTestRenders(1);
  userId = await source.addUser('paid');
  const { id } = await source.finished(userId);
  videoId = (await saveRender(source, userId, id, 'Käthe "lacht"\n')).id;
  await announceObjects(source.db, ['uploads/on-its-way'], new Date());
  await queueMail(source.db, verificationMail('ada@test.example', 'https://link.example'));
  await queueMail(source.db, passwordChangedMail('ada@test.example'));
  target = await openTestDatabase();
  storage = await openStorage({ dataDir: folder, storage: { kind: 'files' } });
});

afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

it('knows every column that holds the key of an object', async () => {
  const { rows } = await target.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_key'
        and column_name <> 'client_key'`,
  );
  const columns = rows.map(({ table, column }) => `${table}.${column}`);
  expect(columns.sort()).toEqual(KEY_COLUMNS.map((pair) => pair.join('.')).sort());
});

it('brings rows and objects over to an empty installation, exactly', async () => {
  const wrote = await backUp(source.opened.pool, source.storage, file);
  expect(wrote).toMatchObject({ objects: 4, deleted: 0, lost: [], changed: [] });
  expect(await restore(target.pool, storage, file, false)).toMatchObject({
    rows: wrote.rows,
    objects: 4,
  });
  for (const table of [users, renders, videos, doomedObjects, mails]) {
    expect(await target.db.select().from(table)).toEqual(await source.db.select().from(table));
  }
  const [video] = await target.db.select().from(videos);
  const bytesOf = async (from: Storage) =>
    (await readAll(await from.read(video?.filmKey ?? ''), 10_000)).toString();
  expect(await bytesOf(storage)).toBe(await bytesOf(source.storage));
  expect(await storage.head(video?.filmKey ?? '')).toMatchObject({
    contentType: 'video/mp4',
    metadata: { userid: userId },
  });
});

it('does not replace accounts without being told to', async () => {
  await expect(restore(target.pool, storage, file, false)).rejects.toThrow('--replace');
});

it('goes back to the backup, and the files of what came later go', async () => {
  await target.db.insert(users).values({ id: 'later', name: 'later', email: 'later@example.org' });
  await storage.put('later/videos/1.mp4', Buffer.from('film'), { contentType: 'video/mp4' });
  const [video] = await target.db.select().from(videos);
  if (!video) throw new Error('no video');
  const later = { id: crypto.randomUUID(), renderId: crypto.randomUUID(), userId: 'later' };
  await target.db.insert(videos).values({ ...video, ...later, filmKey: 'later/videos/1.mp4' });
  await target.db.update(videos).set({ title: 'renamed' }).where(eq(videos.id, videoId));

  await restore(target.pool, storage, file, true);
  expect(await target.db.select().from(videos)).toMatchObject([{ title: 'Käthe "lacht"\n' }]);
  expect(await target.db.$count(users)).toBe(1);
  await deleteDueObjects({ db: target.db, storage, log }, new Date());
  expect(await storage.head('later/videos/1.mp4')).toBeUndefined();
  expect(await storage.head(video.filmKey)).toBeDefined();
});

it('forgets no file that waited for its deletion', async () => {
  await announceObjects(target.db, ['uploads/waiting'], new Date());
  await storage.put('uploads/waiting', Buffer.from('x'), { contentType: 'image/png' });
  await restore(target.pool, storage, file, true);
  await deleteDueObjects({ db: target.db, storage, log }, new Date());
  expect(await storage.head('uploads/waiting')).toBeUndefined();
});

it('brings back files that are entered for deletion, and keeps them', async () => {
  const [video] = await target.db.select().from(videos);
  const keys = [video?.filmKey ?? '', video?.posterKey ?? ''];
  await target.db.delete(videos);
  await doomObjects(target.db, keys, new Date());
  await storage.delete(keys[0] ?? '');
  await restore(target.pool, storage, file, true);
  await deleteDueObjects({ db: target.db, storage, log }, inTwoHours());
  for (const key of keys) expect(await storage.head(key)).toBeDefined();
});

it('takes away what a restore wrote that broke off, but nothing that rows have', async () => {
  const whole = readFileSync(file);
  const cut = join(folder, 'cut.tar');
  writeFileSync(cut, whole.subarray(0, whole.length - 1024));
  const [video] = await target.db.select().from(videos);
  const lost = video?.filmKey ?? '';
  await storage.delete(lost);
  await expect(restore(target.pool, storage, cut, true)).rejects.toThrow(/backup/i);
  await deleteDueObjects({ db: target.db, storage, log }, inTwoHours());
  expect(await storage.head(lost)).toBeDefined();

  const empty = await openTestDatabase();
  try {
    const dataDir = join(folder, 'other');
    const other = await openStorage({ dataDir, storage: { kind: 'files' } });
    await expect(restore(empty.pool, other, cut, false)).rejects.toThrow(/backup/i);
    const written = storedKeys(dataDir);
    expect(written.length).toBeGreaterThan(0);
    await deleteDueObjects({ db: empty.db, storage: other, log }, new Date());
    expect(storedKeys(dataDir)).toEqual(written);
    await deleteDueObjects({ db: empty.db, storage: other, log }, inTwoHours());
    expect(storedKeys(dataDir)).toEqual([]);
  } finally {
    await empty.close();
  }
});

it('has its files where it was restored to, whatever storage was before', async () => {
  await requireOwnStorage(target.db, storage, 'here');
  const config = { dataDir: join(folder, 'new-disk'), storage: { kind: 'files' } } as const;
  const renewed = await openStorage(config);
  await expect(requireOwnStorage(target.db, renewed, 'there')).rejects.toThrow('not in there');
  await expect(refuseOtherStorage(target.db, renewed, 'there')).rejects.toThrow('not in there');
  await restore(target.pool, renewed, file, true);
  await requireOwnStorage(target.db, renewed, 'there');
  await expect(requireOwnStorage(target.db, storage, 'here')).rejects.toThrow('not in here');
  await restore(target.pool, storage, file, true);
});

it('changes nothing when the file is cut off, damaged or something else', async () => {
  const whole = readFileSync(file);
  const damaged = join(folder, 'damaged.tar');
  for (const bytes of [
    whole.subarray(0, whole.length - 3000),
    whole.subarray(0, 700),
    Buffer.concat([whole.subarray(0, 2048), Buffer.from('x'), whole.subarray(2049)]),
    Buffer.from('not a backup'),
    flip(whole, whole.indexOf('ada@test.example')),
    // The bytes of a film, and zeros in the place of all that comes behind the tables.
    flip(whole, whole.indexOf('files/') + 512),
    Buffer.concat([whole.subarray(0, whole.indexOf('about/')), Buffer.alloc(10_240)]),
    Buffer.alloc(1024),
  ]) {
    writeFileSync(damaged, bytes);
    await expect(restore(target.pool, storage, damaged, true)).rejects.toThrow(/backup/i);
    expect(await target.db.$count(users)).toBe(1);
    expect(await target.db.$count(videos)).toBe(1);
  }
});

it('tells files that are lost, or no more what they were, from those deleted meanwhile', async () => {
  const [cut, lost, deleted] = await Promise.all([1, 2, 3].map(() => source.finished(userId)));
  const keyOf = async (id = '') =>
    (await source.db.select().from(renders).where(eq(renders.id, id)))[0]?.filmKey ?? '';
  const [cutKey, lostKey, deletedKey] = await Promise.all(
    [cut, lost, deleted].map((r) => keyOf(r?.id)),
  );
  const film = { contentType: 'video/mp4' };
  await source.storage.put(cutKey ?? '', Buffer.from('fi'), film);
  for (const key of [lostKey, deletedKey]) await source.storage.delete(key ?? '');
  const deleting = {
    head: async (key: string) => {
      if (key === deletedKey) {
        await source.db.delete(renders).where(eq(renders.id, deleted?.id ?? ''));
      }
      return await source.storage.head(key);
    },
    read: async (key: string) => await source.storage.read(key),
  } as Storage;
  const to = join(folder, 'damaged-source.tar');
  expect(await backUp(source.opened.pool, deleting, to)).toMatchObject({
    lost: [lostKey],
    changed: [cutKey],
    deleted: 1,
  });
  expect(existsSync(to)).toBe(true);
  for (const { id } of [cut, lost] as { id: string }[]) {
    await source.db.delete(renders).where(eq(renders.id, id));
  }
});

it('takes a backup of before there were checksums, and says so', async () => {
  const whole = readFileSync(file);
  const older = join(folder, 'of-before.tar');
  const name = '"checksums": "checksums.sha256"';
  const manifest = Buffer.from(whole);
  manifest.fill(' ', manifest.indexOf(name) - ',\n  '.length, manifest.indexOf(name) + name.length);
  const end = whole.lastIndexOf('checksums.sha256');
  writeFileSync(older, Buffer.concat([manifest.subarray(0, end), Buffer.alloc(1024)]));
  expect(await restore(target.pool, storage, older, true)).toMatchObject({ verified: false });
  expect(await restore(target.pool, storage, file, true)).toMatchObject({ verified: true });
});

/** A copy with one byte changed. */
function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

it('keeps no film for ever whose video was deleted while the backup was written', async () => {
  const { id } = await source.finished(userId);
  const { filmKey } = await saveRender(source, userId, id, undefined);
  await source.storage.delete(filmKey);
  const later = join(folder, 'later.tar');
  await backUp(source.opened.pool, source.storage, later);
  await restore(target.pool, storage, later, true);
  const read = async () =>
    (await target.db.select().from(renders).where(eq(renders.id, id)))[0] as RenderRow;
  const { filmKey: own } = await read();
  expect(await storage.head(own ?? '')).toBeDefined();
  await cleanUp({ ...source, db: target.db, storage, log });
  expect(await read()).toMatchObject({ filmKey: null, videoId: null, expiresAt: null });
  expect(await storage.head(own ?? '')).toBeUndefined();
});

it('does not touch an installation that is being served', async () => {
  await expect(restore(source.opened.pool, source.storage, file, true)).rejects.toThrow(
    RestoreRefused,
  );
});

/** `npm run backup` on a database, as somebody types it. */
function runBackup({ url }: OpenDatabase, to: string) {
  return spawnSync(process.execPath, [COMMAND, 'backup', to], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    encoding: 'utf8',
  });
}

it('is read by nobody else, and never written over', () => {
  const to = join(folder, 'own.tar');
  expect(runBackup(target, to)).toMatchObject({ status: 0, stderr: '' });
  if (process.platform !== 'win32') expect(statSync(to).mode & 0o777).toBe(0o600);
  writeFileSync(to, 'of before');
  const refused = runBackup(target, to);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('exists already');
  expect(readFileSync(to, 'utf8')).toBe('of before');
});

it('ends with another status where files are lost, and names them', async () => {
  const [video] = await target.db.select().from(videos);
  const key = video?.filmKey ?? '';
  const to = join(folder, 'without.tar');
  await storage.delete(key);
  const ran = runBackup(target, to);
  expect(ran).toMatchObject({ status: 1, stdout: expect.stringContaining('Wrote') });
  expect(ran.stderr).toContain(key);
  expect(existsSync(to)).toBe(true);
  await restore(target.pool, storage, file, true);
});

it('refuses a database at which a newer version has been', async () => {
  const newer = await openTestDatabase();
  await newer.pool.query('update drizzle.__drizzle_migrations set created_at = created_at + 1');
  await expect(backUp(newer.pool, storage, join(folder, 'newer.tar'))).rejects.toThrow('newer');
  await newer.close();
});

it('refuses a database that lacks migrations, and applies none of them', async () => {
  const older = await openTestDatabase();
  const to = join(folder, 'older.tar');
  try {
    expect(runBackup(older, to)).toMatchObject({ status: 0, stderr: '' });
    rmSync(to);
    await older.pool.query(`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    await expect(backUp(older.pool, storage, to)).rejects.toThrow(BackupRefused);
    await older.pool.query('drop schema drizzle, public cascade; create schema public');
    const refused = runBackup(older, to);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('start this version once');
    const { rows } = await older.pool.query(`select 1 from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'pgboss')`);
    expect(rows).toEqual([]);
    expect(existsSync(to)).toBe(false);
  } finally {
    await older.close();
  }
});
