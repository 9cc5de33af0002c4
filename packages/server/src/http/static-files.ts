import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext } from './app-env.ts';
import { parseByteRange } from './byte-range.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  tflite: 'application/octet-stream',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webm: 'video/webm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

interface StaticFile {
  readonly path: string;
  readonly size: number;
  readonly mediaType: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/** The built pages. Answers undefined for an address that is neither a file nor a page. */
export type StaticFiles = (c: AppContext) => Response | undefined;

/**
 * Serves a folder as it was when the server started: an address either equals the name of one of
 * its files or is none, so no trick with dots and slashes leads outside. Addresses without an
 * extension get index.html, whose router knows the page.
 */
export function createStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const name of listFiles(folder, '')) files.set(`/${name}`, describe(folder, name));
  const page = files.get('/index.html');
  return (c) => {
    const address = c.req.path;
    const file = files.get(address) ?? (/\.\w+$/.test(address) ? undefined : page);
    return file && send(c, file);
  };
}

function send(c: AppContext, file: StaticFile): Response {
  const headers: Record<string, string> = {
    'content-type': file.mediaType,
    'cache-control': file.cacheControl,
    etag: file.etag,
    'accept-ranges': 'bytes',
  };
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = parseByteRange(c.req.header('range'), file.size);
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`;
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`;
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  const stream = Readable.toWeb(createReadStream(file.path, { start, end }));
  return new Response(stream as ReadableStream, { status, headers });
}

function listFiles(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

function describe(folder: string, name: string): StaticFile {
  const path = join(folder, name);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  // vite puts a digest of the content into the names below assets/: those never change.
  const unchanging = /^assets\/.+-[\w-]{8,}\.\w+$/.test(name);
  return {
    path,
    size: statSync(path).size,
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
    cacheControl: unchanging ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
