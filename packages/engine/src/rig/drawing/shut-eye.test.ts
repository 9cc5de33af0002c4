import { describe, expect, it } from 'vitest';
import type { Picture } from '../../math/picture.ts';
import { findPieces, pieceNear, readRegion } from './drawn-pieces.ts';
import { readShutEye } from './shut-eye.ts';

const IOD = 100;
const SIZE = 160;
const SKIN = [240, 200, 170] as const;
const INK = [40, 20, 20] as const;
const BLUSH = [240, 150, 150] as const;

type Shape = (x: number, y: number) => readonly number[] | undefined;

/** Flat skin with shapes on it; places are IOD from the middle of the eye, y up. */
function draw(...shapes: readonly Shape[]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = ((i % SIZE) + 0.5 - 80) / IOD;
    const y = (80 - Math.floor(i / SIZE) - 0.5) / IOD;
    rgba.set(
      shapes.reduce((c: readonly number[], shape) => shape(x, y) ?? c, SKIN),
      4 * i,
    );
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const arc: Shape = (x, y) =>
  Math.abs(x) < 0.24 && Math.abs(y - 0.12 * (1 - (x / 0.24) ** 2)) < 0.025 ? INK : undefined;
const pupil: Shape = (x, y) => (Math.hypot(x, y - 0.03) < 0.1 ? INK : undefined);
const below =
  (colour: readonly number[]): Shape =>
  (x, y) =>
    Math.abs(x) < 0.1 && y < -0.18 && y > -0.3 ? colour : undefined;

function read(plate: Picture) {
  const axes = { xPx: 80, yPx: 80, alongX: 1, alongY: 0, iodPx: IOD };
  const seen = readRegion(plate, axes, { left: -0.5, right: 0.5, low: -0.45, high: 0.45 });
  const least = { area: 0.004, breadth: 0.05 };
  const piece = pieceNear(findPieces(seen, SKIN, least), 0, 0, 0.14);
  return piece && readShutEye(plate, axes, piece, SKIN);
}

describe('readShutEye', () => {
  it('reads the line of an arc, and what makes skin of it', () => {
    const plate = draw(arc);
    const eye = read(plate);
    expect(eye?.colour).toEqual(INK);
    eye?.path.xs.forEach((x, k) => {
      if (Math.abs(x) > 20) return;
      expect(Math.abs(eye.path.ys[k] - 12 * (1 - (x / 24) ** 2))).toBeLessThan(1.2);
      expect(Math.abs(eye.path.radii[k] - 2.5)).toBeLessThan(1.01);
    });
    const after = Float32Array.from(plate.rgba);
    eye?.fill.pixels.forEach((pixel, i) => {
      for (let k = 0; k < 3; k++) after[4 * pixel + k] += eye.fill.change[3 * i + k];
    });
    for (let i = 0; i < after.length; i += 4) expect(Math.abs(after[i] - SKIN[0])).toBeLessThan(1);
  });

  it('takes neither open eyes nor brows, below which there is an eye, for shut ones', () => {
    expect(read(draw(pupil))).toBeUndefined();
    expect(read(draw(arc, pupil))).toBeUndefined();
    expect(read(draw(arc, below(INK)))).toBeUndefined();
    expect(read(draw(arc, below(BLUSH)))).toBeDefined();
  });
});
