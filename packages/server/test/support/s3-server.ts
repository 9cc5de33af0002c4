import { mkdtempSync, rmSync } from 'node:fs';
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

/** Starts an S3 service with one bucket on a free port of this machine. */
export async function startS3Server(
  delivery: S3Config['delivery'] = 'proxy',
): Promise<{ config: { kind: 's3' } & S3Config; stop(): Promise<void> }> {
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
  const server = createServer((request, response) => {
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
  return { config, stop };
}
