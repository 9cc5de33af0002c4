import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ObjectMissing, type Storage } from './storage.ts';

/** Belongs to no row, and is never doomed. */
const KEY = 'installation/id';
const TRIES = 10;
const PAUSE_MS = 200;

/** By what a storage is known, however it is reached. Undefined until it was made. */
export async function readStorageId(storage: Storage): Promise<string | undefined> {
  try {
    return await text(await storage.read(KEY));
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

/** Of several at once all have the one that was made first. */
export async function makeStorageId(storage: Storage): Promise<string> {
  for (let triesLeft = TRIES; ; triesLeft -= 1) {
    await storage.putOnce(KEY, randomUUID());
    const id = await readStorageId(storage);
    if (id !== undefined) return id;
    // Another is just being written, unless the storage keeps none.
    if (triesLeft === 0) throw new Error(`The storage does not keep the object ${KEY}.`);
    await delay(PAUSE_MS);
  }
}
