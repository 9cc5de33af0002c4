import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT_DAYS } from '@moodreel/contract';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { cleanOutbox, outboxOf, writeToOutbox } from './outbox.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-06-30T00:00:00Z');

function makeFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'moodreel-outbox-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return outboxOf({ dataDir });
}

test('mails go after their time, those that a killed process began as well, and nothing else', async () => {
  const folder = makeFolder();
  mkdirSync(folder);
  const put = (name: string, ageMs: number) => {
    writeFileSync(join(folder, name), 'a link');
    const at = new Date(now.getTime() - ageMs);
    utimesSync(join(folder, name), at, at);
  };
  const keptMs = KEPT_DAYS.outboxMails * DAY_MS;
  put('old.txt', keptMs + 1000);
  put('begun.txt.part', keptMs + 1000);
  put('young.txt', keptMs - 1000);
  put('notes.md', 10 * keptMs);
  await cleanOutbox(folder, now);
  expect(readdirSync(folder).sort()).toEqual(['notes.md', 'young.txt']);
});

test('an outbox that was never needed is clean', async () => {
  await expect(cleanOutbox(makeFolder(), now)).resolves.toBeUndefined();
});

test('a mail that was just written stays', async () => {
  const folder = makeFolder();
  const send = writeToOutbox(folder, 'us@test.example', pino({ level: 'silent' }));
  await send({ id: '1', recipient: 'ada@test.example', subject: 'Hello', body: 'Hello' });
  await cleanOutbox(folder, new Date());
  expect(readdirSync(folder)).toHaveLength(1);
});
