import { type LoggerOptions, pino } from 'pino';
import { LogOutput } from './log-output.ts';

/** Header, body and error fields that must never reach a log. */
const SECRET_FIELDS = [
  'password',
  'newPassword',
  'currentPassword',
  'adminPassword',
  'token',
  'cookie',
  'authorization',
  'cardNo',
  'cvc',
];

let output: LogOutput | undefined;

/**
 * JSON lines on standard output, which may be a file on a full disk or a pipe that nobody reads: no
 * reason to end, or not to stop in good order. On a terminal only warnings are shown unless a level is set:
 * a person who starts the server wants to see its address, not every request.
 */
export function createLog(level: string | undefined) {
  const options: LoggerOptions = {
    level: level ?? (process.stdout.isTTY ? 'warn' : 'info'),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
  output ??= new LogOutput(process.stdout.fd ?? 1);
  return pino(options, output);
}

/** Addresses whose next part is a secret (the link of a shared video) or names a person. */
const TELLING = /^(\/+(?:s|api\/+shares|api\/+avatars)\/+)[^/]+/;

/** The path of a request as a log may hold it. */
export function describePath(path: string): string {
  return path.replace(TELLING, '$1[hidden]');
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * What a log may say of an error. Its other properties stay out: those of the database hold what
 * was written (addresses, hashes of passwords), those of services what they were sent.
 */
export function describeError(error: unknown): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error) };
  // drizzle puts the values of a failed query behind it.
  const message = error.message.replace(/\nparams:[\s\S]*/, '');
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.name ?? typeof error,
    message,
    ...('code' in error ? { code: String(error.code) } : {}),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** pg-boss reports plain objects that hold what the error held. */
function isErrorLike(error: unknown): error is Partial<Error> & { readonly message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  );
}
