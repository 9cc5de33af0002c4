import { readCurve } from '../../math/curve.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { type FaceTone, lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';

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

/** The line that a drawing shuts its mouth with. */
export interface SeamInk {
  readonly colour: Rgb;
  /** What it is drawn again with: see PenRoom. */
  readonly penColour: Rgb;
  /** Half its breadth, IOD. */
  readonly halfIod: number;
}

/** A line is looked for this far from the seam, IOD, and is no broader than so. */
export interface PenRoom {
  readonly roomIod: number;
  readonly broadestIod: number;
  /** It is darker than what is on either side by this share at least. */
  readonly darker: number;
  /** It is drawn again in the colour of this part of it, the darkest: a hairline's ends, where its middle fades. */
  readonly darkest01: number;
}
export const FINE_PEN: PenRoom = { roomIod: 0.1, broadestIod: 0.15, darker: 0.3, darkest01: 1 };
export const BROAD_PEN: PenRoom = { ...FINE_PEN, roomIod: 0.17, broadestIod: 0.24 };
/** Grey on grey. */
export const PALE_PEN: PenRoom = { ...FINE_PEN, darker: 0.15 };
export const FAINT_PEN: PenRoom = {
  ...{ roomIod: 0.08, broadestIod: 0.08 },
  ...{ darker: 0.06, darkest01: 0.35 },
};
const SEAM_STEPS = 66;

/** Reads the line of a drawing's shut mouth; undefined where it has none. */
export function readSeamInk(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
  { roomIod, broadestIod, darker, darkest01 }: PenRoom,
): SeamInk | undefined {
  if (mouth.gapPx > 0) return undefined;
  const found: { half: number; at: readonly [number, number] }[] = [];
  const step = (2 * roomIod * iodPx) / SEAM_STEPS;
  for (let s = -0.7; s < 0.71; s += 0.1) {
    const seam = readCurve(mouth.upper, s);
    const points = Array.from({ length: SEAM_STEPS + 1 }, (_, k) =>
      mouthPoint(mouth, s, seam - roomIod * iodPx + k * step),
    );
    const lumas = points.map(([x, y]) => lumaAt(plate, x, y));
    const darkest = lumas.indexOf(Math.min(...lumas));
    const lips = Math.min(lumas[0], lumas[SEAM_STEPS]);
    if (lumas[darkest] > (1 - darker) * lips) continue;
    const limit = (lumas[darkest] + lips) / 2;
    let from = darkest;
    let to = darkest;
    while (from > 0 && lumas[from - 1] < limit) from--;
    while (to < SEAM_STEPS && lumas[to + 1] < limit) to++;
    const half = ((to - from + 1) * step) / 2;
    if (half < (broadestIod * iodPx) / 2) found.push({ half, at: points[darkest] });
  }
  if (found.length < 8) return undefined;
  found.sort((p, q) => p.half - q.half);
  const half = found[found.length >> 1].half;
  const colours = found.map(({ at: [x, y] }): Rgb => {
    const i = 4 * (Math.floor(y) * plate.widthPx + Math.floor(x));
    return [plate.rgba[i], plate.rgba[i + 1], plate.rgba[i + 2]];
  });
  colours.sort((a, b) => lumaOf(a) - lumaOf(b));
  const darkest = colours.slice(0, Math.ceil(darkest01 * colours.length));
  return {
    colour: medianColour(colours),
    penColour: medianColour(darkest),
    halfIod: half / iodPx,
  };
}
