import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Points3 } from '../../math/points.ts';
import { type ActionUnit, strengthIndex } from '../action-units.ts';
import type { Bases, Basis } from '../basis.ts';
import { readBox } from '../field-box.ts';
import { type HeadPose, landmarkToHead } from '../head/head-pose.ts';
import type { PlateGrid } from '../plate-grid.ts';
import { OPEN_SMILE, REST_FIGURES, type SourceUnits } from '../source-units.ts';
import { bluntEnds, type MouthLine, mouthPoint } from './mouth-line.ts';
import { seamTiltIod } from './seam-tilt.ts';

export interface RestingMouthInput {
  readonly bases: Bases;
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  readonly mouth: MouthLine;
  readonly landmarks: Points3<'frame-px'>;
}

/** Where corners count as corners: at the very end the rims meet and are the network's guess. */
const CORNER_S = 0.95;
/** A side of a crooked smile may hold this much more than both together were read as. */
const CROOKED = 1.35;
/**
 * Yaw over which the sides are told apart less and less, radians: on a head that turns away the pose's
 * error stands for a crooked smile, and this much of it is not believed.
 */
const TURNED = [0.1, 0.34] as const;
const EVEN_TURNED = 0.5;
/**
 * Part of a smile that a blunt far corner keeps: there the corner lies behind the end of the lower lip, and
 * drawn down all the way it sheared that end and what lies beside it.
 */
const BLUNT_KEEPS = 0.45;
/** A smile that was read is never thought away wholly, nor a width taken back beyond this. */
const LEAST_SHARE = 0.15;
const MOST_NARROWED = 0.95;

/**
 * How far a smile must be taken back until the mouth lies at rest on this very face: corners at
 * their height against the seam's middle, and no wider than mouths with such a smile are. The strength of AU12 that
 * was read from the picture says how much smile it shows; the way back depends on the teeth
 * between the lips, on how the corners lie, and may differ between the sides.
 *
 * Displacements are linear in the strengths, so each side's strength follows in closed form.
 */
export function settleMouth(input: RestingMouthInput, shown: SourceUnits): SourceUnits['atRest'] {
  const { pose, mouth, grid } = input;
  const { units, shutMouth } = input.bases;
  if (shown.AU12 <= 0) return shown.atRest;
  const along = Math.hypot(pose.rotation[1], pose.rotation[4]);
  // Up on the face as the picture shows it.
  const upX = pose.rotation[1] / along;
  const upY = -pose.rotation[4] / along;
  const point = (s: number, lower: boolean) =>
    mouthPoint(mouth, s, readCurve(lower ? mouth.lower : mouth.upper, s));
  /** What a basis lifts a point of a rim by, px. */
  const lift = ({ upper, lowerMinusUpper }: Basis, s: number, lower: boolean) => {
    const [x, y] = point(s, lower);
    const dx =
      readBox(grid, upper, 0, x, y) + (lower ? readBox(grid, lowerMinusUpper, 0, x, y) : 0);
    const dy =
      readBox(grid, upper, 1, x, y) + (lower ? readBox(grid, lowerMinusUpper, 1, x, y) : 0);
    return dx * upX + dy * upY;
  };
  /** Height of a rim's point once everything but the smile itself is taken back, px. */
  const released = (s: number, lower: boolean) => {
    const [x, y] = point(s, lower);
    let height = x * upX + y * upY;
    for (const unit of WITH_A_SMILE) {
      for (const side of SIDES) {
        height -= shown[unit] * lift(units[strengthIndex(unit, side)], s, lower);
      }
    }
    return height;
  };
  // Lips shut only until they meet: what comes back with the smile has brought them nearer.
  const closes = lift(shutMouth, 0, true) - lift(shutMouth, 0, false);
  const shut = closes > 0 ? clamp((released(0, false) - released(0, true)) / closes, 0, 1) : 0;
  const settled = (s: number, lower: boolean) =>
    released(s, lower) + shut * lift(shutMouth, s, lower);
  const middle = (settled(0, false) + settled(0, true)) / 2;
  const most = CROOKED * shown.AU12;
  /** What a unit lifts its corner by against the middle, px. */
  const liftsBy = (unit: ActionUnit, side: 'right' | 'left') => {
    const basis = units[strengthIndex(unit, side)];
    const middleLift = (lift(basis, 0, false) + lift(basis, 0, true)) / 2;
    return lift(basis, cornerOf(side), false) - middleLift;
  };
  const restingLift = RESTING_LIFT + seamTiltIod(pose);
  const aboveRest = SIDES.map(
    (side) => settled(cornerOf(side), false) - middle - restingLift * pose.iodPx,
  );
  const drops = SIDES.map((side) => liftsBy('AU12', side));
  const [right, left] = drops.map((drop, i) =>
    drop > 0 ? clamp(aboveRest[i] / drop, LEAST_SHARE * shown.AU12, most) : shown.AU12,
  );
  const mean = (right + left) / 2;
  const scale = mean > shown.AU12 ? shown.AU12 / mean : 1;
  const together = EVEN_TURNED * smoothstep(...TURNED, Math.abs(pose.yawRadians));
  const AU12 = [mix(right, mean, together) * scale, mix(left, mean, together) * scale] as const;
  // Corners that stay too high are drawn down: their way back narrows the mouth no further.
  const still = (aboveRest[0] - AU12[0] * drops[0] + aboveRest[1] - AU12[1] * drops[1]) / 2;
  const drawn = -(liftsBy('AU15', 'right') + liftsBy('AU15', 'left')) / 2;
  const AU15 =
    drawn > 0
      ? clamp(
          (still - SPARED * REST_FIGURES.cornerSlack * pose.iodPx) / drawn,
          0,
          MOST_DRAWN * shown.AU12,
        )
      : 0;
  const grin = widthOf(input);
  const anybodys = REST_FIGURES.mouthWidth + WIDTH_SPARED * REST_FIGURES.widthSlack;
  const bent01 = clamp((mean * scale) / OPEN_SMILE, 0, 1);
  // The dropped jaw of a laugh takes its bend, but its width is a grin's.
  const laughs01 =
    smoothstep(...LAUGH_IS_WIDE, grin / anybodys) *
    smoothstep(...LAUGH_IS_OPEN, shown.lipGapRatio) *
    (shown.AU12 / OPEN_SMILE);
  const broad01 = Math.max(bent01, Math.min(1, laughs01));
  const own = Math.max(anybodys, mix(1, WIDTH_OF_GRIN, broad01) * grin);
  const asAfterAGrin = Math.max(anybodys, WIDTH_OF_GRIN * grin);
  /** AU20 to take away until the mouth has a width, IOD. */
  const narrowedTo = (width: number) =>
    clamp((grin - SMILE_WIDENS * mean * scale - width) / STRETCH_WIDENS, shown.AU20, MOST_NARROWED);
  const blunt = bluntEnds(mouth);
  return {
    AU12: [AU12[0] * (1 - BLUNT_KEEPS * blunt[0]), AU12[1] * (1 - BLUNT_KEEPS * blunt[1])],
    AU15,
    AU20: narrowedTo(own),
    AU20Shaped: narrowedTo(mix(asAfterAGrin, anybodys, SHAPED)),
  };
}

