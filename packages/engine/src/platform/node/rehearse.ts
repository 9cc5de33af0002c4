import { setImmediate } from 'node:timers/promises';
import type { Emotion } from '../../expression/emotions.ts';
import type { ModelRuntime } from '../../face/face.ts';
import { renderFrame } from '../../render/render-frame.ts';
import type { CancelSignal } from '../../video/draw-film.ts';
import { completeSettings } from '../../video/film-settings.ts';
import { directScene, setScene } from '../../video/set-scene.ts';
import { analysePicture, type PictureSource } from './analyse-picture.ts';
import { loadKernels } from './load-kernels.ts';

/**
 * Film sizes, px, one for each round; after so many rounds more of them are hardly quicker. The
 * grid's cells are 2.5 px in the first and 3 px in the second: V8 keeps fractions and whole numbers
 * apart, and throws away what it compiled for whole cells alone when the first fraction comes, which
 * would cost that film half as much again as its rig does.
 */
export const REHEARSED_SIZES_PX = [440, 480, 440, 480];
const FRAMES = 8;

/**
 * Rigs and draws a picture a few times for nothing but its code's sake: a rig runs each line only
 * once, and V8 compiles what has run often. A process that has rehearsed makes its next film in
 * about two thirds of the time that its first would take; the rehearsal itself takes some seconds.
 *
 * @param signal breaks it off, which takes as long as one rig
 * @throws Refusal when there is no face in the picture
 */
export async function rehearse(
  source: PictureSource,
  runtime: ModelRuntime,
  signal?: CancelSignal,
): Promise<void> {
  const analysis = await analysePicture(source, completeSettings({}), runtime);
  const createKernels = await loadKernels();
  for (const sizePx of REHEARSED_SIZES_PX) {
    const settings = completeSettings({ sizePx });
    await setImmediate();
    if (signal?.aborted) return;
    const scene = setScene(analysis, settings, createKernels);
    for (let emotion = 0; emotion < 6; emotion++) {
      await setImmediate();
      if (signal?.aborted) return;
      const act = directScene(scene, emotion as Emotion, settings);
      for (let frame = 1; frame <= FRAMES; frame++) {
        renderFrame(scene.stage, act, (act.apexSeconds * frame) / FRAMES, scene.kernels);
        scene.kernels.toI420();
      }
    }
  }
}
