/**
 * Figures of `face_landmark_with_attention.tflite` (@mediapipe/face_mesh 0.4.1657299874,
 * Apache-2.0), read from the options of its custom operators `Landmarks2TransformMatrix`,
 * `TransformTensorBilinear` and `TransformLandmarks`.
 */

/** Tensors where the model is cut in two (ADR 0010). */
export const ATTENTION_TENSORS = {
  a: {
    inputs: [0],
    /** Features 48×48×32, mesh 3·468, face flag. */
    outputs: [35, 186, 710],
  },
  b: {
    /** Features 16×16×32 of the lips, the right eye and the left eye. */
    inputs: [199, 200, 201],
    /** Lips 2·80, right eye 2·71, right iris 2·5, left eye 2·71, left iris 2·5. */
    outputs: [684, 687, 690, 693, 696],
  },
} as const;

/** Sides of the square feature maps before and after the region is cut out, and their depth. */
export const FEATURE_MAP_SIZE = 48;
export const REGION_SIZE = 16;
export const FEATURE_DEPTH = 32;
/** A region is its vertices' bounding box, enlarged by this. */
export const REGION_ENLARGEMENT = 1.5;

/** A region of the face that the model looks at once more. */
export interface AttentionRegion {
  /** The line between these two vertices is the region's horizontal. */
  readonly rollFrom: number;
  readonly rollTo: number;
  /** Mesh vertices that bound the region and that its refined points replace, in that order. */
  readonly vertices: readonly number[];
  /** The iris points refined with it; an eye's first 16 vertices are the rim of its lids. */
  readonly irisVertices: readonly number[];
}

export const EYE_RIM_LENGTH = 16;

export const LIPS_REGION: AttentionRegion = {
  rollFrom: 61,
  rollTo: 291,
  vertices: [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78,
    95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77,
    90, 180, 85, 16, 315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89,
    179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407,
  ],
  irisVertices: [],
};

export const RIGHT_EYE_REGION: AttentionRegion = {
  rollFrom: 33,
  rollTo: 133,
  vertices: [
    33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24,
    23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233, 244,
    113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143, 111, 117, 118, 119, 120, 121,
    128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
  ],
  irisVertices: [468, 469, 470, 471, 472],
};

export const LEFT_EYE_REGION: AttentionRegion = {
  rollFrom: 362,
  rollTo: 263,
  vertices: [
    263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339,
    254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451,
    452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346,
    347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336, 285, 417,
  ],
  irisVertices: [473, 474, 475, 476, 477],
};

/** In the order of the second part's inputs. */
export const ATTENTION_REGIONS = [LIPS_REGION, RIGHT_EYE_REGION, LEFT_EYE_REGION] as const;
