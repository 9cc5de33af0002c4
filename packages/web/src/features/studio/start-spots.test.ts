import type { Faces, FoundFace } from '@moodreel/contract';
import { expect, test } from 'vitest';
import { startSpots } from './start-spots.ts';

const faceAt = (id: number, xPx: number): FoundFace => ({
  id,
  box: { xPx, yPx: 100, widthPx: 100, heightPx: 200 },
  confidence01: 1,
  foundBy: 'first-pass',
  sizePx: 200,
});
const picture: Faces = { widthPx: 1000, heightPx: 500, faces: [faceAt(0, 100), faceAt(1, 600)] };
const middleOf = (spots: ReturnType<typeof startSpots>) =>
  spots.map(({ x01 }) => x01).reduce((sum, x01) => sum + x01 / 3, 0);

test('markers begin on the face that is chosen, without a choice on the largest', () => {
  expect(middleOf(startSpots({ kind: 'automatic' }, picture))).toBeCloseTo(0.15);
  const spots = startSpots({ kind: 'face', id: 1 }, picture);
  expect(middleOf(spots)).toBeCloseTo(0.65);
  // All of them within its box, the mouth below the eyes.
  for (const { x01, y01 } of spots) {
    expect(x01).toBeGreaterThan(0.6);
    expect(x01).toBeLessThan(0.7);
    expect(y01).toBeGreaterThan(0.2);
    expect(y01).toBeLessThan(0.6);
  }
  expect(spots[2]?.y01).toBeGreaterThan(spots[0]?.y01 ?? 1);
});

test('markers that were put down are where they were put', () => {
  const points = [100, 100, 200, 100, 150, 250];
  const placed = { kind: 'points', points, insteadOf: { kind: 'automatic' } } as const;
  expect(startSpots(placed, picture)).toEqual([
    { x01: 0.1, y01: 0.2 },
    { x01: 0.2, y01: 0.2 },
    { x01: 0.15, y01: 0.5 },
  ]);
});

test('without a face, or before one is looked for, markers begin in the middle', () => {
  for (const known of [undefined, { ...picture, faces: [] }]) {
    expect(middleOf(startSpots({ kind: 'automatic' }, known))).toBeCloseTo(0.5);
  }
});
