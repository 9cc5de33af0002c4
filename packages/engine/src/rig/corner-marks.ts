import { fromAxes } from '../math/axes.ts';
import { readCurve } from '../math/curve.ts';
import { clamp, mix, smoothstep } from '../math/easing.ts';
import { lumaAt } from '../math/luma.ts';
import type { Picture } from '../math/picture.ts';
import { addLogsAt, DARKEST, type PixelChange, pushChange } from './fold-pixels.ts';
import type { MouthLine } from './mouth-line.ts';
import { type Surface, textureAt } from './surface.ts';

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
}

/** How far the mark reaches inwards and outwards of the corner, IOD. */
const INWARDS = 0.045;
const OUTWARDS = 0.12;
/** Half the height of what is healed, and of the skin on either side that is read, IOD. */
const HALF_HEIGHT = 0.055;
const READ_OVER = 0.035;
/** … but in soft pictures a mark is as soft as the lips' edges: in their breadths, and IOD at most. */
const OF_LIP_EDGE = 1.5;
const MOST_HALF_HEIGHT = 0.11;
/** Skin is read over this breadth along the mouth's line, IOD. */
const READ_ALONG = 0.03;
/** The line may leave the corner upwards or downwards: slopes that are tried. */
const SLOPES = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6] as const;
/** A pixel that differs from its healed colour by less than the first, ln, is skin already. */
const MARKED = [0.04, 0.12] as const;
/** Plain colour has no grain to be spared: what is left of an ink's edge would show. */
const MARKED_PLAIN = [0, 0.015] as const;

type Logs = [number, number, number];

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
  const slope = slopeOf(input, side);
  const limits = surface.texture.some((v) => v !== 0) ? MARKED : MARKED_PLAIN;
  const half = clamp(
    OF_LIP_EDGE * surface.lipEdgePx,
    HALF_HEIGHT * iodPx,
    MOST_HALF_HEIGHT * iodPx,
  );
  const place = (out: number, up: number) => cornerPoint(mouth, side, out, up);
  // The skin on either side of the mark, along it.
  const steps = 24;
  const rows: [above: Logs, below: Logs][] = [];
  for (let k = 0; k <= steps; k++) {
    const out = mix(-INWARDS, OUTWARDS, k / steps) * iodPx;
    const line = lineAt(mouth, side, slope, out);
    rows.push([
      meanLogs(plate, place, out, line + half, READ_OVER * iodPx, READ_ALONG * iodPx),
      meanLogs(plate, place, out, line - half, -READ_OVER * iodPx, READ_ALONG * iodPx),
    ]);
  }
  const reach = Math.ceil(OUTWARDS * iodPx + 2 * half);
  const [cx, cy] = place(0, 0);
  const x0 = Math.max(0, Math.floor(cx - reach));
  const x1 = Math.min(plate.widthPx, Math.ceil(cx + reach));
  const y0 = Math.max(0, Math.floor(cy - reach));
  const y1 = Math.min(plate.heightPx, Math.ceil(cy + reach));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      const out = side * (dx * mouth.alongX + dy * mouth.alongY);
      if (out < -INWARDS * iodPx || out > OUTWARDS * iodPx) continue;
      const up = dx * mouth.alongY - dy * mouth.alongX;
      const across = (up - lineAt(mouth, side, slope, out)) / half;
      if (Math.abs(across) >= 1) continue;
      const inside =
        smoothstep(-INWARDS, 0, out / iodPx) *
        (1 - smoothstep(0.5 * OUTWARDS, OUTWARDS, out / iodPx)) *
        (1 - smoothstep(0.5, 1, Math.abs(across)));
      if (inside < 0.01) continue;
      const q = ((out / iodPx + INWARDS) / (OUTWARDS + INWARDS)) * steps;
      const k = Math.min(steps - 1, Math.floor(q));
      const grain = Math.log1p(clamp(textureAt(surface, x, y), -0.3, 0.3));
      const at = 4 * (y * plate.widthPx + x);
      const lacks: Logs = [0, 0, 0];
      for (let j = 0; j < 3; j++) {
        const above = mix(rows[k][0][j], rows[k + 1][0][j], q - k);
        const below = mix(rows[k][1][j], rows[k + 1][1][j], q - k);
        const healed = mix(below, above, (across + 1) / 2);
        lacks[j] = healed + grain - Math.log(plate.rgba[at + j] + DARKEST);
      }
      const marked = smoothstep(limits[0], limits[1], Math.max(...lacks.map(Math.abs)));
      const share = inside * marked;
      if (share < 0.01) continue;
      pixels.push(y * plate.widthPx + x);
      pushChange(change, plate.rgba, at, lacks, share);
    }
  }
}

/** Frame px of a place beside a corner: px outwards along the mouth's line, and up. */
function cornerPoint(mouth: MouthLine, side: -1 | 1, out: number, up: number): [number, number] {
  const along = side * (mouth.halfWidthPx + out);
  const corner = readCurve(mouth.upper, side);
  return fromAxes(mouth, along, corner + up);
}

/** Height of the mark against the corner, px: the seam inside, a straight line outside. */
function lineAt(mouth: MouthLine, side: -1 | 1, slope: number, out: number): number {
  if (out > 0) return slope * out;
  const s = side * (1 + out / mouth.halfWidthPx);
  return (readCurve(mouth.upper, s) + readCurve(mouth.lower, s)) / 2 - readCurve(mouth.upper, side);
}

/** The slope along which the picture is darkest beside the corner. */
function slopeOf({ plate, mouth, iodPx }: CornerMarksInput, side: -1 | 1): number {
  let best = 0;
  let darkest = Number.POSITIVE_INFINITY;
  for (const slope of SLOPES) {
    let sum = 0;
    for (let k = 1; k <= 8; k++) {
      const out = 0.01 * k * iodPx;
      const [x, y] = cornerPoint(mouth, side, out, slope * out);
      sum += lumaAt(plate, x, y);
    }
    // Straight on where nothing is seen.
    const cost = sum / 8 + 6 * Math.abs(slope);
    if (cost < darkest) [darkest, best] = [cost, slope];
  }
  return best;
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
