import { randomUUID } from 'node:crypto';
import { firstTitle, PLAN_LIMITS } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { announceObjects, claimObjects, deleteObjects } from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { findRender } from '../renders/render-view.ts';
import { type RenderRow, renders } from '../renders/schema.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { type VideoRow, videos } from './schema.ts';
import type { VideoParts } from './video-parts.ts';

/**
 * Keeps a user's own finished render in the account, within the plan's limit. Saving it again
 * answers the same video. Throws `render_not_finished`, `video_empty`, `saved_videos_limit`.
 */
export async function saveRender(
  parts: VideoParts,
  userId: string,
  renderId: string,
  title: string | undefined,
): Promise<VideoRow> {
  const { db, storage } = parts;
  const render = await findRender(db, userId, renderId);
  const source = assertSavable(render);
  const folder = `${userId}/videos/${nextTimestamp(parts.now())}`;
  const target = { filmKey: `${folder}.mp4`, posterKey: `${folder}.jpg` };
  const keys = [target.filmKey, target.posterKey];
  await announceObjects(db, keys, parts.now());
  try {
    return await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const [saved] = await tx.select().from(videos).where(eq(videos.renderId, renderId));
      if (saved) return saved;
      await assertPlaceLeft(tx, userId, parts.now());
      const values = describe(render, target, title, parts.now());
      const row = await insertVideo(tx, values);
      const metadata = { userid: userId };
      const film = { contentType: 'video/mp4', metadata };
      await storage.copy(source.filmKey, target.filmKey, film);
      await storage.copy(source.posterKey, target.posterKey, {
        contentType: 'image/jpeg',
        metadata,
      });
      await claimObjects(tx, keys, parts.now());
      return row;
    });
  } catch (error) {
    await deleteObjects(db, storage, keys);
    throw error;
  }
}

/** Whether one more video may be saved now. */
export async function isPlaceLeft(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { subscriptionType } = await readSubscription(tx, userId, now);
  const { savedVideos } = PLAN_LIMITS[subscriptionType];
  if (savedVideos === null) return true;
  return (await tx.$count(videos, eq(videos.userId, userId))) < savedVideos;
}

async function assertPlaceLeft(tx: Queryable, userId: string, now: Date): Promise<void> {
  if (!(await isPlaceLeft(tx, userId, now))) throw new AppError('saved_videos_limit');
}

function assertSavable(render: RenderRow) {
  const { state, filmKey, posterKey } = render;
  if (state === 'failed') {
    throw new AppError('render_not_finished', 'This render failed: there is no film to save.');
  }
  if (state === 'cancelled') throw new AppError('cancelled');
  if (state !== 'finished' || !filmKey || !posterKey) throw new AppError('render_not_finished');
  if (!render.sizeBytes) throw new AppError('video_empty');
  return { filmKey, posterKey };
}

function describe(
  render: RenderRow,
  target: { readonly filmKey: string; readonly posterKey: string },
  title: string | undefined,
  now: Date,
): VideoRow {
  return {
    ...target,
    id: randomUUID(),
    userId: render.userId,
    renderId: render.id,
    title: title ?? firstTitle(render, now),
    label: render.label,
    take: render.take,
    widthPx: render.widthPx ?? 0,
    heightPx: render.heightPx ?? 0,
    durationSeconds: render.durationSeconds ?? 0,
    sizeBytes: render.sizeBytes ?? 0,
    shareToken: null,
    createdAt: now,
  };
}

async function insertVideo(tx: Transaction, values: VideoRow): Promise<VideoRow> {
  const marked = await tx
    .update(renders)
    .set({ videoId: values.id })
    .where(eq(renders.id, values.renderId))
    .returning({ filmKey: renders.filmKey });
  // It may have expired since it was looked at.
  if (!marked[0]?.filmKey) throw new AppError('not_found');
  await tx.insert(videos).values(values);
  return values;
}

let lastTimestamp = 0;

/** Microseconds since 1970, never the same twice: the name of a user's video. */
function nextTimestamp(now: Date): number {
  const wished = now.getTime() * 1000 + Math.floor(Math.random() * 1000);
  lastTimestamp = Math.max(wished, lastTimestamp + 1);
  return lastTimestamp;
}
