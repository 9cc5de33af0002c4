import type { Logger } from 'pino';

/**
 * Says how a command is used when its words ask for that or are not understood. Answers the exit
 * status then (0, or 2), undefined where the command goes on.
 */
export function sayUsage(
  usage: string,
  words: readonly string[],
  isUnderstood: boolean,
): 0 | 2 | undefined {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(usage);
    return 0;
  }
  if (isUnderstood) return undefined;
  process.stderr.write(usage);
  return 2;
}

/** Ends the process with what is wrong, for the person at the terminal. */
export function fail(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

const NO_RIGHTS =
  'The user in DATABASE_URL lacks rights in that database: it makes and changes tables and schemas of its ' +
  'own. Best make it the owner: alter database … owner to …';
/** What a query that failed says of itself, with the values behind it; why, its cause says. */
const FAILED_QUERY = /^Failed query:/;

/**
 * What is wrong, for the person at the terminal: our own sentences as they are, of a query why it failed
 * and not what it held, of a fault in the program where it is.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (FAILED_QUERY.test(error.message)) {
    const query = error.message.replace(/\nparams:[\s\S]*/, '');
    return error.cause === undefined ? query : `${describeFailure(error.cause)}\n(${query})`;
  }
  if ('code' in error && error.code === '42501') return `${NO_RIGHTS}\n(${error.message})`;
  const isFault = /^(Type|Reference|Syntax)Error$/.test(error.name);
  return (isFault && error.stack) || error.message || String(error);
}

/** Says something to whoever started the process; `fields` are for those who read its log alone. */
export type Say = (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * On a terminal a line of its own; elsewhere all that comes on standard output are lines of the log. It
 * takes one of level info: who waits for the sentence waits for it whatever LOG_LEVEL is.
 */
export function createSay(log: Logger, isTerminal = process.stdout.isTTY): Say {
  return (sentence, fields = {}) => {
    if (isTerminal) process.stdout.write(`${sentence}\n`);
    else log.info(fields, sentence.trim());
  };
}

/**
 * Ctrl-C and SIGTERM stop the process in good order; the second of them ends it at once. So does the
 * limit: a database that says nothing would hold it up for longer than supervisors wait before they
 * kill it. Nothing that was acknowledged is lost by that.
 */
export function stopOnSignals(stop: () => Promise<void>, limitSeconds: number, say: Say): void {
  let signals = 0;
  const hear = () => {
    signals += 1;
    if (signals > 1) process.exit(130);
    say('\nStopping (again to stop at once)…');
    setTimeout(() => {
      fail(
        `Stopping took longer than ${limitSeconds} seconds: the rest is left to the next start.`,
      );
    }, limitSeconds * 1000).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
}

/** Whether a word is a name: one that begins with - is an option that nobody knows. */
export function isName(word: string | undefined): word is string {
  return word !== undefined && word !== '' && !word.startsWith('-');
}
