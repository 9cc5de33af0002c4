import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import { type FaceTone, lumaOf, type Rgb } from './face-tone.ts';
import { lumaAt } from './mouth-line.ts';

/** Sides of the nose's wings, its tip and its foot: every drawing has its line or nostrils here. */
const NOSE = [129, 358, 4, 2] as const;
/** Room around them, IOD. */
const ROOM_IOD = 0.06;
/** Part of the pixels there, the darkest, that count as ink. */
const DARKEST = 0.025;
/** Ink is darker than this share of the skin's luma; what is lighter is only shade. */
const DARKER_THAN_SKIN = 0.62;

/** Colour of the lines that a drawing is made of, sRGB 0..255; undefined where it has none. */
export function readInk(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  tone: Pick<FaceTone, 'skin'>,
): Rgb | undefined {
  const xs = NOSE.map((i) => landmarks[3 * i]);
  const ys = NOSE.map((i) => landmarks[3 * i + 1]);
  const room = ROOM_IOD * iodPx;
  const x0 = Math.max(0, Math.floor(Math.min(...xs) - room));
  const x1 = Math.min(plate.widthPx, Math.ceil(Math.max(...xs) + room));
  const y0 = Math.max(0, Math.floor(Math.min(...ys) - room));
  const y1 = Math.min(plate.heightPx, Math.ceil(Math.max(...ys) + room));
  const places: [luma: number, at: number][] = [];
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      places.push([lumaAt(plate, x + 0.5, y + 0.5), 4 * (y * plate.widthPx + x)]);
    }
  }
  if (places.length === 0) return undefined;
  places.sort((p, q) => p[0] - q[0]);
  const darkest = places.slice(0, Math.max(1, Math.round(DARKEST * places.length)));
  const mean = (k: number) =>
    darkest.reduce((sum, [, at]) => sum + plate.rgba[at + k], 0) / darkest.length;
  const ink: Rgb = [mean(0), mean(1), mean(2)];
  return lumaOf(ink) < DARKER_THAN_SKIN * lumaOf(tone.skin) ? ink : undefined;
}
