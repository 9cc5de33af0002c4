import type { Picture } from '../../math/picture.ts';
import {
  type Contrasts,
  type EyeAxes,
  type FoundLine,
  followLine,
  plainlyOf,
  readContrasts,
  type Spot,
  shareSeen,
  type Tone,
} from './glasses-lines.ts';

/** What of glasses crosses the nose: the bridge, and the bar that some have over it. */

/** The part of the nose's ridge on which a bridge is looked for, IOD: half its breadth, and heights. */
const BRIDGE_HALF = 0.16;
const BRIDGE_LOW = -0.2;
export const BRIDGE_HIGH = 0.22;
/** In drawings it may be an arch above the eyes. */
export const BRIDGE_HIGH_DRAWN = 0.36;
const BRIDGE_COLUMNS = 24;
const BRIDGE_ROWS = 31;
/** A bar over the bridge lies this far above it at least, and so much further at most, IOD. */
const BAR_ABOVE = 0.06;
const BAR_REACH = 0.26;
/** Share of its way on which it is seen, and how plainly on average, ln units: a frown is neither. */
const BAR_SEEN = 0.95;
const BAR_PLAINLY = 0.4;

/** Contrasts of all places over the nose's ridge up to a height, IOD. */
export function contrastsOverNose(plate: Picture, axes: EyeAxes, high: number): Contrasts {
  return readContrasts(plate, axes, BRIDGE_COLUMNS, BRIDGE_ROWS, (k, j) =>
    overNoseSpot(k, j, BRIDGE_LOW, high),
  );
}

/** The bar that some frames have over their bridge; undefined where skin is seen there. */
export function findBar(
  plate: Picture,
  axes: EyeAxes,
  tone: Tone,
  { spots }: FoundLine,
): FoundLine | undefined {
  const low = Math.max(...spots.map(({ up }) => up)) + BAR_ABOVE;
  const over = readContrasts(plate, axes, BRIDGE_COLUMNS, BRIDGE_ROWS, (k, j) =>
    overNoseSpot(k, j, low, low + BAR_REACH),
  );
  const bar = followLine(over, tone, false);
  const plainly = plainlyOf(bar);
  return shareSeen(bar.contrast) < BAR_SEEN || plainly < BAR_PLAINLY ? undefined : bar;
}

/** Place k of columns over the nose's ridge and j of rows between two heights, IOD. */
function overNoseSpot(k: number, j: number, low: number, high: number): Spot {
  return {
    along: BRIDGE_HALF * ((2 * k) / (BRIDGE_COLUMNS - 1) - 1),
    up: low + ((high - low) * j) / (BRIDGE_ROWS - 1),
    acrossAlong: 0,
    acrossUp: 1,
  };
}
