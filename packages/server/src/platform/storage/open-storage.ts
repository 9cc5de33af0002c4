import { join } from 'node:path';
import { FileStorage } from './file-storage.ts';
import { type S3Config, S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export interface StorageConfig {
  /** Folder of all our data; without a bucket, objects lie in `<dataDir>/files`. */
  readonly dataDir: string;
  readonly s3?: S3Config | undefined;
}

/** Opens the storage and makes sure that it can be used. */
export async function openStorage({ dataDir, s3 }: StorageConfig): Promise<Storage> {
  const storage = s3 ? new S3Storage(s3) : new FileStorage(join(dataDir, 'files'));
  try {
    await storage.check();
  } catch (error) {
    const place = s3 ? `the bucket ${s3.bucket}` : `the folder ${join(dataDir, 'files')}`;
    throw new Error(`Cannot use ${place} to store files: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return storage;
}
