import { expect, test } from 'vitest';
import { openUploadSpace } from './upload-space.ts';

const MB = 1_000_000;

test('a user may announce 64 MB at a time, and gets them back', () => {
  const open = Array.from({ length: 3 }, () => openUploadSpace('ada', 20 * MB));
  expect(() => openUploadSpace('ada', 20 * MB)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 }),
  );
  open.pop()?.release();
  openUploadSpace('ada', 20 * MB).release();
  for (const space of open) space.release();
});

test('all together may send 192 MB at a time; what is only announced takes no room', () => {
  const users = Array.from({ length: 20 }, (_, i) => openUploadSpace(`user-${i}`, 60 * MB));
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
