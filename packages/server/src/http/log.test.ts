import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { describeError, describePath } from './log.ts';

test('a failed query is told without the values that were to be written', () => {
  const reason = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@test.example) already exists.',
  });
  const error = new DrizzleQueryError(
    'insert into users values ($1)',
    ['ada@test.example'],
    reason,
  );
  const told = JSON.stringify(describeError(error));
  expect(told).toContain('insert into users');
  expect(told).toContain('23505');
  expect(told).toContain('log.test.ts');
  expect(told).not.toContain('ada@test.example');
});

test('what a service was sent stays out of the log', () => {
  const error = Object.assign(new Error('Invalid request'), {
    raw: { param: 'sk_live_secret' },
    headers: { authorization: 'Bearer sk_live_secret' },
  });
  expect(JSON.stringify(describeError(error))).not.toContain('sk_live_secret');
});

test('what is thrown without being an error is told too', () => {
  expect(describeError('boom')).toEqual({ type: 'string', message: 'boom' });
});

test('an error that was copied into a plain object is told like an error', () => {
  const error = Object.assign(new Error('relation is gone'), { code: '42P01', detail: 'of ada' });
  const copied = { ...error, message: error.message, stack: error.stack, queue: 'render' };
  const told = describeError(copied);
  expect(told).toMatchObject({ type: 'object', message: 'relation is gone', code: '42P01' });
  expect(told.stack).toContain('log.test.ts');
  expect(JSON.stringify(told)).not.toContain('ada');
});

test('addresses are told without links of shared videos and names of people', () => {
  for (const [path, told] of [
    ['/s/AAAAAAAAAAAAAAAAAAAAAA', '/s/[hidden]'],
    ['/s/AAAAAAAAAAAAAAAAAAAAAA/', '/s/[hidden]/'],
    ['//s//AAAAAAAAAAAAAAAAAAAAAA', '//s//[hidden]'],
    ['/api/shares/AAAAAAAAAAAAAAAAAAAAAA/video', '/api/shares/[hidden]/video'],
    ['/api/avatars/ada.lovelace.png', '/api/avatars/[hidden]'],
    ['/api/videos/1/share', '/api/videos/1/share'],
    ['/', '/'],
  ] as const) {
    expect(describePath(path)).toBe(told);
  }
});
