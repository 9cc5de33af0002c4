import { randomUUID } from 'node:crypto';
import { filmTitle, PLAN_LIMITS } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import {
  announceObjects,
  claimObjects,
  deleteObjects,
  doomObjects,
} from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { lockUser } from '../platform/database/user-lock.ts';
import { ObjectMissing } from '../platform/storage/storage.ts';
import { findRender } from '../renders/render-view.ts';
import { type RenderRow, renders } from '../renders/schema.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { type VideoRow, videos } from './schema.ts';
import type { VideoParts } from './video-parts.ts';

/**
 * For how long a storage may copy, film and poster together: somebody waits. Far less than the hour
 * after which the clean-up deletes what nobody claimed: a copy that appeared later would be forgotten.
 */
const COPY_LIMIT_MS = 15_000;

/** Keys of a film and its poster. */
interface FilmKeys {
  readonly filmKey: string;
  readonly posterKey: string;
}

/**
 * Keeps a user's own finished render in the account, within the plan's limit. Saving it again
 * answers the same video. Throws `render_not_finished`, `video_empty`, `saved_videos_limit`, and
 * `not_found` also when the film expires meanwhile.
 *
 * A storage may take its time, so nothing is held while it copies: no connection, no lock.
 */
export async function saveRender(
  parts: VideoParts,
  userId: string,
  renderId: string,
  title: string | undefined,
): Promise<VideoRow> {
  const { db, now } = parts;
  const render = await findRender(db, userId, renderId);
  const source = assertSavable(render);
  const known = await findSaved(db, renderId);
  if (known) return known;
  // Checked again under the lock; here it spares copies of what will be refused.
  await assertPlaceLeft(db, userId, now());
  const folder = `${userId}/videos/${nextTimestamp(now())}`;
  const target = { filmKey: `${folder}.mp4`, posterKey: `${folder}.jpg` };
  await announceObjects(db, Object.values(target), now());
  try {
    await copyFilm(parts, userId, source, target);
  } catch (error) {
    // What was begun stays announced: it may appear in the storage yet.
    if (error instanceof ObjectMissing) return await findReplacement(db, userId, renderId, error);
    throw error;
  }
  let saved: VideoRow | undefined;
  try {
    saved = await db.transaction((tx) => enter(tx, describe(render, target, title, now()), now()));
    return saved;
  } finally {
    if (saved?.filmKey !== target.filmKey) await discard(parts, userId, target);
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

function assertSavable(render: RenderRow): FilmKeys {
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
  target: FilmKeys,
  title: string | undefined,
  now: Date,
): VideoRow {
  return {
    ...target,
    id: randomUUID(),
    userId: render.userId,
    renderId: render.id,
    title: title ?? filmTitle(render),
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

async function findSaved(tx: Queryable, renderId: string): Promise<VideoRow | undefined> {
  const [saved] = await tx.select().from(videos).where(eq(videos.renderId, renderId));
  return saved;
}

async function copyFilm({ storage }: VideoParts, userId: string, from: FilmKeys, to: FilmKeys) {
  const metadata = { userid: userId };
  const film = { contentType: 'video/mp4', metadata };
  const poster = { contentType: 'image/jpeg', metadata };
  const limit = AbortSignal.timeout(COPY_LIMIT_MS);
  await storage.copy(from.filmKey, to.filmKey, film, limit);
  await storage.copy(from.posterKey, to.posterKey, poster, limit);
}

/**
 * The film went since it was looked at: it was saved by another call, and its own copy let go of, or
 * it expired (`not_found`). Else its object is lost.
 */
async function findReplacement(
  db: Queryable,
  userId: string,
  renderId: string,
  lost: ObjectMissing,
): Promise<VideoRow> {
  const saved = await findSaved(db, renderId);
  if (saved) return saved;
  await findRender(db, userId, renderId);
  throw lost;
}

/** Enters the video, whose objects are there; answers the other one if the render was saved meanwhile. */
async function enter(tx: Transaction, values: VideoRow, now: Date): Promise<VideoRow> {
  await lockUser(tx, values.userId);
  const saved = await findSaved(tx, values.renderId);
  if (saved) return saved;
  await assertPlaceLeft(tx, values.userId, now);
  const marked = await tx
    .update(renders)
    .set({ videoId: values.id })
    .where(eq(renders.id, values.renderId))
    .returning({ filmKey: renders.filmKey });
  // It may have expired since it was looked at.
  if (!marked[0]?.filmKey) throw new AppError('not_found');
  await tx.insert(videos).values(values);
  await claimObjects(tx, [values.filmKey, values.posterKey], now);
  return values;
}

/** Deletes copies that belong to no video; what fails is left to the clean-up. */
async function discard({ db, storage, now }: VideoParts, userId: string, copies: FilmKeys) {
  const keys = Object.values(copies);
  try {
    const isKept = await db.transaction(async (tx) => {
      // A transaction that broke off may have been committed all the same: the lock waits for it.
      await lockUser(tx, userId);
      if (await tx.$count(videos, eq(videos.filmKey, copies.filmKey))) return true;
      // Anew: the clean-up may have forgotten them before they were there.
      await doomObjects(tx, keys, now());
      return false;
    });
    if (!isKept) await deleteObjects(db, storage, keys);
  } catch {
    // They are announced.
  }
}

let lastTimestamp = 0;

/** Microseconds since 1970, never the same twice: the name of a user's video. */
function nextTimestamp(now: Date): number {
  const wished = now.getTime() * 1000 + Math.floor(Math.random() * 1000);
  lastTimestamp = Math.max(wished, lastTimestamp + 1);
  return lastTimestamp;
}
