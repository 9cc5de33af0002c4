import type { Picture } from '../../math/picture.ts';
import { type EyeAxes, placePx, readContrasts, type Tone } from './glasses-lines.ts';

/** The arm of a pair of glasses, beside the temple that is turned to the viewer. */
export interface GlassesArm {
  /** x0, y0, x1, y1 in frame px, from beside the lens to the ear. */
  readonly line: Float64Array;
  /** Where it lies in the picture: -1 on the left of the eyes, 1 on their right. */
  readonly side: -1 | 1;
  /** What it is against the skin. */
  readonly tone: Exclude<Tone, 'either'>;
  /** true: so plain a line that it tells glasses by itself. */
  readonly sure: boolean;
}

/** Columns beside the eye, IOD outwards from its middle, and heights above it at which an arm is looked for. */
const FIRST_OUT = 0.3;
const COLUMN_IOD = 0.03;
const COLUMNS = 28;
const LOWEST = -0.6;
const ROW_IOD = 0.015;
const ROWS = 88;
/** Columns on which a line begins and ends: hair may hide the first or the last of it. */
const SPANS = [
  [0, 16],
  [0, 23],
  [4, 20],
  [4, 27],
] as const;
/** Heights at which an arm leaves the lens, IOD, and how steeply it runs to the ear, up or down; heads look up and down. */
const BEGINS_IOD = [-0.15, 0.3] as const;
const STEEPEST = 0.7;
/** A line stands out from its sides from here on; more than the second makes it no plainer, ln units. */
const STANDS_OUT = 0.1;
const PLAIN = 1;
/** How much of the way counts against how plainly it is seen. */
const SEEN_COUNTS = 0.5;
/**
 * Share of the way on which an arm is seen, and how plainly (ln units, mean). On the 64 turned heads that this was set by, arms that
 * no hair hides have 1 and .46 at least, strands of hair, ends of brows and sideburns on bare ones .76 and .29,
 * or .63 and .37, at most. Where glasses are known less is an arm, too: fainter ones have .75 and .38.
 */
const SURE = { seen: 0.9, plainly: 0.42 } as const;
const KNOWN = { seen: 0.74, plainly: 0.34 } as const;
/** The line that is held runs from the lens to the ear, IOD outwards from the eye's middle. */
const HELD_IOD = [0.25, 1.3] as const;

/** A straight line through places of a lattice: its height at both ends of a span, rows. */
interface Straight {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly seen: number;
  readonly plainly: number;
  readonly tone: GlassesArm['tone'];
}

/** Finds it on a turned head: a straight line from beside the eye to the ear; undefined where there is none. */
export function findArm(plate: Picture, axes: EyeAxes, yawRadians: number): GlassesArm | undefined {
  if (!axes.turned) return undefined;
  const side = yawRadians > 0 ? -1 : 1;
  const found = readContrasts(plate, axes, COLUMNS, ROWS, (k, j) => ({
    along: side * (axes.half + FIRST_OUT + k * COLUMN_IOD),
    up: LOWEST + j * ROW_IOD,
    acrossAlong: 0,
    acrossUp: 1,
  }));
  let best: Straight | undefined;
  for (const tone of ['dark', 'bright'] as const) {
    const line = straightest(found[tone], tone);
    if (!best || weigh(line) > weigh(best)) best = line;
  }
  if (!best || best.seen < KNOWN.seen || best.plainly < KNOWN.plainly) return undefined;
  const { from, to, low, high, tone } = best;
  const upAt = (out: number) => {
    const k = (out - FIRST_OUT) / COLUMN_IOD;
    return LOWEST + ROW_IOD * (low + ((high - low) * (k - from)) / (to - from));
  };
  const at = (out: number) => placePx(axes, side * (axes.half + out), upAt(out));
  return {
    line: Float64Array.from([...at(HELD_IOD[0]), ...at(HELD_IOD[1])]),
    side,
    tone,
    sure: best.seen >= SURE.seen && best.plainly >= SURE.plainly,
  };
}

function weigh({ seen, plainly }: Pick<Straight, 'seen' | 'plainly'>): number {
  return SEEN_COUNTS * seen + plainly;
}

/** The straight line that stands out most. @param gains f64[COLUMNS·ROWS], column by column */
function straightest(gains: Float64Array, tone: GlassesArm['tone']): Straight {
  let best: Straight = { from: 0, to: 1, low: 0, high: 0, seen: 0, plainly: 0, tone };
  const first = Math.round((BEGINS_IOD[0] - LOWEST) / ROW_IOD);
  const last = Math.round((BEGINS_IOD[1] - LOWEST) / ROW_IOD);
  for (const [from, to] of SPANS) {
    const reach = Math.round((STEEPEST * (to - from) * COLUMN_IOD) / ROW_IOD);
    for (let low = first; low <= last; low++) {
      for (let high = Math.max(0, low - reach); high <= Math.min(ROWS - 1, low + reach); high++) {
        let seen = 0;
        let sum = 0;
        for (let k = from; k <= to; k++) {
          const row = Math.round(low + ((high - low) * (k - from)) / (to - from));
          const gain = gains[k * ROWS + row];
          if (gain > STANDS_OUT) seen++;
          if (gain > 0) sum += Math.min(PLAIN, gain);
        }
        const line = { seen: seen / (to - from + 1), plainly: sum / (to - from + 1) };
        if (weigh(line) > weigh(best)) best = { from, to, low, high, tone, ...line };
      }
    }
  }
  return best;
}
