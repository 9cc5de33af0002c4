import type { Readable } from 'node:stream';

/** What is known about a stored object. */
export interface ObjectInfo {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
  /** Changes when the bytes change; without quotes. */
  readonly etag: string;
  /** Names are lower case. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Bytes `start` to `end`, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PutOptions {
  readonly contentType: string;
  /** Names in lower case letters, digits and -; values in printable ASCII. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Where pictures and films lie. Keys are paths of one or more parts, see `assertKey`; an object
 * appears whole or not at all, and what `put` acknowledged survives the process.
 */
export interface Storage {
  /** An object in the network is no longer waited for when the signal aborts; it may appear yet. */
  put(
    key: string,
    body: Uint8Array | { readonly file: string },
    options: PutOptions,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Stores a small text unless the object is there. Of several at once one is kept; only services that
   * know no conditional writes keep the last.
   */
  putOnce(key: string, text: string): Promise<void>;
  /** Undefined when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Streams the object or a part of it. Rejects with `ObjectMissing` when there is none. */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  /**
   * Copies within the storage, setting new metadata. Rejects with `ObjectMissing`. The signal is
   * that of `put`.
   */
  copy(from: string, to: string, options: PutOptions, signal?: AbortSignal): Promise<void>;
  /** Deletes the object; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /**
   * An address at which a browser gets the object without us, for `seconds`; undefined where
   * objects come through this server. `fileName` asks for saving under that name.
   */
  directUrl(key: string, seconds: number, fileName?: string): Promise<string | undefined>;
  /** Rejects when the storage cannot be used, with the reason. */
  check(): Promise<void>;
  close(): void;
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

/**
 * The storage cannot be used now: it does not answer, says that it has too much to do, or its bucket is
 * not to be found.
 */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`the storage is away: ${reason}`, { cause });
    this.name = 'StorageAway';
  }
}

const KEY_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const MAX_KEY_PARTS = 8;

/**
 * Asserts that a key consists of 1-8 parts of plain letters, digits, `.`, `_` and `-`, none of
 * which starts with a dot: it can neither leave its folder nor name a hidden file.
 */
export function assertKey(key: string): void {
  const parts = key.split('/');
  if (parts.length > MAX_KEY_PARTS || !parts.every((part) => KEY_PART.test(part))) {
    throw new RangeError(`not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  }
}
