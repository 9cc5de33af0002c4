import { type SampledCurve, smoothCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/** How far off the seam lips are lips, and over how much its own darkest place is looked for, IOD. */
const LIPS_IOD = 0.032;
const SEAM_IOD = 0.012;
/** Places along the mouth that are read for one, and half the stretch that they take, share of s. */
const READ_PLACES = 5;
const READ_OVER = 0.06;
const SMOOTH_PASSES = 8;

/**
 * Share of the light that the line of a shut mouth lacks against the lips on both sides, 0..1, from
 * the right corner to the left one: as good as nothing where paint or gloss runs on over it.
 */
export function readSeamShade(
  plate: Picture,
  mouth: MouthLine,
  iodPx: number,
): SampledCurve | undefined {
  if (mouth.gapPx > 0) return undefined;
  const last = mouth.upper.values.length - 1;
  const values = mouth.upper.values.map((height, i) => {
    let lost = 0;
    for (let k = 0; k < READ_PLACES; k++) {
      const along = READ_OVER * ((2 * k) / (READ_PLACES - 1) - 1);
      const s = clamp(-1 + (2 * i) / last + along, -1, 1);
      const luma = (h: number) => lumaAt(plate, ...mouthPoint(mouth, s, height + h * iodPx));
      const lips = (luma(LIPS_IOD) + luma(-LIPS_IOD)) / 2;
      const line = Math.min(
        luma(-SEAM_IOD),
        luma(-SEAM_IOD / 2),
        luma(0),
        luma(SEAM_IOD / 2),
        luma(SEAM_IOD),
      );
      lost += clamp(1 - line / Math.max(1, lips), 0, 1) / READ_PLACES;
    }
    return lost;
  });
  return smoothCurve({ values }, SMOOTH_PASSES);
}
