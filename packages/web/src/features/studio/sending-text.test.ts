import { expect, test } from 'vitest';
import { sendingText } from './sending-text.ts';

test('how much of a picture is sent is told in few steps', () => {
  const steps = new Set(Array.from({ length: 1001 }, (_, index) => sendingText(index / 1000)));
  expect([...steps]).toHaveLength(11);
  expect(sendingText(0.449)).toBe('Sending the picture, 40\u00A0%');
  expect(sendingText(1)).toBe('Sending the picture, 100\u00A0%');
});

test('no share is told where none is known', () => {
  expect(sendingText(null)).toBe('Sending the picture');
  expect(sendingText(0)).toBe('Sending the picture');
});
