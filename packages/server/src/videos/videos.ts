import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  PLAN_LIMITS,
  paths,
  type SharedVideo,
  type SubscriptionType,
  VIDEOS_PER_PAGE,
  type Video,
  type VideosPage,
} from '@moodreel/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { deleteObjects, doomObjects } from '../files/doomed-objects.ts';
import { AppError } from '../http/app-error.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { forgetUploads } from '../renders/kept-uploads.ts';
import { notifyRender } from '../renders/render-notices.ts';
import { renders } from '../renders/schema.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { type VideoRow, videos } from './schema.ts';
import type { VideoParts } from './video-parts.ts';

/** A user's own video; somebody else's and none at all look the same. */
export async function findVideo(tx: Queryable, userId: string, id: string): Promise<VideoRow> {
  const [row] = await tx.select().from(videos).where(isOwn(userId, id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** The video as the contract shows it to its owner. */
export function showVideo(parts: VideoParts, row: VideoRow, type: SubscriptionType): Video {
  return {
    id: row.id,
    title: row.title,
    videoUrl: paths.videoStream(row.id),
    posterUrl: paths.videoPoster(row.id),
    downloadUrl: PLAN_LIMITS[type].download ? paths.videoDownload(row.id) : null,
    shareUrl: row.shareToken && shareAddress(parts, row.shareToken),
    label: row.label,
    take: row.take,
    createdAt: row.createdAt.toISOString(),
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    durationSeconds: row.durationSeconds,
    sizeBytes: row.sizeBytes,
  };
}

/** The link that is given away: whoever has it sees the video until it is revoked. */
export function shareAddress({ publicUrl }: VideoParts, token: string): string {
  return `${publicUrl}${paths.sharePage(token)}`;
}

/** One page of a user's videos, newest first. Pages beyond the last are empty. */
export async function listVideos(
  parts: VideoParts,
  userId: string,
  page: number,
): Promise<VideosPage> {
  const { db } = parts;
  const { subscriptionType } = await readSubscription(db, userId, parts.now());
  const total = await db.$count(videos, eq(videos.userId, userId));
  const rows = await newestFirst(db, userId)
    .limit(VIDEOS_PER_PAGE)
    .offset((page - 1) * VIDEOS_PER_PAGE);
  return {
    videos: rows.map((row) => showVideo(parts, row, subscriptionType)),
    page,
    pages: Math.ceil(total / VIDEOS_PER_PAGE),
    total,
  };
}

/** All videos of a user, newest first. */
export async function listAllVideos(parts: VideoParts, userId: string): Promise<readonly Video[]> {
  const { subscriptionType } = await readSubscription(parts.db, userId, parts.now());
  const rows = await newestFirst(parts.db, userId);
  return rows.map((row) => showVideo(parts, row, subscriptionType));
}

function newestFirst(tx: Queryable, userId: string) {
  return tx
    .select()
    .from(videos)
    .where(eq(videos.userId, userId))
    .orderBy(desc(videos.createdAt), desc(videos.id))
    .$dynamic();
}

/** Throws `not_found`. */
export async function renameVideo(
  { db }: VideoParts,
  userId: string,
  id: string,
  title: string,
): Promise<VideoRow> {
  const [row] = await db.update(videos).set({ title }).where(isOwn(userId, id)).returning();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Deletes a video with its objects, which frees its place. Throws `not_found`. */
export async function deleteVideo(parts: VideoParts, userId: string, id: string): Promise<void> {
  const { db, storage, now } = parts;
  const keys = await db.transaction(async (tx) => {
    const [row] = await tx.delete(videos).where(isOwn(userId, id)).returning();
    if (!row) throw new AppError('not_found');
    // The render may still have files of its own. Who deletes a video wants it gone, not back
    // among the unsaved films, where it could be saved anew.
    const ofRender = eq(renders.id, row.renderId);
    const [render] = await tx
      .select({ filmKey: renders.filmKey, posterKey: renders.posterKey })
      .from(renders)
      .where(ofRender)
      .for('update');
    const gone = { videoId: null, filmKey: null, posterKey: null, expiresAt: null };
    await tx.update(renders).set(gone).where(ofRender);
    const { filmKey = null, posterKey = null } = render ?? {};
    const files = [...new Set([row.filmKey, row.posterKey, filmKey, posterKey])];
    await doomObjects(tx, files, now());
    return files;
  });
  // It is done: a storage that is slow or away must not make it look undone.
  void deleteObjects(db, storage, keys);
}

/** Opens the public page of a video; one that is shared keeps its link. */
export async function shareVideo({ db }: VideoParts, userId: string, id: string): Promise<string> {
  const fresh = randomBytes(16).toString('base64url');
  const [row] = await db
    .update(videos)
    .set({ shareToken: sql`coalesce(${videos.shareToken}, ${fresh})` })
    .where(isOwn(userId, id))
    .returning({ token: videos.shareToken });
  if (!row?.token) throw new AppError('not_found');
  return row.token;
}

/** Closes the public page for good: sharing again makes another link. */
export async function unshareVideo({ db }: VideoParts, userId: string, id: string): Promise<void> {
  const changed = await db
    .update(videos)
    .set({ shareToken: null })
    .where(isOwn(userId, id))
    .returning({ id: videos.id });
  if (changed.length === 0) throw new AppError('not_found');
}

/** The video behind a share link. Throws `not_found` for one that was revoked or never was. */
export async function findShared(tx: Queryable, token: string): Promise<VideoRow> {
  const [row] = await tx.select().from(videos).where(eq(videos.shareToken, token));
  if (!row) throw new AppError('not_found');
  return row;
}

/** What the public page shows: of the account nothing but what its plan, `type`, says of downloads. */
export function showShared(row: VideoRow, token: string, type: SubscriptionType): SharedVideo {
  const { title, label, widthPx, heightPx, durationSeconds } = row;
  const videoUrl = paths.shareVideo(token);
  const posterUrl = paths.sharePoster(token);
  const { download } = PLAN_LIMITS[type];
  return { title, label, videoUrl, posterUrl, download, widthPx, heightPx, durationSeconds };
}

/** The film of a saved video, to be read once. Throws `not_found`, and `ObjectMissing` where only its file is gone. */
export async function openFilm(parts: VideoParts, userId: string, id: string): Promise<Readable> {
  const { filmKey } = await findVideo(parts.db, userId, id);
  return await parts.storage.read(filmKey);
}

/** Removes all renders and videos of a user; their objects follow after the transaction. */
export async function forgetUser(
  { now }: Pick<VideoParts, 'now'>,
  tx: Transaction,
  userId: string,
): Promise<void> {
  const saved = await tx.delete(videos).where(eq(videos.userId, userId)).returning();
  const made = await tx.delete(renders).where(eq(renders.userId, userId)).returning();
  const keys = [
    ...saved.flatMap(({ filmKey, posterKey }) => [filmKey, posterKey]),
    ...made.flatMap(({ pictureKey, filmKey, posterKey }) => [pictureKey, filmKey, posterKey]),
  ];
  await doomObjects(tx, [...new Set(keys)], now());
  // Who makes one of its films stops, and those who wait behind it move up.
  for (const { id, state } of made) {
    if (state === 'queued' || state === 'running') await notifyRender(tx, id, 'moved');
  }
  await forgetUploads(tx, userId, now());
}

const isOwn = (userId: string, id: string) => and(eq(videos.id, id), eq(videos.userId, userId));
