import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listDoubts } from './doubtful-settings.ts';

const doubtsOf = (environment: Record<string, string>) => listDoubts(readConfig(environment));

test('nothing is doubtful about a server for oneself', () => {
  expect(doubtsOf({})).toEqual([]);
});

test('a public server whose payments nobody chose is', () => {
  const PUBLIC_URL = 'https://moodreel.example';
  expect(doubtsOf({ PUBLIC_URL })).toEqual([expect.stringContaining('PAYMENTS is not set')]);
  expect(doubtsOf({ PUBLIC_URL, PAYMENTS: 'sandbox' })).toEqual([]);
});
