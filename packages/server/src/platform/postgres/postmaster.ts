import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PS_PATIENCE_MS = 5_000;

/** What a running PostgreSQL writes into its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** The folder of the unix socket, or the address it listens on. */
  readonly host: string;
}

/** Tells the program of a process; undefined where it does not know. */
type AskProgram = (pid: number) => string | undefined;

/** The server that runs on this cluster, if its process is alive and is a PostgreSQL. */
export function findPostmaster(
  cluster: string,
  askProgram: AskProgram = askPs,
): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (!isPostgres(pid, process.platform, askProgram)) return undefined;
  return { pid, port: Number(lines[3]), host: lines[4]?.trim() || lines[5]?.trim() || '127.0.0.1' };
}

/**
 * Removes the file of a dead server whose number now belongs to another program: PostgreSQL would
 * take that for the server and refuse to start. In every other case the file stays, because
 * PostgreSQL finds by it whether sessions of a killed server still touch the data.
 */
export function forgetForeignPostmaster(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  let pid: number;
  try {
    pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return;
  }
  if (isAlive(pid) && !isPostgres(pid)) rmSync(file, { force: true });
}

/**
 * A number may have gone to another process since (always so in a restarted container). On Windows,
 * and where `askProgram` (on systems with `ps`) has no answer, each living process counts as one:
 * to take the file of a database that runs for a forgotten one would be worse.
 */
export function isPostgres(
  pid: number,
  platform: NodeJS.Platform = process.platform,
  askProgram: AskProgram = askPs,
): boolean {
  if (!isAlive(pid)) return false;
  if (platform === 'win32') return true;
  if (platform !== 'linux') return /(^|\/)postgres$/.test(askProgram(pid) ?? 'postgres');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/**
 * For who looks at one process again and again: asks of each number once in a row. `ps` takes its time,
 * in which nothing else of this process goes on.
 */
export function askOnce(ask: AskProgram = askPs): AskProgram {
  let last: { readonly pid: number; readonly program: string | undefined } | undefined;
  return (pid) => {
    if (last?.pid !== pid) last = { pid, program: ask(pid) };
    return last.program;
  };
}

/** The program of a process, on macOS with its path. Undefined where `ps` does not tell. */
function askPs(pid: number): string | undefined {
  // Without -ww it cuts long paths off, and the name is at their end.
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'comm=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: PS_PATIENCE_MS,
  });
  return stdout?.trim() || undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names one process for good: its number, and where the system tells it, when it started. */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return String(pid);
  try {
    // Field 22 is the start time; field 2, the name in brackets, may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${pid}@${fields[19]}`;
  } catch {
    return undefined;
  }
}
