import { basename } from 'node:path';
import { EMOTION_NAMES, type Emotion } from '../../../expression/emotions.ts';
import type { ModelRuntime } from '../../../face/face.ts';
import type { Picture } from '../../../math/picture.ts';
import { Refusal, type RefusalCode } from '../../../refusal.ts';
import { renderFrame } from '../../../render/render-frame.ts';
import type { WantedSettings } from '../../../video/film-settings.ts';
import { directScene } from '../../../video/set-scene.ts';
import { eyesAndMouth, type SheetRow, type SheetTile } from '../contact-sheet.ts';
import { heedSignal } from '../heed-signal.ts';
import { type PreparedFace, prepareFace } from '../make-film.ts';
import { createNodeModelRuntime } from '../model-runtime.ts';
import { explain } from './run-command.ts';

/** What is wrong with one picture alone should not keep the others from being seen. */
const CONCERNS_ALL: readonly RefusalCode[] = ['bad_settings', 'cancelled'];

/** A picture of a sheet and how it is to be drawn. */
export interface SheetPicture {
  readonly path: string;
  readonly settings: WantedSettings;
}

/** What is shown of each picture: the height of each emotion, or a strip of so many frames of each. */
export interface SheetWish {
  readonly emotions: readonly Emotion[];
  readonly stripFrames: number | undefined;
}

/**
 * The rows of a sheet. A picture of which no film can be made has a row that says why.
 *
 * @throws Refusal cancelled, once the signal is aborted: after the emotion that is drawn then
 */
export async function drawRows(
  pictures: readonly SheetPicture[],
  { emotions, stripFrames }: SheetWish,
  signal: AbortSignal,
): Promise<SheetRow[]> {
  const runtime = await createNodeModelRuntime();
  const rows: SheetRow[] = [];
  for (const { path, settings } of pictures) {
    await heedSignal(signal);
    const prepared = await prepareOrExplain(path, settings, runtime, signal);
    if (typeof prepared === 'string') {
      process.stderr.write(`${basename(path)}: ${prepared}\n`);
      rows.push({ label: basename(path), tiles: [], problem: prepared });
    } else if (stripFrames !== undefined) {
      for (const emotion of emotions) {
        await heedSignal(signal);
        rows.push(stripRow(path, prepared, emotion, stripFrames));
      }
    } else {
      rows.push(await emotionRow(path, prepared, emotions, signal));
    }
  }
  await heedSignal(signal);
  return rows;
}

async function prepareOrExplain(
  picture: string,
  settings: WantedSettings,
  runtime: ModelRuntime,
  signal: AbortSignal,
): Promise<PreparedFace | string> {
  try {
    return await prepareFace(picture, settings, runtime, { signal });
  } catch (error) {
    if (!(error instanceof Refusal) || CONCERNS_ALL.includes(error.code)) throw error;
    return explain(error);
  }
}

async function emotionRow(
  picture: string,
  prepared: PreparedFace,
  emotions: readonly Emotion[],
  signal: AbortSignal,
): Promise<SheetRow> {
  const { scene, settings } = prepared;
  const zooms = eyesAndMouth(scene.rig.landmarks);
  const tiles: SheetTile[] = [{ label: 'source', picture: scene.rig.plate, zooms }];
  for (const emotion of emotions) {
    await heedSignal(signal);
    const performance = directScene(scene, emotion, settings);
    const frame = drawCopy(prepared, performance, performance.apexSeconds);
    tiles.push({ label: EMOTION_NAMES[emotion], picture: frame, zooms });
  }
  return { label: `${basename(picture)} ${describe(prepared)}`, tiles };
}

function stripRow(
  picture: string,
  prepared: PreparedFace,
  emotion: Emotion,
  frames: number,
): SheetRow {
  const performance = directScene(prepared.scene, emotion, prepared.settings);
  const zooms = eyesAndMouth(prepared.scene.rig.landmarks);
  const tiles = Array.from({ length: frames }, (_, i): SheetTile => {
    const timeSeconds = (performance.seconds * i) / (frames - 1);
    const frame = drawCopy(prepared, performance, timeSeconds);
    return { label: `${timeSeconds.toFixed(2)} s`, picture: frame, zooms };
  });
  const title = `${EMOTION_NAMES[emotion]}: ${basename(picture)} ${describe(prepared)}`;
  return { label: title, tiles };
}

function drawCopy(
  { scene }: PreparedFace,
  performance: ReturnType<typeof directScene>,
  timeSeconds: number,
): Picture {
  const { kernels, stage } = scene;
  renderFrame(stage, performance, timeSeconds, kernels);
  return {
    rgba: kernels.frame.slice(),
    widthPx: kernels.widthPx,
    heightPx: kernels.heightPx,
  };
}

function describe({ scene, analysis }: PreparedFace): string {
  const { framing } = scene;
  return (
    `(${analysis.style}, ${analysis.face.foundBy}, ${framing.framing}, ` +
    `${framing.widthPx} × ${framing.heightPx})`
  );
}
