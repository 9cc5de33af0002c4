import { smoothstep } from '../../math/easing.ts';
import type { HeadPose } from '../head/head-pose.ts';

const DEGREE = Math.PI / 180;
/** From the first angle on the network's points of the nose lie beside it; far off at the second. */
const ASTRAY = [18 * DEGREE, 36 * DEGREE] as const;
const ASTRAY_KEEPS = 0.65;
/** The same of the side that is turned away, of which little is seen. */
const FAR = [14 * DEGREE, 28 * DEGREE] as const;
const FAR_KEEPS = 0.5;

/**
 * 0..1: how well it is known where the folds beside the nose lie. On turned heads the landmarks leave
 * its wings by up to .2 IOD, and a fold that hangs on nothing is a smear.
 * @param sign 1 on the subject's left, -1 on the right
 */
export function foldTrust01({ yawRadians }: Pick<HeadPose, 'yawRadians'>, sign: -1 | 1): number {
  const turned = Math.abs(yawRadians);
  const near = 1 - (1 - ASTRAY_KEEPS) * smoothstep(...ASTRAY, turned);
  const far = sign * yawRadians > 0 ? 1 - (1 - FAR_KEEPS) * smoothstep(...FAR, turned) : 1;
  return near * far;
}
