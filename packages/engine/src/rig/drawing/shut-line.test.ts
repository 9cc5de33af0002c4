import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { readShutLine } from './shut-line.ts';

const SIZE = 200;
const IOD = 100;
const HALF = 40;
const HIGH = 26;
const SKIN = [200, 150, 120] as const;
const WHITE = [255, 255, 255] as const;
const DARK = [60, 15, 20] as const;
const PINK = [235, 105, 125] as const;
const TONGUE = [215, 140, 125] as const;
const NOSE = [90, 50, 30] as const;

type Shape = (t: number, up: number) => readonly number[] | undefined;

/** Flat skin with shapes on it; t is -1 at the right corner and 1 at the left one, up is px. */
function draw(...shapes: readonly Shape[]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const t = ((i % SIZE) + 0.5 - 100) / HALF;
    const up = 100 - Math.floor(i / SIZE) - 0.5;
    rgba.set(
      shapes.reduce((c: readonly number[], shape) => shape(t, up) ?? c, SKIN),
      4 * i,
    );
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** A laughing mouth, flat above, larger than its rims by a margin. */
const laugh =
  (colour: readonly number[], margin = 0): Shape =>
  (t, up) =>
    Math.abs(t) < 1 && up < margin && up > -HIGH * (1 - t * t) - margin ? colour : undefined;

const mouth = {
  ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: HALF, skew: 0 },
  ...{ upper: curveOf(() => 0), lower: curveOf((t) => -HIGH * (1 - t * t)), gapPx: HIGH },
} as unknown as MouthLine;

const read = (plate: Picture) => readShutLine(plate, mouth, SKIN, IOD, NOSE);

describe('readShutLine', () => {
  it('leaves skin where the open mouth was, a tongue as light as skin included, and draws with its darkest colour', () => {
    const plate = draw(laugh(DARK), (t, up) =>
      Math.abs(t) < 0.5 && up < -HIGH / 2 && up > -0.7 * HIGH ? TONGUE : undefined,
    );
    const line = read(plate);
    expect(line?.colour).toEqual(DARK);
    const after = Float32Array.from(plate.rgba);
    line?.fill.pixels.forEach((pixel, i) => {
      for (let k = 0; k < 3; k++) after[4 * pixel + k] += line.fill.change[3 * i + k];
    });
    for (let i = 0; i < SIZE * SIZE; i++) {
      SKIN.forEach((v, k) => {
        expect(Math.abs(after[4 * i + k] - v)).toBeLessThan(1);
      });
    }
  });

  it('draws a white mouth as a line of the ink that the drawing has elsewhere', () => {
    expect(read(draw(laugh(WHITE, 4)))?.colour).toEqual(NOSE);
  });

  it('takes what is deep and dark for a mouth where the network saw shut lips, but no line and no lips', () => {
    const shut = { ...mouth, lower: mouth.upper, gapPx: 0 };
    const readShut = (...shapes: readonly Shape[]) =>
      readShutLine(draw(...shapes), shut, SKIN, IOD, NOSE);
    expect(readShut(laugh(DARK, 2))).toBeDefined();
    const teeth: Shape = (t, up) => laugh(WHITE, -2)(t, up + 1);
    expect(readShut(laugh(NOSE, 2), teeth)).toBeDefined();
    expect(readShut(laugh(WHITE, 2))).toBeUndefined();
    const line: Shape = (t, up) => (Math.abs(t) < 1 && Math.abs(up) < 3 ? DARK : undefined);
    expect(readShut(line)).toBeUndefined();
    const lips: Shape = (t, up) =>
      Math.abs(t) < 1 && Math.abs(up) < 16 * (1 - t * t) ? PINK : undefined;
    expect(readShut(lips, line)).toBeUndefined();
  });

  it('leaves lips, and what hangs together with a beard', () => {
    expect(read(draw(laugh(PINK, 8), laugh(WHITE)))).toBeUndefined();
    const painted = [150, 40, 60];
    expect(read(draw(laugh(painted, 8), laugh(WHITE)))).toBeUndefined();
    // All of one red is no lips around anything.
    expect(read(draw(laugh(painted, 8)))).toBeDefined();
    const beard: Shape = (t, up) =>
      Math.abs(t) < 0.3 && up < -0.5 * HIGH ? [80, 40, 20] : undefined;
    expect(read(draw(laugh(DARK), beard))).toBeUndefined();
  });

  it('takes white teeth over a pale tongue for a mouth, and no lips', () => {
    const bands: Shape = (t, up) => (laugh(WHITE)(t, up) && up < -0.4 * HIGH ? PINK : undefined);
    expect(read(draw(laugh(WHITE), bands))).toBeDefined();
  });

  it('reads mouths that are much larger than the network saw them, but no moustaches', () => {
    const high: Shape = (t, up) => (Math.abs(t) < 1 && up < 45 && up > -48 ? DARK : undefined);
    expect(read(draw(high))?.heightPx).toBeGreaterThan(90);
    const moustache: Shape = (t, up) =>
      Math.abs(t) < 1.2 && up >= 0 && up < 30 ? [150, 110, 60] : undefined;
    expect(read(draw(laugh(DARK), moustache))).toBeUndefined();
    const broad: Shape = (t, up) =>
      Math.abs(t) < 1.6 && up > -20 && up < 28 ? [80, 40, 20] : undefined;
    expect(read(draw(laugh(DARK), broad))).toBeUndefined();
  });
});
