// A film worker's process: one order at a time, the models stay warm between them.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Face, findFaces, Refusal } from '@moodreel/engine';
import {
  browsersShow,
  createNodeModelRuntime,
  decodePicture,
  encodePreview,
  makeFilm,
  rehearse,
} from '@moodreel/engine/node';
import { bearLostOutput } from '../platform/lost-output.ts';
import type { FilmAnswer, FilmOrder, MadeFaces, MadeFilm } from './film-messages.ts';

const REHEARSED = join(import.meta.dirname, '../../../../samples/photo-astronaut-smiling.png');
/** A server that starts has better to do, and perhaps an order is waiting. */
const IDLE_MS = 2000;

bearLostOutput();
const runtime = createNodeModelRuntime();
let current = new AbortController();
let rehearsal: Promise<void> = Promise.resolve();
const ordered = new AbortController();

process.on('message', async (order: FilmOrder) => {
  if (order.type === 'stop') return current.abort();
  if (order.type === 'rehearse') {
    rehearsal = rehearseWhenIdle(ordered.signal);
    return;
  }
  current = new AbortController();
  const { signal } = current;
  ordered.abort();
  await rehearsal;
  try {
    say(await obey(order, signal));
  } catch (error) {
    say(describeError(error));
  }
});
// The server is gone: nobody wants what is made here.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group; it is the server that decides when the film is broken off.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
say({ type: 'ready' });

/** Ends without an error, as soon as it can once there is an order. */
async function rehearseWhenIdle(signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(IDLE_MS, undefined, { signal });
    await rehearse(REHEARSED, await runtime, signal);
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(
      `A film worker could not rehearse, its first films will take longer: ${String(error)}\n`,
    );
  }
}

async function obey(
  order: Exclude<FilmOrder, { type: 'stop' | 'rehearse' }>,
  signal: AbortSignal,
): Promise<FilmAnswer> {
  if (order.type === 'faces') return { type: 'faces', faces: await listFaces(order.pictureFile) };
  return { type: 'film', film: await shoot(order, signal) };
}

async function shoot(
  { pictureFile, filmFile, posterFile, emotion, settings }: Extract<FilmOrder, { type: 'film' }>,
  signal: AbortSignal,
): Promise<MadeFilm> {
  const { face: faceIndex, ...chosen } = settings;
  const { made } = await makeFilm({
    source: pictureFile,
    emotion,
    settings: { ...chosen, faceIndex },
    runtime: await runtime,
    files: { filmPath: filmFile, posterPath: posterFile },
    onProgress: ({ stage, framesDone, framesTotal }) =>
      say({ type: 'progress', stage, framesDone, framesTotal }),
    signal,
  });
  return { widthPx: made.widthPx, heightPx: made.heightPx, durationSeconds: made.seconds };
}

async function listFaces(pictureFile: string): Promise<MadeFaces> {
  const picture = await decodePicture(pictureFile);
  // Whoever waits has more patience from here on.
  say({ type: 'progress', stage: 'finding-face', framesDone: 0, framesTotal: 0 });
  const { widthPx, heightPx, isCutOff } = picture;
  const isShown = browsersShow(picture.format) && !isCutOff;
  const seen = {
    widthPx,
    heightPx,
    ...(isCutOff && { isCutOff }),
    ...(!isShown && { preview: await encodePreview(picture) }),
  };
  try {
    const faces = await findFaces(picture, await runtime);
    return { ...seen, faces: faces.map(describeFace) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_face_found') {
      return { ...seen, faces: [] };
    }
    throw error;
  }
}

function describeFace({ boxPx, confidence01, foundBy }: Face, id: number) {
  const { xPx, yPx, widthPx, heightPx } = boxPx;
  const box = { xPx, yPx, widthPx, heightPx };
  return { id, box, confidence01, foundBy, sizePx: Math.max(widthPx, heightPx) };
}

function describeError(error: unknown): FilmAnswer {
  if (error instanceof Refusal) {
    return { type: 'refused', code: error.code, message: error.message };
  }
  if (!(error instanceof Error)) return { type: 'broken', message: String(error) };
  // Where it happened is known here alone.
  const { message, stack } = error;
  return { type: 'broken', message, ...(stack && { stack }) };
}

function say(answer: FilmAnswer): void {
  // A server that was killed cannot be told; `disconnect` follows.
  process.send?.(answer, () => {});
}
