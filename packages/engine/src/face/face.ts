import type { Points3, RectPx } from '../math/points.ts';
import type { HaarCascade } from './haar-cascade.ts';

/** Number of landmarks: 468 of the mesh and 5 for each iris (468-472 right, 473-477 left). */
export const LANDMARK_COUNT = 478;

/**
 * How a face was found: at the first pass, by the wider search, by the search for animals, or from
 * three given points.
 */
export type FoundBy = 'first-pass' | 'search' | 'animal-search' | 'points';

/** One face of a picture. */
export interface Face {
  /** f32[3·478], image px, z positive AWAY from the viewer as the mesh model gives it. */
  readonly landmarks: Points3<'image-px'>;
  /** 0..1; for `points` it is 1. */
  readonly confidence01: number;
  readonly foundBy: FoundBy;
  /** Bounding box of the 468 mesh points. */
  readonly boxPx: RectPx;
}

/**
 * Soft mask of persons (or of the animal), u8[W·H], 255 = person, stretched over `areaPx` of the
 * picture: the model sees a square of 256.
 */
export interface PersonMask {
  readonly alpha: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The part of the picture that the mask covers, image px. */
  readonly areaPx: RectPx;
}

/** Names of the networks that the face stage runs. */
export type ModelName =
  | 'detector-short'
  | 'detector-full'
  | 'mesh-attention-a'
  | 'mesh-attention-b'
  | 'person-mask'
  | 'beings';

/**
 * The model runtime as a port: the core gives tensors and gets tensors. Inputs and outputs are in
 * the model's own order; outputs are copies that the caller may keep.
 */
export interface ModelRuntime {
  run(model: ModelName, inputs: readonly Float32Array[]): Promise<readonly Float32Array[]>;
  /** The cascade that knows cats' faces. */
  catCascade(): Promise<HaarCascade>;
}
