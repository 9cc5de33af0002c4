import { type Logger, pino } from 'pino';
import { describeError } from '../../src/http/log.ts';

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A log like the server's whose lines a test can read. */
export function readableLog(): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const options = {
    level: 'info',
    base: null,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: describeError },
  };
  const log = pino(options, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
