import { fromAxes } from '../../math/axes.ts';
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
import { followCornerTrail } from './corner-trail.ts';
import type { MouthLine } from './mouth-line.ts';

/**
 * Beyond the corners of a shut mouth its line runs on: a stroke of the pen, a dimple, a shadow. As
 * the mouth opens to a ring the corners leave it, and what is left beside them looks like a cut:
 * it is healed with the skin above and below it. Change of the plate at full opening.
 */
export interface CornerMarksInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly iodPx: number;
  readonly surface: Surface;
  /** How far inwards of the corner healing reaches, IOD. */
  readonly inwardsIod?: number;
}

/** … unless something else is asked for; outwards it reaches to the end of the mark, and at least: */
const INWARDS = 0.045;
/** A grin ends in a dark gap between its teeth and cheeks, of which shut lips would keep a tick. */
export const INTO_GRIN = 0.12;
const LEAST_OUTWARDS = 0.06;
const BEYOND_MARK = 0.01;
/** … and fades out over this. */
const FADE = 0.06;
/** A mark fainter than this, ln, or shorter than this, IOD, is none. */
const SEEN = [0.04, 0.1] as const;
const LEAST_LONG = [0, 0.02] as const;
/** One that is longer, IOD, or leaves the mouth more steeply is hair or a fold, and stays whole. */
const TOO_LONG = [0.17, 0.22] as const;
const TOO_STEEP = [0.55, 0.8] as const;
const STEEP_FROM = 0.06;
/** Half the height of what is healed, and of the skin on either side that is read, IOD. */
const HALF_HEIGHT = 0.055;
const READ_OVER = 0.035;
/** … but in soft pictures a mark is as soft as the lips' edges: in their breadths, and IOD at most. */
const OF_LIP_EDGE = 2;
const MOST_HALF_HEIGHT = 0.13;
/** Skin is read over this breadth along the mouth's line, IOD. */
const READ_ALONG = 0.03;
/** … at this many places. */
const PLACES = 25;
/** From here on the skin above differs too much from that below to be taken for it, ln. */
const UNEVEN = [0.3, 0.6] as const;
/** A pixel that differs from its healed colour by less than the first, ln, is skin already. */
const MARKED = [0.04, 0.12] as const;
/** Plain colour has no grain to be spared: what is left of an ink's edge would show. */
const MARKED_PLAIN = [0, 0.015] as const;
/**
 * … nor have soft pictures, in which a mark's own edge is so faint over a wide ring that it would stay as a thin
 * outline of what was healed. Breadths of lips' edges from which on and at which a picture is soft, IOD.
 */
const MARKED_SOFT = [0, 0.03] as const;
const SOFT_IOD = [0.035, 0.055] as const;

/** Finds and heals the marks beside both corners. */
export function healCornerMarks(input: CornerMarksInput): PixelChange {
  const pixels: number[] = [];
  const change: number[] = [];
  for (const side of [-1, 1] as const) healCorner(input, side, pixels, change);
  const order = pixels.map((_, i) => i).sort((a, b) => pixels[a] - pixels[b]);
  return {
    pixels: Uint32Array.from(order, (i) => pixels[i]),
    change: Float32Array.from(order.flatMap((i) => change.slice(3 * i, 3 * i + 3))),
  };
}

function healCorner(
  input: CornerMarksInput,
  side: -1 | 1,
  pixels: number[],
  change: number[],
): void {
  const { plate, mouth, iodPx, surface } = input;
  const plain = !surface.texture.some((v) => v !== 0);
  const soft01 = softMarks01(surface, iodPx);
  const limits = plain
    ? MARKED_PLAIN
    : ([mix(MARKED[0], MARKED_SOFT[0], soft01), mix(MARKED[1], MARKED_SOFT[1], soft01)] as const);
  const band = bandAt(input, side);
  if (!band) return;
  const skin = readSkin(input, side, band);
  const reach = Math.ceil(band.outwards * iodPx + 2 * band.halfPx);
  const [cx, cy] = cornerPoint(mouth, side, 0, 0);
  const x0 = Math.max(0, Math.floor(cx - reach));
  const x1 = Math.min(plate.widthPx, Math.ceil(cx + reach));
  const y0 = Math.max(0, Math.floor(cy - reach));
  const y1 = Math.min(plate.heightPx, Math.ceil(cy + reach));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      const out = (side * (dx * mouth.alongX + dy * mouth.alongY)) / iodPx;
      if (out < -band.inwards || out > band.outwards) continue;
      const up = dx * mouth.alongY - dy * mouth.alongX;
      const across = (up - band.lineAt(out)) / band.halfPx;
      const inside = Math.abs(across) < 1 ? insideBand(band, out, across) : 0;
      if (inside < 0.01) continue;
      const [above, below] = skin(out);
      const grain = Math.log1p(clamp(textureAt(surface, x, y), -0.3, 0.3));
      const at = 4 * (y * plate.widthPx + x);
      const lacksOf = (colour: (j: number) => number) =>
        [0, 1, 2].map((j) => colour(j) + grain - Math.log(plate.rgba[at + j] + DARKEST));
      const lacks = lacksOf((j) => mix(below[j], above[j], (across + 1) / 2));
      // Marks are dark, but for what an ink's edge leaves: light beside a corner is skin's own.
      const off = Math.max(...(plain ? lacks.map(Math.abs) : lacks));
      const marked = smoothstep(limits[0], limits[1], off);
      // Where the skin differs from side to side, what is as dark as one of them belongs to it.
      const even = 1 - smoothstep(...UNEVEN, Math.abs(above[1] - below[1]));
      const darker = Math.min(...lacksOf((j) => Math.min(above[j], below[j])));
      const share = inside * marked * Math.max(even, smoothstep(...limits, darker));
      if (share < 0.01) continue;
      pixels.push(y * plate.widthPx + x);
      pushChange(change, plate.rgba, at, lacks, share);
    }
  }
}

