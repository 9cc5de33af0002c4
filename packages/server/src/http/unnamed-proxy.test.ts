import { pino } from 'pino';
import { expect, test } from 'vitest';
import { warnOfUnnamedProxy } from './unnamed-proxy.ts';

test('proxies that were named are nothing to warn of', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  warnOfUnnamedProxy(log, 1)('198.51.100.1');
  expect(lines).toEqual([]);
  warnOfUnnamedProxy(log, 0)('198.51.100.1');
  expect(lines).toHaveLength(1);
});
