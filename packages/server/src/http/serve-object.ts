import { Readable } from 'node:stream';
import {
  type ByteRange,
  type ObjectInfo,
  ObjectMissing,
  type Storage,
} from '../platform/storage/storage.ts';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';
import { parseByteRange } from './byte-range.ts';
import { isKnown, rangeOf } from './conditions.ts';
import { watchStream } from './watch-stream.ts';

/** Long enough to watch a short film several times, short enough that a leaked address dies. */
const DIRECT_URL_SECONDS = 900;

export interface ServeOptions {
  /** Saves under this name instead of showing; plain ASCII. */
  readonly downloadAs?: string;
  /** `public` lets caches between keep it; never for what needs a session. */
  readonly cache?: 'private' | 'public';
  /** The answer is the object itself, also where browsers are otherwise sent to the bucket. */
  readonly throughServer?: boolean;
}

/**
 * Answers GET and HEAD with a stored object: one byte range, ETag, or a redirect to a signed
 * address. Throws `not_found` when there is none, and logs it: somebody has been promised it.
 */
export async function serveObject(
  context: AppContext,
  storage: Storage,
  key: string,
  options: ServeOptions = {},
): Promise<Response> {
  // Also where the bucket answers: of what is missing it has a page of XML, and nobody here would hear of it.
  const info = await storage.head(key);
  if (!info) throw lost(context, key);
  // A signed address is good for one method.
  const direct =
    options.throughServer || context.req.method === 'HEAD'
      ? undefined
      : await storage.directUrl(key, DIRECT_URL_SECONDS, options.downloadAs);
  if (direct) return context.redirect(direct, 302);
  const headers = describe(info, options);
  if (isKnown(context.req.header('if-none-match'), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  const { range: wished, 'if-range': ifRange } = context.req.header();
  const range = parseByteRange(rangeOf(wished, ifRange, headers.ETag), info.sizeBytes);
  if (range === 'unsatisfiable') {
    const contentRange = { 'Content-Range': `bytes */${info.sizeBytes}` };
    return new Response(null, { status: 416, headers: contentRange });
  }
  const length = range ? range.end - range.start + 1 : info.sizeBytes;
  const part = range
    ? { 'Content-Range': `bytes ${range.start}-${range.end}/${info.sizeBytes}` }
    : {};
  const body =
    context.req.method === 'HEAD'
      ? null
      : watchStream(context, await open(context, storage, key, range), { key });
  return new Response(body, {
    status: range ? 206 : 200,
    headers: { ...headers, ...part, 'Content-Length': String(length) },
  });
}

/** It may have been deleted since it was looked at. */
async function open(
  context: AppContext,
  storage: Storage,
  key: string,
  range: ByteRange | undefined,
) {
  try {
    return Readable.toWeb(await storage.read(key, range)) as ReadableStream<Uint8Array>;
  } catch (error) {
    throw error instanceof ObjectMissing ? lost(context, key) : error;
  }
}

/** A row had the key a moment ago: unless that was deleted since, its object is lost. */
function lost({ var: { log } }: AppContext, key: string): AppError {
  log.error({ key }, 'an object is missing that the database names');
  return new AppError('not_found');
}

function describe(info: ObjectInfo, { downloadAs, cache = 'private' }: ServeOptions) {
  return {
    'Content-Type': info.contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${info.etag}"`,
    'Last-Modified': info.modifiedAt.toUTCString(),
    // Always asked again, answered with 304: who lost the right to see it must not go on seeing it.
    'Cache-Control': cache === 'public' ? 'public, max-age=60' : 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(downloadAs ? { 'Content-Disposition': `attachment; filename="${downloadAs}"` } : {}),
  };
}
