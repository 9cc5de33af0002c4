import { createListeners } from './listeners.ts';

/*
 * What an account keeps in this browser, so that a reload does not lose it: in IndexedDB, for a
 * day, until the account signs out. All of it is a convenience: where the browser has no
 * IndexedDB, or refuses, nothing is kept and nothing breaks.
 */

const databaseName = 'moodreel';
const storeName = 'kept';
const dayMilliseconds = 86_400_000;

interface Kept {
  readonly keptAt: number;
  readonly value: unknown;
}

/** What happens in the end, in the order in which it was asked for. */
let last: Promise<unknown> = Promise.resolve();
const leaving = createListeners();
const dropping = createListeners();

/**
 * Keeps what `read` gives (or promises), something that can be cloned, under a name of the
 * account's own, in the place of what was kept there. `undefined` only drops that, and so does what
 * cannot be kept: what was there before does not come back.
 */
export function keep(owner: string, name: string, read: () => unknown): Promise<void> {
  const key = [owner, name];
  return inTurn(async () => {
    try {
      const kept: Kept = { keptAt: Date.now(), value: await read() };
      if (kept.value !== undefined) {
        await inStore('readwrite', (store) => store.put(kept, key));
        return;
      }
    } catch {
      // The disk is full, say, or the file is gone.
    }
    await inStore('readwrite', (store) => store.delete(key));
  });
}

/** What is kept under a name; undefined if there is nothing, or only what is older than a day. */
export function recall(owner: string, name: string): Promise<unknown> {
  return inTurn(async () => {
    const kept = await inStore('readonly', (store) => store.get([owner, name]));
    return isFresh(kept) ? kept.value : undefined;
  });
}

/** Drops what is older than a day, and what other accounts left. */
export function sweepKept(owner: string): Promise<void> {
  return inTurn(async () => {
    const keys = (await inStore('readonly', (store) => store.getAllKeys())) ?? [];
    for (const key of keys) {
      const kept = await inStore('readonly', (store) => store.get(key));
      const stays = Array.isArray(key) && key[0] === owner && isFresh(kept);
      if (!stays) await inStore('readwrite', (store) => store.delete(key));
    }
  });
}

/** Drops what all accounts left in this browser. */
export function dropKept(): Promise<void> {
  dropping.tell();
  return inTurn(async () => {
    await answerOf(indexedDB.deleteDatabase(databaseName));
  });
}

/** Calls a listener when nothing is kept any more. Returns how to stop that. */
export const onDropped = dropping.add;

/** The account leaves this browser: nothing of it stays, neither kept nor in memory. */
export function forgetKept(): void {
  leaving.tell();
  void dropKept();
}

/** Calls a listener when an account leaves. Returns how to stop that. */
export const onForgotten = leaving.add;
/** Tells those listeners alone: what an account left that another one followed is swept away. */
export const tellForgotten = leaving.tell;

function isFresh(kept: unknown): kept is Kept {
  const { keptAt } = (kept ?? {}) as Partial<Kept>;
  const age = typeof keptAt === 'number' ? Date.now() - keptAt : Number.NaN;
  // A clock that was set back must not keep things for ever.
  return age > -dayMilliseconds && age < dayMilliseconds;
}

/** Does one thing after another; what fails counts as nothing. */
function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
  const done = last.then(work).catch(() => undefined);
  last = done;
  return done;
}

/** One request to the store. Connections are short, so that they never stand in each other's way. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await answerOf(opening);
  try {
    const transaction = database.transaction(storeName, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [answer] = await Promise.all([answerOf(ask(transaction.objectStore(storeName))), ended]);
    return answer;
  } finally {
    database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
