import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system account that PostgreSQL runs as when we are root; it refuses to run as root itself. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account for the database when this process is root: the owner of an existing cluster,
 * else `postgres`, else `nobody`. Undefined when this process is not root: then it is our own.
 */
export function chooseAccount(clusterDir: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(([name]) => name === wanted);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'The bundled PostgreSQL cannot run as root and this system has no account "postgres" or ' +
      '"nobody". Start Moodreel as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the account may pass through every folder above `path` and read `path` itself. */
export function canReach(path: string, account: SystemAccount | undefined): boolean {
  if (!account) return true;
  if (!allows(path, account, 5)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(folder, account, 1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(path: string, { uid, gid }: SystemAccount, bits: number): boolean {
  const { mode, uid: owner, gid: group } = statSync(path);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
