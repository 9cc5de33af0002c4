import { describe, expect, it } from 'vitest';
import { measureAround } from './path-distance.ts';

const PLATE = { widthPx: 40, heightPx: 30 };
/** Along, then down: samples 0, 1 and 2. */
const PATH = [
  { x: 10.5, y: 10.5 },
  { x: 20.5, y: 10.5 },
  { x: 20.5, y: 20.5 },
];

function at(x: number, y: number, path = PATH, reachPx = 5) {
  const { x0, y0, width, distance2, place } = measureAround(path, reachPx, PLATE);
  const i = (y - y0) * width + x - x0;
  return { distance: Math.sqrt(distance2[i]), place: place[i] };
}

describe('the distance from a path', () => {
  it('is that of the nearest piece, with its place along the path', () => {
    expect(at(15, 7)).toEqual({ distance: 3, place: 0.5 });
    expect(at(23, 18)).toEqual({ distance: 3, place: expect.closeTo(1.8, 6) });
    expect(at(10, 10)).toEqual({ distance: 0, place: 0 });
    expect(at(20, 20)).toEqual({ distance: 0, place: 2 });
  });

  it('goes round the ends, and ends at the reach', () => {
    expect(at(7, 14)).toEqual({ distance: Number.POSITIVE_INFINITY, place: 0 });
    expect(at(7, 13)).toEqual({ distance: expect.closeTo(Math.hypot(3, 3), 5), place: 0 });
    expect(at(15, 5).distance).toBe(Number.POSITIVE_INFINITY);
  });

  it('is measured within the plate only, and nowhere for a path that lies outside', () => {
    const edge = [
      { x: -3, y: 2 },
      { x: 4, y: 2 },
    ];
    expect(measureAround(edge, 5, PLATE)).toMatchObject({ x0: 0, y0: 0, width: 9 });
    const outside = edge.map(({ x, y }) => ({ x: x - 20, y }));
    expect(measureAround(outside, 5, PLATE).distance2).toHaveLength(0);
  });
});
