import { minimumJerk, mix } from '../math/easing.ts';
import type { Emotion } from './emotions.ts';
import type { Timing } from './timing.ts';

/** One blink: `depth01` 1 closes the lids, less is a partial blink. */
export interface Blink {
  readonly startSeconds: number;
  readonly depth01: number;
}

/** Lids fall in about 75 ms, stay shut for a moment and rise in about twice the time that they fell in. */
const CLOSING_SECONDS = 0.075;
const SHUT_SECONDS = 0.02;
const OPENING_SECONDS = 0.16;

/** Length of one blink, seconds. */
export const BLINK_SECONDS = CLOSING_SECONDS + SHUT_SECONDS + OPENING_SECONDS;

/** How far the lids are down at a time, 0..1. */
export function blinkDepth(blinks: readonly Blink[], timeSeconds: number): number {
  let depth = 0;
  for (const { startSeconds, depth01 } of blinks) {
    const t = timeSeconds - startSeconds;
    if (t <= 0 || t >= BLINK_SECONDS) continue;
    const shut =
      t < CLOSING_SECONDS
        ? minimumJerk(t / CLOSING_SECONDS)
        : t < CLOSING_SECONDS + SHUT_SECONDS
          ? 1
          : 1 - minimumJerk((t - CLOSING_SECONDS - SHUT_SECONDS) / OPENING_SECONDS);
    depth = Math.max(depth, depth01 * shut);
  }
  return depth;
}

/** Share of blinks that are complete; the others close the lids in part. */
const COMPLETE_SHARE = 0.75;

/** People blink some 15 times a minute: of clips of a few seconds, this share has a blink. */
const BLINKING_SHARE = 0.6;
/** Time between two blinks of a face that is held for long: drawn anew each time, evenly between these two. */
const LEAST_GAP_SECONDS = 2.4;
const MOST_GAP_SECONDS = 5;

/** A blink that lets go of a held expression comes this long after its release; from a range, anywhere in it. */
const AFTER_RELEASE_SECONDS = { staring: 0.02, others: [0.02, 0.2] } as const;
/** Where the mouth is open it comes after this share of the offset instead, when the mouth has nearly shut. */
const MOUTH_SHUTS = 0.8;
/** While an expression is held no blink starts in so long a time before its release. */
const BEFORE_RELEASE_SECONDS = 0.5;
/** A blink before the onset starts this long before it. */
const BEFORE_ONSET_SECONDS = 0.05;
/** How far lids come down in a blink that is not complete, share of the way: at least, and at most so much more. */
const LEAST_DEPTH01 = 0.6;
const MORE_DEPTH01 = 0.25;

/**
 * People blink as a feeling leaves their face, and seldom at its height, where a narrowed eye that
 * shuts looks sleepy: only what is held for long blinks there, and what stares never. Disgust
 * narrows the eyes so far that a blink right after its height would look like a tic. Shut lids over a
 * mouth that still stands open, in surprise and fear, look drugged. Blinks keep off the onset.
 * @param lastSeconds of the clip: one that does not come back is still held then, with open eyes
 */
export function planBlinks(
  timing: Timing,
  emotion: Emotion,
  first: boolean,
  random: () => number,
  lastSeconds = timing.releaseSeconds,
): readonly Blink[] {
  const { startSeconds, reachedSeconds, apexSeconds, releaseSeconds } = timing;
  const depth = () => (random() < COMPLETE_SHARE ? 1 : LEAST_DEPTH01 + MORE_DEPTH01 * random());
  const gap = () => mix(LEAST_GAP_SECONDS, MOST_GAP_SECONDS, random());
  const blinks: Blink[] = [];
  if (first) blinks.push({ startSeconds: startSeconds - BEFORE_ONSET_SECONDS, depth01: 1 });
  const gaping = emotion === 3 || emotion === 4;
  const staring = emotion === 1 || gaping;
  const narrow = emotion === 5;
  if (!narrow && random() <= BLINKING_SHARE) {
    const { staring: atOnce, others } = AFTER_RELEASE_SECONDS;
    const after = gaping
      ? MOUTH_SHUTS * timing.offsetSeconds
      : staring
        ? atOnce
        : mix(...others, random());
    blinks.push({ startSeconds: releaseSeconds + after, depth01: staring ? 1 : depth() });
  }
  if (staring) return blinks;
  const until = Math.min(releaseSeconds - BEFORE_RELEASE_SECONDS, lastSeconds);
  for (let t = reachedSeconds + gap(); t + BLINK_SECONDS < until; t += gap()) {
    // The apex itself is what a poster shows: with open eyes.
    const shutAtApex = t < apexSeconds && t + BLINK_SECONDS > apexSeconds;
    if (!shutAtApex) blinks.push({ startSeconds: t, depth01: depth() });
  }
  return blinks;
}
