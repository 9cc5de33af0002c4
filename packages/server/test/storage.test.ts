import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppEnv } from '../src/http/app-env.ts';
import { serveObject } from '../src/http/serve-object.ts';
import { FileStorage } from '../src/platform/storage/file-storage.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { S3Storage } from '../src/platform/storage/s3-storage.ts';
import { ObjectMissing, type Storage } from '../src/platform/storage/storage.ts';
import { readAll } from './support/read-all.ts';
import { startS3Server } from './support/s3-server.ts';
import { storedKeys } from './support/stored-keys.ts';

const HUNDRED = Uint8Array.from({ length: 100 }, (_, index) => index);
const VIDEO = { contentType: 'video/mp4', metadata: { userid: 'u1' } };
const folder = mkdtempSync(join(tmpdir(), 'moodreel-storage-'));
const closers: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function openFileStorage(): Promise<Storage> {
  return await openStorage({ dataDir: folder, storage: { kind: 'files' } });
}

async function openS3Storage(): Promise<Storage> {
  const { config, stop } = await startS3Server();
  const storage = await openStorage({ dataDir: folder, storage: config });
  closers.push(async () => {
    storage.close();
    await stop();
  });
  return storage;
}

describe.each([
  ['file system', openFileStorage],
  ['S3', openS3Storage],
])('storage on %s', (_, open) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });

  const bytesOf = async (key: string) => [...(await readAll(await storage.read(key), 1_000_000))];

  it('gives back bytes, type and metadata', async () => {
    await storage.put('u1/videos/1.mp4', HUNDRED, VIDEO);
    expect(await bytesOf('u1/videos/1.mp4')).toEqual([...HUNDRED]);
    expect(await storage.head('u1/videos/1.mp4')).toMatchObject({
      sizeBytes: 100,
      contentType: 'video/mp4',
      metadata: { userid: 'u1' },
    });
  });

  it('stores from a file', async () => {
    const file = join(folder, 'source.bin');
    writeFileSync(file, HUNDRED);
    await storage.put('u1/videos/2.mp4', { file }, VIDEO);
    expect(await bytesOf('u1/videos/2.mp4')).toEqual([...HUNDRED]);
  });

  it('reads a part', async () => {
    await storage.put('parts/a', HUNDRED, VIDEO);
    const part = await readAll(await storage.read('parts/a', { start: 10, end: 12 }), 10);
    expect([...part]).toEqual([10, 11, 12]);
  });

  it('replaces an object as a whole and copies with new metadata', async () => {
    await storage.put('swap/a', HUNDRED, VIDEO);
    await storage.put('swap/a', Uint8Array.of(1, 2), VIDEO);
    await storage.copy('swap/a', 'swap/b', { contentType: 'image/jpeg', metadata: { n: '2' } });
    expect(await bytesOf('swap/b')).toEqual([1, 2]);
    expect(await storage.head('swap/b')).toMatchObject({
      contentType: 'image/jpeg',
      metadata: { n: '2' },
    });
  });

  it('keeps the first of a text that several put there once', async () => {
    const putting = ['one', 'two', 'three'].map((text) => storage.putOnce('once/text', text));
    await Promise.all(putting);
    const kept = await bytesOf('once/text');
    await storage.putOnce('once/text', 'four');
    expect(await bytesOf('once/text')).toEqual(kept);
    expect(await storage.head('once/text')).toMatchObject({ contentType: 'text/plain' });
  });

  it('knows what is missing', async () => {
    expect(await storage.head('no/such')).toBeUndefined();
    await expect(storage.read('no/such')).rejects.toThrow(ObjectMissing);
    await expect(storage.copy('no/such', 'no/other', VIDEO)).rejects.toThrow(ObjectMissing);
    await storage.delete('no/such');
  });

  it('forgets what is deleted, and nothing beside or below it', async () => {
    const keys = ['gone/a', 'gone/ab', 'gone/b/c'];
    for (const key of keys) await storage.put(key, HUNDRED, VIDEO);
    await storage.delete('gone/a');
    const left = await Promise.all(keys.map((key) => storage.head(key)));
    expect(left.map((info) => info !== undefined)).toEqual([false, true, true]);
  });

  it('takes thirty writers and deleters in one folder', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (__, n) => {
        await storage.put(`busy/${n}/a`, HUNDRED, VIDEO);
        await storage.delete(`busy/${n}/a`);
        await storage.put('busy/kept', HUNDRED, VIDEO);
      }),
    );
    expect(await storage.head('busy/kept')).toBeDefined();
    for (let n = 0; n < 30; n += 1) expect(await storage.head(`busy/${n}/a`)).toBeUndefined();
  });

  it.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.b.info',
    'a\\..\\b',
    'a/b\0',
    '',
    'a/',
    'ä',
    `a/${'x'.repeat(200)}`,
    'a/b/c/d/e/f/g/h/i',
  ])('refuses the key %j', async (key) => {
    await expect(storage.put(key, HUNDRED, VIDEO)).rejects.toThrow(RangeError);
    await expect(storage.head(key)).rejects.toThrow(RangeError);
    await expect(storage.read(key)).rejects.toThrow(RangeError);
    await expect(storage.delete(key)).rejects.toThrow(RangeError);
  });

  describe('served over HTTP', () => {
    const app = new Hono<AppEnv>();
    app.get('/film', (context) => serveObject(context, storage, 'http/film'));
    app.get('/save', (context) =>
      serveObject(context, storage, 'http/film', { downloadAs: 'animated-video.mp4' }),
    );
    const get = (headers: Record<string, string> = {}, method = 'GET', path = '/film') =>
      app.request(path, { method, headers });

    beforeAll(async () => {
      await storage.put('http/film', HUNDRED, VIDEO);
    });

    it('answers all of it, and says that ranges can be asked for', async () => {
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('video/mp4');
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('content-length')).toBe('100');
      expect((await response.arrayBuffer()).byteLength).toBe(100);
    });

    it('answers a part', async () => {
      const response = await get({ range: 'bytes=-3' });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe('bytes 97-99/100');
      expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([97, 98, 99]);
    });

    it('answers 416 beyond the end', async () => {
      const response = await get({ range: 'bytes=100-' });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe('bytes */100');
    });

    it('answers 304 to who has it, and all of it to who has another one', async () => {
      const etag = (await get()).headers.get('etag') ?? '';
      for (const known of [etag, `"older", W/${etag}`, '*']) {
        expect((await get({ 'if-none-match': known })).status).toBe(304);
      }
      expect((await get({ range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
      expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    });

    it('answers HEAD without opening the object, and a file name for saving', async () => {
      const read = vi.spyOn(storage, 'read');
      const head = await get({}, 'HEAD', '/save');
      expect(head.headers.get('content-length')).toBe('100');
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-disposition')).toBe(
        'attachment; filename="animated-video.mp4"',
      );
      const part = await get({ range: 'bytes=0-1' }, 'HEAD');
      expect([part.status, part.headers.get('content-length')]).toEqual([206, '2']);
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
    });
  });
});

