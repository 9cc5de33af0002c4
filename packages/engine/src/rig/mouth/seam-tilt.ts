import type { HeadPose } from '../head/head-pose.ts';

/** How far corners lie behind the middle of the lips, IOD: median of people's pictures. */
const CORNERS_BEHIND_IOD = 0.25;
/** Of what is seen from above, this much is left: all of it, and sadness would still seem to smile. */
const LEFT = 0.5;
/** The third axis's share of up on heads that are painted and photographed straight on. */
const STRAIGHT_ON = -0.14;

/**
 * How far the corners of a mouth at rest are left above its middle for being seen from above, IOD, 0 or
 * more: lips go round the arch of the teeth, and a head that looks down shows that as a smile's bend.
 */
export function seamTiltIod({ rotation }: Pick<HeadPose, 'rotation'>): number {
  return Math.max(0, LEFT * CORNERS_BEHIND_IOD * (STRAIGHT_ON - rotation[5]));
}
