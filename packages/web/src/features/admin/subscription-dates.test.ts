import { DATE_FAULTS } from '@moodreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { dayField, premiumDates } from './subscription-dates.ts';

const fields = z.object({
  subscriptionType: z.enum(['free', 'paid']),
  startDate: dayField,
  endDate: dayField,
});
type Dates = z.output<typeof fields>;

const at = (subscriptionType: Dates['subscriptionType'], startDate: string, endDate: string) => ({
  subscriptionType,
  startDate,
  endDate,
});

/** What is said at the end date. */
function faultOf(values: Dates, known?: Dates): string | undefined {
  const form = fields.superRefine((dates, context) => premiumDates(dates, context, known));
  const issue = form.safeParse(values).error?.issues[0];
  if (issue) expect(issue.path).toEqual(['endDate']);
  return issue?.message;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 26, 15) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('Premium ends on a day after its start, and later than today', () => {
  expect(faultOf(at('paid', '2026-11-26', '2026-11-27'))).toBeUndefined();
  expect(faultOf(at('paid', '2026-12-01', '2026-12-01'))).toBe(DATE_FAULTS.order);
  expect(faultOf(at('paid', '2026-12-02', '2026-12-01'))).toBe(DATE_FAULTS.order);
  expect(faultOf(at('paid', '2026-11-01', '2026-11-26'))).toBe(DATE_FAULTS.over);
  expect(faultOf(at('paid', '', '2026-11-25'))).toBe(DATE_FAULTS.over);
});

test('dates of a free user, and those that are left empty, are not minded', () => {
  expect(faultOf(at('free', '2026-11-26', '2026-11-26'))).toBeUndefined();
  expect(faultOf(at('free', '2026-11-26', '2020-01-01'))).toBeUndefined();
  expect(faultOf(at('paid', '2026-11-26', ''))).toBeUndefined();
  expect(faultOf(at('paid', '', '2026-11-27'))).toBeUndefined();
});

test('what a user has may stay as it is', () => {
  // A payment that is still tried ended its period today.
  const due = at('paid', '2026-10-26', '2026-11-26');
  expect(faultOf(due, due)).toBeUndefined();
  expect(faultOf({ ...due, startDate: '2026-10-27' }, due)).toBe(DATE_FAULTS.over);
  expect(faultOf(due, { ...due, subscriptionType: 'free' })).toBe(DATE_FAULTS.over);
});

test('years that no calendar of ours has are refused where they are typed', () => {
  expect(faultOf(at('free', '2026-11-26', '0026-11-27'))).toBe(DATE_FAULTS.years);
  expect(faultOf(at('paid', '2026-11-26', '12026-11-27'))).toBe(DATE_FAULTS.years);
});
