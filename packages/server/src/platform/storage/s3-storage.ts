import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
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
  StorageAway,
} from './storage.ts';

/** What each call of the SDK takes besides its command. */
interface HttpHandlerOptions {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout?: number;
}

const CONNECT_LIMIT_MS = 5_000;
/** Until a part of a large object has been sent and is answered; the SDK makes three tries of it. */
const ANSWER_LIMIT_MS = 30_000;
/** For any other call with all its tries: somebody waits for the answer, and proxies do for a minute. */
const CALL_LIMIT_MS = 15_000;
/** The same for `check`, which somebody waits for. */
const CHECK_LIMIT_MS = 5_000;
/** `check` writes, which is paid for, and in a bucket with versions leaves one: not each time. */
const WRITABLE_MS = 60_000;
/** Belongs to no row. */
const PROBE = 'installation/probe';
/** What a write is answered that was to make an object which is there, or just being written. */
const [IS_THERE, IS_BEING_MADE] = [412, 409] as const;
/** What services say of a condition that know none; others do as if there was none. */
const KNOW_NO_CONDITIONS: readonly number[] = [400, 501];
/** Each viewer of a film that comes through this server holds one; the SDK's 50 are too few. */
const MAX_SOCKETS = 1_000;

export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Address of an S3-compatible service; undefined is Amazon's. */
  readonly endpoint?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Bucket in the path, as most compatible services want it, or in the host name. */
  readonly forcePathStyle: boolean;
  /** Whether browsers fetch films from the bucket by signed addresses, or through this server. */
  readonly delivery: 'proxy' | 'presigned';
  /** How long the service may say nothing while a large object is sent or read. */
  readonly answerLimitMs?: number;
  /** How long any other call may take, and a read until its first byte. */
  readonly callLimitMs?: number;
}

