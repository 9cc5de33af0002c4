import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { ArtStyle } from '../style/art-style.ts';

/** How deep furrows of a style are against those of a photo. */
const OF_STYLE: Readonly<Record<ArtStyle, number>> = {
  photo: 1,
  painting: 1,
  drawing: 0.3,
  animal: 1,
};

/** … and what is plainly painted. */
const PAINTED_KEEPS = 0.85;

/**
 * The iris hardly grows from childhood on while the distance of the eyes does: radius / IOD is
 * about .093 in adults (11.7 mm across at 63 mm) and above .12 in small children and in cartoons.
 */
const ADULT_IRIS_IOD = 0.102;
const CHILD_IRIS_IOD = 0.126;
/** Part of the furrows that a child's face keeps. */
const CHILD_KEEPS = 0.25;

/** Middles of the forehead and of the cheeks. */
const SKIN_AT = [151, 108, 337, 69, 299, 9, 50, 280, 101, 330, 205, 425] as const;
/**
 * Which of these places speaks for the skin, counted from the smoothest: a fringe, a brow, a hat or
 * the rim of glasses is livelier than any skin, and lies on some of them.
 */
const SPEAKS = 4;
/** Relative contrast of skin at the size of furrows: smooth, and lively. */
const SMOOTH_CONTRAST = 0.003;
const LIVELY_CONTRAST = 0.016;
const SMOOTH_KEEPS = 0.55;
/** A coat without hair in it is drawn. */
const SMOOTH_COAT_KEEPS = 0.2;

/** 0..1: how strongly furrows may be shaded on this face. */
export function creaseStrength(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  pose: HeadPose,
  eyes: readonly EyeLine[],
  style: ArtStyle,
  painted01: number,
): number {
  const iris = eyes.reduce((sum, e) => sum + e.iris.radiusPx / eyes.length, 0) / pose.iodPx;
  // An animal's iris says nothing about its age.
  const youth = style === 'animal' ? 0 : smoothstep(ADULT_IRIS_IOD, CHILD_IRIS_IOD, iris);
  const smooth = style === 'animal' ? SMOOTH_COAT_KEEPS : SMOOTH_KEEPS;
  const lively = smoothstep(
    SMOOTH_CONTRAST,
    LIVELY_CONTRAST,
    skinContrast(plate, landmarks, pose.iodPx),
  );
  const ofStyle = OF_STYLE[style] * mix(1, PAINTED_KEEPS, painted01);
  return ofStyle * (1 - (1 - CHILD_KEEPS) * youth) * (smooth + (1 - smooth) * lively);
}

/** Relative contrast of the skin: that of the place of it that speaks for it. */
function skinContrast(plate: Picture, landmarks: Points3<'frame-px'>, iodPx: number): number {
  const contrasts = SKIN_AT.map((index) =>
    contrastAt(plate, landmarks[3 * index], landmarks[3 * index + 1], iodPx),
  );
  return contrasts.sort((a, b) => a - b)[SPEAKS];
}

/** Root mean square around a place between the scales of .015 and .05 IOD, relative to its luma. */
function contrastAt(plate: Picture, xPx: number, yPx: number, iodPx: number): number {
  let sum = 0;
  for (let k = 0; k < 25; k++) {
    const x = xPx + ((k % 5) - 2) * 0.05 * iodPx;
    const y = yPx + (Math.floor(k / 5) - 2) * 0.05 * iodPx;
    const wide = meanLuma(plate, x, y, 0.05 * iodPx);
    const d = (meanLuma(plate, x, y, 0.015 * iodPx) - wide) / Math.max(20, wide);
    sum += d * d;
  }
  return Math.sqrt(sum / 25);
}

function meanLuma(plate: Picture, x: number, y: number, radiusPx: number): number {
  // As many to either side: where steps of a pixel do not fill a small square, it would lie aside.
  const steps = clamp(Math.round(radiusPx), 1, 3);
  let sum = 0;
  for (let j = -steps; j <= steps; j++) {
    for (let i = -steps; i <= steps; i++) {
      sum += lumaAt(plate, x + (i * radiusPx) / steps, y + (j * radiusPx) / steps);
    }
  }
  return sum / (2 * steps + 1) ** 2;
}
