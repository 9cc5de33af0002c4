import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { cleanUpAccounts } from './accounts/clean-up.ts';
import type { Config } from './config/config.ts';
import { requireOwnStorage } from './files/own-storage.ts';
import { warnSparingly } from './http/warn-sparingly.ts';
import { type FailedRun, JobQueue } from './jobs/job-queue.ts';
import type { ProcessMetrics } from './metrics/process-metrics.ts';
import { NO_TALLY } from './metrics/tally.ts';
import { addPayerEmailJob } from './payments/payer-email.ts';
import { type OpenDatabase, openDatabase } from './platform/database/database.ts';
import { compareSettings } from './platform/database/shared-settings.ts';
import { describePlace, openStorage } from './platform/storage/open-storage.ts';
import { RenderNotices } from './renders/render-notices.ts';
import { addRenderWorkers } from './renders/render-workers.ts';
import { reportUntaken, reportWaiting } from './renders/report-waiting.ts';
import { releaseOrphans, requeueLost } from './renders/requeue-lost.ts';
import type { RunnerParts } from './renders/run-render.ts';
import { prepareWorkFolder } from './renders/work-folder.ts';
import { cleanUp } from './videos/clean-up.ts';
import type { VideoParts } from './videos/video-parts.ts';

const CLEAN_UP_CRON = '*/10 * * * *';
const WATCH_QUEUE_CRON = '*/3 * * * *';
/** How soon the films of a killed process are taken up again. */
const ORPHAN_CHECK_MS = 2_000;

const OTHER_STORAGE =
  'Another process on this database keeps its files elsewhere. Set STORAGE and what belongs to it ' +
  '(S3_…; or DATA_DIR, if files lie there) alike on all machines, or stop that process first.';
const OTHER_SECRET =
  'another server on this database has another SECRET: people are signed out from request to ' +
  'request. Set the same on all servers';

export interface FilmParts extends VideoParts, RunnerParts {
  readonly opened: OpenDatabase;
  /** What the process counts; undefined where nobody asks, without HEALTH_PORT. */
  readonly metrics: ProcessMetrics | undefined;
  /** Takes no new jobs, lets running films end for `patienceMs` and puts the others back. */
  drain(patienceMs: number): Promise<void>;
  /** Closes everything. Films that run, as without `drain` before it, are put back. */
  close(): Promise<void>;
}

/** What tests put in place of the real thing. */
export interface FilmPartsOptions {
  readonly now?: () => Date;
  /** Program of the processes that make films and find faces. */
  readonly filmWorkerEntry?: string;
  readonly log?: Logger;
  /** The most connections to the database that requests and jobs share. */
  readonly poolSize?: number;
}

/**
 * Opens what both the server and a render worker need: database, storage, queue, film workers.
 * Jobs run from here on.
 */
export async function openFilmParts(
  config: Config,
  log: Logger,
  { now = () => new Date(), filmWorkerEntry, poolSize }: FilmPartsOptions = {},
): Promise<FilmParts> {
  const onLost = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
  const onRestartFailed = warnSparingly(log, 'the bundled database could not be started again');
  const asked = { ...config, ...(poolSize && { poolSize }), onRestartFailed };
  const opened = await openDatabase(asked, onLost);
  // Called in reverse, also when the start fails halfway.
  const closers = new AsyncDisposableStack();
  closers.defer(() => opened.close());
  try {
    const storage = await openStorage(config);
    closers.defer(() => storage.close());
    const storageId = await requireOwnStorage(opened.db, storage, describePlace(config));
    const compare = prepareComparison(config.secret, storageId, log);
    const notices = new RenderNotices(opened.url, onLost, compare);
    closers.defer(() => notices.close());
    const onError = warnSparingly(log, 'trouble in the job queue');
    const queue = new JobQueue({ url: opened.url, onError, onFailedRun: logFailedRun(log) });
    closers.defer(() => queue.close());
    const workFolder = prepareWorkFolder(join(config.dataDir, 'work'));
    closers.defer(() => rmSync(workFolder, { recursive: true, force: true }));
    const { db } = opened;
    const { publicUrl } = config;
    const metrics = config.health && (await openMetrics(config.renderWorkers));
    const tally = metrics?.tally ?? NO_TALLY;
    const inWork = new Set<string>();
    const parts = { db, storage, queue, notices, now, log, tally, inWork, workFolder, publicUrl };
    const workers = addRenderWorkers(parts, {
      count: config.renderWorkers,
      ...(filmWorkerEntry === undefined ? {} : { entry: filmWorkerEntry }),
    });
    const drain = async (patienceMs: number) => {
      const impatience = setTimeout(workers.breakOff, patienceMs);
      await queue.drain();
      clearTimeout(impatience);
      await workers.close();
    };
    closers.defer(() => drain(0));
    addPayerEmailJob(queue, config.payments, db);
    queue.handle('clean-up', 1, async () => {
      try {
        await cleanUp(parts);
        await reportWaiting(parts);
      } finally {
        await cleanUpAccounts(db, now());
      }
    });
    queue.repeat('clean-up', CLEAN_UP_CRON);
    queue.handle('watch-queue', 1, () => reportUntaken(parts));
    queue.repeat('watch-queue', WATCH_QUEUE_CRON);
    await notices.start();
    await queue.start();
    await releaseOrphans(parts);
    await requeueLost(parts);
    const orphanCheck = setInterval(
      () => void releaseOrphans(parts).catch(onError),
      ORPHAN_CHECK_MS,
    );
    closers.defer(() => clearInterval(orphanCheck));
    return { ...parts, opened, metrics, drain, close: () => closers.disposeAsync() };
  } catch (error) {
    // Told is why the start failed, not what that makes of the closing.
    await closers.disposeAsync().catch(() => {});
    throw error;
  }
}

/** The library is for those who want its figures. */
async function openMetrics(filmWorkers: number): Promise<ProcessMetrics> {
  const { createProcessMetrics } = await import('./metrics/process-metrics.ts');
  return createProcessMetrics(filmWorkers);
}

/**
 * Servers with different secrets end each other's sessions, which somebody has to be told of. With
 * different storages they would lose films: then the start is refused.
 */
function prepareComparison(
  secret: string | undefined,
  storageId: string,
  log: Logger,
): (client: pg.Client) => Promise<void> {
  let started = false;
  return async (client) => {
    const different = await compareSettings(client, { SECRET: secret, STORAGE: storageId });
    if (different.includes('STORAGE') && !started) throw new Error(OTHER_STORAGE);
    // A process that works is told when it connects anew: refused, it would go on without a word.
    if (different.includes('STORAGE')) log.error(OTHER_STORAGE);
    started = true;
    if (different.includes('SECRET')) log.error(OTHER_SECRET);
  };
}

function logFailedRun(log: Logger) {
  return ({ name, data, try: which, isLastTry, error: err }: FailedRun) => {
    // Everywhere in the log the field `render` is the id of a render.
    const { renderId: render, ...rest } = { renderId: undefined, ...data };
    const told = { job: name, ...(render && { render }), ...rest, try: which, err };
    if (isLastTry) log.error(told, 'a job failed');
    else log.warn(told, 'a job failed and is tried again');
  };
}
