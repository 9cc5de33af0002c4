import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './postmaster.ts';

const PAUSE_MS = 25;

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that
 * was killed is broken: the file names its holder.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const me = `${processIdentity(process.pid)}`;
  while (!take(file, me)) {
    const holder = read(file);
    if (holder !== undefined && !holds(holder)) breakLock(file, holder);
    else await delay(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    if (read(file) === me) rmSync(file, { force: true });
  }
}

function take(file: string, me: string): boolean {
  try {
    writeFileSync(file, me, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function holds(holder: string): boolean {
  // An empty file: its holder is between opening and writing.
  return holder === '' || processIdentity(Number(holder.split('@')[0])) === holder;
}

/** Moves the dead lock aside. If a new holder came in between, its lock is put back. */
function breakLock(file: string, holder: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
