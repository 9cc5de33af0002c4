import { describe, expect, it } from 'vitest';
import { clamp, gaussian, minimumJerk, mix, smoothstep, softRamp } from './easing.ts';

const steps = Array.from({ length: 201 }, (_, i) => i / 200);

describe.each([
  ['smoothstep', (t: number) => smoothstep(0, 1, t)],
  ['minimumJerk', minimumJerk],
])('%s', (_, ease) => {
  it('goes from 0 to 1, never back, and holds both outside', () => {
    expect([ease(-3), ease(0), ease(1), ease(4)]).toEqual([0, 0, 1, 1]);
    for (let i = 1; i <= 200; i++) {
      expect(ease(steps[i])).toBeGreaterThanOrEqual(ease(steps[i - 1]));
    }
  });

  it('starts and ends at rest and is symmetric about its middle', () => {
    expect(ease(0.001)).toBeLessThan(1e-4);
    expect(1 - ease(0.999)).toBeLessThan(1e-4);
    for (const t of steps) expect(ease(t) + ease(1 - t)).toBeCloseTo(1, 12);
  });
});

describe('minimumJerk', () => {
  it('also starts without acceleration', () => {
    const acceleration = (minimumJerk(0.002) - 2 * minimumJerk(0.001)) / 1e-6;
    expect(Math.abs(acceleration)).toBeLessThan(0.1);
    // Its middle is the fastest: 15/8 (Flash and Hogan 1985).
    expect((minimumJerk(0.501) - minimumJerk(0.499)) / 0.002).toBeCloseTo(15 / 8, 3);
  });
});

describe('smoothstep', () => {
  it('also runs downwards', () => {
    expect(smoothstep(3, 1, 3)).toBe(0);
    expect(smoothstep(3, 1, 1)).toBe(1);
    expect(smoothstep(3, 1, 2)).toBeCloseTo(0.5, 12);
    expect(smoothstep(3, 1, 0)).toBe(1);
  });
});

it('clamp keeps to its range, mix goes on beyond it', () => {
  expect([clamp(-1, 0, 2), clamp(1, 0, 2), clamp(3, 0, 2)]).toEqual([0, 1, 2]);
  expect([mix(2, 4, 0), mix(2, 4, 0.25), mix(2, 4, 1), mix(2, 4, 2)]).toEqual([2, 2.5, 4, 6]);
});

it('gaussian is 1 in the middle, even, and e^-½ at its sigma', () => {
  expect(gaussian(0, 0.3)).toBe(1);
  expect(gaussian(0.3, 0.3)).toBeCloseTo(Math.exp(-0.5), 12);
  expect(gaussian(-0.7, 0.3)).toBe(gaussian(0.7, 0.3));
});

describe('softRamp', () => {
  it('goes from 0 to 1 without ever being steep, and holds both outside', () => {
    expect([softRamp(-3), softRamp(0), softRamp(1), softRamp(4)]).toEqual([0, 0, 1, 1]);
    for (let i = 1; i <= 200; i++) {
      const slope = (softRamp(steps[i]) - softRamp(steps[i - 1])) * 200;
      expect(slope).toBeGreaterThan(0.4);
      expect(slope).toBeLessThan(1.2501);
    }
  });
});
