import { smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import { findAnimalMouth } from './animal-mouth.ts';
import { createPyramid } from './crop.ts';
import type { Face } from './face.ts';
import { faceFromLandmarks } from './face-shape.ts';
import { EYES } from './landmark-indices.ts';

/** Between the lips: on the upper one and on the lower one. */
const MOUTH = [13, 14] as const;
/**
 * The models know people, whose noses are short: they lay a dog's mouth on its nose. It is moved where nose and line
 * are seen as plainly as this, where so much more speaks for it, and further than this, IOD. Where the mesh lies right,
 * it leads by nothing; white kittens' noses and monkeys' are not seen as plainly.
 */
const PLAINLY_SEEN = 2;
const PLAIN_LEAD = 0.2;
const FAR_OFF = 0.18;
/** Nothing moves down to here below the eye line, IOD; all of it does from the mouth on. */
const EYES_END = 0.15;

/**
 * An animal's face as the models found it, with its mouth where the picture plainly shows it (see findAnimalMouth);
 * the nose follows. A face from points has its mouth where it was said to be.
 *
 * @returns a new face, or the same one where its mouth stays
 */
export function placeAnimalMouth(picture: Picture, face: Face): Face {
  const { landmarks, foundBy, confidence01 } = face;
  if (foundBy !== 'first-pass' && foundBy !== 'search') return face;
  const [right, left] = EYES.map(({ corners }) => middle(landmarks, corners)) as [Point, Point];
  const mouth = middle(landmarks, MOUTH);
  const iod = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const { point, worth, lead } = findAnimalMouth(createPyramid(picture), right, left, mouth);
  const [dx, dy] = [point[0] - mouth[0], point[1] - mouth[1]];
  const isPlain = worth >= PLAINLY_SEEN && lead >= PLAIN_LEAD;
  if (!isPlain || Math.hypot(dx, dy) < FAR_OFF * iod) return face;
  const below = (x: number, y: number) =>
    ((left[0] - right[0]) * (y - right[1]) - (left[1] - right[1]) * (x - right[0])) / iod ** 2;
  const end = Math.max(2 * EYES_END, below(...mouth));
  const placed = landmarks.slice();
  for (let i = 0; i < placed.length; i += 3) {
    const moves = smoothstep(EYES_END, end, below(placed[i]!, placed[i + 1]!));
    placed[i]! += moves * dx;
    placed[i + 1]! += moves * dy;
  }
  return faceFromLandmarks(placed, confidence01, foundBy);
}

type Point = readonly [x: number, y: number];

function middle(landmarks: Float32Array, [a, b]: readonly [number, number]): Point {
  return [
    (landmarks[3 * a]! + landmarks[3 * b]!) / 2,
    (landmarks[3 * a + 1]! + landmarks[3 * b + 1]!) / 2,
  ];
}
