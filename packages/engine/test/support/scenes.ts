import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, isAbsolute, join } from 'node:path';
import type { TestContext } from 'vitest';
import type { Emotion } from '../../src/expression/emotions.ts';
import type { Performance } from '../../src/expression/performance.ts';
import type { ModelRuntime } from '../../src/face/face.ts';
import type { Picture } from '../../src/math/picture.ts';
import { analysePicture, type PictureAnalysis } from '../../src/platform/node/analyse-picture.ts';
import { loadKernels } from '../../src/platform/node/load-kernels.ts';
import { createNodeModelRuntime } from '../../src/platform/node/model-runtime.ts';
import { renderFrame } from '../../src/render/render-frame.ts';
import { completeSettings } from '../../src/video/film-settings.ts';
import { directScene, type Scene, setScene } from '../../src/video/set-scene.ts';

const ROOT = join(import.meta.dirname, '../../../..');
export const SAMPLES = join(ROOT, 'samples');
const POINTS = JSON.parse(readFileSync(join(SAMPLES, 'points.json'), 'utf8')) as Record<
  string,
  number[]
>;

export const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
/** One seed for all, so that a test draws the same act at every run whatever the pictures do. */
export const SEED = 4;

/** The samples of the repository that people or drawn people show, and the animals. */
export const PEOPLE = [
  'photo-astronaut-smiling.png',
  'painting-woman.png',
  'painting-elder.png',
  'painting-youth.png',
  'drawing-redhead.png',
  'drawing-boy.png',
] as const;
export const ANIMALS = ['animal-fox.png', 'cat-chelsea.png'] as const;

/** More pictures may lie beside the repository: path of one. Its tests are for skipWithout. */
export const besideRepository = (name: string) => join(ROOT, '../shared/faces', name);
export const SHARED = [
  'painting-mona-lisa.jpg',
  'painting-pearl-earring.jpg',
  'cartoon-3d-boy.jpg',
].map(besideRepository);

export const SHARED_ANIMALS = ['cat-tabby.jpg', 'dog-shiba.jpg'].map(besideRepository);

/** Skips a test of a picture beside the repository where there is none, and says so. */
export function skipWithout(path: string, { skip }: Pick<TestContext, 'skip'>): void {
  skip(isAbsolute(path) && !existsSync(path), 'no such picture beside the repository');
}

let runtime: Promise<ModelRuntime> | undefined;
const analyses = new Map<string, Promise<PictureAnalysis>>();

/** The engine's own models, loaded once in a process. */
export function modelRuntime(): Promise<ModelRuntime> {
  runtime ??= createNodeModelRuntime();
  return runtime;
}

/** Analyses a picture once in a process. */
export function analyse(path: string): Promise<PictureAnalysis> {
  const known = analyses.get(path);
  if (known) return known;
  const analysis = modelRuntime().then((models) =>
    analysePicture(path, completeSettings({ points: POINTS[basename(path)] }), models),
  );
  analyses.set(path, analysis);
  return analysis;
}

/** Sets a picture on stage. A name without a folder is one of the samples. */
export async function openScene(name: string, sizePx: number): Promise<Scene> {
  const analysis = await analyse(name === basename(name) ? join(SAMPLES, name) : name);
  return setScene(analysis, { sizePx, seed: SEED, framing: undefined }, await loadKernels());
}

/** A looping performance, by default of 4 s at full intensity. */
export function direct(
  scene: Pick<Scene, 'rig' | 'seed'>,
  emotion: Emotion,
  intensity01 = 1,
  seconds = 4,
): Performance {
  return directScene(scene, emotion, { intensity01, seconds, loop: true });
}

/** A copy of the frame at a time; by default at the apex. */
export function drawFrame(
  { stage, kernels }: Pick<Scene, 'stage' | 'kernels'>,
  performance: Performance,
  timeSeconds = performance.apexSeconds,
): Picture {
  renderFrame(stage, performance, timeSeconds, kernels);
  return {
    rgba: kernels.frame.slice(),
    widthPx: kernels.widthPx,
    heightPx: kernels.heightPx,
  };
}

/** A short name for a test's title. */
export function titleOf(path: string): string {
  return basename(path, extname(path));
}
