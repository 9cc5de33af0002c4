import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import type { MouthLine } from './mouth-line.ts';
import { upperRowEdge } from './teeth-edge.ts';

/** A mouth from x = 50 to 150, open from y = 30 to 70. */
const mouth: MouthLine = {
  centreXPx: 100,
  centreYPx: 50,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 50,
  skew: 0,
  upper: curveOf(() => 20),
  lower: curveOf(() => -20),
  upperOuter: curveOf(() => 30),
  lowerOuter: curveOf(() => -30),
  gapPx: 40,
};
const ENAMEL = 100;
/** Where the upper row ends on pictures of two rows, px on the up axis. */
const BITE = -6;

/** What a place of the opening shows, 0..255. */
type Show = (s: number, up: number) => number;

function edgeOf(show: Show, iodPx = 400): (s: number) => number {
  const plate: Picture = {
    widthPx: 200,
    heightPx: 100,
    rgba: new Uint8Array(200 * 100 * 4),
  };
  for (let y = 0; y < 100; y++) {
    for (let x = 0; x < 200; x++) {
      const luma = show((x + 0.5 - 100) / 50, 50 - (y + 0.5));
      plate.rgba.set([luma, luma, luma, 255], 4 * (y * 200 + x));
    }
  }
  const edge = upperRowEdge(plate, mouth, ENAMEL, iodPx);
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
