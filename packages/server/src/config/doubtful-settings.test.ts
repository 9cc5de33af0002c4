import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listDoubts } from './doubtful-settings.ts';

const GB = 1_000_000_000;
const doubtsOf = (environment: Record<string, string>, memoryBytes = 99 * GB) =>
  listDoubts(readConfig(environment), memoryBytes);

test('nothing is doubtful about a server for oneself', () => {
  expect(doubtsOf({})).toEqual([]);
});

test('a name that looks like a setting and is none is', () => {
  expect(doubtsOf({ STORAGES: 's3' })).toEqual([expect.stringContaining('did you mean STORAGE?')]);
});

test('more film workers than there is memory for are', () => {
  expect(doubtsOf({ RENDER_WORKERS: '3' }, 2 * GB)).toEqual([]);
  expect(doubtsOf({ RENDER_WORKERS: '4' }, 2 * GB)).toEqual([
    expect.stringContaining(
      'RENDER_WORKERS is 4, which takes some 2600 MB of memory, and there are 2000 MB',
    ),
  ]);
});

test('a public server whose payments nobody chose is', () => {
  const PUBLIC_URL = 'https://moodreel.example';
  expect(doubtsOf({ PUBLIC_URL })).toEqual([expect.stringContaining('PAYMENTS is not set')]);
  expect(doubtsOf({ PUBLIC_URL, PAYMENTS: 'sandbox' })).toEqual([]);
});

test('a server for other machines that does not know its own address is', () => {
  const sentence = expect.stringContaining('begin with http://127.0.0.1:8080. Set PUBLIC_URL');
  expect(doubtsOf({ HOST: '0.0.0.0', PORT: '8080' })).toEqual([sentence]);
  expect(doubtsOf({ HOST: '192.168.1.7' })).toHaveLength(1);
  expect(doubtsOf({ HOST: '0.0.0.0', PUBLIC_URL: 'http://moodreel.example' })).toEqual([]);
  for (const HOST of ['127.0.0.2', '::1', 'localhost']) expect(doubtsOf({ HOST })).toEqual([]);
});
