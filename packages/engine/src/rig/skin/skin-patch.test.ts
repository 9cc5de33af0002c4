import { expect, it } from 'vitest';
import { growPiece } from './skin-patch.ts';

it('a piece grows to the sides of its plate, not on from there on the other one', () => {
  const widthPx = 6;
  const taken = new Set([12, 18, 24, 17, 23, 5]);
  const piece = new Set([12]);
  growPiece(piece, widthPx, (pixel) => taken.has(pixel));
  expect([...piece].sort((a, b) => a - b)).toEqual([12, 18, 24]);
});
