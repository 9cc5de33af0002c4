import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pages } from '@moodreel/contract';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { AppError } from './app-error.ts';
import { createStaticFiles } from './static-files.ts';

const SCRIPT = 'const a = 1;\n'.repeat(500);
let folder: string;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'theme.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/index-CUOxblPs.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/hero-BiIr1owg.mp4'), Buffer.from('0123456789'));
  const files = createStaticFiles(folder, 'https://moodreel.example');
  const app = new Hono<AppEnv>();
  app.notFound(async (c) => (await files(c)) ?? c.json({}, new AppError('not_found').status));
  get = async (path, headers = {}) => await app.request(path, { headers });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('the addresses of pages are pages, for whoever asks', async () => {
  for (const path of [...Object.values(pages), '/AI/AIPage/', '/?verified=1']) {
    for (const headers of [browser, {}]) {
      const answer = await get(path, headers);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      expect(await answer.text()).toBe('<!doctype html>');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
  }
});

test('the picture that chats show of a page has a whole address, from the settings', async () => {
  const address = '/assets/hero-BiIr1owg.jpg';
  const image = (content: string) => `<meta property="og:image" content="${content}" />`;
  const page = mkdtempSync(join(tmpdir(), 'moodreel-page-'));
  writeFileSync(join(page, 'index.html'), image(address));
  const files = createStaticFiles(page, 'https://moodreel.example');
  const app = new Hono<AppEnv>();
  app.notFound(async (c) => (await files(c)) ?? c.json({}, 404));
  const answer = await app.request('/', { headers: { ...browser, host: 'elsewhere.example' } });
  const whole = image(`https://moodreel.example${address}`);
  expect(await answer.text()).toBe(whole);
  expect(answer.headers.get('content-length')).toBe(String(whole.length));
  expect(await (await app.request('/no/such', { headers: browser })).text()).toBe(whole);
  rmSync(page, { recursive: true });
});

test('all other addresses lead nowhere: browsers get the page that says so, programs an error', async () => {
  const unknown = ['/no/such', '/Pricing', '/ai/aipage', '/AI', '/s', '/index.html', '/old.php'];
  for (const path of [...unknown, '/assets/gone-12345678.js']) {
    const answer = await get(path, { ...browser, 'if-none-match': '*' });
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    expect(await answer.text()).toBe('<!doctype html>');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const other = await get(path);
    expect({ path, status: other.status }).toEqual({ path, status: 404 });
    expect(await other.json()).toEqual({});
  }
});

test('what has a digest in its name is kept for ever, all else is asked for again', async () => {
  const asset = await get('/assets/index-CUOxblPs.js');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  const theme = await get('/theme.js');
  expect(theme.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/theme.js', { 'if-none-match': theme.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('texts are compressed as the browser likes it', async () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['BR; q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const answer = await get('/theme.js', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.byteLength).toBeLessThan(SCRIPT.length / 10);
    expect(unpack[encoding](body).toString()).toBe(SCRIPT);
    const known = {
      'accept-encoding': accepted,
      'if-none-match': answer.headers.get('etag') ?? '',
    };
    expect((await get('/theme.js', known)).status).toBe(304);
  }
  const plain = await get('/theme.js', { 'accept-encoding': 'br;q=0, gzip; q=0.0, identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(SCRIPT);
});

test('a build under the running server changes nothing of what it serves', async () => {
  const built = mkdtempSync(join(tmpdir(), 'moodreel-build-'));
  writeFileSync(join(built, 'index.html'), '<!doctype html>');
  writeFileSync(join(built, 'theme.js'), SCRIPT);
  writeFileSync(join(built, 'hero-BiIr1owg.mp4'), '0123456789');
  const files = createStaticFiles(built, 'https://moodreel.example');
  const app = new Hono<AppEnv>();
  app.notFound(async (c) => (await files(c)) ?? c.json({}, 404));
  writeFileSync(join(built, 'theme.js'), 'shorter');
  rmSync(join(built, 'hero-BiIr1owg.mp4'));
  for (const encoding of ['identity', 'gzip']) {
    const answer = await app.request('/theme.js', { headers: { 'accept-encoding': encoding } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(SCRIPT);
  }
  const part = await app.request('/hero-BiIr1owg.mp4', { headers: { range: 'bytes=2-4' } });
  expect(await part.text()).toBe('234');
  rmSync(built, { recursive: true });
});

test('films come in ranges and are never compressed', async () => {
  const film = '/assets/hero-BiIr1owg.mp4';
  const part = await get(film, { range: 'bytes=2-4', 'accept-encoding': 'br' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
  expect(await part.text()).toBe('234');
  expect((await get(film, { range: 'bytes=10-' })).status).toBe(416);
  const same = { range: 'bytes=2-4', 'if-range': part.headers.get('etag') ?? '' };
  expect(await (await get(film, same)).text()).toBe('234');
  const changed = await get(film, { ...same, 'if-range': '"former"' });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toBe('0123456789');
  expect((await get(film, { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
});
