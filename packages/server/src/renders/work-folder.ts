import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../platform/day.ts';
import { isAlive } from '../platform/postgres/postmaster.ts';

/** Longer than any film takes: what has not changed for so long is nobody's work. */
const FORGOTTEN_MS = DAY_MS;

/**
 * A folder of this process. Those that killed processes of this machine left behind are removed,
 * and a former one with our own number, as restarted containers have. A container that was made
 * anew has another name, so that those of other machines are removed after a day.
 */
export function prepareWorkFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const host = hostname().replace(/[^\w-]/g, '_');
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const [, of, pid] = /^(.+)-(\d+)$/.exec(name) ?? [];
    if (of === undefined) continue;
    const isLeft =
      of === host
        ? Number(pid) === process.pid || !isAlive(Number(pid))
        : Date.now() - newestChange(path) > FORGOTTEN_MS;
    if (isLeft) rmSync(path, { recursive: true, force: true });
  }
  return join(folder, `${host}-${process.pid}`);
}

/** When anything in the folder last changed; infinity when it is gone or not ours to read. */
function newestChange(folder: string): number {
  const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return Math.max(changedAt(folder), ...entries.map((entry) => changedAt(join(folder, entry))));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
