import { smoothstep } from '../math/easing.ts';
import type { Pulse } from './acts.ts';
import type { Timing } from './timing.ts';

/** The rhythm swells from so long before the expression has come to so long after it. */
const SWELLS_BEFORE_SECONDS = 0.2;
const SWELLS_AFTER_SECONDS = 0.1;
/** Before its end the rhythm dies away over this time. */
const DIES_SECONDS = 0.4;

/** A rhythm over time, -1..1: one swing is a sine. Always 0 without a rhythm. */
export function pulseOf(
  pulse: Pulse | undefined,
  { startSeconds, reachedSeconds, releaseSeconds }: Timing,
): (timeSeconds: number) => number {
  if (!pulse) return () => 0;
  const from = reachedSeconds - SWELLS_BEFORE_SECONDS;
  const whole = reachedSeconds + SWELLS_AFTER_SECONDS;
  const end = reachedSeconds + pulse.lasts * Math.max(0, releaseSeconds - reachedSeconds);
  return (t) =>
    Math.sin(2 * Math.PI * pulse.hz * (t - startSeconds)) *
    smoothstep(from, whole, t) *
    smoothstep(end, end - DIES_SECONDS, t);
}