/** Objects in a bucket of Amazon S3 or a service that speaks like it (Ceph, MinIO, R2, …). */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #config: S3Config;
  readonly #answerLimitMs: number;
  readonly #callLimitMs: number;
  #writableUntilMs = 0;

  constructor(config: S3Config) {
    this.#config = config;
    this.#answerLimitMs = config.answerLimitMs ?? ANSWER_LIMIT_MS;
    this.#callLimitMs = config.callLimitMs ?? CALL_LIMIT_MS;
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
      // A service that does not know it would hold each large body until the limit.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: CONNECT_LIMIT_MS,
        requestTimeout: this.#answerLimitMs,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: MAX_SOCKETS },
        httpsAgent: { maxSockets: MAX_SOCKETS },
      },
    });
  }

  async put(
    key: string,
    body: Uint8Array | { readonly file: string },
    { contentType, metadata }: PutOptions,
    signal?: AbortSignal,
  ): Promise<void> {
    const target = { ...this.#object(key), ContentType: contentType, Metadata: { ...metadata } };
    if (body instanceof Uint8Array) {
      const command = new PutObjectCommand({ ...target, Body: body });
      await this.#call(signal, (stop) => this.#client.send(command, stop));
    } else {
      const params = { ...target, Body: createReadStream(body.file) };
      await this.#upload(params, signal).catch(explain);
    }
  }

  async #upload(
    params: { Bucket: string; Key: string; Body: Readable },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const upload = new Upload({ client: this.#client, params });
    const stop = () => void upload.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      signal?.throwIfAborted();
      await upload.done();
    } finally {
      signal?.removeEventListener('abort', stop);
      params.Body.destroy();
    }
  }

  async putOnce(key: string, text: string): Promise<void> {
    const object = { ...this.#object(key), Body: text, ContentType: 'text/plain' };
    const put = async (condition: { readonly IfNoneMatch?: '*' }) => {
      const command = new PutObjectCommand({ ...object, ...condition });
      await this.#call(undefined, (stop) => this.#client.send(command, stop));
    };
    try {
      await put({ IfNoneMatch: '*' });
    } catch (error) {
      const status = statusOf(error instanceof StorageAway ? error.cause : error);
      if (status === IS_THERE || status === IS_BEING_MADE) return;
      if (!KNOW_NO_CONDITIONS.includes(status)) throw error;
      await put({});
    }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    try {
      const command = new HeadObjectCommand(this.#object(key));
      const found = await this.#ask(undefined, (stop) => this.#client.send(command, stop));
      return {
        sizeBytes: found.ContentLength ?? 0,
        contentType: found.ContentType ?? 'application/octet-stream',
        modifiedAt: found.LastModified ?? new Date(0),
        etag: (found.ETag ?? '').replace(/^(W\/)?"|"$/g, ''),
        metadata: found.Metadata ?? {},
      };
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      // The answer to HEAD has no body that would tell a missing object from a missing bucket.
      await this.#findBucket().catch((reason) => {
        throw reason instanceof StorageAway ? reason : new StorageAway(reason);
      });
      return undefined;
    }
  }

  async read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const command = new GetObjectCommand({ ...this.#object(key), ...part });
    try {
      const { Body } = await this.#ask(signal, (stop) => this.#client.send(command, stop));
      const body = Body as IncomingMessage;
      endWhenSilent(body, this.#answerLimitMs);
      return body;
    } catch (error) {
      throw missingOrAway(error, key);
    }
  }

  async copy(
    from: string,
    to: string,
    { contentType, metadata }: PutOptions,
    signal?: AbortSignal,
  ): Promise<void> {
    const source = this.#object(from);
    const command = new CopyObjectCommand({
      ...this.#object(to),
      CopySource: `${source.Bucket}/${source.Key}`,
      ContentType: contentType,
      Metadata: { ...metadata },
      MetadataDirective: 'REPLACE',
    });
    try {
      await this.#call(signal, (stop) => this.#client.send(command, stop));
    } catch (error) {
      throw missingOrAway(error, from);
    }
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#ask(undefined, (stop) => this.#client.send(command, stop));
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
    await this.#findBucket();
    // A bucket that may only be read, or whose quota is used up, is found as any other.
    if (performance.now() < this.#writableUntilMs) return;
    const probe = this.#object(PROBE);
    const put = new PutObjectCommand({ ...probe, Body: 'x', ContentType: 'text/plain' });
    await this.#call(undefined, (stop) => this.#client.send(put, this.#soon(stop)));
    const remove = new DeleteObjectCommand(probe);
    await this.#call(undefined, (stop) => this.#client.send(remove, this.#soon(stop)));
    this.#writableUntilMs = performance.now() + WRITABLE_MS;
  }

  async #findBucket(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#config.bucket });
    await this.#call(undefined, (stop) => this.#client.send(command, this.#soon(stop)));
  }

  #soon(stop: HttpHandlerOptions): HttpHandlerOptions {
    return { ...stop, requestTimeout: Math.min(CHECK_LIMIT_MS, this.#callLimitMs) };
  }

  close(): void {
    this.#client.destroy();
  }

  /** `#call` for what has nothing to send: of a try that is not answered another one is made. */
  async #ask<T>(
    signal: AbortSignal | undefined,
    send: (stop: HttpHandlerOptions) => Promise<T>,
  ): Promise<T> {
    const requestTimeout = this.#callLimitMs / 2;
    return await this.#call(signal, (stop) => send({ ...stop, requestTimeout }));
  }

  /**
   * Makes a call within the limit, which ends with the head of an answer: the body of a large object
   * takes as long as its reader. Rejects with `StorageAway` where another time may help.
   */
  async #call<T>(
    signal: AbortSignal | undefined,
    send: (stop: HttpHandlerOptions) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const late = new DOMException('the storage did not answer in time', 'TimeoutError');
    const timer = setTimeout(() => limit.abort(late), this.#callLimitMs);
    const abortSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    try {
      return await send({ abortSignal });
    } catch (error) {
      // The caller may have set a limit, too; to others who gave up it is told as it is.
      const isLate = abortSignal.aborted && abortSignal.reason?.name === 'TimeoutError';
      if (isLate) throw new StorageAway(abortSignal.reason);
      return explain(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: this.#config.bucket, Key: key };
  }
}

/** What the network says, and what the service does that has too much to do or is broken. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError|RequestTimeout|SlowDown)$/;

/**
 * Throws the error, as `StorageAway` if that is what it says: also where the service knows the key, or its
 * rights, no more. Answers without a body have no words for it but `UnknownError`: the status goes with it.
 */
function explain(error: unknown): never {
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  const status = statusOf(error);
  if (error instanceof Error && status >= 400) error.message += ` (HTTP ${status})`;
  const isRefused = status === 401 || status === 403;
  const isAway =
    status >= 500 || status === 429 || isRefused || AWAY.test(code ?? '') || AWAY.test(name ?? '');
  throw isAway ? new StorageAway(error) : error;
}

/** The SDK's limits end with the head of an answer. A reader may be slow: then bytes are waiting. */
function endWhenSilent(body: IncomingMessage, limitMs: number): void {
  let before = body.socket.bytesRead;
  const look = () => {
    const now = body.socket.bytesRead;
    if (now === before && body.readableLength === 0 && !body.complete) {
      body.destroy(new Error(`the storage sent nothing more for ${limitMs / 1000} s`));
    }
    before = now;
  };
  const timer = setInterval(look, limitMs);
  timer.unref();
  body.once('close', () => clearInterval(timer));
}

/**
 * What a call about an object throws. Only the service's own code says that it is missing: a bucket
 * that is gone and a gateway before the service answer 404 as well, and then nothing is lost.
 */
function missingOrAway(error: unknown, key: string): unknown {
  if ((error as { readonly name?: string }).name === 'NoSuchKey') return new ObjectMissing(key);
  return statusOf(error) === 404 ? new StorageAway(error) : error;
}

/** The status that the service answered with; 0 if it did not. */
function statusOf(error: unknown): number {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}
