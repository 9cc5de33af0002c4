import { afterEach, expect, test, vi } from 'vitest';
import { dayText, momentText, ownDay, ownDayText, ownMomentText, startOfOwnDay } from './dates.ts';

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

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a day of a date field begins where the user is, and comes back as that day', () => {
  const begins = {
    UTC: '2026-11-27T00:00:00.000Z',
    'Pacific/Auckland': '2026-11-26T11:00:00.000Z',
    'America/Los_Angeles': '2026-11-27T08:00:00.000Z',
  };
  for (const [zone, instant] of Object.entries(begins)) {
    vi.stubEnv('TZ', zone);
    expect(startOfOwnDay('2026-11-27'), zone).toBe(instant);
    expect(ownDay(instant), zone).toBe('2026-11-27');
    // The last moment of a day is of the same one.
    expect(ownDay(new Date(Date.parse(instant) + 86_399_999).toISOString()), zone).toBe(
      '2026-11-27',
    );
  }
  expect(ownDay(null)).toBe('');
});

test('an instant is told by the day where the user is, and a day as the day that it is', () => {
  const days = { UTC: 26, 'Pacific/Auckland': 27, 'America/Los_Angeles': 26 };
  for (const [zone, day] of Object.entries(days)) {
    vi.stubEnv('TZ', zone);
    const told = new Date(2026, 10, day).toLocaleDateString(undefined, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
    expect(ownDayText('2026-11-26T11:00:00.000Z'), zone).toBe(told);
    expect(dayText(`2026-11-${day}`), zone).toBe(told);
  }
  expect(ownDayText(null)).toBe('N/A');
});

test('a moment is told by the day and the minute where the user is, in words and not in bare numbers', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const told = ownMomentText('2026-11-26T11:05:42.000Z');
  const month = new Date(2026, 10).toLocaleDateString(undefined, { month: 'short' });
  for (const part of ['27', month, '2026', ':05']) expect(told).toContain(part);
  expect(told).not.toContain('42');
});
