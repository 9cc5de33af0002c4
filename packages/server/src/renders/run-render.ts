import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { announceObjects, deleteObjects } from '../files/doomed-objects.ts';
import type { JobRun } from '../jobs/job-queue.ts';
import type { JobData } from '../jobs/job-table.ts';
import type { FilmTally, Tally, TryOutcome } from '../metrics/tally.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import { ObjectMissing } from '../platform/storage/storage.ts';
import type { MadeFilm } from './film-messages.ts';
import type { FilmWorker } from './film-worker.ts';
import { comingBack } from './priorities.ts';
import {
  type Attempt,
  findStanding,
  finish,
  type Progress,
  reportProgress,
  takeUp,
} from './render-transitions.ts';
import { type RenderRow, renders } from './schema.ts';
import { NoLongerWanted, type SettleParts, StorageTrouble, settle } from './settle-render.ts';

/** The least time between two reports of the same stage. */
const REPORT_MS = 200;
/** How often a running render looks whether it still is wanted, besides being told. */
const LOOK_AGAIN_MS = 2_000;
/** A process that fell silent and does not move for so long has lost its render. */
const FROZEN_SECONDS = 15;
/** How long a database that is away is left alone before it is asked again what it was asked. */
const DATABASE_PAUSE_MS = 1_000;

export interface RunnerParts extends SettleParts {
  readonly tally: Tally;
  /** Renders that this process has in work. */
  readonly inWork: Set<string>;
}

/**
 * Runs one render job on one worker. Returns when the job is done with (also when the render
 * failed for good or is no longer wanted); rejects when the queue shall try it again.
 */
export async function runRender(
  parts: RunnerParts,
  worker: FilmWorker,
  { renderId, stoodAt }: JobData['render'],
  run: JobRun,
  shutdown: AbortSignal,
): Promise<void> {
  const { notices, inWork } = parts;
  const take = async () => {
    const takeOver = { stoodAt, seesWhoLives: notices.seesWhoLives };
    return await takeUp(parts.db, renderId, notices.holder, takeOver);
  };
  // An outage of the database ends its heartbeats, and the queue gives out what is in work right here.
  const row = inWork.has(renderId) ? undefined : await outlastOutage(take, shutdown);
  if (!row) return await lookAgainLater(parts, renderId);
  inWork.add(renderId);
  const attempt: Attempt = { id: row.id, attempt: row.attempt };
  const watch = watchWhetherWanted(parts, attempt);
  const signal = AbortSignal.any([watch.signal, shutdown]);
  const film = parts.tally.takeUpFilm();
  let outcome: TryOutcome = 'tried-again';
  let folder: string | undefined;
  try {
    film.enter('fetching');
    folder = await useStorage(async () => {
      await mkdir(parts.workFolder, { recursive: true, mode: 0o700 });
      return await mkdtemp(join(parts.workFolder, `${row.id}-`));
    });
    outcome = await makeAndStore(parts, worker, row, folder, signal, film);
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    outcome = await outlastOutage(() => settle(parts, attempt, row, run, reason), shutdown);
  } finally {
    inWork.delete(renderId);
    film.end(outcome);
    watch.end();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Does what needs the database, once more while it is away: the queue counts a run that rejects as a try, and
 * three of them are over in a moment. Ends with the error once the server stops.
 */
async function outlastOutage<T>(work: () => Promise<T>, shutdown: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (shutdown.aborted || !isDatabaseAway(error)) throw error;
      // A stop wakes it, and then it is tried for the last time.
      await delay(DATABASE_PAUSE_MS, undefined, { signal: shutdown }).catch(() => {});
    }
  }
}

/**
 * The queue gives a render out that another process has in work when that process fell silent. It
 * may have frozen, with its connections open: a job that comes later sees whether it moved. As a new
 * job it has all tries: silence is no fault of the picture's.
 */
export async function lookAgainLater(
  { db, queue, log }: Pick<RunnerParts, 'db' | 'queue' | 'log'>,
  renderId: string,
): Promise<void> {
  const found = await findStanding(db, renderId);
  if (!found) return;
  const { priority, ...stoodAt } = found;
  const options = { priority: comingBack(priority), startAfterSeconds: FROZEN_SECONDS };
  log.warn(
    { render: renderId, ...stoodAt },
    'the process that makes a film fell silent: it is watched',
  );
  await queue.send(undefined, 'render', { renderId, stoodAt }, options);
}

