import { stat } from 'node:fs/promises';
import { performance as clock } from 'node:perf_hooks';
import type { Emotion } from '../../expression/emotions.ts';
import type { FoundBy, ModelRuntime } from '../../face/face.ts';
import type { RectPx } from '../../math/points.ts';
import { cancelled } from '../../refusal.ts';
import type { FramingName } from '../../render/framing.ts';
import { renderFrame } from '../../render/render-frame.ts';
import type { SourceUnits } from '../../rig/source-units.ts';
import type { ArtStyle } from '../../rig/style/art-style.ts';
import { drawFilm, frameCountOf } from '../../video/draw-film.ts';
import {
  completeSettings,
  type FilmSettings,
  type WantedSettings,
} from '../../video/film-settings.ts';
import { directScene, type Scene, setScene } from '../../video/set-scene.ts';
import { analysePicture, type PictureAnalysis, type PictureSource } from './analyse-picture.ts';
import { openFilm } from './encode-film.ts';
import { loadKernels } from './load-kernels.ts';
import { writePoster } from './poster.ts';

/** What a film's maker does now, in this order. */
export type FilmStage = 'reading' | 'finding-face' | 'preparing' | 'rendering' | 'finishing';

export interface FilmProgress {
  readonly stage: FilmStage;
  readonly framesDone: number;
  /** 0 until it is known. */
  readonly framesTotal: number;
}

/** Where a film goes. */
export interface FilmFiles {
  readonly filmPath: string;
  /** A JPEG of the apex; left out, none is written. */
  readonly posterPath?: string | undefined;
}

/** What was found, what was made, and how long each stage took. */
export interface FilmReport {
  readonly found: {
    readonly faceCount: number;
    readonly faceIndex: number;
    readonly foundBy: FoundBy;
    readonly confidence01: number;
    /** Image px. */
    readonly boxPx: RectPx;
    /** Positive: to the picture's right, down, clockwise. */
    readonly poseDegrees: { readonly yaw: number; readonly pitch: number; readonly roll: number };
    readonly style: ArtStyle;
    readonly sourceUnits: SourceUnits;
  };
  readonly made: {
    readonly emotion: Emotion;
    readonly codec: 'h264';
    readonly widthPx: number;
    readonly heightPx: number;
    readonly framing: FramingName;
    readonly frameCount: number;
    readonly frameRateHz: number;
    readonly seconds: number;
    readonly sizeBytes: number;
    readonly seed: number;
    readonly take: number;
    /** The way in which the emotion is acted. */
    readonly act: string;
  };
  readonly timesMs: {
    readonly decode: number;
    readonly find: number;
    readonly mask: number;
    /** Framing, scaling and rigging. */
    readonly rig: number;
    /** Drawing all frames; the encoder works meanwhile. */
    readonly draw: number;
    /** Waiting for the encoder beyond the drawing. */
    readonly encodeWait: number;
    readonly poster: number;
    readonly total: number;
  };
}

/** A scene with what its report needs: not the picture, which may be large and of which the scene has its plate. */
export interface PreparedFace {
  readonly analysis: Omit<PictureAnalysis, 'picture'>;
  readonly scene: Scene;
  readonly settings: FilmSettings;
  readonly rigMs: number;
}

type OnProgress = (progress: FilmProgress) => void;

