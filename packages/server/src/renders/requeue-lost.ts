import { and, inArray, lt, sql } from 'drizzle-orm';
import { isGone } from './liveness.ts';
import { comingBack } from './priorities.ts';
import type { RenderParts } from './render-parts.ts';
import { isHeld, requeue } from './render-transitions.ts';
import { lookAgainLater, type RunnerParts } from './run-render.ts';
import { renders } from './schema.ts';

/**
 * Gives up the runs of processes that are gone: their renders wait again, or fail if that was the
 * last try. The queue itself would notice by the missing heartbeat, ten seconds later.
 */
export async function releaseOrphans(parts: RunnerParts): Promise<void> {
  const { db, queue, notices, log, tally } = parts;
  if (!notices.seesWhoLives) return;
  const released = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`with running as materialized (
          select id, holder from ${renders} where state = 'running' and holder is distinct from ${notices.holder}
        ) select id from running where ${isGone(sql`holder`)}`,
    );
    const ids: string[] = [];
    for (const { id } of rows) {
      if (!(await queue.failRun(tx, 'render', 'renderId', id))) continue;
      await requeue(tx, id);
      ids.push(id);
    }
    return ids;
  });
  for (const render of released) {
    tally.lostFilm();
    log.warn({ render }, 'the process that made a film is gone: the film waits for another');
  }
}

type LostParts = RenderParts & Pick<RunnerParts, 'log'>;

/** A render is entered together with its job; what is younger may not be visible yet. */
const MIN_AGE_MS = 60_000;

/**
 * Enters jobs for renders in work that have none: after a restored backup, which holds no jobs, or
 * if the queue's tables were lost. A job too many does no harm, see docs/render-jobs.md.
 */
export async function requeueLost(parts: LostParts): Promise<void> {
  const { db, queue, notices, now } = parts;
  const inWork = await db
    .select({ id: renders.id, priority: renders.priority })
    .from(renders)
    .where(
      and(
        inArray(renders.state, ['queued', 'running']),
        lt(renders.createdAt, new Date(now().getTime() - MIN_AGE_MS)),
      ),
    )
    .orderBy(renders.createdAt, renders.id);
  if (inWork.length === 0) return;
  const live = new Set((await queue.listLive(db, 'render')).map(({ renderId }) => renderId));
  for (const { id, priority } of inWork) {
    if (live.has(id)) continue;
    // Its process needs no job to come to the end of it.
    if (await isHeld(db, id, notices.seesWhoLives)) {
      await lookAgainLater(parts, id);
      continue;
    }
    await db.transaction(async (tx) => {
      if (!(await requeue(tx, id))) return;
      await queue.send(tx, 'render', { renderId: id }, { priority: comingBack(priority) });
    });
  }
}
