export { CANONICAL_UV, CANONICAL_VERTICES, TRIANGLES } from './face/canonical-mesh.ts';
export {
  type Face,
  type FoundBy,
  LANDMARK_COUNT,
  type ModelName,
  type ModelRuntime,
  type PersonMask,
} from './face/face.ts';
export { faceFromPoints, fitFaceToPoints } from './face/face-from-points.ts';
export { interocularDistancePx, MIN_INTEROCULAR_PX } from './face/face-shape.ts';
export { findFaces } from './face/find-faces.ts';
export { findPersonMask, findSubjectMask, personArea } from './face/person-mask.ts';
export type { Picture } from './math/picture.ts';
export { pictureSeed } from './math/picture-seed.ts';
export type { Points2, Points3, RectPx } from './math/points.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
export { type ArtStyle, guessArtStyle } from './rig/art-style.ts';