interface FilmOptions {
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a picture, finds its face and rigs it: what the films of all emotions share. */
export async function prepareFace(
  source: PictureSource,
  wanted: WantedSettings,
  runtime: ModelRuntime,
  options: FilmOptions = {},
): Promise<PreparedFace> {
  const settings = completeSettings(wanted);
  const say = (stage: FilmStage) => {
    if (options.signal?.aborted) throw cancelled();
    options.onProgress?.({ stage, framesDone: 0, framesTotal: 0 });
  };
  say('reading');
  const subject = await analysePicture(source, settings, runtime, () => say('finding-face'));
  say('preparing');
  const start = clock.now();
  const scene = setScene(subject, settings, await loadKernels());
  const { picture: _, ...analysis } = subject;
  return { analysis, scene, settings, rigMs: clock.now() - start };
}

/** The latest film of each scene: all of them draw on its one stage, into its kernels' one frame. */
const latestFilm = new WeakMap<Scene, Promise<unknown>>();

/**
 * Draws and encodes the film of one emotion. The files are complete when it resolves. Films of one
 * prepared face that are asked for at once are made one after another, in that order; those of two
 * faces side by side. `signal` is heeded once it is the film's turn.
 *
 * @throws Refusal cancelled when the signal aborts; films that wait are made all the same
 */
export function shootFilm(
  prepared: PreparedFace,
  emotion: Emotion,
  files: FilmFiles,
  options: FilmOptions = {},
): Promise<FilmReport> {
  const { scene } = prepared;
  const before = latestFilm.get(scene) ?? Promise.resolve();
  const film = before.then(() => shootNow(prepared, emotion, files, options));
  // Whoever asked hears of a failure; the next film only waits for the end.
  latestFilm.set(
    scene,
    film.catch(() => {}),
  );
  return film;
}

async function shootNow(
  prepared: PreparedFace,
  emotion: Emotion,
  files: FilmFiles,
  options: FilmOptions,
): Promise<FilmReport> {
  const { scene, settings } = prepared;
  const { stage, kernels, framing } = scene;
  const { frameRateHz } = settings;
  const { onProgress, signal } = options;
  if (signal?.aborted) throw cancelled();
  const start = clock.now();
  const performance = directScene(scene, emotion, settings);
  const frameCount = frameCountOf(settings.seconds, frameRateHz);
  const size = { widthPx: framing.widthPx, heightPx: framing.heightPx };
  // Outside what may move every frame is the picture, which is there already.
  kernels.toI420();
  const times = await drawFilm({
    frameCount,
    frameRateHz,
    drawFrame(timeSeconds) {
      renderFrame(stage, performance, timeSeconds, kernels);
      return kernels.toI420(stage.rect);
    },
    sink: await openFilm(files.filmPath, { ...size, frameRateHz }),
    clockMs: () => clock.now(),
    onFrame: (framesDone, framesTotal) => {
      const finishing = framesDone === framesTotal;
      onProgress?.({ stage: finishing ? 'finishing' : 'rendering', framesDone, framesTotal });
    },
    signal,
  });
  const drawn = clock.now();
  if (files.posterPath !== undefined) {
    renderFrame(stage, performance, performance.apexSeconds, kernels);
    await writePoster(files.posterPath, kernels);
  }
  const { size: sizeBytes } = await stat(files.filmPath);
  const end = clock.now();
  const { decode, find, mask } = prepared.analysis.timesMs;
  const rig = prepared.rigMs;
  return {
    found: describeFound(prepared),
    made: {
      emotion,
      codec: 'h264',
      ...size,
      framing: framing.framing,
      frameCount,
      frameRateHz,
      seconds: frameCount / frameRateHz,
      sizeBytes,
      seed: scene.seed,
      take: settings.take,
      act: performance.actName,
    },
    timesMs: {
      decode,
      find,
      mask,
      rig,
      draw: times.drawMs,
      encodeWait: times.waitMs,
      poster: end - drawn,
      total: decode + find + mask + rig + (end - start),
    },
  };
}

/**
 * From a picture and an emotion to a film.
 *
 * @throws Refusal for a bad picture, no face, bad settings; `cancelled` when the signal aborts
 */
export async function makeFilm(order: {
  readonly source: PictureSource;
  readonly emotion: Emotion;
  readonly settings?: WantedSettings | undefined;
  readonly runtime: ModelRuntime;
  readonly files: FilmFiles;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}): Promise<FilmReport> {
  const { source, settings = {}, runtime, emotion, files } = order;
  const prepared = await prepareFace(source, settings, runtime, order);
  return shootFilm(prepared, emotion, files, order);
}

function describeFound({ analysis, scene, settings }: PreparedFace): FilmReport['found'] {
  const { pose } = scene.rig;
  const degrees = (radians: number) => Math.round((radians * 1800) / Math.PI) / 10;
  return {
    faceCount: analysis.faces.length,
    faceIndex: settings.faceIndex,
    foundBy: analysis.face.foundBy,
    confidence01: analysis.face.confidence01,
    boxPx: analysis.face.boxPx,
    poseDegrees: {
      yaw: degrees(pose.yawRadians),
      pitch: degrees(pose.pitchRadians),
      roll: degrees(pose.rollRadians),
    },
    style: analysis.style,
    sourceUnits: scene.rig.sourceUnits,
  };
}
