export { EMOTION_NAMES, type Emotion, type EmotionName } from './expression/emotions.ts';
export {
  type Performance,
  type PerformancePlan,
  planPerformance,
} from './expression/performance.ts';
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
export { fitAnimalEyes } from './face/fit-eyes.ts';
export { findPersonMask, personArea } from './face/person-mask.ts';
export type { Picture } from './math/picture.ts';
export { pictureSeed } from './math/picture-seed.ts';
export type { Points2, Points3, RectPx } from './math/points.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
export type { FramingName } from './render/framing.ts';
export { DEFAULT_FILM_PX, MAX_FILM_PX, MIN_FILM_PX } from './render/framing.ts';
export type { CreateKernels, Kernels } from './render/kernels/kernels.ts';
export { loadPlate, renderFrame, type Stage, setStage } from './render/render-frame.ts';
export type { ActionUnit } from './rig/action-units.ts';
export { buildRig, type Rig, type RigInput } from './rig/rig.ts';
export type { SourceUnits } from './rig/source-units.ts';
export { type ArtStyle, guessArtStyle } from './rig/style/art-style.ts';
export { frameCountOf, frameTimeSeconds } from './video/draw-film.ts';
export { completeSettings, type FilmSettings, type WantedSettings } from './video/film-settings.ts';
export { directScene, type Scene, type Subject, setScene } from './video/set-scene.ts';
