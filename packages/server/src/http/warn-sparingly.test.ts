import { pino } from 'pino';
import { expect, it } from 'vitest';
import { describeError } from './log.ts';
import { warnSparingly } from './warn-sparingly.ts';

it('tells each trouble at once, and the same again a minute later with how often it came', () => {
  const lines: { readonly err: { readonly message: string }; readonly alike?: number }[] = [];
  const log = pino(
    { serializers: { err: describeError } },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  let nowMs = 0;
  const warn = warnSparingly(log, 'trouble', () => nowMs);
  const refused = (asked: string) =>
    new Error(`Failed query: ${asked}`, {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
  for (const asked of ['a', 'b', 'c']) warn(refused(asked));
  warn(new Error('another matter'));
  nowMs = 60_000;
  warn(refused('d'));
  expect(lines.map(({ err, alike }) => [err.message, alike])).toEqual([
    ['Failed query: a', undefined],
    ['another matter', undefined],
    ['Failed query: d', 2],
  ]);
});
