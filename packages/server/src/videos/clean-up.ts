import { ERRORS, KEPT_DAYS } from '@moodreel/contract';
import { and, eq, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { deleteDueObjects, doomObjects } from '../files/doomed-objects.ts';
import { DAY_MS } from '../platform/day.ts';
import { fail } from '../renders/render-transitions.ts';
import { requeueLost } from '../renders/requeue-lost.ts';
import { renders } from '../renders/schema.ts';
import { deleteOldSpent } from '../renders/spent-renders.ts';
import { videos } from './schema.ts';
import type { VideoParts } from './video-parts.ts';

interface CleanUpParts extends VideoParts {
  readonly log: Logger;
}

/** Deletes what is older than it may get. Safe to run at any time, and by several at once. */
export async function cleanUp(parts: CleanUpParts): Promise<void> {
  const now = parts.now();
  await giveUpForgotten(parts, now);
  await requeueLost(parts);
  await expireUnsaved(parts, now);
  await releaseSaved(parts, now);
  await parts.db
    .delete(renders)
    .where(
      and(
        lt(renders.createdAt, new Date(now.getTime() - KEPT_DAYS.renderRecords * DAY_MS)),
        inArray(renders.state, ['finished', 'failed', 'cancelled']),
        isNull(renders.expiresAt),
      ),
    );
  await deleteOldSpent(parts.db, now);
  await deleteDueObjects(parts, now);
}

/** No render is in work for longer than a day: one that was not made by then has failed, and its picture goes. */
async function giveUpForgotten({ db, log }: CleanUpParts, now: Date): Promise<void> {
  const forgotten = await db
    .select({ id: renders.id })
    .from(renders)
    .where(
      and(
        inArray(renders.state, ['queued', 'running']),
        lte(renders.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  const reason = { code: 'render_failed', message: ERRORS.render_failed.message } as const;
  for (const { id } of forgotten) {
    if (!(await fail(db, { id }, reason, now))) continue;
    const late = new Error('it was not made within a day');
    log.error({ render: id, err: late }, 'a render failed for good');
  }
}

async function expireUnsaved({ db }: VideoParts, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: renders.id, filmKey: renders.filmKey, posterKey: renders.posterKey })
      .from(renders)
      .where(and(lte(renders.expiresAt, now), isNull(renders.videoId)))
      .for('update', { skipLocked: true });
    for (const { id, filmKey, posterKey } of due) {
      await doomObjects(tx, [filmKey, posterKey], now);
      const gone = { filmKey: null, posterKey: null, expiresAt: null };
      await tx.update(renders).set(gone).where(eq(renders.id, id));
    }
  });
}

/** A saved render needs no files of its own any more: it shows those of its video. */
async function releaseSaved({ db }: VideoParts, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ render: renders, video: videos })
      .from(renders)
      .innerJoin(videos, eq(videos.id, renders.videoId))
      .where(and(lte(renders.expiresAt, now), isNotNull(renders.videoId)))
      .for('update', { skipLocked: true });
    for (const { render, video } of due) {
      await doomObjects(tx, [render.filmKey, render.posterKey], now);
      await tx
        .update(renders)
        .set({ filmKey: video.filmKey, posterKey: video.posterKey, expiresAt: null })
        .where(eq(renders.id, render.id));
    }
  });
}
