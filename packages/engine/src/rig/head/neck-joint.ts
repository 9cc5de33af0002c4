import type { HeadPose } from './head-pose.ts';

/** Neck joint against the head frame's origin, IOD: the head turns about it. */
export const PERSON_NECK: readonly [number, number, number] = [0, -2.2, -0.9];
/** An animal's neck joint, IOD below and behind the origin. Of its pose only the tilt (roll) is known. */
const ANIMAL_NECK = { below: 1.7, behind: 0.6 };

/** A person's neck joint in frame px and depth px. */
export function neckOfPerson({
  rotation: r,
  iodPx,
  originXPx,
  originYPx,
}: HeadPose): [xPx: number, yPx: number, zPx: number] {
  const [x, y, z] = PERSON_NECK;
  return [
    originXPx + iodPx * (r[0] * x + r[1] * y + r[2] * z),
    originYPx - iodPx * (r[3] * x + r[4] * y + r[5] * z),
    iodPx * (r[6] * x + r[7] * y + r[8] * z),
  ];
}

/** An animal's neck joint in frame px and depth px. */
export function neckOfAnimal({
  iodPx,
  originXPx,
  originYPx,
  rollRadians,
}: HeadPose): [xPx: number, yPx: number, zPx: number] {
  const { below, behind } = ANIMAL_NECK;
  return [
    originXPx - below * iodPx * Math.sin(rollRadians),
    originYPx + below * iodPx * Math.cos(rollRadians),
    -behind * iodPx,
  ];
}
