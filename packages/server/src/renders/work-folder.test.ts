import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareWorkFolder } from './work-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'moodreel-work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dayBefore = new Date(Date.now() - 25 * 3_600_000);

function leave(name: string, pictureChangedAt = new Date()): void {
  const [work, render] = [join(folder, name), join(folder, name, 'render-x')];
  const picture = join(render, 'picture');
  mkdirSync(render, { recursive: true });
  writeFileSync(picture, 'x');
  utimesSync(picture, pictureChangedAt, pictureChangedAt);
  for (const path of [render, work]) utimesSync(path, dayBefore, dayBefore);
}

it('removes what killed processes left here, and after a day what other machines left', () => {
  const own = basename(prepareWorkFolder(folder));
  const host = own.replace(/-\d+$/, '');
  expect(host).toBe(hostname().replace(/[^\w-]/g, '_'));
  const dead = `${host}-4194999`;
  const living = `${host}-${process.ppid}`;
  for (const name of [own, dead, 'other-1']) leave(name);
  for (const name of [living, 'other-2', 'something-else']) leave(name, dayBefore);
  expect(basename(prepareWorkFolder(folder))).toBe(own);
  expect(readdirSync(folder).sort()).toEqual(['other-1', 'something-else', living].sort());
});
