import { readCurve } from '../math/curve.ts';
import { smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { ActionUnit } from './action-units.ts';
import type { EyeLine } from './eye-shape.ts';
import { lumaAt } from './mouth-line.ts';

/** A pupil inside an iris that is plainly lighter, frame px. */
export interface Pupil {
  readonly xPx: number;
  readonly yPx: number;
  readonly halfWidthPx: number;
}

/** An animal's eye as a piece: what widens it and what holds it in shape. */
export interface AnimalEye {
  readonly line: EyeLine;
  /** Middle of the opening and half its height, frame px. */
  readonly middleXPx: number;
  readonly middleYPx: number;
  readonly halfHeightPx: number;
  readonly pupil: Pupil | undefined;
}

export function describeAnimalEye(plate: Picture, line: EyeLine): AnimalEye {
  const top = readCurve(line.upper, 0);
  const low = readCurve(line.lower, 0);
  const up = (top + low) / 2;
  const middleXPx = line.centreXPx + up * line.alongY;
  const middleYPx = line.centreYPx - up * line.alongX;
  const halfHeightPx = Math.max(1, (top - low) / 2);
  const eye = { line, middleXPx, middleYPx, halfHeightPx, pupil: undefined };
  return { ...eye, pupil: findPupil(plate, eye) };
}

/** 0 in the eye's middle, 1 on its outline, more outside (as an ellipse). */
export function eyeDistance(eye: AnimalEye, xPx: number, yPx: number): number {
  const { line } = eye;
  const dx = xPx - eye.middleXPx;
  const dy = yPx - eye.middleYPx;
  const along = (dx * line.alongX + dy * line.alongY) / line.halfWidthPx;
  const up = (dx * line.alongY - dy * line.alongX) / eye.halfHeightPx;
  return Math.hypot(along, up);
}

/** A pupil is darker than this part of its iris … */
const PUPIL_DARKNESS = 0.55;
/** … and fills this share of the eye: less is a reflection's edge, more is wide open already. */
const LEAST_PUPIL = 0.03;
const MOST_PUPIL = 0.42;

function findPupil(plate: Picture, eye: AnimalEye): Pupil | undefined {
  const reach = Math.ceil(Math.max(eye.line.halfWidthPx, eye.halfHeightPx));
  const pixels: [number, number, number][] = [];
  for (let y = Math.floor(eye.middleYPx - reach); y <= eye.middleYPx + reach; y++) {
    for (let x = Math.floor(eye.middleXPx - reach); x <= eye.middleXPx + reach; x++) {
      if (eyeDistance(eye, x + 0.5, y + 0.5) < 0.72) {
        pixels.push([x + 0.5, y + 0.5, lumaAt(plate, x, y)]);
      }
    }
  }
  if (pixels.length < 30) return undefined;
  const lumas = pixels.map(([, , luma]) => luma).sort((a, b) => a - b);
  const iris = lumas[Math.floor(0.65 * lumas.length)]!;
  const dark = pixels.filter(([, , luma]) => luma < PUPIL_DARKNESS * iris);
  const share = dark.length / pixels.length;
  if (iris < 40 || share < LEAST_PUPIL || share > MOST_PUPIL) return undefined;
  const mean = (k: 0 | 1) => dark.reduce((sum, p) => sum + p[k], 0) / dark.length;
  const xPx = mean(0);
  const yPx = mean(1);
  const spread = Math.sqrt(dark.reduce((sum, [x]) => sum + (x - xPx) ** 2, 0) / dark.length);
  return { xPx, yPx, halfWidthPx: Math.max(1, 2 * spread) };
}

/** How much larger a wide eye gets (AU5 at strength 1), and how far around it that is felt. */
const WIDENING = 0.2;
/** Small eyes, half as wide as the first or less (IOD), grow by this much more. */
const SMALL_EYE_IOD = 0.26;
const SMALL_EYE_WIDENS = 0.16;
/** How much wider a pupil gets with it, and higher. */
const PUPIL_WIDENS = 0.55;
const PUPIL_RISES = 0.16;

/**
 * Motion of a point when an animal's eye opens wide, px: all of it grows, rim, iris and glint, for
 * its lids have nothing more to uncover; and the pupil opens in it.
 */
export function widenEye(
  eye: AnimalEye,
  xPx: number,
  yPx: number,
  iodPx: number,
  out: Float64Array,
): void {
  out[0] = 0;
  out[1] = 0;
  const distance = eyeDistance(eye, xPx, yPx);
  const small = smoothstep(SMALL_EYE_IOD, SMALL_EYE_IOD / 2, eye.line.halfWidthPx / iodPx);
  const grow = (WIDENING + SMALL_EYE_WIDENS * small) * (1 - smoothstep(1.05, 2.3, distance));
  if (grow === 0) return;
  out[0] = grow * (xPx - eye.middleXPx);
  out[1] = grow * (yPx - eye.middleYPx);
  if (!eye.pupil) return;
  const reach = 0.85 * Math.min(eye.line.halfWidthPx, eye.halfHeightPx);
  const dx = xPx - eye.pupil.xPx;
  const dy = yPx - eye.pupil.yPx;
  const q2 = (dx * dx + dy * dy) / (reach * reach);
  if (q2 >= 1) return;
  const share = (1 - q2) ** 2 * (1 - smoothstep(0.45, 0.8, eye.pupil.halfWidthPx / reach));
  out[0] += PUPIL_WIDENS * share * dx;
  out[1] += PUPIL_RISES * share * dy;
}

/** Lids move as far out as this, in half widths of the eye. */
export const LID_ENDS = 1.2;

/** Where a point stands against an animal's lids. */
export interface AnimalLidPlace {
  /** -1 at the inner corner, 1 at the outer one. */
  readonly outwards: number;
  /** Height above the upper and above the lower rim, and the lids' gap here and at most, IOD. */
  readonly aboveUpper: number;
  readonly aboveLower: number;
  readonly gap: number;
  readonly widest: number;
}

/**
 * Motion of an animal's lids along the eye's own up axis at strength 1, IOD. Round eyes narrow to
 * a lens, never to a slot: the lids come further down towards the corners. 4 brings the inner half
 * of the upper lid down, 1 the outer half: what brows do on people's faces, lids do on animals'.
 */
export function displaceAnimalLids(unit: ActionUnit, lid: AnimalLidPlace, lower: boolean): number {
  const { outwards: o, widest } = lid;
  // Blunt corners end steeply: lids move by a softer gap that reaches past them, lest fur kinks.
  const gap = widest * Math.max(0, 1 - (o / LID_ENDS) ** 2);
  const lens = Math.max(0, gap - 0.2 * widest * Math.max(0, 1 - o * o));
  const upper =
    lid.aboveUpper >= 0
      ? 1 - smoothstep(0, 0.16 + 0.8 * widest, lid.aboveUpper)
      : 1 - smoothstep(lid.gap + 0.02, lid.gap + 0.22, -lid.aboveUpper);
  const below =
    lid.aboveLower <= 0
      ? 1 - smoothstep(0, 0.36, -lid.aboveLower)
      : 1 - smoothstep(lid.gap + 0.02, lid.gap + 0.2, lid.aboveLower);
  switch (unit) {
    case 'AU43':
      return lower ? 0.1 * gap * below : -lens * upper;
    case 'AU6':
      return lower ? 0.34 * lens * below : 0;
    case 'AU7':
      return lower ? 0.16 * lens * below : -0.16 * lens * upper;
    case 'AU4':
      return lower ? 0 : -0.37 * gap * smoothstep(1, -0.9, o) * upper;
    case 'AU1':
      return lower ? 0 : -0.38 * gap * smoothstep(-0.9, 1, o) * upper;
    default:
      return 0;
  }
}
