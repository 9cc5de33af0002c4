import { CANONICAL_VERTICES } from '../../face/canonical-mesh.ts';

/** Landmarks that tie a face to the head frame: features and outline, without the irises. */
const ANCHOR_INDICES = [
  33, 246, 161, 160, 159, 158, 157, 173, 133, 7, 163, 144, 145, 153, 154, 155, 263, 466, 388, 387,
  386, 385, 384, 398, 362, 249, 390, 373, 374, 380, 381, 382, 46, 53, 52, 65, 55, 70, 63, 105, 66,
  107, 276, 283, 282, 295, 285, 300, 293, 334, 296, 336, 168, 6, 197, 195, 5, 4, 1, 2, 98, 327, 64,
  294, 48, 278, 129, 358, 61, 291, 0, 17, 37, 267, 39, 269, 40, 270, 84, 314, 181, 405, 91, 321, 18,
  200, 199, 175, 152, 148, 377, 176, 400, 149, 378, 150, 379, 136, 365, 172, 397, 58, 288, 132, 361,
  93, 323, 234, 454, 127, 356, 162, 389, 21, 251, 54, 284, 103, 332, 67, 297, 109, 338, 10, 151, 9,
  8, 50, 280, 101, 330, 205, 425, 187, 411, 207, 427, 36, 266, 117, 346, 118, 347, 119, 348, 206,
  426, 203, 423, 216, 436, 212, 432, 202, 422,
];

/** Eye corners of the canonical face: outer and inner, right and left. */
const EYE_CORNERS = [33, 133, 263, 362] as const;

/**
 * Where the anchors stand on a face at rest, in the head frame: unit IOD, origin midway between
 * the eyes, x to the subject's left, y up, z towards the viewer.
 */
export const HEAD_ANCHORS: readonly (readonly [index: number, x: number, y: number, z: number])[] =
  placeAnchors();

function placeAnchors(): [number, number, number, number][] {
  const vertex = (i: number, k: number) => CANONICAL_VERTICES[3 * i + k];
  const corner = (k: number, a: number, b: number) => (vertex(a, k) + vertex(b, k)) / 2;
  const right = [0, 1, 2].map((k) => corner(k, EYE_CORNERS[0], EYE_CORNERS[1]));
  const left = [0, 1, 2].map((k) => corner(k, EYE_CORNERS[2], EYE_CORNERS[3]));
  const iod = Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
  return ANCHOR_INDICES.map((i) => [
    i,
    (vertex(i, 0) - (right[0] + left[0]) / 2) / iod,
    (vertex(i, 1) - (right[1] + left[1]) / 2) / iod,
    (vertex(i, 2) - (right[2] + left[2]) / 2) / iod,
  ]);
}
