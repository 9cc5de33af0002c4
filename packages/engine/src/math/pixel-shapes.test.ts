import { describe, expect, it } from 'vitest';
import { floodFrom, hullColumns, polygonArea } from './pixel-shapes.ts';

const SIDE = 12;
const at = (x: number, y: number) => y * SIDE + x;

/** Rows of text as pixels, # where one is set. */
function pixels(rows: readonly string[]): Uint8Array {
  const set = new Uint8Array(SIDE * SIDE);
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) if (row[x] === '#') set[at(x, y)] = 1;
  });
  return set;
}

const TWO = pixels(['', '', '  ##  ##', '  #    #', '  ###  #', '        #']);

describe('floodFrom', () => {
  it('finds what hangs together by its sides, once', () => {
    const seen = new Uint8Array(TWO.length);
    expect(new Set(floodFrom(TWO, seen, at(2, 2), SIDE) as number[])).toEqual(
      new Set([at(2, 2), at(3, 2), at(2, 3), at(2, 4), at(3, 4), at(4, 4)]),
    );
    expect(floodFrom(TWO, seen, at(4, 4), SIDE)).toEqual([]);
    expect(floodFrom(TWO, seen, at(6, 2), SIDE)).toHaveLength(4);
    expect(floodFrom(TWO, seen, at(5, 3), SIDE)).toEqual([]);
  });

  it('says so of an area that reaches the border', () => {
    const open = pixels(['', '', '', '####']);
    expect(floodFrom(open, new Uint8Array(open.length), at(3, 3), SIDE)).toBe('open');
  });
});

describe('hullColumns', () => {
  it('spans what is between pixels, and every column of a gap', () => {
    const hull = hullColumns([at(2, 6), at(5, 3), at(8, 6), at(5, 9)], SIDE);
    expect(hull.left).toBe(2);
    expect(hull.top).toEqual([6, 5, 4, 3, 4, 5, 6]);
    expect(hull.bottom).toEqual([6, 7, 8, 9, 8, 7, 6]);
  });

  it('leaves out a dent, and holds a single pixel', () => {
    const dented = hullColumns([at(1, 2), at(2, 5), at(3, 2), at(1, 8), at(3, 8)], SIDE);
    expect(dented.top).toEqual([2, 2, 2]);
    expect(hullColumns([at(4, 7)], SIDE)).toEqual({ left: 4, top: [7], bottom: [7] });
  });
});

describe('polygonArea', () => {
  it('is the area, whichever way the line runs', () => {
    const line = [
      [1, 1],
      [5, 1],
      [5, 3],
      [1, 3],
    ] as const;
    expect(polygonArea(line)).toBe(8);
    expect(polygonArea(line.toReversed())).toBe(8);
  });
});
