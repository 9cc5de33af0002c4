/**
 * Where the landmarks of parts of a face stand among its 478 (see Face): of the mesh's 468 vertices as
 * MediaPipe numbers them, and of the irises behind them. Left and right are the subject's.
 */

/** Around the face, from the middle of the forehead over the subject's left. */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** From the right corner of the mouth to the left along the inner rim of each lip. */
export const UPPER_INNER_LIP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
export const LOWER_INNER_LIP = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
/** … and along the outer rim. */
export const UPPER_OUTER_LIP = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291];
export const LOWER_OUTER_LIP = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291];

/** The centres of the irises; the points on each one's rim follow it. */
export const RIGHT_IRIS = 468;
export const LEFT_IRIS = 473;
export const IRIS_CENTRES = [RIGHT_IRIS, LEFT_IRIS] as const;
/** Landmarks of an iris: its centre and four of its rim. */
export const IRIS_POINTS = 5;

/**
 * The right eye and the left one, from the corner on the picture's left to the one on its right: the
 * rims of the lids between them, the centre of the iris.
 */
export const EYES = [
  {
    corners: [33, 133],
    upper: [246, 161, 160, 159, 158, 157, 173],
    lower: [7, 163, 144, 145, 153, 154, 155],
    iris: RIGHT_IRIS,
  },
  {
    corners: [362, 263],
    upper: [398, 384, 385, 386, 387, 388, 466],
    lower: [382, 381, 380, 374, 373, 390, 249],
    iris: LEFT_IRIS,
  },
] as const;

/** The rims of both eyes with their corners. */
export const EYE_RIMS: ReadonlySet<number> = new Set(
  EYES.flatMap(({ corners, upper, lower }) => [...corners, ...upper, ...lower]),
);
