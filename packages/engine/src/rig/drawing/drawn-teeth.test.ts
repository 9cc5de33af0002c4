import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import type { Rgb } from '../skin/face-tone.ts';
import { areTeethClenched, findTeethBand, readDrawnTeeth } from './drawn-teeth.ts';

const SIZE = 160;
const SKIN: Rgb = [220, 160, 105];
const LINE: Rgb = [160, 90, 30];
const WHITE: Rgb = [252, 250, 248];
const THROAT: Rgb = [50, 20, 20];
const TONGUE: Rgb = [190, 80, 80];

/** Rims 10 px above and below the middle of the picture. */
const mouth = {
  ...{ centreXPx: 80, centreYPx: 80, alongX: 1, alongY: 0, halfWidthPx: 50, skew: 0 },
  upper: curveOf((s) => 10 * (1 - s ** 6)),
  lower: curveOf((s) => -10 * (1 - s ** 6)),
  gapPx: 20,
} as unknown as MouthLine;

/** Stripes, each down to so far below the upper rim, px; skin above and below them. */
function bandOf(...stripes: readonly (readonly [colour: Rgb, downTo: number])[]) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const down = Math.floor(i / SIZE) + 0.5 - 70;
    const stripe = down < 0 ? undefined : stripes.find(([, downTo]) => down < downTo);
    rgba.set(stripe?.[0] ?? SKIN, 4 * i);
  }
  const plate: Picture = { widthPx: SIZE, heightPx: SIZE, rgba };
  return findTeethBand(plate, mouth, SKIN);
}

describe('findTeethBand', () => {
  it('is as high as the white between both rims', () => {
    const band = bandOf([WHITE, 20]);
    expect(band && Math.abs(readCurve(band, 0) - 20)).toBeLessThan(1);
  });

  it('ends with the white where the lower rim was seen too low, on skin', () => {
    const band = bandOf([WHITE, 9], [LINE, 12]);
    expect(band && Math.abs(readCurve(band, 0) - 9)).toBeLessThan(1);
  });

  it('is none where there is a throat or a tongue as well, or no tooth', () => {
    expect(bandOf([WHITE, 8], [THROAT, 20])).toBeUndefined();
    expect(bandOf([WHITE, 7], [THROAT, 14], [TONGUE, 20])).toBeUndefined();
    expect(bandOf([THROAT, 20])).toBeUndefined();
    expect(bandOf()).toBeUndefined();
  });
});

describe('areTeethClenched', () => {
  /** Rows of levels from the upper rim to the lower one. */
  const rows = (...levels: readonly number[]): Picture => {
    const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const part = (Math.floor(i / SIZE) + 0.5 - 70) / 20;
      const level = levels[Math.floor(part * levels.length)] ?? 200;
      rgba.fill(level, 4 * i, 4 * i + 3);
    }
    return { widthPx: SIZE, heightPx: SIZE, rgba };
  };

  it('knows a line between two rows of teeth from teeth above a tongue or above the dark', () => {
    expect(areTeethClenched(rows(245, 245, 245, 30, 245, 245, 245), mouth)).toBe(true);
    expect(areTeethClenched(rows(240, 20, 120), mouth)).toBe(false);
    expect(areTeethClenched(rows(245, 245, 245, 245, 30, 30, 30), mouth)).toBe(false);
    expect(areTeethClenched(rows(245, 245, 245, 245, 245), mouth)).toBe(false);
  });
});

describe('readDrawnTeeth', () => {
  it('reads nothing of a shut mouth', () => {
    const plate: Picture = { widthPx: 2, heightPx: 2, rgba: new Uint8Array(16) };
    expect(readDrawnTeeth(plate, { ...mouth, gapPx: 0 }, SKIN)).toBeUndefined();
  });
});
