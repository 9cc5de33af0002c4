import type { ErrorCode, RenderStage } from '@moodreel/contract';
import { UNSAVED_RENDER_HOURS } from '@moodreel/contract';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { claimObjects, doomObjects } from '../files/doomed-objects.ts';
import type { RenderStanding } from '../jobs/job-table.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { isGone } from './liveness.ts';
import { notifyRender } from './render-notices.ts';
import { type RenderRow, renders } from './schema.ts';

// The only place where the state of a render changes; docs/render-jobs.md has the picture. Each
// function says whether it did anything: the states it starts from are part of its statement, so
// that of two who want to end a render one wins.

/** One attempt of a worker; what it writes counts only while it is the newest one. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

const isCurrent = ({ id, attempt }: Attempt) =>
  and(eq(renders.id, id), eq(renders.attempt, attempt), eq(renders.state, 'running'));
const isInWork = (id: string) =>
  and(eq(renders.id, id), inArray(renders.state, ['queued', 'running']));

/** Whether a render may be taken from another process that has it in work. */
export interface TakeOver {
  /** Where it stood: it may if it still stands there. A process that froze still has its lock. */
  readonly stoodAt?: RenderStanding | undefined;
  /** Whether it can be told who is gone; if not, it is taken from nobody. */
  readonly seesWhoLives?: boolean;
}

/**
 * queued or running (its process is gone, or has not moved from where it stood) → running.
 * Undefined: there is nothing to do any more, or another process has it in work.
 */
export async function takeUp(
  db: Database,
  id: string,
  holder: number,
  { stoodAt, seesWhoLives = true }: TakeOver = {},
): Promise<RenderRow | undefined> {
  const isFree = or(
    eq(renders.state, 'queued'),
    stoodAt ? undefined : eq(renders.holder, holder),
    ...(seesWhoLives ? [stoodAt && isAt(stoodAt), isGone(sql`${renders.holder}`)] : []),
  );
  return await db.transaction(async (tx) => {
    const [row] = await tx
      .update(renders)
      .set({
        state: 'running',
        holder,
        attempt: sql`${renders.attempt} + 1`,
        stage: null,
        framesDone: 0,
        framesTotal: 0,
      })
      .where(and(isInWork(id), isFree))
      .returning();
    if (row) await notifyRender(tx, id, 'moved');
    return row;
  });
}

const isAt = ({ attempt, stage, framesDone }: RenderStanding) =>
  and(
    eq(renders.attempt, attempt),
    sql`${renders.stage} is not distinct from ${stage}`,
    eq(renders.framesDone, framesDone),
  );

/** Where a render stands that is in work; undefined when it is not. */
export async function findStanding(
  tx: Queryable,
  id: string,
): Promise<(RenderStanding & { readonly priority: number }) | undefined> {
  const { attempt, stage, framesDone, priority } = renders;
  const [found] = await tx
    .select({ attempt, stage, framesDone, priority })
    .from(renders)
    .where(and(eq(renders.id, id), eq(renders.state, 'running')));
  return found;
}

/** Whether a render is in work and its process lives, or may live where that cannot be told. */
export async function isHeld(tx: Queryable, id: string, seesWhoLives: boolean): Promise<boolean> {
  const isRunning = and(eq(renders.id, id), eq(renders.state, 'running'));
  const lives = seesWhoLives ? sql`not ${isGone(sql`${renders.holder}`)}` : undefined;
  return (await tx.$count(renders, and(isRunning, lives))) > 0;
}

export interface Progress {
  readonly stage: RenderStage;
  readonly framesDone: number;
  readonly framesTotal: number;
}

/** running → running. False: this attempt has been overtaken or cancelled. */
export async function reportProgress(
  db: Database,
  attempt: Attempt,
  progress: Progress,
): Promise<boolean> {
  const changed = await db
    .update(renders)
    .set({ ...progress })
    .where(isCurrent(attempt))
    .returning({ id: renders.id });
  if (changed.length > 0) await notifyRender(db, attempt.id, 'progress');
  return changed.length > 0;
}

export interface FinishedFilm {
  readonly filmKey: string;
  readonly posterKey: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
}

/** running → finished. */
export async function finish(
  db: Database,
  attempt: Attempt,
  film: FinishedFilm,
  now: Date,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + UNSAVED_RENDER_HOURS * 3_600_000);
    const set = { ...film, state: 'finished', finishedAt: now, expiresAt } as const;
    const done = await endRender(tx, isCurrent(attempt), set, now);
    if (done) await claimObjects(tx, [film.filmKey, film.posterKey], now);
    return done;
  });
}

/** queued or running → failed; only this attempt's if one is given. Gives the render back. */
export async function fail(
  db: Database,
  which: Attempt | { readonly id: string },
  reason: { readonly code: ErrorCode; readonly message: string },
  now: Date,
): Promise<boolean> {
  const where = 'attempt' in which ? isCurrent(which) : isInWork(which.id);
  const set = {
    state: 'failed',
    failureCode: reason.code,
    failureMessage: reason.message,
    finishedAt: now,
  } as const;
  return await db.transaction((tx) => endRender(tx, where, set, now));
}

/** queued or running → cancelled. Gives the render back. */
export async function cancel(tx: Queryable, id: string, now: Date): Promise<boolean> {
  return await endRender(tx, isInWork(id), { state: 'cancelled', finishedAt: now }, now);
}

/** running → queued, when a worker gives it up for another one to take. */
export async function putBack(tx: Queryable, attempt: Attempt): Promise<boolean> {
  const changed = await tx
    .update(renders)
    .set({ state: 'queued', stage: null, framesDone: 0, framesTotal: 0 })
    .where(isCurrent(attempt))
    .returning({ id: renders.id });
  if (changed.length > 0) await notifyRender(tx, attempt.id, 'moved');
  return changed.length > 0;
}

/** queued or running (its job is lost) → queued. */
export async function requeue(tx: Queryable, id: string): Promise<boolean> {
  const changed = await tx
    .update(renders)
    .set({ state: 'queued', stage: null, framesDone: 0, framesTotal: 0 })
    .where(isInWork(id))
    .returning({ id: renders.id });
  if (changed.length > 0) await notifyRender(tx, id, 'moved');
  return changed.length > 0;
}

async function endRender(
  tx: Queryable,
  where: ReturnType<typeof and>,
  set: Partial<typeof renders.$inferInsert>,
  now: Date,
): Promise<boolean> {
  const [ended] = await tx.update(renders).set(set).where(where).returning();
  if (!ended) return false;
  // The picture has served its purpose.
  await doomObjects(tx, [ended.pictureKey], now);
  await tx.update(renders).set({ pictureKey: null, stage: null }).where(eq(renders.id, ended.id));
  await notifyRender(tx, ended.id, 'moved');
  return true;
}
