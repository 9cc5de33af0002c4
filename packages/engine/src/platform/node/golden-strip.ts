import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Emotion } from '../../expression/emotions.ts';
import type { ModelRuntime } from '../../face/face.ts';
import type { Picture } from '../../math/picture.ts';
import { renderFrame } from '../../render/render-frame.ts';
import type { CancelSignal } from '../../video/draw-film.ts';
import { completeSettings } from '../../video/film-settings.ts';
import { directScene, setScene } from '../../video/set-scene.ts';
import { analysePicture } from './analyse-picture.ts';
import { heedSignal } from './heed-signal.ts';
import { loadKernels } from './load-kernels.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../samples');
const GOLDEN = join(import.meta.dirname, '../../../test-fixtures/golden');

/** Samples whose films are held against stored ones: a photo, a painting, drawings with and without shade, animals. */
export const GOLDEN_SAMPLES = [
  'photo-astronaut-smiling',
  'painting-woman',
  'drawing-redhead',
  'drawing-baker',
  'animal-fox',
  'cat-chelsea',
] as const;
export type GoldenSample = (typeof GOLDEN_SAMPLES)[number];

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
/** Longest side of a frame, px: small enough to store, large enough to show lids and teeth. */
const SIZE_PX = 160;
/** Chooses the acts, whatever happens to the pictures. */
const SEED = 1;

/** Where a sample's golden strip is stored. */
export function goldenPath(sample: GoldenSample): string {
  return join(GOLDEN, `${sample}.png`);
}

/**
 * Draws the apexes of a sample's six films at full intensity, side by side in order of labels.
 *
 * @throws Refusal cancelled, once the signal is aborted
 */
export async function drawGoldenStrip(
  sample: GoldenSample,
  runtime: ModelRuntime,
  signal?: CancelSignal,
): Promise<Picture> {
  const path = join(SAMPLES, `${sample}.png`);
  const subject = await analysePicture(path, completeSettings({}), runtime);
  const settings = { sizePx: SIZE_PX, seed: SEED, framing: 'portrait' } as const;
  const scene = setScene(subject, settings, await loadKernels());
  const { kernels, stage } = scene;
  const { widthPx, heightPx } = kernels;
  const strip = {
    rgba: new Uint8Array(4 * EMOTIONS.length * widthPx * heightPx),
    widthPx: EMOTIONS.length * widthPx,
    heightPx,
  };
  for (const emotion of EMOTIONS) {
    await heedSignal(signal);
    const performance = directScene(scene, emotion, { intensity01: 1, seconds: 4, loop: true });
    renderFrame(stage, performance, performance.apexSeconds, kernels);
    for (let y = 0; y < heightPx; y++) {
      const row = kernels.frame.subarray(4 * y * widthPx, 4 * (y + 1) * widthPx);
      strip.rgba.set(row, 4 * (y * strip.widthPx + emotion * widthPx));
    }
  }
  await heedSignal(signal);
  return strip;
}

/** Stores a strip as PNG. */
export async function writeStrip(path: string, strip: Picture): Promise<void> {
  const { rgba, widthPx: width, heightPx: height } = strip;
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toFile(path);
}

/** Reads a stored strip. */
export async function readStrip(path: string): Promise<Picture> {
  const { data, info } = await sharp(await readFile(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgba: data, widthPx: info.width, heightPx: info.height };
}
