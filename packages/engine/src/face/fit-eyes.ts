import { type Affine, apply, invert, turnedAbout } from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import {
  type AttentionRegion,
  EYE_RIM_LENGTH,
  LEFT_EYE_REGION,
  RIGHT_EYE_REGION,
} from './attention-regions.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import { createPyramid, type Pyramid } from './crop.ts';
import {
  EYE_CROP_IOD_PX,
  EYE_CROP_PX,
  FROM_FACE,
  FROM_POINTS,
  type Shifts,
} from './eye-ellipses.ts';
import { moveVertex } from './eye-look.ts';
import { type EyeOutline, findEyeOutlines, meanRadius, outlineRadius } from './eye-outline.ts';
import { readEyeTones } from './eye-tones.ts';
import type { Face } from './face.ts';
import { faceFromLandmarks } from './face-shape.ts';
import { EYE_RIMS } from './landmark-indices.ts';

/** Two eyes of one face differ in size by no more, even when it is turned. */
const MAX_SIZE_RATIO = 1.8;
/** Where both lie further than this from where the landmarks have them, IOD, it is something else that was seen: a calf's fur. */
const FAR_OFF_IOD = 0.14;

/**
 * Gives each eye the outline that the picture shows: an ellipse around which it gets brighter
 * outwards (lids and fur are brighter than the eye's dark rim), or more like the coat in colour. The
 * mesh around it follows, less with the distance; the iris fills a round eye. For eyes like an animal's only: the mesh model
 * sees a person's better. Where not both have a clear outline of about one size, nothing changes.
 *
 * @returns a new face
 */
export function fitAnimalEyes(picture: Picture, face: Face): Face {
  if (fitted.has(face.landmarks)) return face;
  const landmarks = fitEyes(createPyramid(picture), face.landmarks, FROM_FACE);
  return faceFromLandmarks(landmarks, face.confidence01, face.foundBy);
}

/** Landmarks that were fitted already: a second fit would start from the first one's result. */
const fitted = new WeakSet<Float32Array>();

/** As `fitAnimalEyes`, on landmarks: f32[3·478], image px, not changed. */
export function fitEyes(
  pyramid: Pyramid,
  landmarks: Points3<'image-px'>,
  shifts: Shifts,
): Points3<'image-px'> {
  const out = landmarks.slice();
  fitted.add(out);
  const eyes = seeEyes(pyramid, landmarks, shifts);
  if (!eyes) return out;
  const { looks, outlines } = eyes;
  const [inner, outer] = cornerSlants(...outlines);
  looks.forEach(({ eye, toImage }, i) => {
    const [toTheLeft, toTheRight] = i === 0 ? [outer, inner] : [inner, outer];
    reshape(out, landmarks, eye, toImage, outlines[i]!, toTheLeft, toTheRight);
  });
  return out;
}

/** Whether both eyes have a clear outline of about one size where the landmarks have them: see fitEyes. */
export function showsEyes(pyramid: Pyramid, landmarks: Points3<'image-px'>): boolean {
  return seeEyes(pyramid, landmarks, FROM_POINTS) !== undefined;
}

/** Both eyes and their outlines in crops around them; undefined where these are not clear, or unlike. */
function seeEyes(pyramid: Pyramid, landmarks: Points3<'image-px'>, shifts: Shifts) {
  const [rightX, rightY] = centreOfRim(landmarks, RIGHT_EYE_REGION);
  const [leftX, leftY] = centreOfRim(landmarks, LEFT_EYE_REGION);
  const roll = Math.atan2(leftY - rightY, leftX - rightX);
  const scale = Math.hypot(leftX - rightX, leftY - rightY) / EYE_CROP_IOD_PX;
  const looks = (
    [
      [RIGHT_EYE_REGION, rightX, rightY],
      [LEFT_EYE_REGION, leftX, leftY],
    ] as const
  ).map(([eye, x, y]) => {
    const toImage = turnedAbout([x, y], roll, scale, [EYE_CROP_PX / 2, EYE_CROP_PX / 2]);
    return { eye, toImage, tones: readEyeTones(pyramid, toImage) };
  });
  const outlines = findEyeOutlines(looks[0]!.tones, looks[1]!.tones, shifts);
  if (!outlines) return undefined;
  const [right, left] = outlines.map(meanRadius) as [number, number];
  if (Math.max(right / left, left / right) > MAX_SIZE_RATIO) return undefined;
  const isFarOff = ({ centreX, centreY }: EyeOutline) =>
    Math.hypot(centreX - EYE_CROP_PX / 2, centreY - EYE_CROP_PX / 2) >
    FAR_OFF_IOD * EYE_CROP_IOD_PX;
  if (outlines.every(isFarOff)) return undefined;
  return { looks, outlines };
}

function rimOf(eye: AttentionRegion): readonly number[] {
  return eye.vertices.slice(0, EYE_RIM_LENGTH);
}

