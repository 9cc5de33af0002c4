import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { findFairBeard } from './beard.ts';

const IOD = 100;
const SIZE = 300;
const CELL = 10;
const COLUMNS = SIZE / CELL;
/** The face's middle between its eyes is here, px. */
const MIDDLE = { x: 150, y: 60 };

const chartOf = (x: number, y: number) => [(x - MIDDLE.x) / IOD, (MIDDLE.y - y) / IOD] as const;

/** The beard of a picture of skin whose ln green is off by what `off` says of a pixel. */
function beardOf(off: (a: number, v: number, xPx: number) => number) {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      rgba.set([200, 150 * Math.exp(off(...chartOf(x, y), x)), 120, 255], 4 * (y * SIZE + x));
    }
  }
  const nodes = Array.from({ length: COLUMNS ** 2 }, (_, i) =>
    chartOf(CELL * (i % COLUMNS), CELL * Math.floor(i / COLUMNS)),
  );
  const found = findFairBeard({
    plate: { rgba, widthPx: SIZE, heightPx: SIZE },
    grid: { columns: COLUMNS, rows: COLUMNS, cellPx: CELL, originXPx: 0, originYPx: 0 },
    iodPx: IOD,
    chartX: Float32Array.from(nodes, ([a]) => a),
    chartY: Float32Array.from(nodes, ([, v]) => v),
  });
  const nodeAt = (a: number, v: number) =>
    Math.round((MIDDLE.y - v * IOD) / CELL) * COLUMNS + Math.round((MIDDLE.x + a * IOD) / CELL);
  return found && ((a: number, v: number) => found[nodeAt(a, v)]);
}

const SKIN = 0.01;
const HAIR = 0.08;
const grain = createRandom(7);
const rough = (by: number) => by * (2 * grain() - 1);

describe('a beard as fair as the skin', () => {
  it('is found by its texture, where it grows', () => {
    const beard = beardOf((a, v) =>
      rough(v < -1.15 || (v < -0.8 && Math.abs(a) > 0.3) ? HAIR : SKIN),
    );
    expect(beard?.(0.4, -1)).toBe(1);
    expect(beard?.(-0.3, -1.4)).toBe(1);
    expect(beard?.(0, -0.9)).toBe(0);
    expect(beard?.(0.5, -0.5)).toBe(0);
  });

  it('is none where cheeks are as rough: that is the picture’s grain', () => {
    expect(beardOf(() => rough(HAIR))).toBeUndefined();
  });

  it('is none on smooth skin', () => {
    expect(beardOf(() => rough(SKIN))).toBeUndefined();
  });

  it('is not made by straight edges on a chin', () => {
    const edges = Array.from({ length: SIZE }, () => rough(2 * HAIR));
    expect(beardOf((_, v, x) => (v < -1.15 ? edges[x] : 0))).toBeUndefined();
  });
});
