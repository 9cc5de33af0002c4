import { join } from 'node:path';
import { FileStorage, removeOldHalves } from './file-storage.ts';
import type { S3Config } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Where objects lie: what the two functions below need of the configuration. */
export interface StoragePlace {
  /** Folder of all our data; without a bucket, objects lie in `<dataDir>/files`. */
  readonly dataDir: string;
  readonly storage: { readonly kind: 'files' } | ({ readonly kind: 's3' } & S3Config);
}

/** Opens the storage and makes sure that it can be used. */
export async function openStorage(config: StoragePlace): Promise<Storage> {
  const folder = folderOf(config);
  const storage =
    config.storage.kind === 's3' ? await openS3(config.storage) : new FileStorage(folder);
  try {
    await storage.check();
  } catch (error) {
    const place = describePlace(config);
    throw new Error(`Cannot use ${place} to store files: ${(error as Error).message}`, {
      cause: error,
    });
  }
  // Nobody waits for it: what it does not reach today the next start does.
  if (config.storage.kind === 'files') void removeOldHalves(folder).catch(() => {});
  return storage;
}

/** As a sentence names the storage, for the person at the terminal. */
export function describePlace(config: StoragePlace): string {
  const { storage } = config;
  return storage.kind === 's3' ? `the bucket ${storage.bucket}` : `the folder ${folderOf(config)}`;
}

const folderOf = ({ dataDir }: StoragePlace) => join(dataDir, 'files');

/** Amazon's SDK is large: only an installation that uses it loads it. */
async function openS3(config: S3Config): Promise<Storage> {
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config);
}
