import { curveThrough, readCurve, type SampledCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';

/**
 * Where a brow's hair lies: it goes up as one piece, and only the skin around it is stretched or
 * pressed together. Along the axis of its eye; heights are px above the line between the corners.
 */
export interface BrowBand {
  readonly side: 'right' | 'left';
  /** From the picture-left end to the other, px along the eye's axis, -1..1 of the curves. */
  readonly middlePx: number;
  readonly halfLengthPx: number;
  readonly lower: SampledCurve;
  readonly upper: SampledCurve;
}

/** Landmarks along the lower and upper edge of each brow, from the temple inwards. */
const BROWS = {
  right: { lower: [46, 53, 52, 65, 55], upper: [70, 63, 105, 66, 107] },
  left: { lower: [276, 283, 282, 295, 285], upper: [300, 293, 334, 296, 336] },
} as const;

/** The mesh's band lies high on many brows: hair is looked for down to this below it, IOD … */
const MOST_BELOW_IOD = 0.085;
/** … and at most over this part of the skin down to the lid. */
const MOST_BELOW_SHARE = 0.45;
/** Where the picture tells nothing. */
const PLAIN_BELOW_IOD = 0.02;
/** Hair stands out by this many levels from the skin below it. */
const LEAST_CONTRAST = 14;
/** Beyond half the way up in tone the outermost hair still ends. */
const FEATHER_IOD = 0.012;
const STEPS = 24;
/**
 * On a turned head the mesh may have the far brow on its lid, where a painter left it out above all: one
 * that has less than the first part of the other's skin below it is taken to have the second.
 */
const ON_LID = 0.25;
const FAR_SHARE = 0.75;

/** Finds the bands of a person's brows; hair reaches as far below the mesh on both. */
export function findBrowBands(
  landmarks: Points3<'frame-px'>,
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): readonly BrowBand[] {
  const bands = eyes.map((eye) => meshBand(landmarks, eye));
  const below =
    bands.reduce((sum, band, k) => sum + hairBelow(plate, eyes[k], band, iodPx), 0) / bands.length;
  const found = bands.map((band) => ({
    ...band,
    lower: {
      values: band.lower.values.map((height, i) => Math.min(height, band.upper.values[i]) - below),
    },
  }));
  const rooms = found.map((band, k) => browLowerPx(band, 0) - readCurve(eyes[k].upper, 0));
  const most = Math.max(...rooms);
  return found.map((band, k) =>
    rooms[k] < ON_LID * most ? raised(band, FAR_SHARE * most - rooms[k]) : band,
  );
}

/** The same brow so much higher. */
export function raised(band: BrowBand, byPx: number): BrowBand {
  const higher = ({ values }: SampledCurve) => ({ values: values.map((v) => v + byPx) });
  return { ...band, lower: higher(band.lower), upper: higher(band.upper) };
}

/** The band of an eye's brow as the landmarks have it. */
function meshBand(landmarks: Points3<'frame-px'>, eye: EyeLine): BrowBand {
  const { lower, upper } = BROWS[eye.side];
  const places = (indices: readonly number[]) =>
    indices
      .map((i): [number, number] => {
        const x = landmarks[3 * i] - eye.centreXPx;
        const y = landmarks[3 * i + 1] - eye.centreYPx;
        return [x * eye.alongX + y * eye.alongY, x * eye.alongY - y * eye.alongX];
      })
      .sort((p, q) => p[0] - q[0]);
  const low = places(lower);
  const high = places(upper);
  const from = Math.min(low[0][0], high[0][0]);
  const to = Math.max(low[low.length - 1][0], high[high.length - 1][0]);
  const middlePx = (from + to) / 2;
  const halfLengthPx = Math.max(1, (to - from) / 2);
  const edge = (points: [number, number][]) =>
    curveThrough(
      points.map((p) => (p[0] - middlePx) / halfLengthPx),
      points.map((p) => p[1]),
    );
  return { side: eye.side, middlePx, halfLengthPx, lower: edge(low), upper: edge(high) };
}

/** How far hair reaches below the mesh's lower edge, px, median along the brow. */
function hairBelow(plate: Picture, eye: EyeLine, band: BrowBand, iodPx: number): number {
  const found: number[] = [];
  for (let u = -0.7; u < 0.71; u += 0.1) {
    const t = (band.middlePx + u * band.halfLengthPx) / eye.halfWidthPx;
    const low = readCurve(band.lower, u);
    const top = (low + readCurve(band.upper, u)) / 2;
    const room = Math.max(0, low - readCurve(eye.upper, t));
    const deepest = low - 0.75 * room;
    const step = (top - deepest) / STEPS;
    if (step <= 0) continue;
    let dark = Number.POSITIVE_INFINITY;
    let darkAt = 0;
    const lumas = Array.from({ length: STEPS + 1 }, (_, k) => {
      const luma = lumaAt(plate, ...eyePoint(eye, t, top - k * step));
      if (k < 0.6 * STEPS && luma < dark) [dark, darkAt] = [luma, k];
      return luma;
    });
    const light = Math.max(...lumas.slice(darkAt));
    if (light - dark < LEAST_CONTRAST) continue;
    const end = lumas.findIndex((luma, k) => k > darkAt && luma > (light + dark) / 2);
    const most = Math.min(MOST_BELOW_IOD * iodPx, MOST_BELOW_SHARE * room);
    found.push(clamp(low - (top - end * step) + FEATHER_IOD * iodPx, 0, most));
  }
  if (found.length < 5) return PLAIN_BELOW_IOD * iodPx;
  return median(found);
}

/** Height of a band's lower edge at `along` px of the eye's axis, px; the ends' height beyond. */
export function browLowerPx(band: BrowBand, along: number): number {
  return readCurve(band.lower, (along - band.middlePx) / band.halfLengthPx);
}

/** The same of its upper edge. */
export function browUpperPx(band: BrowBand, along: number): number {
  return readCurve(band.upper, (along - band.middlePx) / band.halfLengthPx);
}

/** Px above the band (positive), below it (negative), 0 on the hair. */
export function besideBrow(band: BrowBand, along: number, up: number): number {
  const u = (along - band.middlePx) / band.halfLengthPx;
  const high = up - readCurve(band.upper, u);
  if (high > 0) return high;
  return Math.min(0, up - readCurve(band.lower, u));
}
