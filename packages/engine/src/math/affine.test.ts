import { expect, test } from 'vitest';
import {
  type Affine,
  affineFromPoints,
  apply,
  compose,
  invert,
  meanScale,
  rotation,
  scaling,
  translation,
} from './affine.ts';

const MAP: Affine = [1.2, -0.4, 7, 0.3, 0.9, -2];
const IDENTITY: Affine = [1, 0, 0, 0, 1, 0];

function expectClose(found: Affine, wanted: Affine): void {
  for (const [i, value] of wanted.entries()) expect(found[i]).toBeCloseTo(value, 10);
}

test('composes from right to left', () => {
  const turnedThenMoved = compose(translation(10, 0), rotation(Math.PI / 2));
  const [x, y] = apply(turnedThenMoved, 1, 0);
  expect(x).toBeCloseTo(10);
  expect(y).toBeCloseTo(1);
});

test('a map and its inverse undo each other', () => {
  expectClose(compose(MAP, invert(MAP)!), IDENTITY);
  expectClose(compose(invert(MAP)!, MAP), IDENTITY);
});

test('a map that collapses the plane has no inverse', () => {
  expect(invert([1, 2, 0, 2, 4, 0])).toBeUndefined();
});

test('three points and their images give the map', () => {
  const from = [
    [0, 0],
    [5, 1],
    [2, 7],
  ] as const;
  expectClose(
    affineFromPoints(
      from,
      from.map(([x, y]) => apply(MAP, x, y)),
    )!,
    MAP,
  );
});

test('three points in a line give no map', () => {
  expect(
    affineFromPoints(
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
    ),
  ).toBeUndefined();
});

test('turning keeps lengths, scaling multiplies them', () => {
  expect(meanScale(rotation(1.1))).toBeCloseTo(1);
  expect(meanScale(scaling(2, 8))).toBeCloseTo(4);
});
