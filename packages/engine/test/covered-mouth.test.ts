import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInside } from '../src/math/closed-line.ts';
import type { Picture } from '../src/math/picture.ts';
import type { Points3 } from '../src/math/points.ts';
import { loadKernels } from '../src/platform/node/load-kernels.ts';
import { setScene } from '../src/video/set-scene.ts';
import { analyse, direct, drawFrame, openScene, PEOPLE, SAMPLES, SEED } from './support/scenes.ts';

const SIZE_PX = 360;
const SURPRISE = 3;
const HAPPY = 0;
/** Along the jaw, and over the nose below the eyes. */
const MASK = [197, 347, 352, 366, 401, 435, 367, 379, 152, 150, 138, 215, 177, 137, 123, 118];
const CLOTH = [150, 190, 215] as const;

/** Somebody with a mask before nose and mouth: a copy of the picture. */
function putMaskOn(picture: Picture, landmarks: Points3<'image-px'>): Picture {
  const outline = Float64Array.from(
    [...MASK, MASK[0]].flatMap((i) => [landmarks[3 * i], landmarks[3 * i + 1]]),
  );
  const rgba = picture.rgba.slice();
  for (let i = 0; i < picture.widthPx * picture.heightPx; i++) {
    const [x, y] = [i % picture.widthPx, Math.floor(i / picture.widthPx)];
    if (isInside(outline, x + 0.5, y + 0.5)) rgba.set(CLOTH, 4 * i);
  }
  return { ...picture, rgba };
}

it.each(['photo-astronaut-smiling.png', 'painting-woman.png'])(
  '%s behind a mask: it is surprised and glad with its eyes, and no mouth opens in the cloth',
  async (name) => {
    const analysis = await analyse(join(SAMPLES, name));
    const picture = putMaskOn(analysis.picture, analysis.face.landmarks);
    const settings = { sizePx: SIZE_PX, seed: SEED, framing: undefined };
    const scene = setScene({ ...analysis, picture }, settings, await loadKernels());
    expect(scene.rig.mouthless).toBe(true);
    const { landmarks, pose } = scene.rig;
    for (const emotion of [SURPRISE, HAPPY] as const) {
      const { rgba, widthPx } = drawFrame(scene, direct(scene, emotion));
      // Around where the lips would be, wherever the head has gone.
      const [mouthX, mouthY] = [landmarks[3 * 14], landmarks[3 * 14 + 1]].map(Math.round);
      const reach = Math.round(0.3 * pose.iodPx);
      for (let y = mouthY - reach; y <= mouthY + reach; y += 2) {
        for (let x = mouthX - reach; x <= mouthX + reach; x += 2) {
          const at = 4 * (y * widthPx + x);
          for (let k = 0; k < 3; k++) expect(Math.abs(rgba[at + k] - CLOTH[k])).toBeLessThan(16);
        }
      }
    }
  },
);

it.each(PEOPLE)('%s shows its mouth', async (name) => {
  expect((await openScene(name, SIZE_PX)).rig.mouthless).toBe(false);
});