describe('file storage', () => {
  it('leaves no halves behind', async () => {
    const storage = await openFileStorage();
    await storage.put('whole/a', HUNDRED, VIDEO);
    await expect(storage.put('whole/a', { file: '/no/such/file' }, VIDEO)).rejects.toThrow();
    expect(readdirSync(join(folder, 'files/whole')).sort()).toEqual(['.a.info', 'a']);
    await storage.check();
    expect(readdirSync(join(folder, 'files')).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('copying files', () => {
  it('misses a source that is deleted meanwhile', async () => {
    const storage = await openFileStorage();
    const keys = Array.from({ length: 30 }, (_, index) => `going/${index}`);
    for (const key of keys) await storage.put(key, HUNDRED, VIDEO);
    const copies = await Promise.allSettled(
      keys.map(async (key) => {
        // Beside each other: one that fails while the other goes on must have somebody who waits for it.
        await Promise.all([storage.copy(key, `copied/${key}`, VIDEO), storage.delete(key)]);
      }),
    );
    for (const copy of copies) {
      if (copy.status === 'rejected') expect(copy.reason).toBeInstanceOf(ObjectMissing);
    }
  });

  it.runIf(process.platform === 'linux')('takes none for missing that cannot be read', async () => {
    const storage = await openFileStorage();
    await storage.put('bad/disk', HUNDRED, VIDEO);
    // Not even root gets to the end of this one.
    symlinkSync('around', join(folder, 'files/bad/around'));
    await expect(storage.copy('bad/around', 'bad/copy', VIDEO)).rejects.toMatchObject({
      code: 'ELOOP',
    });
  });
});

describe('what a killed process left of an object', () => {
  /** Halves as they are written, in the folder of the key. */
  const leave = (key: string, ...names: string[]) => {
    const root = join(folder, 'files');
    mkdirSync(join(root, dirname(key)), { recursive: true });
    const paths = names.map((name) => join(root, dirname(key), name));
    for (const path of paths) writeFileSync(path, HUNDRED);
    return paths;
  };

  it('goes with its key, and nothing else does', async () => {
    const storage = await openFileStorage();
    leave('killed/face', '.face.0123456789ab.part', '..face.info.0123456789ab.part');
    const [other = ''] = leave('killed/face', '.face2.0123456789ab.part');
    await storage.put('killed/face.0123456789ab.part', HUNDRED, VIDEO);
    await storage.delete('killed/face');
    expect(existsSync(other)).toBe(true);
    expect(storedKeys(folder, 'killed/')).toEqual(['killed/face.0123456789ab.part']);
    expect(readdirSync(dirname(other)).filter((name) => name.includes('face.0'))).toEqual([
      '.face.0123456789ab.part.info',
      'face.0123456789ab.part',
    ]);
    expect(readdirSync(dirname(other)).filter((name) => name.startsWith('..'))).toEqual([]);
  });

  it('goes at a start once it is old, and what is being written stays', async () => {
    const [old = '', young = ''] = leave(
      'swept/deep/film',
      '.film.0123456789ab.part',
      '.film.ba9876543210.part',
    );
    const hourAgo = new Date(Date.now() - 3_700_000);
    utimesSync(old, hourAgo, hourAgo);
    const storage = await openFileStorage();
    await storage.put('swept/deep/film', HUNDRED, VIDEO);
    await expect.poll(() => existsSync(old)).toBe(false);
    expect(existsSync(young)).toBe(true);
    expect((await storage.head('swept/deep/film'))?.sizeBytes).toBe(100);
  });
});

describe.runIf(process.platform === 'linux')('checking file storage', () => {
  // Root may write everywhere, as its rights say, but nobody can make a file there.
  it('rejects where no file can be written', async () => {
    await expect(new FileStorage('/proc').check()).rejects.toThrow();
  });
});

describe('S3 storage with signed addresses', () => {
  it('sends browsers to the bucket', async () => {
    const { config, stop } = await startS3Server('presigned');
    closers.push(stop);
    const storage = await openStorage({ dataDir: folder, storage: config });
    await storage.put('u1/videos/1.mp4', HUNDRED, VIDEO);
    const app = new Hono<AppEnv>();
    app.get('/film', (context) =>
      serveObject(context, storage, 'u1/videos/1.mp4', { downloadAs: 'AI_Face_Animation.mp4' }),
    );
    const redirect = await app.request('/film');
    expect(redirect.status).toBe(302);
    const direct = await fetch(redirect.headers.get('location') ?? '', {
      headers: { range: 'bytes=5-6' },
    });
    expect(direct.status).toBe(206);
    expect([...new Uint8Array(await direct.arrayBuffer())]).toEqual([5, 6]);
    expect(direct.headers.get('content-disposition')).toContain('AI_Face_Animation.mp4');
    storage.close();
  });

  it('says which bucket cannot be used', async () => {
    const { config, stop } = await startS3Server();
    closers.push(stop);
    await expect(
      openStorage({ dataDir: folder, storage: { ...config, bucket: 'missing' } }),
    ).rejects.toThrow('the bucket missing');
  });
});

describe('S3 storage that says nothing', () => {
  const start = async (listener?: RequestListener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const secrets = { accessKeyId: 'x', secretAccessKey: 'y' };
    const rest = { forcePathStyle: true, delivery: 'proxy', ...secrets } as const;
    const endpoint = `http://127.0.0.1:${port}`;
    return { kind: 's3', bucket: 'films', region: 'us-east-1', endpoint, ...rest } as const;
  };
  const file = join(folder, 'film.bin');
  beforeAll(() => writeFileSync(file, HUNDRED));

  it('ends every call in the end', async () => {
    const config = { ...(await start(() => {})), answerLimitMs: 50, callLimitMs: 100 };
    const storage = new S3Storage(config);
    const outcomes = await Promise.allSettled([
      storage.put('a', HUNDRED, VIDEO),
      storage.put('a', { file }, VIDEO),
      storage.head('a'),
      storage.read('a'),
      storage.copy('a', 'b', VIDEO),
      storage.delete('a'),
      storage.check(),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StorageAway' } });
    }
    await expect(openStorage({ dataDir: folder, storage: config })).rejects.toThrow(
      'the bucket films',
    );
    storage.close();
  });

  it.each([
    [400, 'InvalidArgument'],
    [501, 'NotImplemented'],
  ])(
    'puts a text there without condition where %i says that none is known',
    async (status, code) => {
      const puts: unknown[] = [];
      const config = await start((request, response) => {
        puts.push(request.headers['if-none-match']);
        response.writeHead(puts.length === 1 ? status : 200, { 'content-type': 'application/xml' });
        response.end(puts.length === 1 ? `<Error><Code>${code}</Code></Error>` : '');
      });
      const storage = new S3Storage(config);
      await storage.putOnce('a', 'text');
      expect(puts).toEqual(['*', undefined]);
      storage.close();
    },
  );

  it('is away, like one that has too much to do or knows us no more; else a refusal is told as it is', async () => {
    for (const [status, code, name] of [
      [503, 'SlowDown', 'StorageAway'],
      [500, 'InternalError', 'StorageAway'],
      [403, 'AccessDenied', 'StorageAway'],
      [400, 'InvalidRequest', 'InvalidRequest'],
    ] as const) {
      const config = await start((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(`<Error><Code>${code}</Code></Error>`);
      });
      const storage = new S3Storage(config);
      await expect(storage.put('a', HUNDRED, VIDEO)).rejects.toMatchObject({ name });
      await expect(storage.put('a', { file }, VIDEO)).rejects.toMatchObject({ name });
      await expect(storage.read('a')).rejects.toMatchObject({ name });
      storage.close();
    }
  });

  it.each([
    ['a bucket that is gone', '<Error><Code>NoSuchBucket</Code></Error>'],
    ['the page of a gateway', '<html><body>Not found<br></body></html>'],
    ['a gateway without words', ''],
  ])('takes %s for no missing object', async (_, page) => {
    const config = await start((request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end(request.method === 'HEAD' ? undefined : page);
    });
    const storage = new S3Storage(config);
    for (const call of [
      () => storage.head('a'),
      () => storage.read('a'),
      () => storage.copy('a', 'b', VIDEO),
    ]) {
      await expect(call()).rejects.toMatchObject({ name: 'StorageAway' });
    }
    storage.close();
  });

  it('ends an object that stops in the middle', async () => {
    const config = await start((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write(HUNDRED.subarray(0, 50));
    });
    const storage = new S3Storage({ ...config, answerLimitMs: 50 });
    await expect(readAll(await storage.read('a'), 100)).rejects.toThrow('sent nothing more');
    storage.close();
  });

  it('may take longer than a call for the body of an object', async () => {
    const callLimitMs = 1_000;
    const config = await start((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write(HUNDRED.subarray(0, 50));
      // Begun after the call, so over after its limit.
      setTimeout(() => response.end(HUNDRED.subarray(50)), callLimitMs);
    });
    const storage = new S3Storage({ ...config, callLimitMs });
    expect([...(await readAll(await storage.read('a'), 100))]).toEqual([...HUNDRED]);
    storage.close();
  });

  it('is not waited for any longer by who gives up', async () => {
    const config = await start(() => controller.abort());
    const storage = new S3Storage(config);
    let controller = new AbortController();
    for (const call of [
      (signal: AbortSignal) => storage.put('a', HUNDRED, VIDEO, signal),
      (signal: AbortSignal) => storage.put('a', { file }, VIDEO, signal),
      (signal: AbortSignal) => storage.read('a', undefined, signal),
      (signal: AbortSignal) => storage.copy('a', 'b', VIDEO, signal),
    ]) {
      controller = new AbortController();
      await expect(call(controller.signal)).rejects.toThrow();
      await expect(call(controller.signal)).rejects.toThrow();
    }
    storage.close();
  });
});
