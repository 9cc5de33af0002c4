import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { addLogsAt, DARKEST, type PixelChange, pushChange } from '../skin/pixel-change.ts';
import { forEachAroundMouth } from './around-mouth.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/**
 * Towards the corners of a grin small teeth, gaps between them and the dark beside them lie side by
 * side. Shut lips would keep them as a dotted line, so each row of pixels along the rims is evened
 * out there: what is left is one line that fades into the corner. Change of the plate at full rest.
 */
export interface SeamEndsInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly iodPx: number;
}

/** From where on towards the corner rows are evened out, share of half the mouth, and to where. */
const BEGINS = [0.4, 0.65] as const;
const ENDS = [1.02, 1.15] as const;
/** How far from a rim, IOD: into the opening, and onto the lip. */
const INTO_GAP_IOD = 0.06;
const ONTO_LIP = [0.015, 0.045] as const;
/** A row is averaged over this much of half the mouth to either side, at so many places. */
const ALONG = 0.16;
const PLACES = 13;
/** Parted rims meet in shade: a row inside the opening is darker than the lip by this, ln. */
const SHADE_BETWEEN = 0.25;
/** … wholly from so far inside on, IOD; the lip is read so far out. */
const SHADED_FROM_IOD = 0.02;
const LIP_AT_IOD = 0.04;

/** For a mouth that is open in the picture. */
export function evenSeamEnds({ plate, mouth, iodPx }: SeamEndsInput): PixelChange {
  const pixels: number[] = [];
  const change: number[] = [];
  const row: [number, number, number] = [0, 0, 0];
  const lip: [number, number, number] = [0, 0, 0];
  const reach = Math.ceil(ENDS[1] * mouth.halfWidthPx + ONTO_LIP[1] * iodPx);
  forEachAroundMouth(plate, mouth, reach, (pixel, s, up) => {
    const near = smoothstep(...BEGINS, Math.abs(s)) - smoothstep(...ENDS, Math.abs(s));
    if (near <= 0) return;
    const top = readCurve(mouth.upper, s);
    const bottom = readCurve(mouth.lower, s);
    const above = up >= (top + bottom) / 2;
    const out = (above ? up - top : bottom - up) / iodPx;
    if (out < -INTO_GAP_IOD) return;
    const share = near * (1 - smoothstep(...ONTO_LIP, out));
    if (share < 0.01) return;
    meanAlong(plate, mouth, s, above, out * iodPx, row);
    if (out < 0) {
      meanAlong(plate, mouth, s, above, LIP_AT_IOD * iodPx, lip);
      const shade = SHADE_BETWEEN * smoothstep(0, SHADED_FROM_IOD, -out);
      for (let k = 0; k < 3; k++) row[k] = Math.min(row[k], lip[k] - shade);
    }
    const at = 4 * pixel;
    const lacks = row.map((v, k) => v - Math.log(plate.rgba[at + k] + DARKEST));
    pixels.push(pixel);
    pushChange(change, plate.rgba, at, lacks, share);
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Writes ln of the mean colour of a lip's row, `out` px from its rim, around a place of the mouth. */
function meanAlong(
  plate: Picture,
  mouth: MouthLine,
  s: number,
  above: boolean,
  out: number,
  mean: [number, number, number],
): void {
  mean.fill(0);
  for (let i = 0; i < PLACES; i++) {
    const at = clamp(s + ALONG * ((2 * i) / (PLACES - 1) - 1), -1, 1);
    const height = above ? readCurve(mouth.upper, at) + out : readCurve(mouth.lower, at) - out;
    addLogsAt(plate, ...mouthPoint(mouth, at, height), mean);
  }
  for (let k = 0; k < 3; k++) mean[k] /= PLACES;
}
