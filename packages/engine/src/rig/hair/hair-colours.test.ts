import { describe, expect, it } from 'vitest';
import { featureOf, hairShare, paletteOf } from './hair-colours.ts';

const features = (colours: readonly (readonly [number, number, number])[]) =>
  colours.map((colour) => featureOf(...colour));
const SKIN = features([
  [214, 168, 142],
  [190, 140, 118],
  [232, 190, 165],
]);
const HAIR = features([
  [58, 40, 32],
  [96, 66, 48],
]);
const shareOf = (...colour: readonly [number, number, number]) =>
  hairShare(HAIR, SKIN, featureOf(...colour));

describe('hairShare', () => {
  it('tells hair from skin, also in shade', () => {
    expect(shareOf(70, 48, 38)).toBeGreaterThan(0.8);
    expect(shareOf(200, 154, 130)).toBeLessThan(0.2);
    expect(shareOf(150, 112, 92)).toBeLessThan(0.5);
  });

  it('takes what has neither colour for something else', () => {
    expect(shareOf(40, 60, 130)).toBeLessThanOrEqual(0.5);
  });
});

describe('paletteOf', () => {
  it('has the colours that there are, but for stray ones, and the same every time', () => {
    const samples = [
      ...Array.from({ length: 60 }, (_, i) => featureOf(60 + (i % 5), 40, 32)),
      ...Array.from({ length: 40 }, (_, i) => featureOf(180, 130 + (i % 5), 90)),
      featureOf(0, 0, 255),
    ];
    const palette = paletteOf(samples, 3);
    expect(palette).toEqual(paletteOf(samples, 3));
    expect(palette.length).toBeLessThanOrEqual(3);
    expect(palette.every(([, red]) => red > 0)).toBe(true);
    expect(paletteOf([], 3)).toEqual([]);
  });
});
