import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  assertKey,
  type ByteRange,
  type ObjectInfo,
  ObjectMissing,
  type PutOptions,
  type Storage,
} from './storage.ts';

export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Address of an S3-compatible service; undefined is Amazon's. */
  readonly endpoint?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Put before every key, e.g. `moodreel/`; empty, or ends with /. */
  readonly prefix?: string | undefined;
  /** Bucket in the path, as most compatible services want it, or in the host name. */
  readonly forcePathStyle: boolean;
  /** Whether browsers fetch films from the bucket by signed addresses, or through this server. */
  readonly delivery: 'proxy' | 'presigned';
}

/** Objects in a bucket of Amazon S3 or a service that speaks like it (Ceph, MinIO, R2, …). */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #config: S3Config;

  constructor(config: S3Config) {
    this.#config = config;
    this.#client = new S3Client({
      region: config.region,
      ...(config.endpoint ? { endpoint: config.endpoint } : {}),
      forcePathStyle: config.forcePathStyle,
      credentials: {
        accessKeyId: config.accessKeyId,
        secretAccessKey: config.secretAccessKey,
      },
      // The newer default checksums are trailers, which many compatible services do not take.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(
    key: string,
    body: Uint8Array | { readonly file: string },
    { contentType, metadata }: PutOptions,
  ): Promise<void> {
    const target = { ...this.#object(key), ContentType: contentType, Metadata: { ...metadata } };
    if (body instanceof Uint8Array) {
      await this.#client.send(new PutObjectCommand({ ...target, Body: body }));
    } else {
      const params = { ...target, Body: createReadStream(body.file) };
      await new Upload({ client: this.#client, params }).done();
    }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#object(key)));
      return {
        sizeBytes: found.ContentLength ?? 0,
        contentType: found.ContentType ?? 'application/octet-stream',
        modifiedAt: found.LastModified ?? new Date(0),
        etag: (found.ETag ?? '').replace(/^(W\/)?"|"$/g, ''),
        metadata: found.Metadata ?? {},
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ ...this.#object(key), ...part }),
      );
      return Body as Readable;
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissing(key);
      throw error;
    }
  }

  async copy(from: string, to: string, { contentType, metadata }: PutOptions): Promise<void> {
    const source = this.#object(from);
    try {
      await this.#client.send(
        new CopyObjectCommand({
          ...this.#object(to),
          CopySource: `${source.Bucket}/${source.Key}`,
          ContentType: contentType,
          Metadata: { ...metadata },
          MetadataDirective: 'REPLACE',
        }),
      );
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissing(from);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)));
  }

  async *list(prefix: string): AsyncIterable<string> {
    if (prefix !== '') assertKey(prefix.replace(/\/$/, ''));
    const own = this.#config.prefix ?? '';
    let next: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#config.bucket,
          Prefix: own + prefix,
          ContinuationToken: next,
        }),
      );
      for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(own.length);
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
  }

  async directUrl(key: string, seconds: number, fileName?: string): Promise<string | undefined> {
    if (this.#config.delivery === 'proxy') return undefined;
    const saving = fileName
      ? { ResponseContentDisposition: `attachment; filename="${fileName}"` }
      : {};
    const command = new GetObjectCommand({ ...this.#object(key), ...saving });
    return await getSignedUrl(this.#client, command, { expiresIn: seconds });
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#config.bucket }));
  }

  close(): void {
    this.#client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: this.#config.bucket, Key: `${this.#config.prefix ?? ''}${key}` };
  }
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
}
