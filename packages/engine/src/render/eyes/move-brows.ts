import type { FaceState } from '../../expression/face-state.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { wholeOf } from '../../math/points.ts';
import { type ActionUnit, strengthIndex } from '../../rig/action-units.ts';
import { shareOf } from '../../rig/drawing/brow-piece.ts';
import type { DrawnBrow } from '../../rig/drawing/drawn-brow.ts';
import { levelsOff } from '../../rig/drawing/drawn-pieces.ts';
import { carriedBy } from '../../rig/plate-grid.ts';
import type { Rig } from '../../rig/rig.ts';
import { BROW_PIECE, displaceByUnit } from '../../rig/unit-displacement.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { slitRect } from '../slit.ts';

/** Units that move brows. */
const UNITS = ['AU1', 'AU2', 'AU4', 'AU9'] as const satisfies readonly ActionUnit[];
/** Where a brow's inner and outer ends lie in the head frame, IOD from the midline. */
const INNER_A = 0.22;
const OUTER_A = 0.78;
/** How many times as far as on people brows rise and tilt: cartoonists exaggerate. */
const LIFTS = 1.3;
const TILTS = 2.2;
/** A brow that the picture tilts the other way has lost that tilt once the feeling asks for so much tilt, radians. */
const OWN_GOES_AT = 0.25;
/** A brow is turned by at most the first, and to a slope of at most the second (or its own, if steeper), radians. */
const MOST_TURNED = 0.7;
const STEEPEST = 0.55;
/** How far a brow may come down over its eye's upper edge, IOD. */
const OVER_EYE = 0.05;
/** Levels that the cubic overshoots by beside the edge of a dark brow. */
const OVERSHOOTS = 30;
/** Levels off the skin from which a pixel below a brow is the frame of glasses: brows go behind it. */
const BEHIND = [14, 34] as const;
/** … and from which on what lies over a shaded brow's place is hair or a brim: such brows go behind that. */
const BEHIND_HAIR = [45, 75] as const;

/** What one unit at strength 1 moves the ends of a brow by, IOD. */
interface EndMotion {
  readonly index: readonly [right: number, left: number];
  readonly inner: { readonly out: number; readonly up: number };
  readonly outer: { readonly out: number; readonly up: number };
  /** Does it lower the inner end? */
  readonly frowns: boolean;
}

const MOTIONS: readonly EndMotion[] = UNITS.map((unit) => {
  const at = (a: number) => {
    const out = { out: 0, up: 0 };
    displaceByUnit(unit, a, BROW_PIECE.v, { s: 9, h: 9 }, false, out);
    return out;
  };
  const index = [strengthIndex(unit, 'right'), strengthIndex(unit, 'left')] as const;
  return { index, inner: at(INNER_A), outer: at(OUTER_A), frowns: at(INNER_A).up < 0 };
});

/** Does anything move brows? */
export function browsMove({ strengths }: FaceState): boolean {
  return MOTIONS.some(({ index }) => index.some((i) => strengths[i] !== 0));
}

/**
 * Draws a drawing's brows where their units take them: each moves as the shape it is, turned about its middle, and over
 * hair as cartoonists draw them; that stays. Those of 3-D characters go behind it.
 */
export function paintDrawnBrows(
  rig: Pick<Rig, 'drawnBrows' | 'glasses' | 'grid' | 'pose'>,
  state: FaceState,
  field: Float32Array,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  if (!browsMove(state)) return;
  for (const brow of rig.drawnBrows.shapes) {
    paintBrow(brow, placeBrow(rig, brow, state, field), rig.glasses !== undefined, out);
  }
}

/**
 * Where a brow goes, frame px: its middle in the picture (from), where the head alone carries that
 * (rest), where its units take it (to), and by how much it turns, radians.
 */
interface BrowPlace {
  readonly fromX: number;
  readonly fromY: number;
  readonly restX: number;
  readonly restY: number;
  readonly toX: number;
  readonly toY: number;
  readonly turned: number;
}

