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

/** One clear line for what users meet; the stack for what they should not. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, path, dest = path } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (code === 'ENOENT' && path) return `There is no file ${path}`;
  if (code === 'EISDIR') return `A file is needed, and ${dest ?? 'this'} is a folder.`;
  if (code === 'EACCES' && path) return `There is no permission to use ${path}`;
  return error.stack ?? error.message;
}
