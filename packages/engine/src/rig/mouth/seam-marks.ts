import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import {
  addLogsAt,
  DARKEST,
  type Logs,
  type PixelChange,
  pushChange,
} from '../skin/pixel-change.ts';
import { type Surface, textureAt } from '../style/surface.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

/**
 * The line of a shut mouth is shade between the lips and on both of them. Parted, each lip would take its
 * half of it along, as a dark rim around the opening. Here it is healed with the colour that the lip has
 * a little further off: change of the plate at full opening.
 */
export interface SeamMarksInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly iodPx: number;
  readonly surface: Surface;
}

/** How far from the seam it is healed: IOD, and at most this share of the lip. */
const REACH_IOD = 0.05;
const REACH_OF_LIP = 0.7;
/** Over which part of the reach the lip's own colour is read, and healing ends, share of it. */
const READ_FROM = 0.75;
const HEALS_TO = [0.55, 1] as const;
/** The corners are healed by themselves: see healCornerMarks; share of half the mouth. */
const CORNERS = [0.76, 0.9] as const;
/** Nearer to the seam than this, px, a lip's rim is sampled on the other one as well: no brighter. */
const SAMPLED_PX = [1, 3] as const;
/** Places along the mouth whose colours are averaged, and over how much of half the mouth. */
const PLACES = 41;
const ALONG = 0.12;
/** Part that goes: the inner rims of parted lips turn away from the light. */
const HEALS = [0.7, 0.9] as const;

/** Finds and heals the line of a mouth that is shut; undefined where it is open. */
export function healSeam({
  plate,
  mouth,
  iodPx,
  surface,
}: SeamMarksInput): PixelChange | undefined {
  if (mouth.gapPx > 0) return undefined;
  const lips = ([1, -1] as const).map((way) => readLip(plate, mouth, iodPx, way));
  const [x0, y0, x1, y1] = boxAround(plate, mouth, iodPx);
  const pixels: number[] = [];
  const change: number[] = [];
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [s, up] = mouthPlace(mouth, x + 0.5, y + 0.5);
      const ends = 1 - smoothstep(...CORNERS, Math.abs(s));
      if (ends <= 0) continue;
      const off = up - readCurve(mouth.upper, s);
      const [lip, other] = off > 0 ? lips : [lips[1], lips[0]];
      const q = ((s + 1) / 2) * (PLACES - 1);
      const k = clamp(Math.floor(q), 0, PLACES - 2);
      const reach = mix(lip.reachPx[k], lip.reachPx[k + 1], q - k);
      const near = ends * (1 - smoothstep(...HEALS_TO, Math.abs(off) / reach));
      if (near <= 0) continue;
      const own = smoothstep(...SAMPLED_PX, Math.abs(off));
      const grain = Math.log1p(clamp(textureAt(surface, x, y), -0.3, 0.3));
      const at = 4 * (y * plate.widthPx + x);
      const lacks = [0, 1, 2].map((j) => {
        const wanted = mix(lip.colours[k][j], lip.colours[k + 1][j], q - k);
        const beyond = mix(other.colours[k][j], other.colours[k + 1][j], q - k);
        const colour = mix(Math.min(wanted, beyond), wanted, own);
        return colour + grain - Math.log(plate.rgba[at + j] + DARKEST);
      });
      if (lacks[1] <= 0) continue;
      const share = near * HEALS[off > 0 ? 0 : 1];
      pixels.push(y * plate.widthPx + x);
      pushChange(change, plate.rgba, at, lacks, share);
    }
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Along the mouth: how far healing reaches on a lip, and ln of the lip's colour there. */
function readLip(plate: Picture, mouth: MouthLine, iodPx: number, way: 1 | -1) {
  const rim = way > 0 ? mouth.upperOuter : mouth.lowerOuter;
  const reachAt = (s: number) => {
    const lip = Math.abs(readCurve(rim, s) - readCurve(mouth.upper, s));
    return Math.max(1, Math.min(REACH_IOD * iodPx, REACH_OF_LIP * lip));
  };
  const places = Array.from({ length: PLACES }, (_, i) => -1 + (2 * i) / (PLACES - 1));
  return {
    reachPx: places.map(reachAt),
    colours: places.map((s) => lipColour(plate, mouth, s, (at) => way * reachAt(at))),
  };
}

function lipColour(
  plate: Picture,
  mouth: MouthLine,
  s: number,
  reachAt: (s: number) => number,
): Logs {
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = -3; i <= 3; i++) {
    const along = clamp(s + (i / 3) * ALONG, -0.95, 0.95);
    for (let j = 0; j <= 2; j++) {
      const off = mix(READ_FROM, 1.1, j / 2) * reachAt(along);
      const [x, y] = mouthPoint(mouth, along, readCurve(mouth.upper, along) + off);
      addLogsAt(plate, x, y, sum);
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Whole pixels around the seam. */
function boxAround(
  { widthPx, heightPx }: Picture,
  mouth: MouthLine,
  iodPx: number,
): [x0: number, y0: number, x1: number, y1: number] {
  const spots = [-1, -0.5, 0, 0.5, 1].map((s) => mouthPoint(mouth, s, readCurve(mouth.upper, s)));
  const margin = 2 * REACH_IOD * iodPx;
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  return [
    Math.max(0, Math.floor(Math.min(...xs) - margin)),
    Math.max(0, Math.floor(Math.min(...ys) - margin)),
    Math.min(widthPx, Math.ceil(Math.max(...xs) + margin)),
    Math.min(heightPx, Math.ceil(Math.max(...ys) + margin)),
  ];
}
