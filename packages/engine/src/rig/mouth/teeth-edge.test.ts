import { describe, expect, it } from 'vitest';
import { OPEN_MOUTH, paintOpening } from '../../../test/support/open-mouth.ts';
import { readCurve } from '../../math/curve.ts';
import { upperRowEdge } from './teeth-edge.ts';

const ENAMEL = 100;
/** Where the upper row ends on pictures of two rows, px on the up axis. */
const BITE = -6;

/** What a place of the opening shows, 0..255. */
type Show = (s: number, up: number) => number;

function edgeOf(show: Show, iodPx = 400): (s: number) => number {
  const plate = paintOpening((s, up) => {
    const luma = show(s, up);
    return [luma, luma, luma];
  });
  const edge = upperRowEdge(plate, OPEN_MOUTH, ENAMEL, iodPx);
  return (s) => readCurve(edge, s);
}

/** Crowns, with a hollow under them from the bite down by a part of the opening where `open`. */
const rows =
  (open: (s: number) => boolean, line: number): Show =>
  (s, up) => {
    if (open(s) && up < BITE && up > BITE - 8) return 10;
    return up < BITE && up > BITE - 2 ? line : 220;
  };

describe('upperRowEdge', () => {
  it('is where it gets dark under the crowns', () => {
    const edge = edgeOf((_, up) => (up > BITE ? 220 : 10));
    for (const s of [-0.6, 0, 0.6]) expect(Math.abs(edge(s) - BITE)).toBeLessThan(2);
  });

  it('is just above the lower lip where the row reaches down to it', () => {
    const edge = edgeOf(() => 220);
    for (const s of [-0.6, 0, 0.6]) expect(edge(s)).toBeCloseTo(-16, 3);
  });

  it('runs along the line where the rows touch, between the hollows beside it', () => {
    const edge = edgeOf(rows((s) => Math.abs(s) > 0.3, 180));
    for (const s of [-0.2, 0, 0.2]) expect(Math.abs(edge(s) - BITE)).toBeLessThan(2);
  });

  it('does not cut crowns between two hollows where no second row is seen', () => {
    const edge = edgeOf(rows((s) => Math.abs(s) > 0.3, 220));
    expect(edge(0)).toBeCloseTo(-16, 3);
  });

  it('ends a row that is longer than crowns are where the upper one of two does', () => {
    // Half as long as the opening is high: two rows on a face whose crowns are 15 to 20 px long.
    const two = edgeOf(() => 220, 100);
    for (const s of [-0.6, 0, 0.6]) {
      expect(20 - two(s)).toBeGreaterThan(15);
      expect(20 - two(s)).toBeLessThan(22);
    }
    // A hollow tells where it ends, whatever the landmarks say of its length.
    const long = edgeOf((_, up) => (up > -12 ? 220 : 10), 100);
    expect(Math.abs(long(0) + 12)).toBeLessThan(2);
  });

  it('does not take the dark corners of a smile for the ends of a bite', () => {
    const edge = edgeOf(rows((s) => Math.abs(s) > 0.7, 180));
    expect(edge(0)).toBeCloseTo(-16, 3);
  });
});
