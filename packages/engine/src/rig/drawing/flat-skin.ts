import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { standsOut } from './drawn-pieces.ts';

/** Forehead, cheeks and chin. */
const SKIN = [
  10, 151, 108, 337, 69, 299, 9, 50, 280, 205, 425, 117, 346, 123, 352, 187, 411, 214, 434, 199,
  175, 32, 262, 204, 424, 194, 418,
] as const;
/** Places are compared that lie this far apart, IOD, and are alike within a level. */
const APART_IOD = 0.05;
const ALIKE = 1;
/** Flat drawings have .68 at least, their lines and curls included; shaded ones .6 at most. */
const MOSTLY = 0.64;

/**
 * Is a drawing's skin of one colour, without any shade? Then shade on it would be no artist's.
 * @param landmarks frame px
 */
export function isFlatSkin(plate: Picture, landmarks: Points3<'frame-px'>, iodPx: number): boolean {
  const step = Math.max(2, Math.round(APART_IOD * iodPx));
  let alike = 0;
  let pairs = 0;
  for (const i of SKIN) {
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const x = landmarks[3 * i] + dx * step;
      const y = landmarks[3 * i + 1] + dy * step;
      const here = pixelAt(plate, x, y);
      for (const there of [pixelAt(plate, x + step, y), pixelAt(plate, x, y + step)]) {
        pairs++;
        if (here.every((v, k) => Math.abs(v - there[k]) <= ALIKE)) alike++;
      }
    }
  }
  return alike > MOSTLY * pairs;
}

/** Places around a mouth, beyond its rims by these, IOD, and along it. */
const BEYOND = [0.25, 0.32, 0.4] as const;
const ALONG = [-1.4, -1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1, 1.4] as const;

/**
 * The commonest colour around a mouth on flat skin. What lies next to the lips may be none: an artist's
 * mouth is often larger than the one that the network sees.
 */
export function flatSkinAt(plate: Picture, mouth: MouthLine, iodPx: number): Rgb {
  const colours = ALONG.flatMap((s) =>
    BEYOND.flatMap((beyond) => [
      pixelAt(plate, ...mouthPoint(mouth, s, readCurve(mouth.upper, s) + beyond * iodPx)),
      pixelAt(plate, ...mouthPoint(mouth, s, readCurve(mouth.lower, s) - beyond * iodPx)),
    ]),
  );
  const like = (colour: Rgb) => colours.filter((other) => !standsOut(colour, other));
  const most = colours.map(like).reduce((a, b) => (b.length > a.length ? b : a));
  return medianColour(most);
}
