import { curveOf } from '../../src/math/curve.ts';
import type { Picture } from '../../src/math/picture.ts';
import type { MouthLine } from '../../src/rig/mouth/mouth-line.ts';
import type { Rgb } from '../../src/rig/skin/face-tone.ts';

const CENTRE = [100, 50] as const;
const HALF_WIDTH = 50;

/** A mouth from x = 50 to 150, open from y = 30 to 70. */
export const OPEN_MOUTH: MouthLine = {
  centreXPx: CENTRE[0],
  centreYPx: CENTRE[1],
  alongX: 1,
  alongY: 0,
  halfWidthPx: HALF_WIDTH,
  skew: 0,
  upper: curveOf(() => 20),
  lower: curveOf(() => -20),
  upperOuter: curveOf(() => 30),
  lowerOuter: curveOf(() => -30),
  gapPx: 40,
};

/** A picture of 200 × 100 px of what a place shows: s -1..1 between the corners, px up from the middle. */
export function paintOpening(show: (s: number, up: number) => Rgb): Picture {
  const plate = { widthPx: 200, heightPx: 100, rgba: new Uint8Array(200 * 100 * 4) };
  for (let y = 0; y < 100; y++) {
    for (let x = 0; x < 200; x++) {
      const colour = show((x + 0.5 - CENTRE[0]) / HALF_WIDTH, CENTRE[1] - (y + 0.5));
      plate.rgba.set([...colour, 255], 4 * (y * 200 + x));
    }
  }
  return plate;
}
