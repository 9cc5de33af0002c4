import { ERRORS, KEPT_RENDERS_LISTED, type Render } from '@moodreel/contract';
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { AppError } from '../http/app-error.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type RenderRow, renders } from './schema.ts';

/** A user's own render; somebody else's, an expired one and none at all look the same. */
export async function findRender(tx: Queryable, userId: string, id: string): Promise<RenderRow> {
  const [row] = await tx
    .select()
    .from(renders)
    .where(and(eq(renders.id, id), eq(renders.userId, userId)));
  if (!row || (row.state === 'finished' && row.filmKey === null)) throw new AppError('not_found');
  return row;
}

/** What a user would miss: renders in work, and films that are kept but not saved; newest first. */
export async function listKept(tx: Queryable, userId: string, now: Date): Promise<RenderRow[]> {
  const isInWork = inArray(renders.state, ['queued', 'running']);
  const isUnsaved = and(
    isNotNull(renders.filmKey),
    isNull(renders.videoId),
    gt(renders.expiresAt, now),
  );
  return await tx
    .select()
    .from(renders)
    .where(and(eq(renders.userId, userId), or(isInWork, isUnsaved)))
    .orderBy(desc(renders.createdAt), desc(renders.id))
    .limit(KEPT_RENDERS_LISTED);
}

/** How many are before this one in the queue; 0 is next. */
export async function findPlace(tx: Queryable, row: RenderRow): Promise<number> {
  // Row comparison follows the order of the queue: priority downwards, then time, then id.
  return await tx.$count(
    renders,
    sql`${renders.state} = 'queued' and (-${renders.priority}, ${renders.createdAt}, ${renders.id})
      < (-(${row.priority}::int), ${row.createdAt.toISOString()}::timestamptz, ${row.id}::uuid)`,
  );
}

/** The render as the contract shows it. */
export async function showRender(tx: Queryable, row: RenderRow): Promise<Render> {
  const failureCode = row.failureCode ?? 'render_failed';
  return {
    id: row.id,
    key: row.clientKey,
    label: row.label,
    take: row.take,
    state: row.state,
    place: row.state === 'queued' ? await findPlace(tx, row) : null,
    stage: row.state === 'running' ? row.stage : null,
    framesDone: row.framesDone,
    framesTotal: row.framesTotal,
    failure:
      row.state === 'failed'
        ? { code: failureCode, message: row.failureMessage ?? ERRORS[failureCode].message }
        : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    videoId: row.videoId,
    expiresAt: row.videoId === null ? (row.expiresAt?.toISOString() ?? null) : null,
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    durationSeconds: row.durationSeconds,
  };
}
