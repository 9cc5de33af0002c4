import { expect, test } from 'vitest';
import { isOwnOrigin } from './origin.ts';

const ours = 'https://moodreel.example';

test('our own pages and programs may change things', () => {
  expect(isOwnOrigin('https://moodreel.example', 'inner:3000', ours)).toBe(true);
  expect(isOwnOrigin('http://localhost:3000', 'localhost:3000', ours)).toBe(true);
  expect(isOwnOrigin(undefined, 'localhost:3000', ours)).toBe(true);
});

test('pages of others may not', () => {
  for (const origin of [
    'https://evil.example',
    'https://moodreel.example.evil.example',
    'null',
    '',
    'file://localhost:3000',
    'http://localhost:3001',
  ]) {
    expect(isOwnOrigin(origin, 'localhost:3000', ours)).toBe(false);
  }
});
