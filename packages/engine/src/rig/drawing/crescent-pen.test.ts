import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { addChange } from '../skin/pixel-change.ts';
import { readCrescentPen } from './crescent-pen.ts';

const SIZE = 200;
const IOD = 100;
const HALF = 40;
const MOUTH = [130, 2, 74] as const;

/** Skin gets darker and more purple from its top to its foot. */
function skinAt(y: number): readonly number[] {
  const at = y / SIZE;
  return [190 - 60 * at, 140 - 60 * at, 120 + 10 * at];
}

/** Height of the middle of a smile, and half its thickness there, px; t from -1 to 1. */
const middle = (t: number) => -14 * (1 - t * t);
const half = (t: number) => 9 * (1 - t * t);

function draw(colour: readonly number[] = MOUTH): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [(i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5];
    const t = (x - 100) / HALF;
    const inside = Math.abs(t) < 1 && Math.abs(100 - y - middle(t)) < half(t);
    rgba.set(inside ? colour : skinAt(y), 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const seam = curveOf((s) => middle(s));
const mouth = {
  ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: HALF, skew: 0 },
  ...{ upper: seam, lower: seam, gapPx: 0 },
} as unknown as MouthLine;

describe('readCrescentPen', () => {
  it('reads a solid shape of the crescent’s colour, middle and thickness', () => {
    const { pen } = readCrescentPen(draw(), mouth, IOD);
    expect(pen).toMatchObject({ solid: true, plain: true });
    pen!.colour.forEach((value, k) => {
      expect(value).toBeCloseTo(MOUTH[k], -0.5);
    });
    const k = pen!.xs.findIndex((x) => x > 0);
    expect(pen!.ys[k]).toBeCloseTo(middle(0), 0);
    expect(Math.abs(pen!.radii[k] - half(0))).toBeLessThan(1);
    expect(pen!.xs[0]).toBeLessThan(-HALF + 8);
  });

  it('leaves the skin that goes on behind it', () => {
    const plate = draw();
    const { strokeFill } = readCrescentPen(plate, mouth, IOD);
    const bare = { ...plate, rgba: plate.rgba.slice() };
    addChange(strokeFill!, 1, bare.rgba);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const skin = skinAt(Math.floor(i / SIZE) + 0.5);
      for (let k = 0; k < 3; k++) expect(Math.abs(bare.rgba[4 * i + k] - skin[k])).toBeLessThan(3);
    }
  });

  it('reads nothing where there is none', () => {
    expect(readCrescentPen(draw(skinAt(110)), mouth, IOD).pen).toBeUndefined();
  });
});
