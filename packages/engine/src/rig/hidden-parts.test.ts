import { describe, expect, it } from 'vitest';
import { hiddenOf } from './hidden-parts.ts';

describe('hiddenOf', () => {
  it('goes by what hides most: a moustache, hair over both brows, or black lenses', () => {
    expect(hiddenOf(0, [], [])).toBe(0);
    expect(hiddenOf(0.9, [0.2, 0.1], [0, 0])).toBe(0.9);
    expect(hiddenOf(0, [0.9, 0.8], [])).toBe(1);
    expect(hiddenOf(0, [0.9, 0], [])).toBeLessThan(0.2);
    expect(hiddenOf(0, [], [1, 1])).toBe(1);
  });
});