function centreOfRim(landmarks: Float32Array, eye: AttentionRegion): [number, number] {
  const rim = rimOf(eye);
  const mean = (k: number) =>
    rim.reduce((sum, vertex) => sum + landmarks[3 * vertex + k]!, 0) / rim.length;
  return [mean(0), mean(1)];
}

/** An eye's corners lie this far from its level at most, radians; what a slant costs, per radian². */
const MOST_SLANT = 0.6;
const SLANT_COST = 0.8;

/** How far below (radians) the level of its middle a corner lies: where the outline reaches furthest. */
function cornerSlant(outline: EyeOutline, toTheRight: boolean): number {
  let best = 0;
  let furthest = 0;
  for (let slant = -MOST_SLANT; slant <= MOST_SLANT; slant += 0.02) {
    const aside = outlineRadius(outline, directionOf(slant, toTheRight)) * Math.cos(slant);
    const reach = aside * (1 - SLANT_COST * slant * slant);
    if (reach <= furthest) continue;
    furthest = reach;
    best = slant;
  }
  return best;
}

function directionOf(slant: number, toTheRight: boolean): number {
  return toTheRight ? slant : Math.PI - slant;
}

/** Slants of the inner and the outer corners of two eyes that mirror each other, radians. */
function cornerSlants(right: EyeOutline, left: EyeOutline): [inner: number, outer: number] {
  return [
    (cornerSlant(right, true) + cornerSlant(left, false)) / 2,
    (cornerSlant(right, false) + cornerSlant(left, true)) / 2,
  ];
}

/**
 * Moves an eye's rim onto the outline, what lies around it along, but for the other eye's rim, and the
 * iris into it. What both eyes move adds up.
 */
function reshape(
  out: Float32Array,
  landmarks: Float32Array,
  eye: AttentionRegion,
  toImage: Affine,
  outline: EyeOutline,
  slantLeft: number,
  slantRight: number,
): void {
  const fromImage = invert(toImage);
  if (!fromImage) return;
  const rim = rimOf(eye);
  const local = (vertex: number) =>
    apply(fromImage, landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!);
  const put = (vertex: number, x: number, y: number): void => {
    const [imageX, imageY] = apply(toImage, x, y);
    out[3 * vertex] = imageX;
    out[3 * vertex + 1] = imageY;
  };
  const points = rim.map(local);
  const oldX = middleOf(points.map(([x]) => x));
  const oldY = middleOf(points.map(([, y]) => y));
  const right = directionOf(slantRight, true);
  const left = directionOf(slantLeft, false);
  const onOutline = (angle: number): [number, number] => {
    // From -π over 0 (the right corner) to π: each half of the rim between the two corners.
    const share = Math.abs(angle) / Math.PI;
    const turned =
      angle < 0 ? right + share * (left - 2 * Math.PI - right) : right + share * (left - right);
    const radius = outlineRadius(outline, turned);
    return [
      outline.centreX + radius * Math.cos(turned),
      outline.centreY + radius * Math.sin(turned),
    ];
  };
  const placed = rim.map((_, i) => {
    const [x, y] = points[i]!;
    return onOutline(
      Math.atan2(
        (y - oldY.middle) / Math.max(1, oldY.half),
        (x - oldX.middle) / Math.max(1, oldX.half),
      ),
    );
  });
  const newX = middleOf(placed.map(([x]) => x));
  const newY = middleOf(placed.map(([, y]) => y));
  const scaleX = newX.half / Math.max(1, oldX.half);
  const scaleY = newY.half / Math.max(1, oldY.half);
  // Slow enough that no vertex overtakes another one further out.
  const falloff = Math.max(1, 1.3 * (Math.max(scaleX, scaleY) - 1));
  for (let vertex = 0; vertex < MESH_VERTEX_COUNT; vertex++) {
    if (EYE_RIMS.has(vertex)) continue;
    const [x, y] = local(vertex);
    const dx = x - oldX.middle;
    const dy = y - oldY.middle;
    const away = Math.hypot(dx / Math.max(1, oldX.half), dy / Math.max(1, oldY.half));
    // The rim's own movement in this direction, less with the distance from it.
    const reach = Math.max(1, away);
    const share = Math.exp((1 - reach) / falloff);
    moveVertex(
      out,
      { toImage },
      vertex,
      share * (newX.middle - oldX.middle + ((scaleX - 1) * dx) / reach),
      share * (newY.middle - oldY.middle + ((scaleY - 1) * dy) / reach),
    );
  }
  rim.forEach((vertex, i) => {
    put(vertex, placed[i]![0], placed[i]![1]);
  });
  const irisRadius = Math.max(0.92 * Math.min(newX.half, newY.half), 0.45 * newX.half);
  const directions = [0, 0, 1, 0, 0, -1, -1, 0, 0, 1];
  eye.irisVertices.forEach((vertex, i) => {
    put(
      vertex,
      newX.middle + irisRadius * directions[2 * i]!,
      newY.middle + irisRadius * directions[2 * i + 1]!,
    );
  });
}

function middleOf(values: readonly number[]): { middle: number; half: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}
