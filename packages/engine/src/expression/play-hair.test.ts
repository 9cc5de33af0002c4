import { describe, expect, it } from 'vitest';
import { createFaceState, type FaceState } from './face-state.ts';
import type { Moment } from './moment.ts';
import { playHair } from './play-hair.ts';

/** A head that turns by one radian at once, after a second. */
const momentAt = (timeSeconds: number) => ({ timeSeconds, ends01: 1 }) as Moment;
const jerk = ({ timeSeconds }: Moment, out: FaceState) => {
  out.yawRadians = timeSeconds >= 1 ? 1 : 0;
  out.liftIod = -2 * out.yawRadians;
};

describe('playHair', () => {
  const hairAt = (moment: Moment) => {
    const state = createFaceState();
    playHair(momentAt, jerk)(moment, state);
    return state;
  };
  const yawAt = (seconds: number) => hairAt(momentAt(seconds)).hairYawRadians;

  it('follows late, swings past, and hangs where the head is again', () => {
    expect(yawAt(0.99)).toBe(0);
    expect(yawAt(1.1)).toBeLessThan(0.3);
    expect(yawAt(1.25)).toBeGreaterThan(0.5);
    const most = Math.max(...Array.from({ length: 30 }, (_, k) => yawAt(1 + k / 20)));
    expect(most).toBeGreaterThan(1.05);
    expect(most).toBeLessThan(1.3);
    expect(yawAt(2.2)).toBeCloseTo(1, 6);
    expect(hairAt(momentAt(2.2)).hairLiftIod).toBeCloseTo(-2, 6);
  });

  it('is at rest where the clip begins and ends', () => {
    expect(hairAt({ ...momentAt(2), ends01: 0 }).hairYawRadians).toBe(0);
  });
});