/**
 * Where corners are brought, IOD: a little higher than they lie on average, since sadness starts
 * from there, and corners that hang before it end as hooks.
 */
const RESTING_LIFT = REST_FIGURES.cornerLift + 0.6 * REST_FIGURES.cornerSlack;
/** Corners this part of the slack too high are left there. */
const SPARED = 0.4;
/** Of what mouths differ by in width, this much is left to a smile that is taken back. */
const WIDTH_SPARED = 0.3;
/**
 * Width at rest over that of a broad smile, from photos of the same people (50 mm against 61 to 65):
 * somebody's grin that is broad for a face belongs to a mouth that is. A smile that is less than the
 * largest one told apart has widened its mouth by less.
 */
const WIDTH_OF_GRIN = 0.77;
/** An open mouth that is wider than anybody's at rest by the first does not only speak; by the second it laughs. */
const LAUGH_IS_WIDE = [1.12, 1.3] as const;
/** … if its lips are apart by this, gap over the mouth's width. */
const LAUGH_IS_OPEN = [0.24, 0.36] as const;
/** Part of the way from a grin's to anybody's width that lips go which a feeling opens into a ring. */
const SHAPED = 0.5;
/** Part of a smile's strength that AU15 may draw its corners down by. */
const MOST_DRAWN = 0.9;

function cornerOf(side: 'right' | 'left'): number {
  return side === 'right' ? -CORNER_S : CORNER_S;
}

const SIDES = ['right', 'left'] as const;
/** What a smile brings with it and is taken back together with it. */
export const WITH_A_SMILE = [
  'AU6',
  'AU10',
  'AU25',
  'AU26',
] as const satisfies readonly ActionUnit[];
/** What AU12 and AU20 widen a mouth by at strength 1, both corners together, IOD. */
const SMILE_WIDENS = 0.22;
const STRETCH_WIDENS = 0.27;

/** Distance of the corners in the head frame, IOD. */
function widthOf({ pose, landmarks }: RestingMouthInput): number {
  const right = new Float64Array(3);
  const left = new Float64Array(3);
  landmarkToHead(pose, landmarks, 61, right, 0);
  landmarkToHead(pose, landmarks, 291, left, 0);
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}
