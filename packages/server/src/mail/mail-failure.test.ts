import { expect, test } from 'vitest';
import { describeMailFailure } from './mail-failure.ts';

const answered = (responseCode: number, response: string, command: string) =>
  describeMailFailure(Object.assign(new Error(response), { responseCode, response, command }));

test('of an answer only codes are told, since servers quote the recipient', () => {
  expect(answered(550, '550 5.1.1 <jane@test.example>: no such user', 'RCPT TO')).toEqual({
    reason: '550 5.1.1 to RCPT TO',
    isRefusal: true,
  });
  expect(answered(451, '451 later, jane@test.example', 'DATA').reason).toBe('451 to DATA');
});

test('a command is told without what stood behind it', () => {
  const { reason } = answered(530, '530 no', 'MAIL FROM:<us@test.example>');
  expect(reason).toBe('530 to MAIL FROM');
});

test('only a recipient is refused for good, and not for now', () => {
  expect(answered(450, '450 busy', 'RCPT TO').isRefusal).toBe(false);
  expect(answered(554, '554 spam', 'DATA').isRefusal).toBe(false);
  expect(answered(535, '535 wrong password', 'AUTH PLAIN').isRefusal).toBe(false);
});

test('what failed without an answer is told in words, without addresses', () => {
  const error = new Error('connect ECONNREFUSED 127.0.0.1:25 for <jane@test.example>');
  expect(describeMailFailure(error)).toEqual({
    reason: 'connect ECONNREFUSED 127.0.0.1:25 for <[hidden]>',
    isRefusal: false,
  });
});
