import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPage } from '@moodreel/contract';
import type { AppContext } from './app-env.ts';
import { parseByteRange } from './byte-range.ts';
import { isKnown, rangeOf } from './conditions.ts';
import { watchStream } from './watch-stream.ts';

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
  readonly path: string;
  /** What is sent in the place of the file. */
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly size: number;
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
export type StaticFiles = (c: AppContext) => Promise<Response> | undefined;

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
async function sendNotFound(c: AppContext, page: StaticFile): Promise<Response> {
  const headers = { 'content-type': page.mediaType, 'cache-control': 'no-store' };
  const body = c.req.method === 'HEAD' ? null : await bytesOf(page);
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

function isCompressible({ mediaType, size }: StaticFile): boolean {
  return COMPRESSIBLE.test(mediaType) && size >= COMPRESS_FROM_BYTES;
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

async function compress(file: StaticFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const plain = await bytesOf(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return new Uint8Array(await (encoding === 'br' ? brotli(plain, { params }) : gzipped(plain)));
}

async function bytesOf({ path, content }: StaticFile): Promise<Uint8Array<ArrayBuffer>> {
  return content ?? new Uint8Array(await readFile(path));
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
  const range = parseByteRange(wished, file.size);
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`;
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`;
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  if (file.content) return new Response(file.content.subarray(start, end + 1), { status, headers });
  const stream = Readable.toWeb(createReadStream(file.path, { start, end }));
  const body = watchStream(c, stream as ReadableStream<Uint8Array>, { file: file.path });
  return new Response(body, { status, headers });
}

function listFiles(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

function describe(folder: string, name: string, publicUrl: string): StaticFile {
  const path = join(folder, name);
  const file = readFileSync(path);
  const content = name === 'index.html' ? withWholeAddress(file, publicUrl) : undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  // vite puts a digest of the content into the names below assets/: those never change.
  const unchanging = /^assets\/.+-[\w-]{8,}\.\w+$/.test(name);
  return {
    path,
    ...(content ? { content } : {}),
    size: (content ?? file).byteLength,
    mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256')
      .update(content ?? file)
      .digest('base64url')
      .slice(0, 22)}"`,
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
