import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPage } from '@moodreel/contract';
import type { AppContext } from './app-env.ts';
import { parseByteRange } from './byte-range.ts';
import { isKnown, rangeOf } from './conditions.ts';

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

/** Media types that become smaller; films and pictures are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;
const COMPRESS_FROM_BYTES = 1_000;
/** Of 11: close to the best, at a tenth of its time. */
const BROTLI_QUALITY = 7;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

interface StaticFile {
  /** Read at the start: a build under a running server must not change what size and digest speak of. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Compressed when it is first asked for, then kept. */
  readonly compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

type Encoding = 'br' | 'gzip';

/**
 * The built pages. For an address that is neither a file nor a page it answers 404 with the page that
 * helps, to who reads pages, and undefined to programs.
 */
export type StaticFiles = (c: AppContext) => Promise<Response> | Response | undefined;

/**
 * Serves a folder as it was when the server started: an address either equals the name of one of
 * its files or is none, so no trick with dots and slashes leads outside. The addresses of pages get
 * index.html, whose router knows the page; so do those that lead nowhere, with 404.
 * @param publicUrl where the pages are, for what others read of them
 */
export function createStaticFiles(folder: string, publicUrl: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const name of listFiles(folder, ''))
    files.set(`/${name}`, describe(folder, name, publicUrl));
  const page = files.get('/index.html');
  // It is what pages are made of: under its own name the router has none.
  files.delete('/index.html');
  return (c) => {
    const { path } = c.req;
    const file = files.get(path) ?? (isPage(path) ? page : undefined);
    if (file) return send(c, file);
    const readsPages = c.req.header('accept')?.includes('text/html');
    return page && readsPages ? sendNotFound(c, page) : undefined;
  };
}

/** Without a tag to ask again by: a browser that was told 304 would show it as a page that is there. */
function sendNotFound(c: AppContext, page: StaticFile): Response {
  const headers = { 'content-type': page.mediaType, 'cache-control': 'no-store' };
  const body = c.req.method === 'HEAD' ? null : page.content;
  return new Response(body, { status: 404, headers });
}

async function send(c: AppContext, file: StaticFile): Promise<Response> {
  const range = rangeOf(c.req.header('range'), c.req.header('if-range'), file.etag);
  const encoding = range ? undefined : chooseEncoding(file, c.req.header('accept-encoding'));
  return encoding ? await sendCompressed(c, file, encoding) : sendPlain(c, file, range);
}

function chooseEncoding(file: StaticFile, accepted = ''): Encoding | undefined {
  if (!isCompressible(file)) return undefined;
  const entries = accepted
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';'));
  // With `q=0` a client says what it does not take; any other weight means that it does.
  const taken = entries.filter(([, weight = 'q=1']) => !/^\s*q=0(\.0*)?\s*$/.test(weight));
  const names = taken.map(([name = '']) => name.trim());
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}

function isCompressible({ mediaType, content }: StaticFile): boolean {
  return COMPRESSIBLE.test(mediaType) && content.byteLength >= COMPRESS_FROM_BYTES;
}

async function sendCompressed(
  c: AppContext,
  file: StaticFile,
  encoding: Encoding,
): Promise<Response> {
  const etag = file.etag.replace(/"$/, `-${encoding}"`);
  const headers: Record<string, string> = {
    ...commonHeaders(file),
    etag,
    'content-encoding': encoding,
  };
  if (isKnown(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  let bytes = file.compressed.get(encoding);
  if (!bytes) {
    bytes = compress(file, encoding);
    file.compressed.set(encoding, bytes);
    bytes.catch(() => file.compressed.delete(encoding));
  }
  const body = await bytes;
  headers['content-length'] = String(body.byteLength);
  return new Response(c.req.method === 'HEAD' ? null : body, { status: 200, headers });
}

async function compress(
  { content }: StaticFile,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return new Uint8Array(await (encoding === 'br' ? brotli(content, { params }) : gzipped(content)));
}

function commonHeaders(file: StaticFile): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'cache-control': file.cacheControl,
    ...(isCompressible(file) ? { vary: 'accept-encoding' } : {}),
  };
}

function sendPlain(c: AppContext, file: StaticFile, wished: string | undefined): Response {
  const headers: Record<string, string> = {
    ...commonHeaders(file),
    etag: file.etag,
    'accept-ranges': 'bytes',
  };
  if (isKnown(c.req.header('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const size = file.content.byteLength;
  const range = parseByteRange(wished, size);
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${size}`;
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`;
  const status = range ? 206 : 200;
  const body = c.req.method === 'HEAD' ? null : file.content.subarray(start, end + 1);
  return new Response(body, { status, headers });
}

function listFiles(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

function describe(folder: string, name: string, publicUrl: string): StaticFile {
  const file = readFileSync(join(folder, name));
  const content = name === 'index.html' ? withWholeAddress(file, publicUrl) : new Uint8Array(file);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  // vite puts a digest of the content into the names below assets/: those never change.
  const unchanging = /^assets\/.+-[\w-]{8,}\.\w+$/.test(name);
  return {
    content,
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    compressed: new Map(),
    cacheControl: unchanging ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

/** Chats take the picture of a page from no address that lacks the server's own. */
function withWholeAddress(page: Buffer, publicUrl: string): Uint8Array<ArrayBuffer> {
  const whole = page
    .toString()
    .replace(/(<meta property="og:image" content=")(?=\/)/, (start) => `${start}${publicUrl}`);
  return new Uint8Array(Buffer.from(whole));
}
