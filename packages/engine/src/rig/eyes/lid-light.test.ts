import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { luma709 } from '../../math/luma.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { EyeLine } from './eye-shape.ts';
import { type LidLight, readLidLight } from './lid-light.ts';

const SIZE = 120;
const IOD_PX = 100;
const SKIN: Rgb = [180, 130, 100];
const VIOLET: Rgb = [50, 28, 44];
const RIM: Rgb = [20, 10, 30];
const EYE: EyeLine = {
  side: 'right',
  centreXPx: 60,
  centreYPx: 60,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 36,
  upper: curveOf(() => 8),
  lower: curveOf(() => -8),
  gapPx: 16,
  browGapPx: 30,
  iris: { xPx: 60, yPx: 60, radiusPx: 10 },
  open01: 1,
};

/** Lids of an eye below skin of one colour, with a dark rim, over skin of another. */
function lidsOf(above: Rgb, below: Rgb): LidLight {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const up = 60 - (Math.floor(i / SIZE) + 0.5);
    const colour = up > 10 ? above : up > 6 ? RIM : below;
    rgba.set(colour, 4 * i);
  }
  return readLidLight({ widthPx: SIZE, heightPx: SIZE, rgba }, EYE, IOD_PX);
}

describe('readLidLight', () => {
  it('reads the dark of the lashes between lid and ball', () => {
    expect(lidsOf(SKIN, SKIN).lashLuma).toBeCloseTo(luma709(...RIM), 0);
  });

  it('leaves a lid its colour that is lit as the skin below, a little darker', () => {
    const { shutLidLight, shutLidLuma, shutLidTinted01 } = lidsOf(SKIN, SKIN);
    expect(shutLidTinted01).toBe(0);
    expect(shutLidLight).toBeGreaterThan(0.8);
    expect(shutLidLight).toBeLessThan(1);
    expect(shutLidLuma).toBeCloseTo(shutLidLight * luma709(...SKIN), 3);
  });

  it('brings a lid from violet shade between shade and skin, in light and in hue', () => {
    const { shutLidLight, shutLidLuma, shutLidTinted01, shutLidHue } = lidsOf(VIOLET, SKIN);
    expect(shutLidTinted01).toBeGreaterThan(0.5);
    expect(shutLidLight).toBeGreaterThan(1.3);
    expect(shutLidLuma).toBeGreaterThan(luma709(...VIOLET));
    expect(shutLidLuma).toBeLessThan(0.8 * luma709(...SKIN));
    // Blue for green: .77 in the skin, 1.57 in the shade.
    expect(shutLidHue[2] / shutLidHue[1]).toBeGreaterThan(0.8);
    expect(shutLidHue[2] / shutLidHue[1]).toBeLessThan(1.2);
    expect(luma709(...shutLidHue)).toBeCloseTo(1, 6);
  });
});
