import { expect, test } from 'vitest';
import { assertMayRender, renderComesBackAt } from './quota.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
const usage = (days: readonly number[], subscriptionType: 'free' | 'paid' = 'free') => ({
  subscriptionType,
  countedAt: days.map(day),
  waiting: 0,
});

test('a render comes back seven days after the oldest that counts', () => {
  expect(renderComesBackAt(usage([1, 2, 3]))).toEqual(day(8));
  expect(renderComesBackAt(usage([2]))).toEqual(day(9));
  expect(renderComesBackAt(usage([]))).toBeNull();
  expect(renderComesBackAt(usage([1, 2, 3], 'paid'))).toBeNull();
});

test('after premium, when more count than a free account has, only the third newest gives one back', () => {
  const many = usage([1, 2, 3, 4, 5]);
  expect(renderComesBackAt(many)).toEqual(day(10));
  expect(() => assertMayRender(many, 0)).toThrow(
    'The next one comes back on 2026-03-10 00:00 UTC.',
  );
});
