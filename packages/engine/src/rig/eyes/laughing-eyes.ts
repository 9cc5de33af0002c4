import { readCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import { mean } from '../../math/mean.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import type { EyeLine } from './eye-shape.ts';

/**
 * Cheeks that push lids up to a crescent lift the lower rim's middle to the line between the corners, IOD
 * above it: laughs have -.02 to -.01, lids that are cast down or shut -.04 and less. The upper rim stays
 * above that line.
 */
const LIFTED_LOWER_IOD = [-0.045, -0.025] as const;
const ABOVE_CORNERS_IOD = [0.015, 0.03] as const;
/** Gap over width of crescents, mean of both eyes, and from which on eyes are open anyway. */
const CRESCENT_RATIO = [0.18, 0.24] as const;
/** The lips of a laugh are apart by this, gap over width, and its corners higher than its middle by this, IOD. */
const LAUGHS_FROM = [0.08, 0.16] as const;
const CORNERS_UP_IOD = [0.01, 0.04] as const;

/** 0..1: how surely slits between lids are a laugh's. */
function laughShown01(eyes: readonly EyeLine[], mouth: MouthLine, iodPx: number): number {
  const at = (rim: 'upper' | 'lower') => mean(eyes.map((eye) => readCurve(eye[rim], 0) / iodPx));
  const ratio = mean(eyes.map((eye) => eye.gapPx / (2 * eye.halfWidthPx)));
  const ends = (readCurve(mouth.upper, -0.95) + readCurve(mouth.upper, 0.95)) / 2;
  const middle = (readCurve(mouth.upper, 0) + readCurve(mouth.lower, 0)) / 2;
  return (
    smoothstep(...LIFTED_LOWER_IOD, at('lower')) *
    smoothstep(...ABOVE_CORNERS_IOD, at('upper')) *
    (1 - smoothstep(...CRESCENT_RATIO, ratio)) *
    smoothstep(...LAUGHS_FROM, mouth.gapPx / (2 * mouth.halfWidthPx)) *
    smoothstep(...CORNERS_UP_IOD, (ends - middle) / iodPx)
  );
}

/**
 * Eyes that a laugh narrows to crescents are no shut ones, however little is seen between their lids:
 * they open as others do when the laugh is taken back, both alike.
 */
export function openLaughing(
  eyes: readonly EyeLine[],
  mouth: MouthLine,
  iodPx: number,
): readonly EyeLine[] {
  if (eyes.length < 2) return eyes;
  const laughs01 = laughShown01(eyes, mouth, iodPx);
  if (laughs01 === 0) return eyes;
  return eyes.map((eye) => ({ ...eye, laughs01, open01: Math.max(eye.open01, laughs01) }));
}
