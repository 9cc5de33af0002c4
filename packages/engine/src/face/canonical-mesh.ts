/**
 * The canonical face of MediaPipe: `geometry_pipeline_metadata_landmarks.binarypb` of
 * @mediapipe/face_mesh 0.4.1657299874 (Apache-2.0), figure for figure. A test compares them.
 */

import { CANONICAL_TEXTURE } from './canonical-texture.ts';
import { CANONICAL_TRIANGLES } from './canonical-triangles.ts';
import { CANONICAL_XYZ } from './canonical-vertices.ts';

/** Vertices of the mesh; landmarks 0-467 have the same numbers, irises are not part of it. */
export const MESH_VERTEX_COUNT = 468;

/**
 * f32[3·468], x,y,z in centimetres of a mean head: x towards the subject's LEFT (the picture's
 * right), y UP, z towards the viewer.
 */
export const CANONICAL_VERTICES: Float32Array = Float32Array.from(CANONICAL_XYZ);

/** f32[2·468], u,v in 0..1, v down. */
export const CANONICAL_UV: Float32Array = Float32Array.from(CANONICAL_TEXTURE);

/** u16[3·898], vertex numbers; counter-clockwise seen from the front with y up. */
export const TRIANGLES: Uint16Array = Uint16Array.from(CANONICAL_TRIANGLES);