/** 0..1: how far a picture is too soft for its marks to have an edge. */
function softMarks01({ lipEdgePx }: Surface, iodPx: number): number {
  return smoothstep(...SOFT_IOD, lipEdgePx / iodPx);
}

/** What is healed beside a corner. */
interface Band {
  /** How far it reaches inwards, IOD. */
  readonly inwards: number;
  /** How far it reaches outwards: in full, and at all, IOD. */
  readonly full: number;
  readonly outwards: number;
  /** Half its height, px. */
  readonly halfPx: number;
  /** 0..1: how much of it is healed. */
  readonly strength: number;
  /** Its height against the corner at a place outwards of it, IOD, px. */
  lineAt(out: number): number;
}

/** undefined where there is no mark, or one that is none of the mouth. */
function bandAt(
  { plate, mouth, iodPx, surface, inwardsIod = INWARDS }: CornerMarksInput,
  side: -1 | 1,
): Band | undefined {
  const trail = followCornerTrail(plate, (out, up) => cornerPoint(mouth, side, out, up), iodPx);
  const whole = smoothstep(...LEAST_LONG, trail.length) - smoothstep(...TOO_LONG, trail.length);
  const steep = Math.abs(trail.heightAt(trail.length)) / Math.max(STEEP_FROM, trail.length);
  const flat = 1 - smoothstep(...TOO_STEEP, steep);
  const strength = whole * flat * smoothstep(...SEEN, trail.depth);
  if (strength === 0) return undefined;
  const ends = Math.max(BEYOND_MARK, (softMarks01(surface, iodPx) * surface.lipEdgePx) / iodPx);
  const full = Math.max(LEAST_OUTWARDS, trail.length + ends);
  const soft = OF_LIP_EDGE * surface.lipEdgePx;
  return {
    inwards: inwardsIod,
    full,
    outwards: full + FADE,
    halfPx: clamp(soft, HALF_HEIGHT * iodPx, MOST_HALF_HEIGHT * iodPx),
    strength,
    lineAt: (out) => (out > 0 ? iodPx * trail.heightAt(out) : seamBeside(mouth, side, out * iodPx)),
  };
}

/** 0..1: all of it in the band's middle, none at its ends. */
function insideBand(
  { strength, inwards, full, outwards }: Band,
  out: number,
  across: number,
): number {
  const begins = smoothstep(-inwards, 0, out);
  const ends = 1 - smoothstep(full, outwards, out);
  return strength * begins * ends * (1 - smoothstep(0.5, 1, Math.abs(across)));
}

/** ln of the skin's colour above and below the band at a place outwards of the corner, IOD. */
function readSkin(
  { plate, mouth, iodPx }: CornerMarksInput,
  side: -1 | 1,
  { inwards, outwards, halfPx, lineAt }: Band,
): (out: number) => [above: Logs, below: Logs] {
  const read = (out: number, way: 1 | -1) =>
    meanLogs(
      plate,
      (along, up) => cornerPoint(mouth, side, along, up),
      out * iodPx,
      lineAt(out) + way * halfPx,
      way * READ_OVER * iodPx,
      READ_ALONG * iodPx,
    );
  const places = Array.from({ length: PLACES }, (_, k) =>
    mix(-inwards, outwards, k / (PLACES - 1)),
  );
  const rows = ([1, -1] as const).map((way) => places.map((out) => read(out, way)));
  return (out) => {
    const q = ((out + inwards) / (outwards + inwards)) * (PLACES - 1);
    const k = clamp(Math.floor(q), 0, PLACES - 2);
    const between = (row: Logs[]): Logs => [
      mix(row[k][0], row[k + 1][0], q - k),
      mix(row[k][1], row[k + 1][1], q - k),
      mix(row[k][2], row[k + 1][2], q - k),
    ];
    return [between(rows[0]), between(rows[1])];
  };
}

/** Frame px of a place beside a corner: px outwards along the mouth's line, and up. */
function cornerPoint(mouth: MouthLine, side: -1 | 1, out: number, up: number): [number, number] {
  const along = side * (mouth.halfWidthPx + out);
  const corner = readCurve(mouth.upper, side);
  return fromAxes(mouth, along, corner + up);
}

/** Height of the seam against the corner, px. */
function seamBeside(mouth: MouthLine, side: -1 | 1, out: number): number {
  const s = side * (1 + out / mouth.halfWidthPx);
  return (readCurve(mouth.upper, s) + readCurve(mouth.lower, s)) / 2 - readCurve(mouth.upper, side);
}

/** ln of the mean colour of a strip that leads away from the mark. */
function meanLogs(
  plate: Picture,
  place: (out: number, up: number) => [number, number],
  out: number,
  from: number,
  over: number,
  along: number,
): Logs {
  const sum: Logs = [0, 0, 0];
  let count = 0;
  for (let i = -2; i <= 2; i++) {
    for (let j = 0; j <= 4; j++) {
      const [x, y] = place(out + (i * along) / 2, from + (j * over) / 4);
      addLogsAt(plate, x, y, sum);
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}