function placeBrow(
  { grid, pose }: Pick<Rig, 'grid' | 'pose'>,
  brow: DrawnBrow,
  { strengths }: FaceState,
  field: Float32Array,
): BrowPlace {
  const { side, inner, outer, alongX, alongY } = brow;
  const { iodPx } = pose;
  // To the temple on this side of the picture, along the eye's axis.
  const outwards = side === 'left' ? 1 : -1;
  const wanted = motionOf(strengths, side);
  const dx = inner[0] - outer[0];
  const dy = inner[1] - outer[1];
  // Radians by which the inner end lies higher than the outer one.
  const own = Math.atan2(dx * alongY - dy * alongX, Math.abs(dx * alongX + dy * alongY));
  const turned = turnOf(own, wanted.tilt);
  // An end that came down onto the eye takes the whole brow up instead: the tilt says more.
  const fallsPx = (Math.hypot(dx, dy) / 2) * Math.sin(Math.abs(turned));
  const up = Math.max(wanted.up * iodPx, fallsPx - brow.roomPx - OVER_EYE * iodPx);
  const along = outwards * wanted.out * iodPx;
  const [fromX, fromY] = [(inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2];
  const [restX, restY] = carriedBy(grid, field, fromX, fromY);
  const [innerX, innerY] = carriedBy(grid, field, ...inner);
  const [outerX, outerY] = carriedBy(grid, field, ...outer);
  // What carries the brow turns it as well: the head.
  const [x, y] = [innerX - outerX, innerY - outerY];
  const head = Math.atan2(dx * y - dy * x, dx * x + dy * y);
  return {
    ...{ fromX, fromY, restX, restY },
    toX: restX + along * alongX + up * alongY,
    toY: restY + along * alongY - up * alongX,
    turned: head + outwards * turned,
  };
}

/** What strengths ask of a brow: IOD up and to the temple, and radians by which its inner end rises. */
function motionOf(strengths: Float32Array, side: DrawnBrow['side']) {
  let [innerUp, outerUp, out, frown] = [0, 0, 0, 0];
  for (const { index, inner, outer, frowns } of MOTIONS) {
    const strength = strengths[index[side === 'left' ? 1 : 0]];
    innerUp += strength * inner.up;
    outerUp += strength * outer.up;
    out += (strength * (inner.out + outer.out)) / 2;
    if (frowns) frown += strength * (inner.up - outer.up);
  }
  const rise = innerUp - outerUp;
  // Outer ends that are raised, in a smile say, are no frown.
  const tilt = rise < 0 ? Math.max(rise, Math.min(0, frown)) : rise;
  return {
    up: (LIFTS * (innerUp + outerUp)) / 2,
    out: LIFTS * out,
    tilt: Math.atan((TILTS * tilt) / (OUTER_A - INNER_A)),
  };
}

/** Radians by which a brow with a tilt of its own turns. */
function turnOf(own: number, wanted: number): number {
  const against = own * wanted < 0 ? smoothstep(0, OWN_GOES_AT, Math.abs(wanted)) : 0;
  const steepest = Math.max(STEEPEST, Math.abs(own));
  const tilt = clamp((1 - against) * own + wanted, -steepest, steepest);
  return clamp(tilt - own, -MOST_TURNED, MOST_TURNED);
}

function paintBrow(
  { sprite, colour, skin, shaded, alongX, alongY }: DrawnBrow,
  { fromX, fromY, restX, restY, toX, toY, turned }: BrowPlace,
  glasses: boolean,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const { xPx, yPx, widthPx, heightPx, rgb } = sprite;
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const share = shareOf(skin, colour, shaded ? Number.POSITIVE_INFINITY : undefined);
  const axes = { centreXPx: toX, centreYPx: toY, alongX: cos, alongY: sin };
  const [left, foot] = [xPx - fromX, fromY - yPx - heightPx];
  const frame = wholeOf(out);
  const rect = slitRect(axes, left, left + widthPx, foot, foot + heightPx, frame);
  const seen = new Float64Array(3);
  const [from, to] = shaded ? BEHIND_HAIR : BEHIND;
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - toX;
      const dy = y + 0.5 - toY;
      const sx = fromX + cos * dx + sin * dy - xPx;
      const sy = fromY - sin * dx + cos * dy - yPx;
      if (sx < 1 || sy < 1 || sx > widthPx - 1 || sy > heightPx - 1) continue;
      sampleCubic(rgb, 3, widthPx, heightPx, sx - 0.5, sy - 0.5, seen);
      const i = 4 * (y * out.widthPx + x);
      const above = (x + 0.5 - restX) * alongY - (y + 0.5 - restY) * alongX;
      const goesBehind = shaded || (above <= 0 && glasses);
      const front = goesBehind ? 1 - smoothstep(from, to, levelsOff(out.frame, skin, i)) : 1;
      if (front === 0) continue;
      const covered = clamp(share(seen), 0, 1);
      // Beside an edge the cubic overshoots: over hair that would be a rim of light.
      if (covered === 0 && levelsOff(seen, skin) < OVERSHOOTS) continue;
      for (let k = 0; k < 3; k++) {
        const laid = seen[k] + (1 - covered) * (out.frame[i + k] - skin[k]);
        out.frame[i + k] = clamp(Math.round(mix(out.frame[i + k], laid, front)), 0, 255);
      }
    }
  }
}
