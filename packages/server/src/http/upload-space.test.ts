import { expect, test } from 'vitest';
import { openUploadSpace } from './upload-space.ts';

const MB = 1_000_000;
const ada = { userId: 'ada', network: 'ada-home' };

test('a user may announce 64 MB at a time, and gets them back', () => {
  const open = Array.from({ length: 3 }, () => openUploadSpace(ada, 20 * MB));
  expect(() => openUploadSpace(ada, 20 * MB)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 }),
  );
  open.pop()?.release();
  openUploadSpace(ada, 20 * MB).release();
  for (const space of open) space.release();
});

test('all together may send 192 MB at a time; what is only announced takes no room', () => {
  const users = Array.from({ length: 20 }, (_, i) =>
    openUploadSpace({ userId: `user-${i}`, network: `network-${i}` }, 60 * MB),
  );
  const [first, second, third, fourth] = users;
  for (const space of [first, second, third]) space?.take(60 * MB);
  fourth?.take(12 * MB);
  expect(() => fourth?.take(1)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
  );
  first?.release();
  fourth?.take(48 * MB);
  for (const space of users.slice(1)) space.release();
});

test('one network may send 128 MB at a time, however many users it has', () => {
  const users = Array.from({ length: 4 }, (_, i) =>
    openUploadSpace({ userId: `user-${i}`, network: 'one' }, 60 * MB),
  );
  const [first, second, third] = users;
  for (const space of [first, second]) space?.take(60 * MB);
  third?.take(8 * MB);
  expect(() => third?.take(1)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 }),
  );
  const other = openUploadSpace(ada, 60 * MB);
  other.take(60 * MB);
  first?.release();
  third?.take(52 * MB);
  for (const space of [...users.slice(1), other]) space.release();
});
