import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import { BELOW_EYE } from './glasses-lenses.ts';
import {
  type EyeAxes,
  type FoundLine,
  followLine,
  readContrasts,
  type Spot,
  shareSeen,
  type Tone,
} from './glasses-lines.ts';

/** The rims of glasses: closed lines around the lenses. */

/** Directions around an eye: 0 towards the temple, a quarter on up, half towards the nose. */
const DIRECTIONS = 60;
/** Those that count as beside the temple, on either side of 0, and as below, parts of a turn. */
const TEMPLE_WITHIN = 0.12;
const BELOW_FROM = 0.55;
const BELOW_TO = 0.95;
/** How far from the lens's middle a rim may lie, IOD up and down; sideways lenses are wider. */
const NEAREST = 0.17;
const FARTHEST = 0.58;
const RADII = 56;
const WIDER = 1.25;
/** A rim ends before the nose's ridge, IOD. */
const NOSE_AT = 0.44;

/** The lines around both eyes, that on the picture's left first. @param edges see readContrasts */
export function followRims(
  plate: Picture,
  axes: EyeAxes,
  tone: Tone,
  edges = false,
): readonly [FoundLine, FoundLine] {
  const around = (side: -1 | 1) =>
    followLine(
      readContrasts(plate, axes, DIRECTIONS, RADII, (k, j) => rimSpot(axes, side, k, j), edges),
      tone,
      true,
    );
  return [around(-1), around(1)];
}

/** Share of its way below the eye on which a rim stands out. */
export function seenBelow({ contrast }: FoundLine): number {
  return shareSeen(contrast.filter(isBelow));
}

/** Share of its way beside the temple on which a rim stands out. */
export function seenBesideTemple({ contrast }: FoundLine): number {
  return shareSeen(contrast.filter(isBesideTemple));
}

function isBesideTemple(_contrast: number, k: number): boolean {
  return Math.min(k, DIRECTIONS - k) < TEMPLE_WITHIN * DIRECTIONS;
}

function isBelow(_contrast: number, k: number): boolean {
  return k > BELOW_FROM * DIRECTIONS && k < BELOW_TO * DIRECTIONS;
}

/** Mean distance from the middle of a lens to its rim, IOD up and down. */
export function radiusOf({ half }: EyeAxes, { spots }: FoundLine): number {
  return mean(
    spots.map(({ along, up }) => Math.hypot((Math.abs(along) - half) / WIDER, up + BELOW_EYE)),
  );
}

/** Place k of directions and j of radii around the eye on the picture's left (-1) or right (1). */
function rimSpot({ half }: EyeAxes, side: -1 | 1, k: number, j: number): Spot {
  const turn = (2 * Math.PI * k) / DIRECTIONS;
  const radius = NEAREST + ((FARTHEST - NEAREST) * j) / (RADII - 1);
  const out = Math.max(WIDER * Math.cos(turn) * radius, -Math.min(NOSE_AT, half));
  // Across the ellipse on which places of one radius lie.
  const acrossOut = Math.cos(turn) / WIDER;
  const length = Math.hypot(acrossOut, Math.sin(turn));
  return {
    along: side * (half + out),
    up: Math.sin(turn) * radius - BELOW_EYE,
    acrossAlong: (side * acrossOut) / length,
    acrossUp: Math.sin(turn) / length,
  };
}

/** A rim on the other side of the nose. */
export function mirrored({ spots, contrast }: FoundLine): FoundLine {
  const over = ({ along, acrossAlong, ...spot }: Spot): Spot => ({
    ...spot,
    along: -along,
    acrossAlong: -acrossAlong,
  });
  return { spots: spots.map(over), contrast };
}
