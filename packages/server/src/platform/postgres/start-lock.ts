import { readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFileOnce } from '../make-file-once.ts';
import { processIdentity } from './postmaster.ts';

const PAUSE_MS = 25;
/** An ordinary start holds the lock for a second. */
const TELL_AFTER_MS = 3_000;
/** Far longer than a holder needs from making the file to having written it. */
const EMPTY_LIMIT_MS = 10_000;

export interface Waiting {
  /** Hears, once, of whom this one waits for. */
  readonly tell?: (sentence: string) => void;
  readonly tellAfterMs?: number;
}

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that
 * was killed is broken: the file names its holder.
 */
export async function withStartLock<T>(
  file: string,
  work: () => Promise<T>,
  { tell = tellOperator, tellAfterMs = TELL_AFTER_MS }: Waiting = {},
): Promise<T> {
  const me = `${processIdentity(process.pid)}`;
  const since = Date.now();
  let told = false;
  while (!makeFileOnce(file, me)) {
    const holder = read(file);
    if (holder !== undefined && !holds(file, holder)) {
      await breakLock(file, { tell, tellAfterMs });
      continue;
    }
    if (!told && holder !== undefined && Date.now() - since >= tellAfterMs) {
      told = true;
      tell(describe(file, holder));
    }
    await delay(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    if (read(file) === me) rmSync(file, { force: true });
  }
}

function tellOperator(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function describe(file: string, holder: string): string {
  const [pid] = holder.split('@');
  return `Waiting for another start of the database: ${pid ? `process ${pid} holds` : 'somebody holds'} ${file}.`;
}

function holds(file: string, holder: string): boolean {
  // Where files cannot be linked, its holder may be about to write it.
  if (holder === '') return !isOld(file);
  return processIdentity(Number(holder.split('@')[0])) === holder;
}

/** A clock that was put back makes a file of the future, which is as dead. */
function isOld(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > EMPTY_LIMIT_MS;
}

/**
 * Removes a dead lock, under a lock of its own: nobody else removes it between the look and the
 * removal, so it is not the lock of a new holder that goes.
 */
async function breakLock(file: string, waiting: Waiting): Promise<void> {
  const remove = async () => {
    const holder = read(file);
    if (holder !== undefined && !holds(file, holder)) rmSync(file, { force: true });
  };
  await withStartLock(`${file}.break`, remove, waiting);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
