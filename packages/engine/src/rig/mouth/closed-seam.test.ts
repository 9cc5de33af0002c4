import { describe, expect, it } from 'vitest';
import { closedSeamAt, closedSeamWeight } from './closed-seam.ts';

describe('the line of lips that shut', () => {
  it('is deepest in its middle and in the pits of its corners, faint between, and ends in them', () => {
    const between = closedSeamAt(0.42);
    expect(closedSeamAt(0)).toBeGreaterThan(1.25 * between);
    expect(closedSeamAt(0.84)).toBeGreaterThan(1.4 * between);
    expect(closedSeamAt(1)).toBe(0);
    for (const t of [0.1, 0.5, 0.9]) expect(closedSeamAt(-t)).toBe(closedSeamAt(t));
  });

  it('is as dark as a stroke of one weight on the whole', () => {
    let sum = 0;
    for (let t = 0; t < 1; t += 0.01) sum += closedSeamAt(t) / 100;
    expect(sum).toBeGreaterThan(0.85);
    expect(sum).toBeLessThan(1.05);
  });

  it('is fainter where the picture is so soft that its own lines would be', () => {
    expect(closedSeamWeight(0.03)).toBe(1);
    expect(closedSeamWeight(0.13)).toBeCloseTo(0.5, 2);
  });
});
