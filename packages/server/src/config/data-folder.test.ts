import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'moodreel-data-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const sentence = (folder: string) => `The data folder ${folder} cannot be written (`;

test('the data folder is made with all above it, and nothing is left in it', () => {
  const folder = join(place, 'one', 'two');
  prepareDataFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'secret'), '');
  prepareDataFolder(folder);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('a file in its place, or above it, is told', () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  for (const folder of [file, join(file, 'data')]) {
    expect(() => prepareDataFolder(folder)).toThrow(sentence(folder));
  }
});

// The administrator of a system may write everywhere.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that may only be read is told',
  () => {
    const folder = join(place, 'read-only');
    mkdirSync(folder, { mode: 0o555 });
    for (const wished of [folder, join(folder, 'data')]) {
      expect(() => prepareDataFolder(wished)).toThrow(sentence(wished));
    }
  },
);

/** A disk that has room for a folder, but not for what is written into it: `folder` is its place. */
const onFullDisk = (folder: string, command: readonly string[]) =>
  spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=8k none "$0" && exec "$@"', folder, ...command],
    { encoding: 'utf8' },
  );

test.runIf(onFullDisk(tmpdir(), ['true']).status === 0)('a full disk is told as such', () => {
  const program = `
    import { prepareDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
    try { prepareDataFolder(${JSON.stringify(place)}); } catch (error) { console.log(error.message); }
  `;
  const command = [process.execPath, '--input-type=module', '--eval', program];
  const { stdout } = onFullDisk(place, command);
  expect(stdout).toContain(sentence(place));
  expect(stdout).toContain('no space left on device). Make room on its disk.');
});

test.runIf(existsSync('/proc/self'))('so is a place where nothing can be made', () => {
  for (const folder of ['/proc', '/proc/moodreel', '/proc/moodreel/data']) {
    expect(() => prepareDataFolder(folder)).toThrow(sentence(folder));
  }
});
