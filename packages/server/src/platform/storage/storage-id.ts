import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ObjectMissing, type Storage } from './storage.ts';

/** Belongs to no row, and is never doomed. */
const KEY = 'installation/id';

/** By what a storage is known, however it is reached. Made by the first who asks; not by two at once. */
export async function readOrMakeStorageId(storage: Storage): Promise<string> {
  try {
    return await text(await storage.read(KEY));
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    const id = randomUUID();
    await storage.put(KEY, Buffer.from(id), { contentType: 'text/plain' });
    return id;
  }
}
