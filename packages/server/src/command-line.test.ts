import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { describeFailure } from './command-line.ts';

const refusedQuery = (code: string) =>
  new DrizzleQueryError(
    'insert into users values ($1)',
    ['ada@test.example'],
    Object.assign(new Error('permission denied for table users'), { code }),
  );

test('a query that failed says why, and not what it held', () => {
  const told = describeFailure(refusedQuery('23505'));
  expect(told).toBe(
    'permission denied for table users\n(Failed query: insert into users values ($1))',
  );
});

test('a database user without rights is told what it needs', () => {
  expect(describeFailure(refusedQuery('42501'))).toContain('owner');
});

test('a sentence of ours stands alone, and a fault says where it is', () => {
  const cause = new Error('EACCES: permission denied');
  expect(describeFailure(new Error('The folder cannot be written.', { cause }))).toBe(
    'The folder cannot be written.',
  );
  expect(describeFailure(new TypeError('x is not a function'))).toContain('command-line.test.ts');
});
