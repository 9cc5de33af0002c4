import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { UsageError } from './arguments.ts';

/** Three points of pictures, by the pictures' names. */
export type PointsByName = ReadonlyMap<string, readonly number[]>;

/**
 * Reads the points of pictures in which no face is found: `{"face.png": [x,y of each eye, then of the
 * mouth]}`, px of the picture.
 *
 * @throws UsageError that names what is wrong in it
 */
export async function readPoints(file: string): Promise<PointsByName> {
  const wrong = (what: string) => new UsageError(`--points-file ${file} ${what}.`);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw wrong(`cannot be read: ${error.message}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(`must hold points by the names of pictures: {"face.png": [six numbers]}`);
  }
  const points = new Map<string, readonly number[]>();
  for (const [name, numbers] of Object.entries(value)) {
    if (!isPoints(numbers)) {
      throw wrong(`must hold six numbers for "${name}": x,y of each eye and of the mouth`);
    }
    points.set(name, numbers);
  }
  return points;
}

/** By the file's name with or without its extension. */
export function pointsFor(points: PointsByName, picture: string): readonly number[] | undefined {
  return points.get(basename(picture)) ?? points.get(parse(picture).name);
}

function isPoints(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length === 6 && value.every(Number.isFinite);
}