async function makeAndStore(
  parts: RunnerParts,
  worker: FilmWorker,
  row: RenderRow,
  folder: string,
  signal: AbortSignal,
  film: FilmTally,
): Promise<'made' | 'unwanted'> {
  const { db, storage } = parts;
  const began = performance.now();
  const pictureFile = join(folder, 'picture');
  const filmFile = join(folder, 'film.mp4');
  const posterFile = join(folder, 'poster.jpg');
  await useStorage(async () => {
    const picture = await storage.read(row.pictureKey ?? '', undefined, signal);
    await pipeline(picture, createWriteStream(pictureFile), { signal });
  });
  const { label: emotion, take } = row;
  const settings = { ...row.settings, take };
  const reporter = createReporter(parts, row);
  const order = { type: 'film', pictureFile, filmFile, posterFile, emotion, settings } as const;
  const answer = await worker.run(order, signal, (progress) => {
    film.enter(progress.stage);
    reporter.report(progress);
  });
  film.enter('storing');
  await reporter.finished();
  if (answer.type !== 'film') throw new Error(`the worker answered with ${answer.type}`);

  const { size: sizeBytes } = await stat(filmFile);
  const filmKey = `renders/${row.id}/${row.attempt}.mp4`;
  const posterKey = `renders/${row.id}/${row.attempt}.jpg`;
  await announceObjects(db, [filmKey, posterKey], parts.now());
  const metadata = { userid: row.userId };
  await useStorage(async () => {
    const ofFilm = { contentType: 'video/mp4', metadata };
    const ofPoster = { contentType: 'image/jpeg', metadata };
    await storage.put(filmKey, { file: filmFile }, ofFilm, signal);
    await storage.put(posterKey, { file: posterFile }, ofPoster, signal);
  });
  const stored = { ...pickFilm(answer.film), filmKey, posterKey, sizeBytes };
  const done = await finish(db, row, stored, parts.now());
  const ms = Math.round(performance.now() - began);
  if (done) parts.log.info({ render: row.id, attempt: row.attempt, ms }, 'a film was made');
  const useless = done ? [row.pictureKey] : [filmKey, posterKey];
  // The next film does not wait for it, nor below.
  void deleteObjects(db, storage, useless);
  return done ? 'made' : 'unwanted';
}

async function useStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectMissing) throw error;
    throw new StorageTrouble('storage or disk cannot be used', { cause: error });
  }
}

function pickFilm({ widthPx, heightPx, durationSeconds }: MadeFilm): MadeFilm {
  return { widthPx, heightPx, durationSeconds };
}

/** Aborts when the render is cancelled or taken up by another worker. */
function watchWhetherWanted({ db, notices }: RunnerParts, { id, attempt }: Attempt) {
  const controller = new AbortController();
  const look = async () => {
    const [row] = await db
      .select({ state: renders.state, attempt: renders.attempt })
      .from(renders)
      .where(eq(renders.id, id));
    if (row?.state !== 'running' || row.attempt !== attempt) {
      controller.abort(new NoLongerWanted());
    }
  };
  // A database that does not answer now is asked again by the next look.
  const lookSafely = () => void look().catch(() => {});
  const unwatch = notices.watch(id, lookSafely);
  const timer = setInterval(lookSafely, LOOK_AGAIN_MS);
  const end = () => {
    unwatch();
    clearInterval(timer);
  };
  return { signal: controller.signal, end };
}

/** Writes progress into the table, each stage at once and frames a few times a second. */
function createReporter({ db }: RunnerParts, attempt: Attempt) {
  let latest: Progress | undefined;
  let stage: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const progress = latest;
    latest = undefined;
    if (!progress) return;
    // Progress is a courtesy: if it cannot be written the film goes on.
    writing = writing.then(() => reportProgress(db, attempt, progress)).catch(() => {});
  };
  return {
    report: ({ stage: now, framesDone, framesTotal }: Progress) => {
      latest = { stage: now, framesDone, framesTotal };
      if (now !== stage) write();
      else timer ??= setTimeout(write, REPORT_MS);
      stage = now;
    },
    finished: async () => {
      write();
      await writing;
    },
  };
}
