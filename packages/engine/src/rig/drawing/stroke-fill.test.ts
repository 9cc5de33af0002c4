import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import type { PixelChange } from '../skin/pixel-change.ts';
import { fillStroke } from './stroke-fill.ts';

const SIZE = 160;
const IOD = 80;
const HALF = 30;
const SKIN = [250, 210, 180] as const;
const RED = [200, 70, 70];
const INK = { colour: [30, 20, 20], penColour: [30, 20, 20], halfIod: 0.05 } as const;

/** A frown of ink on skin, with or without a red lip above it and a dab beside its end. */
function draw(lip: boolean, dab = false): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const t = ((i % SIZE) + 0.5 - 80) / HALF;
    const up = 80 - Math.floor(i / SIZE) - 0.5 - 8 * (1 - t * t);
    const line = Math.abs(t) < 1.1 && Math.abs(up) < INK.halfIod * IOD;
    const red = lip && Math.abs(t) < 1 && up > 0 && up < 12;
    const beside = dab && t > 0.8 && t < 1 && up > 8 && up < 11;
    rgba.set(line || beside ? INK.colour : red ? RED : SKIN, 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const seam = curveOf((s) => 8 * (1 - s * s));
const mouth = {
  ...{ centreXPx: 80, centreYPx: 80, alongX: 1, alongY: 0, halfWidthPx: HALF, skew: 0 },
  ...{ upper: seam, lower: seam, gapPx: 0 },
} as unknown as MouthLine;

describe('fillStroke', () => {
  it('leaves skin where the stroke was, its caps included, and all else as it is', () => {
    const plate = draw(false);
    const fill = fillStroke(plate, mouth, INK, IOD, SKIN);
    const after = Float32Array.from(plate.rgba);
    fill?.pixels.forEach((pixel, i) => {
      for (let k = 0; k < 3; k++) after[4 * pixel + k] += fill.change[3 * i + k];
    });
    for (let i = 0; i < SIZE * SIZE; i++) {
      SKIN.forEach((v, k) => {
        expect(Math.abs(after[4 * i + k] - v)).toBeLessThan(1);
      });
    }
  });

  it('leaves no patch in skin that is shaded', () => {
    const plate = draw(false);
    const light = (i: number) => 0.8 + (0.2 * (i % SIZE)) / SIZE;
    for (let i = 0; i < SIZE * SIZE; i++) {
      for (let k = 0; k < 3; k++) plate.rgba[4 * i + k] *= light(i);
    }
    const offAfter = (shaded: boolean) => {
      const { pixels, change } = fillStroke(plate, mouth, INK, IOD, SKIN, shaded) as PixelChange;
      return Math.max(
        ...Array.from(pixels, (pixel, i) =>
          Math.abs(plate.rgba[4 * pixel] + change[3 * i] - SKIN[0] * light(pixel)),
        ),
      );
    };
    expect(offAfter(true)).toBeLessThan(6);
    expect(offAfter(false)).toBeGreaterThan(10);
  });

  it('leaves what does not hang together with it, a moustache say', () => {
    const plate = draw(false, true);
    const alone = fillStroke(draw(false), mouth, INK, IOD, SKIN);
    expect(fillStroke(plate, mouth, INK, IOD, SKIN)?.pixels.length).toBe(alone?.pixels.length);
  });

  it('has nothing to fill where lips are drawn, no line is, or the mouth is open', () => {
    expect(fillStroke(draw(true), mouth, INK, IOD, SKIN)).toBeUndefined();
    expect(fillStroke(draw(false), mouth, undefined, IOD, SKIN)).toBeUndefined();
    expect(fillStroke(draw(false), { ...mouth, gapPx: 9 }, INK, IOD, SKIN)).toBeUndefined();
  });
});
