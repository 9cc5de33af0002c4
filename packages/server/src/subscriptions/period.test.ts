import { expect, test } from 'vitest';
import { addMonths, periodEnd } from './period.ts';

const at = (text: string) => new Date(`${text}T10:00:00.000Z`);

test('a month later is the same day, or the last day of a shorter month', () => {
  expect(addMonths(at('2026-03-15'), 1)).toEqual(at('2026-04-15'));
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
  expect(addMonths(at('2028-01-31'), 1)).toEqual(at('2028-02-29'));
  expect(addMonths(at('2026-12-31'), 1)).toEqual(at('2027-01-31'));
  expect(addMonths(at('2028-02-29'), 12)).toEqual(at('2029-02-28'));
});

test('periods are counted from the start, so the day comes back after a short month', () => {
  expect(periodEnd(at('2026-01-31'), 'monthly', at('2026-02-01'))).toEqual(at('2026-02-28'));
  expect(periodEnd(at('2026-01-31'), 'monthly', at('2026-03-01'))).toEqual(at('2026-03-31'));
});

test('at the very end of a period the next one has begun', () => {
  expect(periodEnd(at('2026-01-10'), 'monthly', at('2026-02-10'))).toEqual(at('2026-03-10'));
  expect(periodEnd(at('2026-01-10'), 'yearly', at('2026-06-01'))).toEqual(at('2027-01-10'));
});
