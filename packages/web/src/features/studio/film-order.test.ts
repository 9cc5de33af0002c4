import { MAX_TAKE } from '@moodreel/contract';
import { describe, expect, it } from 'vitest';
import { usualAdjustments } from './adjustments.ts';
import { anotherTakeOf, type FilmOrder, type FoundChoice, withFreeTake } from './film-order.ts';

const order: FilmOrder = {
  emotion: 0,
  face: { kind: 'automatic' },
  adjustments: usualAdjustments,
  take: 0,
};
const pointsInsteadOf = (insteadOf: FoundChoice) =>
  ({ kind: 'points', points: [1, 2, 3, 4, 5, 6], insteadOf }) as const;
const made = (...orders: readonly FilmOrder[]) =>
  Object.fromEntries(orders.map((one, index) => [`render-${index}`, one]));

describe('the take of the next film', () => {
  it('is the first where nothing was asked yet', () => {
    expect(withFreeTake({}, order)).toEqual(order);
  });

  it('is never one that was asked for already, from whichever film it is asked', () => {
    const takes = [0, 1, 2, 4].map((take) => ({ ...order, take }));
    expect(withFreeTake(made(...takes), order).take).toBe(3);
    expect(withFreeTake(made(...takes), anotherTakeOf(order)).take).toBe(3);
    expect(withFreeTake(made(...takes), anotherTakeOf({ ...order, take: 3 })).take).toBe(5);
  });

  it('does not count films of another feeling, face or adjustment', () => {
    const others: FilmOrder[] = [
      { ...order, emotion: 1 },
      { ...order, face: { kind: 'face', id: 1 } },
      { ...order, face: pointsInsteadOf({ kind: 'automatic' }) },
      { ...order, adjustments: { ...usualAdjustments, stillHead: true } },
      { ...order, adjustments: { ...usualAdjustments, intensity01: 1 } },
      { ...order, adjustments: { ...usualAdjustments, framing: 'full' } },
      { ...order, adjustments: { ...usualAdjustments, style: 'animal' } },
    ];
    expect(withFreeTake(made(...others), order).take).toBe(0);
  });

  it('takes the largest face for the one that is meant where none was chosen', () => {
    const chosen: FilmOrder = { ...order, face: { kind: 'face', id: 0 } };
    expect(withFreeTake(made(chosen), order).take).toBe(1);
  });

  it('is the same by the same points, whichever face they took the place of', () => {
    const before: FilmOrder = { ...order, face: pointsInsteadOf({ kind: 'face', id: 1 }) };
    const now: FilmOrder = { ...order, face: pointsInsteadOf({ kind: 'automatic' }) };
    expect(withFreeTake(made(before), now).take).toBe(1);
  });

  it('begins anew after the last, but not with 0: that would be acted as the last one', () => {
    expect(anotherTakeOf({ ...order, take: MAX_TAKE }).take).toBe(1);
    expect(MAX_TAKE % 3).toBe(0);
  });
});
