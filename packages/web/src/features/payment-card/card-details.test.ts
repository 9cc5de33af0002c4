import { expect, test } from 'vitest';
import {
  cardSchema,
  hasLuhnSum,
  isExpiryAhead,
  maskCardNumber,
  maskCvc,
  maskExpiry,
  testCardNumber,
} from './card-details.ts';

test('the expiry keeps digits, gets its slash after two, and has at most five characters', () => {
  expect(['1', '12', '123', '12/34', 'a1b2c3', '123456789'].map(maskExpiry)).toEqual([
    '1',
    '12',
    '12/3',
    '12/34',
    '12/3',
    '12/34',
  ]);
});

test('card number and CVC keep digits only', () => {
  expect(maskCardNumber('4242x42424242-4242')).toBe('4242 4242 4242 4242');
  expect(maskCvc('12a345')).toBe('1234');
});

test('a mistyped digit is noticed', () => {
  expect(hasLuhnSum('4242424242424242')).toBe(true);
  expect(hasLuhnSum('378282246310005')).toBe(true);
  expect(hasLuhnSum('4242424242424241')).toBe(false);
});

test('a card is good until the end of its month', () => {
  expect(isExpiryAhead('11/26', new Date(2026, 10, 30, 23))).toBe(true);
  expect(isExpiryAhead('11/26', new Date(2026, 11, 1, 1))).toBe(false);
  expect(isExpiryAhead('12/26', new Date(2026, 11, 31))).toBe(true);
});

test('all four fields are needed', () => {
  const card = { cardNumber: testCardNumber, expiry: '12/99', cvc: '123', cardOwner: 'Ada' };
  expect(cardSchema.safeParse(card).success).toBe(true);
  for (const field of Object.keys(card)) {
    expect(cardSchema.safeParse({ ...card, [field]: '' }).success).toBe(false);
  }
  expect(cardSchema.safeParse({ ...card, expiry: '13/30' }).success).toBe(false);
});
