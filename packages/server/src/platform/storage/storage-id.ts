import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ObjectMissing, type Storage } from './storage.ts';

/** Belongs to no row, and is never doomed. */
const KEY = 'installation/id';

/** By what a storage is known, however it is reached. Undefined until it was made. */
export async function readStorageId(storage: Storage): Promise<string | undefined> {
  try {
    return await text(await storage.read(KEY));
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

/** Not by two at once, which would each have another one. */
export async function makeStorageId(storage: Storage): Promise<string> {
  const id = randomUUID();
  await storage.put(KEY, Buffer.from(id), { contentType: 'text/plain' });
  return id;
}
