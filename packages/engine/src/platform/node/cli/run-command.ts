import { getSystemErrorMessage } from 'node:util';
import { Refusal } from '../../../refusal.ts';
import { EXIT_INTERRUPTED, EXIT_OK, EXIT_REFUSED, EXIT_USAGE, UsageError } from './arguments.ts';

const HELP = new Set(['--help', '-h']);

/**
 * Runs a command to its exit status; `--help` says how it is used instead. A refusal is one line on
 * stderr and status 1, a wrong command line one line and the usage and status 2. Ctrl-C aborts the
 * signal, once; a second one kills.
 */
export async function runCommand(
  usage: string,
  command: (args: readonly string[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.some((arg) => HELP.has(arg))) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.exitCode = await command(args, controller.signal).then(
    () => EXIT_OK,
    (error: unknown) => {
      if (error instanceof UsageError) {
        process.stderr.write(`${error.message}\n${usage}\n`);
        return EXIT_USAGE;
      }
      if (error instanceof Refusal && error.code === 'cancelled') return EXIT_INTERRUPTED;
      process.stderr.write(`${explain(error)}\n`);
      return EXIT_REFUSED;
    },
  );
}

/** What the system says to FFmpeg and sharp of files that they cannot write, whose errors have no path. */
const CANNOT_WRITE = /permission denied|no space left on device|read-only file system/i;

/** One clear line for what users meet; the stack for what they should not. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, errno, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const place = dest ?? path;
  if (code === 'ENOENT' && path) return `There is no file ${path}`;
  if (code === 'EISDIR') return `A file is needed, and ${place ?? 'this'} is a folder.`;
  if (code === 'EEXIST' && place) return `A folder is needed, and ${place} is a file.`;
  if (errno !== undefined && place) {
    return `${place} cannot be used: ${getSystemErrorMessage(errno)}.`;
  }
  const [reason] = CANNOT_WRITE.exec(error.message) ?? [];
  if (reason) return `What was made cannot be written: ${reason.toLowerCase()}.`;
  return error.stack ?? error.message;
}
