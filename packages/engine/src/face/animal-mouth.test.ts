import { describe, expect, it } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { findAnimalMouth } from './animal-mouth.ts';
import { createPyramid } from './crop.ts';

const SIDE_PX = 400;
const RIGHT = [140, 120] as const;
const LEFT = [260, 120] as const;
const IOD_PX = 120;

/** A light coat with a dark nose and, if wanted, a thin dark line to both sides below it. */
function muzzle(
  nose: readonly [number, number] | undefined,
  lineY?: number,
  noseColour = [40, 40, 40],
): Picture {
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const inNose = nose && Math.hypot(x - nose[0], y - nose[1]) < 0.1 * IOD_PX;
      const inLine = nose && lineY && Math.abs(y - lineY) < 2 && Math.abs(x - nose[0]) < 45;
      const tone = inLine ? 90 : 210;
      rgba.set([...(inNose ? noseColour : [tone, tone, tone]), 255], 4 * (y * SIDE_PX + x));
    }
  }
  return { rgba, widthPx: SIDE_PX, heightPx: SIDE_PX };
}

const PALE_PINK = [200, 150, 152];

const mouthIn = (picture: Picture) => findAnimalMouth(createPyramid(picture), RIGHT, LEFT).point;

describe('findAnimalMouth', () => {
  it('lies on the line below the nose, also of a long muzzle', () => {
    for (const [noseY, lineY] of [
      [180, 205],
      [225, 252],
    ] as const) {
      const [x, y] = mouthIn(muzzle([200, noseY], lineY));
      expect(Math.abs(x - 200)).toBeLessThan(0.06 * IOD_PX);
      expect(Math.abs(y - lineY)).toBeLessThan(0.06 * IOD_PX);
    }
  });

  it('follows the nose of a turned head to its side', () => {
    const [x, y] = mouthIn(muzzle([228, 190], 215));
    expect(Math.abs(x - 228)).toBeLessThan(0.12 * IOD_PX);
    expect(Math.abs(y - 215)).toBeLessThan(0.06 * IOD_PX);
  });

  it('lies in the picture, whose border is no line', () => {
    const whole = muzzle([200, 205], 232);
    const heightPx = 236;
    const cut = { ...whole, rgba: whole.rgba.slice(0, 4 * SIDE_PX * heightPx), heightPx };
    expect(Math.abs(mouthIn(cut)[1] - 232)).toBeLessThan(5);
  });

  it('lies below a pale nose on a white coat, not on it', () => {
    const nose = [200, 208] as const;
    const [x, y] = mouthIn(muzzle(nose, undefined, PALE_PINK));
    expect(Math.abs(x - nose[0])).toBeLessThan(0.08 * IOD_PX);
    expect((y - nose[1]) / IOD_PX).toBeGreaterThan(0.16);
  });

  it('is where cats have it if nothing is to be seen', () => {
    const [x, y] = mouthIn(muzzle(undefined));
    expect(x).toBeCloseTo(200, 0);
    expect((y - RIGHT[1]) / IOD_PX).toBeCloseTo(0.82, 1);
  });
});
