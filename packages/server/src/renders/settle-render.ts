import { ERRORS } from '@moodreel/contract';
import type { Logger } from 'pino';
import { deleteObjects } from '../files/doomed-objects.ts';
import { countUse } from '../http/rate-limit.ts';
import type { JobRun } from '../jobs/job-queue.ts';
import type { TryOutcome } from '../metrics/tally.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import { isDiskTrouble } from '../platform/disk-trouble.ts';
import { ObjectMissing } from '../platform/storage/storage.ts';
import { FilmRefused, WorkerLost } from './film-worker.ts';
import { comingBack } from './priorities.ts';
import type { RenderParts } from './render-parts.ts';
import { type Attempt, fail, putBack } from './render-transitions.ts';
import type { RenderRow } from './schema.ts';

/** How long a render waits after trouble with storage or disk: longer each time, up to the most. */
const TROUBLE_WAIT = { stepSeconds: 15, mostSeconds: 300 } as const;

const DISK_WANTED = 'a render waits for the disk: make room on it, or mend it';
const STORAGE_WANTED = 'a render waits for the storage';
const DATABASE_WANTED = 'a render waits for the database';

/** Why the server breaks off a render that is wanted: another process will take it up. */
export class ShuttingDown extends Error {}
/** Storage or disk failed: no fault of the picture's, and no reason to give it up. */
export class StorageTrouble extends Error {}
/** Somebody cancelled the render, or another worker took it up since. */
export class NoLongerWanted extends Error {}

export interface SettleParts extends RenderParts {
  readonly log: Logger;
  /** Folder for the files of running renders. */
  readonly workFolder: string;
}

/** Decides what an error means for the render, and says what that is. Rejects with it when the job shall run again. */
export async function settle(
  parts: SettleParts,
  attempt: Attempt,
  row: RenderRow,
  run: JobRun,
  error: unknown,
): Promise<TryOutcome> {
  if (error instanceof NoLongerWanted) return 'unwanted';
  const wanted = whatIsWanted(error);
  if (wanted !== undefined || error instanceof ShuttingDown) {
    return await letWait(parts, attempt, row, error, wanted);
  }
  if (error instanceof FilmRefused) return await refuse(parts, attempt, row, error);
  if (run.isLastTry || error instanceof ObjectMissing) {
    return await giveUp(parts, attempt, row, run, error);
  }
  await putBack(parts.db, attempt);
  throw error;
}

/** What the log says that the render waits for, where that is no fault of its own. */
function whatIsWanted(error: unknown): string | undefined {
  if (isDiskTrouble(error)) return DISK_WANTED;
  // Before the database: the network of a storage fails in the same words.
  if (error instanceof StorageTrouble) return STORAGE_WANTED;
  return isDatabaseAway(error) ? DATABASE_WANTED : undefined;
}

/** Puts the render back as a new job instead of another try of this one: nothing of it is a fault of the picture's. */
async function letWait(
  { db, queue, log, workFolder }: SettleParts,
  attempt: Attempt,
  row: RenderRow,
  error: unknown,
  wanted: string | undefined,
): Promise<TryOutcome> {
  const { stepSeconds, mostSeconds } = TROUBLE_WAIT;
  const startAfterSeconds = wanted ? Math.min(stepSeconds * row.attempt, mostSeconds) : 0;
  const isPutBack = await db.transaction(async (tx) => {
    if (!(await putBack(tx, attempt))) return false;
    const options = { priority: comingBack(row.priority), startAfterSeconds };
    await queue.send(tx, 'render', { renderId: row.id }, options);
    return true;
  });
  if (wanted) log.warn({ render: row.id, startAfterSeconds, workFolder, err: error }, wanted);
  if (!isPutBack) return 'unwanted';
  return wanted ? 'outage' : 'stopped';
}

/** The engine said no, and why: another try would hear the same. */
async function refuse(
  { db, storage, log, now }: SettleParts,
  attempt: Attempt,
  row: RenderRow,
  { code, message }: FilmRefused,
): Promise<TryOutcome> {
  // Another worker may have the render by now, and works on its picture.
  if (!(await fail(db, attempt, { code, message }, now()))) return 'unwanted';
  // No fault, but the answer to "why is there no film?".
  log.info({ render: row.id, attempt: row.attempt, code }, 'a film was refused');
  void deleteObjects(db, storage, [row.pictureKey]);
  return 'refused';
}

async function giveUp(
  { db, storage, log, now }: SettleParts,
  attempt: Attempt,
  row: RenderRow,
  run: JobRun,
  error: unknown,
): Promise<TryOutcome> {
  const told = { code: 'render_failed' as const, message: ERRORS.render_failed.message };
  // As above.
  if (!(await fail(db, attempt, told, now()))) return 'unwanted';
  log.error({ render: row.id, try: run.try, err: error }, 'a render failed for good');
  // One too many is told to who asks for the next film.
  if (error instanceof WorkerLost) await countUse(db, 'lostPicture', row.userId).catch(() => {});
  void deleteObjects(db, storage, [row.pictureKey]);
  return 'failed';
}
