import { expect, it } from 'vitest';
import { growPiece, smoothPiece, withoutHoles } from './skin-patch.ts';

it('a piece grows to the sides of its plate, not on from there on the other one', () => {
  const widthPx = 6;
  const taken = new Set([12, 18, 24, 17, 23, 5]);
  const piece = new Set([12]);
  growPiece(piece, widthPx, (pixel) => taken.has(pixel));
  expect([...piece].sort((a, b) => a - b)).toEqual([12, 18, 24]);
});

it('a piece is smoothed: a hole and stray pixels go, a bump and the corners stay', () => {
  const widthPx = 20;
  const at = (x: number, y: number) => y * widthPx + x;
  const block = [3, 4, 5, 6, 7].flatMap((x) => [3, 4, 5, 6, 7].map((y) => at(x, y)));
  const piece = new Set(block);
  piece.delete(at(5, 5));
  for (const stray of [at(12, 5), at(9, 9), at(8, 5)]) piece.add(stray);
  expect([...smoothPiece(piece, widthPx)].sort((a, b) => a - b)).toEqual(
    [...block, at(8, 5)].sort((a, b) => a - b),
  );
});

it('a piece has what lies within it, however large, and not what a gap leads to', () => {
  const widthPx = 20;
  const at = (x: number, y: number) => y * widthPx + x;
  const ring = [3, 4, 5, 6, 7].flatMap((x) =>
    [3, 4, 5, 6, 7].filter((y) => x % 4 === 3 || y % 4 === 3).map((y) => at(x, y)),
  );
  const filled = withoutHoles(new Set(ring), widthPx);
  expect(filled.size).toBe(25);
  expect(filled.has(at(5, 5))).toBe(true);
  const open = ring.filter((pixel) => pixel !== at(5, 3));
  expect([...withoutHoles(new Set(open), widthPx)].sort((a, b) => a - b)).toEqual(
    [...open].sort((a, b) => a - b),
  );
  // … also where it lies along the sides of its plate.
  const across = [0, 1, 2, 3].flatMap((x) => [0, 1, 2].map((y) => 4 * y + x));
  const ringed = across.filter((pixel) => pixel !== 5 && pixel !== 6);
  expect([...withoutHoles(new Set(ringed), 4)].sort((a, b) => a - b)).toEqual(
    [...across].sort((a, b) => a - b),
  );
});
