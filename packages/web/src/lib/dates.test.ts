import { expect, test } from 'vitest';
import { momentText } from './dates.ts';

test('a moment is told by its weekday, and by its date as well where today has the same name', () => {
  const now = new Date(2026, 10, 23, 15, 8).getTime();
  const textIn = (days: number) =>
    momentText(new Date(now + days * 86_400_000).toISOString(), 'long', now);
  const weekday = (days: number) =>
    new Date(now + days * 86_400_000).toLocaleDateString(undefined, { weekday: 'long' });
  const month = new Date(now).toLocaleDateString(undefined, { month: 'long' });
  for (const days of [0, 1, 5.9]) {
    expect(textIn(days)).toContain(weekday(days));
    expect(textIn(days)).not.toContain(month);
  }
  expect(weekday(7)).toBe(weekday(0));
  for (const part of [weekday(7), month, '30']) expect(textIn(7)).toContain(part);
});
