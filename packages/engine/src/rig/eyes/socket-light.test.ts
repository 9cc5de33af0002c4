import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { BrowBand } from './brow-band.ts';
import type { EyeLine } from './eye-shape.ts';
import { lightSockets } from './socket-light.ts';

const SIZE = 160;
const IOD = 100;
const SKIN = [200, 170, 150] as const;
const tone = { skin: SKIN };
const eye: EyeLine = {
  side: 'left',
  centreXPx: 80,
  centreYPx: 90,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 21,
  upper: curveOf((t) => 8 * (1 - t * t)),
  lower: curveOf((t) => -6 * (1 - t * t)),
  gapPx: 14,
  browGapPx: 24,
  iris: { xPx: 80, yPx: 89, radiusPx: 9 },
  open01: 1,
};

const brow: BrowBand = {
  side: 'left',
  middlePx: 0,
  halfLengthPx: 30,
  lower: curveOf(() => 32),
  upper: curveOf(() => 42),
};

/** Skin with a socket of a colour between the lid (y 82) and the brow (y 58). */
function face(socket: readonly [number, number, number]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const inSocket = x >= 50 && x < 110 && y >= 50 && y < 90;
      rgba.set(inSocket ? socket : SKIN, 4 * (y * SIZE + x));
    }
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

/** Red, green and blue of a place with the brows up. */
function litAt(plate: Picture, x: number, y: number): number[] {
  const lit = lightSockets({ plate, eyes: [eye], brows: [brow], iodPx: IOD, tone });
  const pixel = y * SIZE + x;
  const at = lit ? lit.pixels.indexOf(pixel) : -1;
  return [0, 1, 2].map((k) => plate.rgba[4 * pixel + k] + (at < 0 ? 0 : lit!.change[3 * at + k]));
}

describe('lightSockets', () => {
  it('takes a dark blue socket most of the way to the skin, in colour as well', () => {
    const [red, green, blue] = litAt(face([40, 40, 70]), 80, 68);
    expect(red).toBeGreaterThan(100);
    for (const [k, value] of [red, green, blue].entries()) expect(value).toBeLessThan(SKIN[k]);
    expect(red / blue).toBeGreaterThan(0.9);
  });

  it('leaves lit sockets, lashes, the eye and the brow alone', () => {
    const lit = face([190, 160, 142]);
    expect(litAt(lit, 80, 68)).toEqual([190, 160, 142]);
    const dark = face([40, 40, 70]);
    for (const [x, y] of [
      [80, 86],
      [80, 82],
      [80, 56],
      [130, 70],
    ]) {
      const own = [0, 1, 2].map((k) => dark.rgba[4 * (y * SIZE + x) + k]);
      litAt(dark, x, y).forEach((value, k) => {
        expect(Math.abs(value - own[k])).toBeLessThan(4);
      });
    }
  });
});
