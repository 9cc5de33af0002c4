// One measurement in a process of its own, so that its memory is its own:
//   node_modules/.bin/node bench/film-job.ts job 720      a whole film, with the models warm
//   node_modules/.bin/node bench/film-job.ts encode 720   x264 alone on the same frames
// Prints one line of JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  completeSettings,
  directScene,
  type Emotion,
  frameCountOf,
  frameTimeSeconds,
  type Picture,
  renderFrame,
} from '../packages/engine/src/index.ts';
import {
  analysePicture,
  createNodeModelRuntime,
  decodePicture,
  makeFilm,
  openFilm,
  prepareFace,
  rehearse,
} from '../packages/engine/src/platform/node/index.ts';
import { resamplePicture } from '../packages/engine/src/render/resample.ts';

/** What is measured. Times in milliseconds, memory in megabytes. */
export interface JobMeasure {
  readonly coldStartMs: number;
  readonly analysisMs: number;
  readonly drawMsPerFrame: number;
  readonly totalMs: number;
  readonly cpuMs: number;
  readonly peakMemoryMb: number;
  readonly sizeBytes: number;
}

export interface EncodeMeasure {
  readonly totalMs: number;
  readonly cpuMs: number;
}

const SAMPLE = join(import.meta.dirname, '..', 'samples', 'photo-astronaut-smiling.png');
const SURPRISE: Emotion = 3;
const [kind, sizeText] = process.argv.slice(2);
const sizePx = Number(sizeText);
const wanted = { sizePx, framing: 'full', seconds: 4, frameRateHz: 30 } as const;
const frameCount = frameCountOf(wanted.seconds, wanted.frameRateHz);
const folder = await mkdtemp(join(tmpdir(), 'moodreel-bench-'));
try {
  const result = kind === 'encode' ? await measureEncode() : await measureJob();
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureJob(): Promise<JobMeasure> {
  const source = await samplePicture();
  const start = performance.now();
  const runtime = await createNodeModelRuntime();
  await analysePicture(source, completeSettings(wanted), runtime);
  const coldStartMs = performance.now() - start;
  // As film workers do before their first order.
  await rehearse(SAMPLE, runtime);
  const cpu = process.cpuUsage();
  const { timesMs, made } = await makeFilm({
    source,
    emotion: SURPRISE,
    settings: wanted,
    runtime,
    files: { filmPath: join(folder, 'film.mp4'), posterPath: join(folder, 'poster.jpg') },
  });
  return {
    coldStartMs,
    analysisMs: timesMs.find + timesMs.mask + timesMs.rig,
    drawMsPerFrame: timesMs.draw / frameCount,
    totalMs: timesMs.total,
    cpuMs: cpuMs(cpu),
    peakMemoryMb: process.resourceUsage().maxRSS / 1024,
    sizeBytes: made.sizeBytes,
  };
}

async function measureEncode(): Promise<EncodeMeasure> {
  const runtime = await createNodeModelRuntime();
  const { scene, settings } = await prepareFace(await samplePicture(), wanted, runtime);
  const { stage, kernels } = scene;
  const act = directScene(scene, SURPRISE, settings);
  const frames = Array.from({ length: frameCount }, (_, index) => {
    renderFrame(stage, act, frameTimeSeconds(index, wanted.frameRateHz), kernels);
    return kernels.toI420().slice();
  });
  const start = performance.now();
  const cpu = process.cpuUsage();
  const film = await openFilm(join(folder, 'film.mp4'), {
    widthPx: kernels.widthPx,
    heightPx: kernels.heightPx,
    frameRateHz: wanted.frameRateHz,
  });
  for (const [index, frame] of frames.entries()) await film.push(frame, index);
  await film.finish();
  return { totalMs: performance.now() - start, cpuMs: cpuMs(cpu) };
}

/** The sample, enlarged where it has fewer pixels than the film: size is what is measured here. */
async function samplePicture(): Promise<Picture> {
  const picture = await decodePicture(SAMPLE);
  const whole = { xPx: 0, yPx: 0, widthPx: picture.widthPx, heightPx: picture.heightPx };
  return resamplePicture(picture, whole, sizePx, sizePx);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
