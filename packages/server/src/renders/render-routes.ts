import { rm } from 'node:fs/promises';
import {
  DOWNLOAD_NAMES,
  type Faces,
  type KeptRenders,
  PLAN_LIMITS,
  processFieldsSchema,
  renderFieldsSchema,
  type Usage,
} from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type App, type AppContext, requireUser } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import { clientLeaves } from '../http/client-gone.ts';
import { withForm, withImageForm } from '../http/form.ts';
import { idOf } from '../http/path-id.ts';
import { countUse, requireUseLeft } from '../http/rate-limit.ts';
import { serveObject } from '../http/serve-object.ts';
import type { Database } from '../platform/database/database.ts';
import { readSubscription } from '../subscriptions/read-subscription.ts';
import { videos } from '../videos/schema.ts';
import { cancelRender } from './cancel-render.ts';
import { discardFilm } from './discard-film.ts';
import { type FaceFinder, lossBehind } from './find-faces.ts';
import { keepUpload } from './kept-uploads.ts';
import { assertMayDownload, readRenderUsage, renderComesBackAt } from './quota.ts';
import { awaitRender, watchRender } from './render-events.ts';
import type { RenderParts } from './render-parts.ts';
import { findRender, listKept, showRender } from './render-view.ts';
import { requestRender } from './request-render.ts';
import type { RenderRow } from './schema.ts';
import { StreamPlaces } from './stream-places.ts';

/** A picture and nothing else. */
const facesFieldsSchema = z.object({});
/** Proxies close connections that are silent for about a minute. */
const SSE_COMMENT_MS = 15_000;

export interface RenderRouteParts extends RenderParts {
  readonly faceFinder: FaceFinder;
  /** Aborts when the server stops: streams end, and their browsers connect again. */
  readonly stopping: AbortSignal;
}

/** Orders of films, what becomes of them, and where the faces of a picture are. */
export function addRenderRoutes(app: App, parts: RenderRouteParts): void {
  const { db, storage } = parts;
  const findOwn = async (c: AppContext) => {
    const { id: userId } = await requireUser(c);
    return await findRender(db, userId, idOf(c));
  };

  app.post('/api/renders', async (c) => {
    const { id: userId } = await requireUser(c);
    await countPicture(c, db, userId);
    const { row, isNew } = await withForm(c, renderFieldsSchema, 'upload', (form) =>
      requestRender(parts, { userId, ...form }),
    );
    if (isNew) tellOfOrder(c, row);
    return c.json(await showRender(db, row), isNew ? 202 : 200);
  });
  app.get('/api/renders', async (c) => {
    const { id: userId } = await requireUser(c);
    const kept = await listKept(db, userId, parts.now());
    const shown = await Promise.all(kept.map((row) => showRender(db, row)));
    return c.json({ renders: shown } satisfies KeptRenders);
  });
  app.get('/api/renders/usage', async (c) => {
    const { id: userId } = await requireUser(c);
    return c.json(await readUsage(parts, userId));
  });
  app.get('/api/renders/:id', async (c) => c.json(await showRender(db, await findOwn(c))));
  app.delete('/api/renders/:id', async (c) => {
    const { id: userId } = await requireUser(c);
    await cancelRender(parts, userId, idOf(c));
    return c.json({ ok: true });
  });
  const places = new StreamPlaces();
  app.get('/api/renders/:id/events', async (c) => {
    const { id, userId } = await findOwn(c);
    return streamEvents(c, parts, id, places.take(userId));
  });
  app.get('/api/renders/:id/video', async (c) =>
    serveObject(c, storage, assertFinished(await findOwn(c)).filmKey),
  );
  app.delete('/api/renders/:id/video', async (c) => {
    const { id: userId } = await requireUser(c);
    await discardFilm(parts, userId, idOf(c));
    return c.json({ ok: true });
  });
  app.get('/api/renders/:id/poster', async (c) =>
    serveObject(c, storage, assertFinished(await findOwn(c)).posterKey),
  );
  app.get('/api/renders/:id/download', async (c) => {
    const row = await findOwn(c);
    await assertMayDownload(db, row.userId, parts.now());
    const downloadAs = DOWNLOAD_NAMES.render;
    return await serveObject(c, storage, assertFinished(row).filmKey, { downloadAs });
  });
  app.post('/api/faces', async (c) => {
    const { id: userId } = await requireUser(c);
    await countPicture(c, db, userId);
    const file = await withImageForm(c, facesFieldsSchema, ({ bytes }) =>
      parts.faceFinder.putDown(bytes),
    );
    try {
      const found = await parts.faceFinder
        .find({ userId, network: c.var.clientNetwork }, file, clientLeaves(c))
        .catch((error) => countLost(c, db, userId, error));
      const uploadId = await keepUpload(parts, userId, { file });
      return c.json({ ...found, ...(uploadId ? { uploadId } : {}) } satisfies Faces);
    } finally {
      await rm(file, { force: true });
    }
  });
  app.post('/proxy/process', (c) => processImage(c, parts));
}

