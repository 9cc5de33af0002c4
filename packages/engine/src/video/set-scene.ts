import type { Emotion } from '../expression/emotions.ts';
import { type Performance, planPerformance } from '../expression/performance.ts';
import type { Face, PersonMask } from '../face/face.ts';
import type { Picture } from '../math/picture.ts';
import { pictureSeed } from '../math/picture-seed.ts';
import { type Framing, landmarksToFrame, maskToFrame, planFraming } from '../render/framing.ts';
import type { CreateKernels, Kernels } from '../render/kernels/kernels.ts';
import { loadPlate, type Stage, setStage } from '../render/render-frame.ts';
import { resamplePicture } from '../render/resample.ts';
import { buildRig, type Rig } from '../rig/rig.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import type { FilmSettings } from './film-settings.ts';

/** A picture with the face that shall act, and what is known of them. */
export interface Subject {
  readonly picture: Picture;
  readonly face: Face;
  readonly mask: PersonMask | undefined;
  readonly style: ArtStyle;
  /** See StyleGuess; if left out, a painting is one throughout. */
  readonly painted01?: number | undefined;
}

/** A face framed and rigged, ready for any emotion. */
export interface Scene {
  readonly framing: Framing;
  readonly rig: Rig;
  readonly stage: Stage;
  readonly kernels: Kernels;
  readonly seed: number;
}

/** Frames and rigs a subject: the work that all its films share. */
export function setScene(
  subject: Subject,
  settings: Pick<FilmSettings, 'framing' | 'sizePx' | 'seed'>,
  createKernels: CreateKernels,
): Scene {
  const { picture, face, mask, style, painted01 } = subject;
  const framing = planFraming(picture, face, settings);
  const plate = resamplePicture(picture, framing.cropPx, framing.widthPx, framing.heightPx);
  const rig = buildRig({
    plate,
    landmarks: landmarksToFrame(framing, face.landmarks),
    mask: mask && maskToFrame(framing, mask),
    style,
    painted01,
    foundBy: face.foundBy,
  });
  const kernels = createKernels(framing.widthPx, framing.heightPx);
  loadPlate(rig, kernels);
  const seed = settings.seed ?? pictureSeed(picture);
  return { framing, rig, stage: setStage(rig), kernels, seed };
}

/** Plans how the scene's face shows an emotion. */
export function directScene(
  { rig, seed }: Pick<Scene, 'rig' | 'seed'>,
  emotion: Emotion,
  {
    intensity01,
    seconds,
    loop,
    stillHead,
    take,
  }: Pick<FilmSettings, 'intensity01' | 'seconds' | 'loop'> &
    Partial<Pick<FilmSettings, 'stillHead' | 'take'>>,
): Performance {
  return planPerformance({
    emotion,
    intensity01,
    seconds,
    style: rig.style,
    painted01: rig.painted01,
    seed,
    take,
    loop,
    stillHead,
    source: rig.sourceUnits,
  });
}
