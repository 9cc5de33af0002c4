import { describe, expect, test } from 'vitest';
import { offerOfTake, reasonAgainstTake } from './take-text.ts';

const left = (rendersLeft: number | null) => ({ rendersLeft, resetsAt: null });

describe('another take', () => {
  test('says before it is pressed what it costs of the week', () => {
    expect(offerOfTake(left(2))).toMatch(/ It uses one of your 2 films left\.$/);
    expect(offerOfTake(left(1))).toMatch(/ It uses your last film of this week\.$/);
  });

  test('speaks of no cost where films are not counted, or not yet known', () => {
    expect(offerOfTake(left(null))).not.toContain('It uses');
    expect(offerOfTake(undefined)).not.toContain('It uses');
  });

  test('is not to be had without films left, or without the picture', () => {
    expect(reasonAgainstTake(true, left(0))).toMatch(/^No films are left this week/);
    expect(reasonAgainstTake(false, left(2))).toMatch(/^It needs the picture/);
    expect(reasonAgainstTake(true, left(2))).toBeUndefined();
    expect(reasonAgainstTake(true, undefined)).toBeUndefined();
  });
});
