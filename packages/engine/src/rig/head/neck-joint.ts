import { smoothstep } from '../../math/easing.ts';
import { depthInHead, type HeadPose, projectHead } from './head-pose.ts';

/** Neck joint against the head frame's origin, IOD: the head turns about it. */
const PERSON_NECK: readonly [number, number, number] = [0, -2.2, -0.9];
/** An animal's neck joint, IOD below and behind the origin. Of its pose only the tilt (roll) is known. */
const ANIMAL_NECK = { below: 1.7, behind: 0.6 };
/** Heights of the head frame, IOD, between which a neck is less and less the head's. */
const NECK_ENDS = [-3.1, -1.75] as const;

/** A person's neck joint in frame px and depth px. */
export function neckOfPerson(pose: HeadPose): [xPx: number, yPx: number, zPx: number] {
  const at = new Float64Array(2);
  projectHead(pose, ...PERSON_NECK, at, 0);
  return [at[0], at[1], depthInHead(pose, ...PERSON_NECK)];
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

/** 0..1: how much a place of the head frame, IOD, goes with the head; the rest goes with the shoulders. */
export function headShare(height: number, beside: number): number {
  return smoothstep(...NECK_ENDS, height - 0.15 * beside);
}
