import { describe, expect, it } from 'vitest';
import { joinStrokes } from './drawn-line.ts';
import type { Piece } from './drawn-pieces.ts';

const STEP = 0.01;

/** A stroke from left to right at a height, IOD. */
function stroke(left: number, right: number, up = 0, more: Partial<Piece> = {}): Piece {
  const half = 0.015;
  const count = Math.round((right - left) / STEP) + 1;
  return {
    ...{ left, right, low: up - half, high: up + half, area: 2 * half * (right - left) },
    ...{ colour: [20, 20, 20], ofOneColour01: 1 },
    columns: Array.from({ length: count }, () => [up - half, up + half] as const),
    ...more,
  };
}

describe('joinStrokes', () => {
  it('makes one line of strokes that lie end to end, with a column at every step', () => {
    const [line, ...others] = joinStrokes([stroke(0.05, 0.2, 0.02), stroke(-0.2, 0)], STEP);
    expect(others).toHaveLength(0);
    expect([line.left, line.right]).toEqual([-0.2, 0.2]);
    expect(line.columns).toHaveLength(41);
    const [low, high] = line.columns[22];
    expect((low + high) / 2).toBeGreaterThan(0.002);
    expect((low + high) / 2).toBeLessThan(0.018);
  });

  it.each([
    ['far apart', stroke(0.2, 0.4)],
    ['a step higher', stroke(0.05, 0.2, 0.09)],
    ['beside each other', stroke(-0.1, 0.1, 0.04)],
    ['of another colour', stroke(0.05, 0.2, 0, { colour: [200, 30, 30] })],
    ['no stroke', stroke(0.05, 0.2, 0, { columns: [[-0.1, 0.1]] })],
  ])('leaves what is %s', (_, other) => {
    expect(joinStrokes([stroke(-0.2, 0), other], STEP)).toHaveLength(2);
  });
});
