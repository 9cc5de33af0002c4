import { findBestLine } from '../../math/best-line.ts';
import { lumaAt } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { EyeLine } from './eye-shape.ts';

/** How far beside a line the skin is read, IOD: a line is at most about as thick. */
const BESIDE = [0.02, 0.035, 0.055, 0.08] as const;
/** … and in a drawing, whose frames may be as thick as a brow. */
export const BESIDE_DRAWN = [...BESIDE, 0.12, 0.17] as const;
/** Part of its contrast at which a line counts as seen from both sides. */
const SEEN = 0.7;
/** A line is read this far along itself as well, IOD: grain is no line. */
const ALONG = 0.012;
/** A line stands out from here on; more than the second makes it no surer, ln units. */
const STANDS_OUT = 0.1;
const PLAIN = 1;
/** Places by which a line may move between two columns, and what each costs, ln units. */
const MOST_STEPS = 2;
const STEP_COST = 0.025;
/** Added before logarithms, levels: noise in the dark is no contrast. */
const LOG_OFFSET = 12;

/** A place along and above the middle between the eyes, IOD, and the direction across a line there. */
export interface Spot {
  readonly along: number;
  readonly up: number;
  readonly acrossAlong: number;
  readonly acrossUp: number;
}

/** The axes of both eyes in the picture. */
export interface EyeAxes {
  readonly middleXPx: number;
  readonly middleYPx: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly iodPx: number;
  /** From the middle to an eye, IOD. */
  readonly half: number;
  /** See BESIDE. */
  readonly beside: readonly number[];
  /** true: the head is turned, and its far eye may be hidden. */
  readonly turned: boolean;
}

/** A line that was followed from column to column. */
export interface FoundLine {
  readonly spots: readonly Spot[];
  /** At each spot, ln units. */
  readonly contrast: Float64Array;
}

/** What a line is against both its sides; 'either': now this, now that, as thin metal is. */
export type Tone = 'dark' | 'bright' | 'either';

/** From this on a head is turned, radians. */
const TURNED = 0.25;

/** Those axes; undefined unless both eyes are known. */
export function eyeAxes(
  eyes: readonly EyeLine[],
  { iodPx, yawRadians }: Pick<HeadPose, 'iodPx' | 'yawRadians'>,
): EyeAxes | undefined {
  const right = eyes.find(({ side }) => side === 'right');
  const left = eyes.find(({ side }) => side === 'left');
  if (!right || !left) return undefined;
  const dx = left.centreXPx - right.centreXPx;
  const dy = left.centreYPx - right.centreYPx;
  const apartPx = Math.hypot(dx, dy);
  return {
    middleXPx: (left.centreXPx + right.centreXPx) / 2,
    middleYPx: (left.centreYPx + right.centreYPx) / 2,
    alongX: dx / apartPx,
    alongY: dy / apartPx,
    iodPx,
    half: apartPx / 2 / iodPx,
    beside: BESIDE,
    turned: Math.abs(yawRadians) > TURNED,
  };
}

/** Share of a line's way on which it stands out. */
export function shareSeen(contrast: Float64Array): number {
  return contrast.filter((c) => c > STANDS_OUT).length / contrast.length;
}

/** How much a line stands out on average, ln units. */
export function plainlyOf({ contrast }: FoundLine): number {
  return mean(Array.from(contrast, (c) => Math.max(0, c)));
}

/** Contrasts of all places at which a line may lie, ln units, column by column. */
export interface Contrasts {
  readonly columns: number;
  readonly rows: number;
  readonly spotAt: (column: number, row: number) => Spot;
  readonly dark: Float64Array;
  readonly bright: Float64Array;
}

/** Reads them. @param edges true: dark lines count where only their outer side is brighter */
export function readContrasts(
  plate: Picture,
  axes: EyeAxes,
  columns: number,
  rows: number,
  spotAt: Contrasts['spotAt'],
  edges = false,
): Contrasts {
  const dark = new Float64Array(columns * rows).fill(-Infinity);
  const bright = new Float64Array(columns * rows).fill(-Infinity);
  for (let k = 0; k < columns; k++) {
    for (let j = 0; j < rows; j++) {
      const i = k * rows + j;
      forEachBeside(plate, axes, spotAt(k, j), (darker, brighter, darkerThanOut) => {
        dark[i] = Math.max(dark[i], edges ? darkerThanOut : darker);
        bright[i] = Math.max(bright[i], brighter);
      });
    }
  }
  return { columns, rows, spotAt, dark, bright };
}

/** The line that stands out most. @param closed true: it ends where it begins */
export function followLine(found: Contrasts, tone: Tone, closed: boolean): FoundLine {
  const gains =
    tone === 'either' ? found.dark.map((c, i) => Math.max(c, found.bright[i])) : found[tone];
  const line = findBestLine(gains, found.columns, found.rows, {
    mostSteps: MOST_STEPS,
    stepCost: (moved) => STEP_COST * moved,
    most: PLAIN,
    closed,
  });
  return { spots: Array.from(line.rows, (j, k) => found.spotAt(k, j)), contrast: line.gains };
}

/**
 * By how much a place is darker and brighter than both its sides, and darker than its outer one, ln
 * units, at each of BESIDE.
 */
function forEachBeside(
  plate: Picture,
  axes: EyeAxes,
  { along, up, acrossAlong: u, acrossUp: w }: Spot,
  visit: (darker: number, brighter: number, darkerThanOut: number) => void,
): void {
  const read = (a: number, b: number) => lnLuma(plate, axes, a, b);
  const here =
    (read(along, up) +
      read(along - ALONG * w, up + ALONG * u) +
      read(along + ALONG * w, up - ALONG * u)) /
    3;
  for (const d of axes.beside) {
    const one = read(along + d * u, up + d * w);
    const other = read(along - d * u, up - d * w);
    visit(Math.min(one, other) - here, here - Math.max(one, other), one - here);
  }
}

/** Half of how thick a line is at a place, IOD: its sides are plain skin from there on. */
export function halfThickness(plate: Picture, axes: EyeAxes, spot: Spot, tone: Tone): number {
  const contrasts: number[] = [];
  forEachBeside(plate, axes, spot, (darker, brighter) =>
    contrasts.push(
      tone === 'either' ? Math.max(darker, brighter) : tone === 'dark' ? darker : brighter,
    ),
  );
  const plain = SEEN * Math.max(...contrasts);
  return axes.beside[
    Math.max(
      0,
      contrasts.findIndex((c) => c >= plain),
    )
  ];
}

/** ln of luma at a place along and above the middle between the eyes, IOD. */
export function lnLuma(plate: Picture, axes: EyeAxes, along: number, up: number): number {
  const [x, y] = placePx(axes, along, up);
  return Math.log(lumaAt(plate, x, y) + LOG_OFFSET);
}

/** A place along and above the middle between the eyes, IOD → frame px. */
export function placePx(axes: EyeAxes, along: number, up: number): [number, number] {
  const { middleXPx, middleYPx, alongX, alongY, iodPx } = axes;
  return [
    middleXPx + iodPx * (along * alongX + up * alongY),
    middleYPx + iodPx * (along * alongY - up * alongX),
  ];
}
