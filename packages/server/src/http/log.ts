import { pino } from 'pino';

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

/**
 * JSON lines on standard output. On a terminal only warnings are shown unless a level is set:
 * a person who starts the server wants to see its address, not every request.
 */
export function createLog(level: string | undefined) {
  return pino({
    level: level ?? (process.stdout.isTTY ? 'warn' : 'info'),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  });
}
