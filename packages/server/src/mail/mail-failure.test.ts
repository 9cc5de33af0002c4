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

test.each([
  ['553 5.7.1 <us@test.example>: Sender address rejected: not owned by user x', false],
  ['554 5.7.1 <jane@test.example>: Relay access denied', false],
  ['550 5.7.1 Client host [192.0.2.4] blocked using zen.blocklist.example', false],
  ['550 5.1.8 <us@test.example>: Sender address rejected: Domain not found', false],
  ['552 5.2.2 mailbox full', false],
  ['554 5.3.2 system not accepting network messages', false],
  ['530 authentication required', false],
  ['503 bad sequence of commands', false],
  ['554 transaction failed', false],
  ['550 5.1.2 no such host', true],
  ['556 5.1.10 <jane@test.example>: recipient address has null MX', true],
  ['550 5.2.1 mailbox disabled', true],
  ['550 no such user', true],
  ['553 mailbox name not allowed', true],
])(
  'of what is said to the recipient only what is wrong with it is for good: %s',
  (said, isRefusal) => {
    expect(answered(Number(said.slice(0, 3)), said, 'RCPT TO').isRefusal).toBe(isRefusal);
  },
);

test('what failed without an answer is told in words, without addresses', () => {
  const error = new Error('connect ECONNREFUSED 127.0.0.1:25 for <jane@test.example>');
  expect(describeMailFailure(error)).toEqual({
    reason: 'connect ECONNREFUSED 127.0.0.1:25 for <[hidden]>',
    isRefusal: false,
  });
});
