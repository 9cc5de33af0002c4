import {
  DOWNLOAD_NAMES,
  renameVideoSchema,
  type Share,
  saveRenderSchema,
  shareTokenSchema,
  videosPageTextSchema,
} from '@moodreel/contract';
import { z } from 'zod';
import { type App, type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { parseInput, readJson } from '../http/body.ts';
import { idOf } from '../http/path-id.ts';
import { countUse } from '../http/rate-limit.ts';
import { serveObject } from '../http/serve-object.ts';
import { assertMayDownload } from '../renders/quota.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { saveRender } from './save-render.ts';
import type { VideoRow } from './schema.ts';
import type { VideoParts } from './video-parts.ts';
import {
  deleteVideo,
  findShared,
  findVideo,
  listVideos,
  renameVideo,
  shareAddress,
  shareVideo,
  showShared,
  showVideo,
  unshareVideo,
} from './videos.ts';

const pageSchema = z.object({ page: videosPageTextSchema.default(1) });

/** Saved videos of whoever is signed in, and shared ones for whoever has the link. */
export function addVideoRoutes(app: App, parts: VideoParts): void {
  const { db, storage, now } = parts;
  const show = async (userId: string, row: VideoRow) =>
    showVideo(parts, row, (await readSubscription(db, userId, now())).subscriptionType);

  app.post('/api/renders/:id/save', async (c) => {
    const { id: userId } = await requireUser(c);
    await countUse(db, 'save', userId);
    const { title } = await readJson(c, saveRenderSchema);
    return c.json(await show(userId, await saveRender(parts, userId, idOf(c), title)), 201);
  });
  app.get('/api/videos', async (c) => {
    const { id: userId } = await requireUser(c);
    const { page } = parseInput(pageSchema, c.req.query());
    return c.json(await listVideos(parts, userId, page));
  });
  app.get('/api/videos/:id', async (c) => {
    const { id: userId } = await requireUser(c);
    return c.json(await show(userId, await findVideo(db, userId, idOf(c))));
  });
  app.patch('/api/videos/:id', async (c) => {
    const { id: userId } = await requireUser(c);
    const { title } = await readJson(c, renameVideoSchema);
    return c.json(await show(userId, await renameVideo(parts, userId, idOf(c), title)));
  });
  app.delete('/api/videos/:id', async (c) => {
    const { id: userId } = await requireUser(c);
    await deleteVideo(parts, userId, idOf(c));
    return c.json({ ok: true });
  });
  app.get('/api/videos/:id/stream', async (c) => {
    const { id: userId } = await requireUser(c);
    const { filmKey } = await findVideo(db, userId, idOf(c));
    return await serveObject(c, storage, filmKey);
  });
  app.get('/api/videos/:id/poster', async (c) => {
    const { id: userId } = await requireUser(c);
    const { posterKey } = await findVideo(db, userId, idOf(c));
    return await serveObject(c, storage, posterKey);
  });
  app.get('/api/videos/:id/download', async (c) => {
    const { id: userId } = await requireUser(c);
    const { filmKey } = await findVideo(db, userId, idOf(c));
    await assertMayDownload(db, userId, now());
    return await serveObject(c, storage, filmKey, { downloadAs: DOWNLOAD_NAMES.video });
  });
  app.post('/api/videos/:id/share', async (c) => {
    const { id: userId } = await requireUser(c);
    const token = await shareVideo(parts, userId, idOf(c));
    return c.json({ token, url: shareAddress(parts, token) } satisfies Share);
  });
  app.delete('/api/videos/:id/share', async (c) => {
    const { id: userId } = await requireUser(c);
    await unshareVideo(parts, userId, idOf(c));
    return c.json({ ok: true });
  });
  addShareRoutes(app, parts);
}

/** What everybody may see who has the link. */
function addShareRoutes(app: App, { db, storage, now }: VideoParts): void {
  app.get('/api/shares/:token', async (c) => {
    const token = tokenOf(c);
    const row = await findShared(db, token);
    const { subscriptionType } = await readSubscription(db, row.userId, now());
    return c.json(showShared(row, token, subscriptionType));
  });
  app.get('/api/shares/:token/video', async (c) => {
    const { filmKey } = await findShared(db, tokenOf(c));
    return await serveObject(c, storage, filmKey);
  });
  app.get('/api/shares/:token/poster', async (c) => {
    const { posterKey } = await findShared(db, tokenOf(c));
    return await serveObject(c, storage, posterKey);
  });
}

/** The token of a share link. Throws `not_found` for what cannot be one. */
export function tokenOf(c: AppContext): string {
  const parsed = shareTokenSchema.safeParse(c.req.param('token'));
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}
