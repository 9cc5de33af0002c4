import { describe, expect, it } from 'vitest';
import { curveOf } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import type { FaceTone, Rgb } from './face-tone.ts';
import type { MouthLine } from './mouth-line.ts';
import { findOwnTeeth } from './own-teeth.ts';

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
const TONE = { mouthSkin: [195, 145, 125], lip: [170, 90, 85] } as unknown as FaceTone;
const LIT: Rgb = [240, 232, 222];
const SHADED: Rgb = [160, 152, 144];
const FLESH: Rgb = [110, 40, 38];

function find(show: (s: number, up: number) => Rgb) {
  const plate: Picture = { widthPx: 200, heightPx: 100, rgba: new Uint8Array(200 * 100 * 4) };
  for (let y = 0; y < 100; y++) {
    for (let x = 0; x < 200; x++) {
      const colour = show((x + 0.5 - 100) / 50, 50 - (y + 0.5));
      plate.rgba.set([...colour, 255], 4 * (y * 200 + x));
    }
  }
  return findOwnTeeth(plate, mouth, TONE, 400);
}

describe('findOwnTeeth', () => {
  it('takes the colour of teeth from where they are lit: their shade is drawn by its place', () => {
    const { colour } = find((s) => (Math.abs(s) < 0.4 ? LIT : SHADED));
    expect(colour).toBeDefined();
    for (const [k, value] of colour!.entries()) expect(value).toBeCloseTo(LIT[k]!, 0);
  });

  it('takes it from the shade where all of them lie in it', () => {
    const { colour } = find(() => SHADED);
    for (const [k, value] of colour!.entries()) expect(value).toBeCloseTo(SHADED[k]!, 0);
  });

  it('finds none in an opening of flesh, and says how bright that is', () => {
    const { share01, colour, toothlessLuma } = find(() => FLESH);
    expect(share01).toBe(0);
    expect(colour).toBeUndefined();
    expect(toothlessLuma).toBeGreaterThan(40);
    expect(toothlessLuma).toBeLessThan(70);
  });
});
