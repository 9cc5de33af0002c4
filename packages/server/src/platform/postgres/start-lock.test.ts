import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIdentity } from './postmaster.ts';
import { withStartLock } from './start-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-lock-'));
  file = join(folder, 'start.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the lock names its holder, and nothing is left of it', async () => {
  const held = await withStartLock(file, async () => readFileSync(file, 'utf8'));
  expect(held).toBe(processIdentity(process.pid));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a process that is dead', '4194999@1'],
  ['a full disk or a crash, which left it empty', ''],
])('the lock of %s is broken', async (_, text) => {
  writeFileSync(file, text);
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, hourAgo, hourAgo);
  expect(await withStartLock(file, async () => 'done')).toBe('done');
});

test('a dead lock is broken by one process at a time, which may itself have died over it', async () => {
  writeFileSync(file, '4194999@1');
  writeFileSync(`${file}.break`, `${processIdentity(process.pid)}`);
  const { promise: heard, resolve: tell } = Promise.withResolvers<string>();
  const waiting = withStartLock(file, async () => 'done', { tell, tellAfterMs: 0 });
  expect(await heard).toContain(`holds ${file}.break`);
  expect(readFileSync(file, 'utf8')).toBe('4194999@1');
  writeFileSync(`${file}.break`, '4194998@1');
  expect(await waiting).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
});

test('whoever waits is told for whom, once, and goes on afterwards', async () => {
  const told: string[] = [];
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  const tell = (sentence: string) => {
    told.push(sentence);
    hear();
  };
  let other: Promise<string> | undefined;
  await withStartLock(file, async () => {
    other = withStartLock(file, async () => 'done', { tell, tellAfterMs: 0 });
    await heard;
  });
  expect(await other).toBe('done');
  expect(told).toEqual([expect.stringContaining(`process ${process.pid} holds ${file}`)]);
});
