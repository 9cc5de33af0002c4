import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '../../src/platform/storage/s3-storage.ts';

interface S3rver {
  callback(): RequestListener;
  configureBuckets(): Promise<void>;
}
// It comes without types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: Record<string, unknown>,
) => S3rver;

/** Enough for the half to be on its way: a reset takes along what was not sent. */
const BEFORE_BREAK_MS = 200;

/** `busy`: asks to come back. `halves`: each object ends in its middle. `read-only`: takes nothing. */
export type S3Trouble = 'none' | 'busy' | 'halves' | 'read-only';

/** Starts an S3 service with one bucket on a free port of this machine. */
export async function startS3Server(delivery: S3Config['delivery'] = 'proxy'): Promise<{
  config: { kind: 's3' } & S3Config;
  /** The same as settings of a server; how it delivers is left to the server's default. */
  environment: Readonly<Record<string, string>>;
  /** From now on it has this trouble with every request. */
  fallInto(trouble: S3Trouble): void;
  stop(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'moodreel-s3-'));
  const bucket = 'films';
  const options = {
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const answer = s3.callback();
  // The SDK addresses the bucket as /films/, which s3rver takes for an object without a name. With
  // the slash taken off the signature no longer fits; that of objects is verified.
  const answerForBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  let trouble: S3Trouble = 'none';
  const beingMade = new Set<string>();
  const server = createServer((request, response) => {
    if (trouble === 'busy') {
      response.writeHead(503, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>SlowDown</Code><Message>Slow down.</Message></Error>');
    }
    if (trouble === 'read-only' && !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end(
        '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      );
    }
    if (trouble === 'halves' && request.method === 'GET') {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(Buffer.alloc(10));
      return setTimeout(() => response.destroy(), BEFORE_BREAK_MS);
    }
    // s3rver knows no conditional writes, and shows an object before the whole of it is there.
    const [path = ''] = request.url?.split('?') ?? [];
    if (['GET', 'HEAD'].includes(request.method ?? '') && beingMade.has(path)) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>NoSuchKey</Code></Error>');
    }
    if (request.method === 'PUT' && request.headers['if-none-match'] === '*') {
      if (beingMade.has(path) || existsSync(join(directory, `${path}._S3rver_object`))) {
        response.writeHead(412, { 'content-type': 'application/xml' });
        return response.end('<Error><Code>PreconditionFailed</Code></Error>');
      }
      beingMade.add(path);
      response.once('close', () => beingMade.delete(path));
    }
    const match = /^(\/[^/?]+)\/(\?.*)?$/.exec(request.url ?? '');
    if (!match) return answer(request, response);
    request.url = `${match[1]}${match[2] ?? ''}`;
    answerForBucket(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const config: { kind: 's3' } & S3Config = {
    kind: 's3',
    forcePathStyle: true,
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    delivery,
  };
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  };
  const fallInto = (next: S3Trouble) => {
    trouble = next;
  };
  const environment = {
    STORAGE: 's3',
    S3_ENDPOINT: config.endpoint ?? '',
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
  return { config, environment, fallInto, stop };
}
