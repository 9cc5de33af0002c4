import { describe, expect, it } from 'vitest';
import { median, medianInPlace, nthInPlace } from './median.ts';
import { createRandom } from './random.ts';

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

describe('median, and any other number that sorting would find', () => {
  it('is the middle one, or of an even count the upper one of the middle two', () => {
    expect(median([4])).toBe(4);
    expect(median([3, 1])).toBe(3);
    expect(median([9, -1, 4])).toBe(4);
    expect(median(new Set([8, 2, 10, 4]))).toBe(8);
  });

  it('is what sorting finds, also among many equals', () => {
    const random = createRandom(3);
    for (let count = 1; count < 60; count++) {
      for (const levels of [1, 3, 1000]) {
        const values = Array.from({ length: count }, () => Math.floor(levels * random()));
        expect(median(values)).toBe(sorted(values)[count >> 1]);
        expect(median(sorted(values))).toBe(sorted(values)[count >> 1]);
        const nth = Math.floor(count * random());
        expect(nthInPlace(Float64Array.from(values), nth)).toBe(sorted(values)[nth]);
      }
    }
  });

  it('leaves alone what it is given, unless it may work in place', () => {
    const values = Float64Array.of(5, 3, 4, -9, -9);
    expect(median(values)).toBe(3);
    expect([...values]).toEqual([5, 3, 4, -9, -9]);
    expect(medianInPlace(values)).toBe(3);
    expect(sorted([...values])).toEqual([-9, -9, 3, 4, 5]);
  });
});
