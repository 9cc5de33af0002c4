import {
  type Affine,
  apply,
  compose,
  invert,
  rotation,
  scaling,
  translation,
} from '../math/affine.ts';
import type { Picture } from '../math/picture.ts';
import type { Points3 } from '../math/points.ts';
import {
  type AttentionRegion,
  EYE_RIM_LENGTH,
  LEFT_EYE_REGION,
  RIGHT_EYE_REGION,
} from './attention-regions.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import { createPyramid, cropPicture, type Pyramid } from './crop.ts';
import type { Face } from './face.ts';
import { faceFromLandmarks } from './face-shape.ts';

/** An eye is looked at upright in a crop of this side, with the eyes this far apart, px. */
const CROP_PX = 96;
const CROP_IOD_PX = 96;

/** An ellipse in crop px, its axes along the crop's. */
interface Ellipse {
  readonly centreX: number;
  readonly centreY: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

/** Half widths that are tried, IOD, and heights over widths. */
const RADII_IOD = [0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3];
const ROUNDNESS = [0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.2, 1.35];
/** The centre is looked for this far around the given one, in steps, IOD. */
const SHIFT_IOD = 0.08;
const SHIFT_STEP_IOD = 0.02;
/** What a full shift costs, part of the worth: a point is rarely that far off. */
const SHIFT_COST = 0.15;
/** The rim is looked at in this many directions. */
const DIRECTIONS = 32;
/** Rises beyond this many levels count no more: one glint must not outweigh the rest. */
const RISE_LIMIT = 60;
/** Pupils have outlines too: of two clear ones the larger is preferred, by this power of its size. */
const SIZE_POWER = 0.5;
/** Two eyes of one face differ in size by no more, even when it is turned. */
const MAX_SIZE_RATIO = 1.8;
/** A rim is believed from this mean rise across it, levels. */
const MIN_RISE = 14;

/**
 * Gives each eye the outline that the picture shows: an ellipse around which it gets brighter
 * outwards (lids and fur are brighter than the eye's dark rim). The mesh around it follows, less
 * with the distance; the iris fills a round eye. For eyes like an animal's only: the mesh model
 * sees a person's better. Where not both have a clear outline of about one size, nothing changes.
 *
 * @returns a new face
 */
export function fitAnimalEyes(picture: Picture, face: Face): Face {
  const landmarks = fitEyes(createPyramid(picture), face.landmarks);
  return faceFromLandmarks(landmarks, face.confidence01, face.foundBy);
}

/** As `fitAnimalEyes`, on landmarks: f32[3·478], image px, not changed. */
export function fitEyes(pyramid: Pyramid, landmarks: Points3<'image-px'>): Points3<'image-px'> {
  const out = landmarks.slice();
  const [rightX, rightY] = centreOfRim(landmarks, RIGHT_EYE_REGION);
  const [leftX, leftY] = centreOfRim(landmarks, LEFT_EYE_REGION);
  const roll = Math.atan2(leftY - rightY, leftX - rightX);
  const scale = Math.hypot(leftX - rightX, leftY - rightY) / CROP_IOD_PX;
  const fits: { eye: AttentionRegion; toImage: Affine; ellipse: Ellipse }[] = [];
  for (const [eye, x, y] of [
    [RIGHT_EYE_REGION, rightX, rightY],
    [LEFT_EYE_REGION, leftX, leftY],
  ] as const) {
    const toImage = compose(
      translation(x, y),
      compose(
        rotation(roll),
        compose(scaling(scale, scale), translation(-CROP_PX / 2, -CROP_PX / 2)),
      ),
    );
    const ellipse = findOutline(lumaCrop(pyramid, toImage));
    if (ellipse) fits.push({ eye, toImage, ellipse });
  }
  const [right, left] = fits.map(({ ellipse }) => Math.sqrt(ellipse.radiusX * ellipse.radiusY));
  if (!right || !left || Math.max(right / left, left / right) > MAX_SIZE_RATIO) return out;
  for (const { eye, toImage, ellipse } of fits) reshape(out, eye, toImage, ellipse);
  return out;
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

function lumaCrop(pyramid: Pyramid, toImage: Affine): Float32Array {
  const rgb = cropPicture(pyramid, {
    widthPx: CROP_PX,
    heightPx: CROP_PX,
    toImage,
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
  return Float32Array.from(
    { length: CROP_PX * CROP_PX },
    (_, i) => 0.299 * rgb[3 * i]! + 0.587 * rgb[3 * i + 1]! + 0.114 * rgb[3 * i + 2]!,
  );
}

/** The ellipse with the strongest rise of brightness all around, if it is clear enough. */
function findOutline(luma: Float32Array): Ellipse | undefined {
  let best: Ellipse | undefined;
  let bestWorth = 0;
  const middle = CROP_PX / 2;
  const reach = Math.round(SHIFT_IOD / SHIFT_STEP_IOD);
  for (const radiusIod of RADII_IOD) {
    const radiusX = radiusIod * CROP_IOD_PX;
    for (const round of ROUNDNESS) {
      for (let i = -reach; i <= reach; i++) {
        for (let j = -reach; j <= reach; j++) {
          const ellipse = {
            centreX: middle + i * SHIFT_STEP_IOD * CROP_IOD_PX,
            centreY: middle + j * SHIFT_STEP_IOD * CROP_IOD_PX,
            radiusX,
            radiusY: radiusX * round,
          };
          const rise = riseAround(luma, ellipse);
          const shift = Math.hypot(i, j) / reach;
          const worth =
            rise *
            (radiusIod * radiusIod * round) ** (SIZE_POWER / 2) *
            (1 - SHIFT_COST * shift * shift);
          if (rise > MIN_RISE && worth > bestWorth) {
            bestWorth = worth;
            best = ellipse;
          }
        }
      }
    }
  }
  return best;
}

/** How much brighter it is just outside of an ellipse than just inside, mean of all directions. */
function riseAround(luma: Float32Array, ellipse: Ellipse): number {
  const { centreX, centreY, radiusX, radiusY } = ellipse;
  let sum = 0;
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    const at = (grow: number) =>
      luma[
        clampToCrop(centreY + (radiusY + grow) * dy) * CROP_PX +
          clampToCrop(centreX + (radiusX + grow) * dx)
      ]!;
    const outer = (at(2) + at(3.5)) / 2;
    const inner = (at(-1) + at(-2.5)) / 2;
    sum += Math.max(-RISE_LIMIT, Math.min(RISE_LIMIT, outer - inner));
  }
  return sum / DIRECTIONS;
}

function clampToCrop(value: number): number {
  return Math.max(0, Math.min(CROP_PX - 1, Math.floor(value)));
}

/** Moves an eye's rim onto the ellipse, what lies around it along, and the iris into it. */
function reshape(
  landmarks: Float32Array,
  eye: AttentionRegion,
  toImage: Affine,
  ellipse: Ellipse,
): void {
  const fromImage = invert(toImage);
  if (!fromImage) return;
  const { centreX, centreY, radiusX, radiusY } = ellipse;
  const rim = rimOf(eye);
  const local = (vertex: number) =>
    apply(fromImage, landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!);
  const put = (vertex: number, x: number, y: number): void => {
    const [imageX, imageY] = apply(toImage, x, y);
    landmarks[3 * vertex] = imageX;
    landmarks[3 * vertex + 1] = imageY;
  };
  const points = rim.map(local);
  const oldX = middleOf(points.map(([x]) => x));
  const oldY = middleOf(points.map(([, y]) => y));
  const scaleX = radiusX / Math.max(1, oldX.half);
  const scaleY = radiusY / Math.max(1, oldY.half);
  // Slow enough that no vertex overtakes another one further out.
  const falloff = Math.max(1, 1.3 * (Math.max(scaleX, scaleY) - 1));
  for (let vertex = 0; vertex < MESH_VERTEX_COUNT; vertex++) {
    const [x, y] = local(vertex);
    const dx = x - oldX.middle;
    const dy = y - oldY.middle;
    const away = Math.hypot(dx / Math.max(1, oldX.half), dy / Math.max(1, oldY.half));
    if (rim.includes(vertex)) {
      const angle = Math.atan2(dy / Math.max(1, oldY.half), dx / Math.max(1, oldX.half));
      put(vertex, centreX + radiusX * Math.cos(angle), centreY + radiusY * Math.sin(angle));
      continue;
    }
    // The rim's own movement in this direction, less with the distance from it.
    const reach = Math.max(1, away);
    const share = Math.exp((1 - reach) / falloff);
    put(
      vertex,
      x + share * (centreX - oldX.middle + ((scaleX - 1) * dx) / reach),
      y + share * (centreY - oldY.middle + ((scaleY - 1) * dy) / reach),
    );
  }
  const irisRadius = Math.max(0.92 * Math.min(radiusX, radiusY), 0.45 * radiusX);
  const directions = [0, 0, 1, 0, 0, -1, -1, 0, 0, 1];
  eye.irisVertices.forEach((vertex, i) => {
    put(
      vertex,
      centreX + irisRadius * directions[2 * i]!,
      centreY + irisRadius * directions[2 * i + 1]!,
    );
  });
}

function middleOf(values: readonly number[]): { middle: number; half: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}