/** Throws `too_many_requests`. */
async function countPicture(c: AppContext, db: Database, userId: string): Promise<void> {
  await requireUseLeft(db, 'lostPicture', userId);
  await requireUseLeft(db, 'lostPictureNearby', c.var.clientNetwork);
  await countUse(db, 'picture', userId);
}

/** Throws the error. */
async function countLost(
  c: AppContext,
  db: Database,
  userId: string,
  error: unknown,
): Promise<never> {
  const loss = lossBehind(error);
  if (loss) {
    c.var.log.error({ err: loss, user: userId }, 'a picture ended the process that looked at it');
    await countUse(db, 'lostPicture', userId);
    await countUse(db, 'lostPictureNearby', c.var.clientNetwork);
  }
  throw error;
}

/** Picture in, film out, in one request: the same queue, plan and quota as any render. */
async function processImage(c: AppContext, parts: RenderRouteParts): Promise<Response> {
  const { id: userId } = await requireUser(c);
  await countPicture(c, parts.db, userId);
  // The film takes a while: nothing here may hold the picture until then.
  const { row } = await withImageForm(c, processFieldsSchema, (form) =>
    requestRender(parts, { userId, ...form }),
  );
  tellOfOrder(c, row);
  const signal = AbortSignal.any([clientLeaves(c), parts.stopping]);
  const ended = await awaitRender(parts, row.id, signal);
  if (!ended) {
    // It went with its account.
    if (!signal.aborted) throw new AppError('not_found');
    // Nobody is left to take the film; the render is given back.
    await cancelRender(parts, userId, row.id).catch(() => {});
    throw new AppError('unavailable', undefined, { retryAfterSeconds: 5 });
  }
  if (ended.state === 'failed') throw failureOf(ended);
  // The answer to an upload is the film; a redirect would have to be followed to another host.
  return await serveObject(c, parts.storage, assertFinished(ended).filmKey, {
    throughServer: true,
  });
}

/** Joins the request with what is told of its film, here and on the machine that makes it. */
function tellOfOrder(c: AppContext, { id, userId }: RenderRow): void {
  c.var.log.info({ render: id, user: userId }, 'a film was asked for');
}

/** `release` is called at the end. */
function streamEvents(
  c: AppContext,
  parts: RenderRouteParts,
  id: string,
  release: () => void,
): Response {
  // Proxies that collect answers before passing them on would hold back the news.
  c.header('x-accel-buffering', 'no');
  return streamSSE(c, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    const keepAlive = setInterval(() => void stream.write(': \n\n'), SSE_COMMENT_MS);
    try {
      const signal = AbortSignal.any([left.signal, parts.stopping]);
      for await (const event of watchRender(parts, id, signal)) {
        await stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
      }
    } catch (error) {
      // The answer has begun: the browser sees the stream end, and connects again.
      c.var.log.warn({ err: error }, 'news of a render broke off');
    } finally {
      clearInterval(keepAlive);
      release();
    }
  });
}

/**
 * The keys of a finished render. Throws why there is no film. Where that was a fault of ours it was told
 * when it happened: who asks for the film again meets no new one.
 */
function assertFinished(row: RenderRow): { readonly filmKey: string; readonly posterKey: string } {
  const { state, filmKey, posterKey } = row;
  if (state === 'failed') {
    const failure = failureOf(row);
    throw failure.status < 500 ? failure : new AppError('render_not_finished', failure.message);
  }
  if (state === 'cancelled') throw new AppError('cancelled');
  if (state !== 'finished' || !filmKey || !posterKey) throw new AppError('render_not_finished');
  return { filmKey, posterKey };
}

function failureOf({ failureCode, failureMessage }: RenderRow): AppError {
  return new AppError(failureCode ?? 'render_failed', failureMessage ?? undefined);
}

async function readUsage({ db, now }: RenderParts, userId: string): Promise<Usage> {
  const moment = now();
  const { subscriptionType } = await readSubscription(db, userId, moment);
  const usage = await readRenderUsage(db, userId, subscriptionType, moment);
  const limits = PLAN_LIMITS[subscriptionType];
  const left = (limit: number | null, used: number) =>
    limit === null ? null : Math.max(0, limit - used);
  return {
    subscriptionType,
    rendersLeft: left(limits.rendersPerWindow, usage.countedAt.length),
    rendersLimit: limits.rendersPerWindow,
    resetsAt: renderComesBackAt(usage)?.toISOString() ?? null,
    placesLeft: left(limits.savedVideos, await db.$count(videos, eq(videos.userId, userId))),
    placesLimit: limits.savedVideos,
    waiting: usage.waiting,
    waitingLimit: limits.waitingRenders,
  };
}
