import { type AxesPx, fromAxes, onAxes } from '../../math/axes.ts';
import { mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { ActionUnit } from '../action-units.ts';
import { type FaceTone, lumaOf, patchMean } from '../skin/face-tone.ts';
import type { MouthPlace } from '../unit-displacement.ts';

/** Landmarks between the nose and the red of the upper lip, on either side of the middle. */
const ABOVE_LIP = [
  [37, 167, 39, 165],
  [267, 393, 269, 391],
] as const;
const NOSE_BASE = 2;
/** Share of the places that look like hair: no moustache, and surely one. */
const SURE = [0.15, 0.5] as const;
/** Luma of hair against the skin of the face: surely hair, and surely none. */
const HAIR_LUMA = [0.42, 0.68] as const;

/**
 * 0..1: dark hair over the upper lip, on both sides: half a face in shadow is none.
 * @param mouth the mouth's own axes: up to the nose is theirs
 */
export function findMoustache(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  mouth: AxesPx,
  iodPx: number,
  tone: Pick<FaceTone, 'skin'>,
): number {
  const skin = Math.max(1, lumaOf(tone.skin));
  const placeOf = (index: number) => onAxes(mouth, landmarks[3 * index], landmarks[3 * index + 1]);
  const [, noseUp] = placeOf(NOSE_BASE);
  const sides = ABOVE_LIP.map((indices) => {
    let sum = 0;
    for (const index of indices) {
      // A third of the way up to the nose: the red of the lip stays out of it.
      const [along, up] = placeOf(index);
      const [x, y] = fromAxes(mouth, along, (2 * up + noseUp) / 3);
      const colour = patchMean(plate, x, y, 0.025 * iodPx);
      sum += 1 - smoothstep(...HAIR_LUMA, lumaOf(colour) / skin);
    }
    return sum / indices.length;
  });
  return smoothstep(...SURE, Math.min(...sides));
}

/** Share of each unit's sideways motion that a moustache takes part in: hair keeps its breadth. */
const SIDEWAYS: Partial<Record<ActionUnit, number>> = {
  AU12: 0.7,
  AU18: 0.25,
  AU20: 0.6,
  AU26: 0.2,
};
/** Its ends hang from the upper lip: a dropped jaw does not draw them down round the mouth. */
const ENDS_DROP = 0.35;
/** How far they hang below the corners, and over what the cheek below them goes with the jaw, IOD. */
const ENDS_HANG = 0.24;
const CHEEK_GIVES = 0.3;
/** The lips part below a moustache: it does not rise with AU25 as bare lips do. */
const PARTING = 0.3;

/** How far below the seam a lower lip keeps the breadth of the hair over it, wholly and at all, IOD. */
const LIP_BELOW_HAIR = [0.15, 0.5] as const;

/**
 * How much of a unit's motion a place takes part in, sideways and upwards: in the upper layer, and
 * sideways (`lipOut`) in the lower one. A lower lip that is drawn in below hair that is not hangs from
 * it as a V, and the skin beside it is drawn out in streaks.
 * @param a distance from the midline, IOD
 */
export function moustacheShare(
  unit: ActionUnit,
  moustache01: number,
  a: number,
  mouth: MouthPlace,
): { readonly out: number; readonly lipOut: number; readonly up: number } {
  // Its ends hang down beside the corners of the mouth; the cheek below them gives way over a while.
  const beside = smoothstep(0.8, 1.1, mouth.s);
  const low = ENDS_HANG * beside;
  const within = moustache01 * (1 - smoothstep(0.6, 0.95, a));
  const hair =
    within *
    (1 - smoothstep(0.3, 0.5, mouth.h)) *
    smoothstep(-0.04 - CHEEK_GIVES * beside, 0.05, mouth.h + low);
  const held = 1 - (SIDEWAYS[unit] ?? 1);
  const lip = within * (1 - smoothstep(...LIP_BELOW_HAIR, -mouth.h));
  return {
    out: 1 - hair * held,
    lipOut: 1 - Math.max(hair, lip) * held,
    up:
      unit === 'AU25'
        ? 1 - moustache01 * (1 - PARTING)
        : unit === 'AU26'
          ? 1 - hair * (1 - ENDS_DROP)
          : 1,
  };
}

/** Lips part below a moustache over this share of the mouth's breadth: its ends lie on the corners. */
const PARTS_WITHIN = 0.88;

/**
 * Where along the mouth (see MouthPlace) lips that part act as if a place at |s| were. Corners that hair
 * keeps apart would make a V of the opening; this makes it round.
 */
export function partsBelowHair(moustache01: number, s: number): number {
  return mix(s, (s / PARTS_WITHIN) ** 1.5, moustache01);
}
