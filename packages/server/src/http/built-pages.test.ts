import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPages } from './built-pages.ts';

let folder: string;
let told: { readonly msg: string }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-dist-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (place: string) =>
  openPages(
    place,
    'https://moodreel.example',
    pino({}, { write: (line) => told.push(JSON.parse(line)) }),
  );

test('where the pages were not built, the log says so, and what to do', () => {
  const begun = join(folder, 'begun');
  mkdirSync(begun);
  for (const place of [join(folder, 'none'), begun]) {
    expect(open(place).indexPage).toBeUndefined();
    expect(told.pop()?.msg).toContain('npm run build');
  }
  expect(told).toEqual([]);
});

test('of pages that are there nothing is said', () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  expect(open(folder).indexPage).toBe('<!doctype html>');
  expect(told).toEqual([]);
});
