import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { pointsFor, readPoints } from './points-file.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-points-'));
  file = join(folder, 'points.json');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives the points of a picture by its name with or without extension', async () => {
  await writeFile(file, '{"a.png": [1, 2, 3, 4, 5, 6], "b": [6, 5, 4, 3, 2, 1]}');
  const points = await readPoints(file);
  expect(pointsFor(points, 'pictures/a.png')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pointsFor(points, 'pictures/b.jpg')).toEqual([6, 5, 4, 3, 2, 1]);
  for (const other of ['pictures/c.png', 'constructor.png']) {
    expect(pointsFor(points, other)).toBeUndefined();
  }
});

it.each([
  ['', /is not JSON/],
  ['null', /must hold points by the names of pictures/],
  ['[]', /must hold points by the names of pictures/],
  ['{"a": null}', /must hold six numbers for "a"/],
  ['{"a": [1, 2, 3, 4, 5]}', /must hold six numbers for "a"/],
  ['{"a": [1, 2, 3, 4, 5, "6"]}', /must hold six numbers for "a"/],
])('refuses %s in one sentence', async (text, message) => {
  await writeFile(file, text);
  const reading = readPoints(file);
  await expect(reading).rejects.toThrow(UsageError);
  await expect(reading).rejects.toThrow(message);
});

it('names a file that is not there', async () => {
  await expect(readPoints(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read/);
});
