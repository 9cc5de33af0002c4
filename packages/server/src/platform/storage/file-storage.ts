import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFileOnce } from '../make-file-once.ts';
import {
  assertKey,
  type ByteRange,
  type ObjectInfo,
  ObjectMissing,
  type PutOptions,
  type Storage,
} from './storage.ts';

const FOLDER_TRIES = 50;
/** How names end of what is being written. */
const HALF = /\.[0-9a-f]{12}\.part$/;
/** Far longer than writing anything takes. */
const WRITTEN_MS = 3_600_000;

/**
 * Objects as files below one folder. Beside `name` lies `.name.info` with content type and
 * metadata; keys never start a part with a dot, so the two cannot be mistaken for each other.
 */
export class FileStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(
    key: string,
    body: Uint8Array | { readonly file: string },
    options: PutOptions,
  ): Promise<void> {
    const path = this.#path(key);
    await this.#withFolder(path, () => writeObject(path, body, options));
  }

  async putOnce(key: string, text: string): Promise<void> {
    const path = this.#path(key);
    await this.#withFolder(path, async () => {
      // Whoever comes second describes it alike.
      await describeObject(path, { contentType: 'text/plain' });
      makeFileOnce(path, text, 0o600);
    });
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const path = this.#path(key);
    const file = await stat(path).catch(ignoreMissing);
    if (!file?.isFile()) return undefined;
    const text = await readFile(infoPath(path), 'utf8').catch(ignoreMissing);
    const info: PutOptions = text ? JSON.parse(text) : { contentType: 'application/octet-stream' };
    return {
      sizeBytes: file.size,
      contentType: info.contentType,
      modifiedAt: file.mtime,
      etag: `${file.size.toString(36)}-${Math.round(file.mtimeMs).toString(36)}`,
      metadata: info.metadata ?? {},
    };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#path(key);
    const handle = await open(path, 'r').catch(ignoreMissing);
    if (!handle) throw new ObjectMissing(key);
    return range
      ? createReadStream(path, { fd: handle, start: range.start, end: range.end })
      : createReadStream(path, { fd: handle });
  }

  async copy(from: string, to: string, options: PutOptions): Promise<void> {
    const source = this.#path(from);
    const assertThere = async () => {
      const isThere = await access(source, constants.R_OK).then(() => true, ignoreMissing);
      if (!isThere) throw new ObjectMissing(from);
    };
    await assertThere();
    const path = this.#path(to);
    await this.#withFolder(path, async () => {
      try {
        await writeObject(path, { file: source }, options);
      } catch (error) {
        // What is gone may also be the source, which nobody makes anew.
        await assertThere();
        throw error;
      }
    });
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    await rm(infoPath(path), { force: true });
    await removeHalves(path);
    // Folders that became empty go too; one that did not refuses, which ends the walk.
    for (let folder = dirname(path); folder !== this.#root; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }

  async directUrl(): Promise<undefined> {
    return undefined;
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    // Rights alone do not tell of a disk that is full or mounted for reading.
    const probe = join(this.#root, `.check-${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(probe, 'x', { mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  }

  close(): void {}

  #path(key: string): string {
    assertKey(key);
    return join(this.#root, key);
  }

  /** A delete beside us may remove the empty folder between making it and using it: once more. */
  async #withFolder(path: string, work: () => Promise<void>): Promise<void> {
    for (let triesLeft = FOLDER_TRIES; ; triesLeft -= 1) {
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        return await work();
      } catch (error) {
        const { code, path: where } = error as NodeJS.ErrnoException;
        const folderGone = code === 'ENOENT' && where?.startsWith(this.#root);
        if (!folderGone || triesLeft === 0) throw error;
      }
    }
  }
}

/** Removes what a process left that was killed while it wrote the object. */
async function removeHalves(path: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(ignoreMissing);
  const isOurs = (name: string) =>
    [path, infoPath(path)].some((whole) => name.startsWith(`.${basename(whole)}.`)) &&
    HALF.test(name);
  // One that is still being written is begun once more by who writes it.
  const halves = (names ?? []).filter(isOurs);
  await Promise.all(halves.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Removes everywhere below the folder what killed processes left of objects. Those whose key is known to
 * the database go with it; of others, whose files came back with a backup of the disk, say, nobody knows.
 */
export async function removeOldHalves(folder: string, nowMs = Date.now()): Promise<void> {
  const entries = await opendir(folder, { recursive: true }).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    if (!HALF.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(ignoreMissing);
    if (found && nowMs - found.mtimeMs > WRITTEN_MS) await rm(path, { force: true });
  }
}

function infoPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.info`);
}

async function writeObject(
  path: string,
  body: Uint8Array | { readonly file: string },
  options: PutOptions,
): Promise<void> {
  // The description first: an object that can be seen has one.
  await describeObject(path, options);
  await writeWhole(path, body);
}

async function describeObject(path: string, options: PutOptions): Promise<void> {
  await writeWhole(infoPath(path), Buffer.from(JSON.stringify(options)));
}

/** Writes beside the place, syncs, and renames: a reader sees the former object or the new one. */
async function writeWhole(path: string, body: Uint8Array | { readonly file: string }) {
  const half = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  try {
    if (!(body instanceof Uint8Array)) {
      await copyFile(body.file, half, constants.COPYFILE_FICLONE);
    }
    const handle = await open(half, body instanceof Uint8Array ? 'wx' : 'r+', 0o600);
    try {
      if (body instanceof Uint8Array) await handle.writeFile(body);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
