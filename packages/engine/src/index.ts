export { type Face, type FoundBy, LANDMARK_COUNT, type PersonMask } from './face/face.ts';
export type { Picture } from './math/picture.ts';
export type { Points2, Points3, RectPx } from './math/points.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
