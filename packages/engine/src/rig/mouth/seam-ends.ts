import { readCurve } from '../../math/curve.ts';
import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { addLogsAt, DARKEST, type PixelChange, pushChange } from '../skin/fold-pixels.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

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
/** … which is read so far out on the lip, IOD. */
const LIP_AT_IOD = 0.04;

/** For a mouth that is open in the picture. */
export function evenSeamEnds({ plate, mouth, iodPx }: SeamEndsInput): PixelChange {
  const pixels: number[] = [];
  const change: number[] = [];
  const row: [number, number, number] = [0, 0, 0];
  const lip: [number, number, number] = [0, 0, 0];
  const reach = Math.ceil(ENDS[1] * mouth.halfWidthPx + ONTO_LIP[1] * iodPx);
  const x0 = Math.max(0, Math.floor(mouth.centreXPx - reach));
  const x1 = Math.min(plate.widthPx, Math.ceil(mouth.centreXPx + reach));
  const y0 = Math.max(0, Math.floor(mouth.centreYPx - reach));
  const y1 = Math.min(plate.heightPx, Math.ceil(mouth.centreYPx + reach));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [s, up] = mouthPlace(mouth, x + 0.5, y + 0.5);
      const near = smoothstep(...BEGINS, Math.abs(s)) - smoothstep(...ENDS, Math.abs(s));
      if (near <= 0) continue;
      const top = readCurve(mouth.upper, s);
      const bottom = readCurve(mouth.lower, s);
      const above = up >= (top + bottom) / 2;
      const out = (above ? up - top : bottom - up) / iodPx;
      const share = near * (1 - smoothstep(...ONTO_LIP, out)) * (out < -INTO_GAP_IOD ? 0 : 1);
      if (share < 0.01) continue;
      meanAlong(plate, mouth, s, above, out * iodPx, row);
      if (out < 0) {
        meanAlong(plate, mouth, s, above, LIP_AT_IOD * iodPx, lip);
        const shade = SHADE_BETWEEN * smoothstep(0, INTO_GAP_IOD / 3, -out);
        for (let k = 0; k < 3; k++) row[k] = Math.min(row[k], lip[k] - shade);
      }
      const at = 4 * (y * plate.widthPx + x);
      const lacks = row.map((v, k) => v - Math.log(plate.rgba[at + k] + DARKEST));
      pixels.push(y * plate.widthPx + x);
      pushChange(change, plate.rgba, at, lacks, share);
    }
  }
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
