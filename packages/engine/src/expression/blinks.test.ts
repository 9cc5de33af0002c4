import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { ACTS } from './acts.ts';
import { BLINK_SECONDS, blinkDepth, planBlinks } from './blinks.ts';
import { EMOTION_TARGETS, type Emotion } from './emotions.ts';
import { timeClip } from './timing.ts';

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
const BLINK = [{ startSeconds: 1, depth01: 1 }];

describe('blinkDepth', () => {
  const times = Array.from({ length: 601 }, (_, i) => 0.9 + i * 0.001);
  const depths = times.map((t) => blinkDepth(BLINK, t));

  it('shuts the lids, and only during the blink', () => {
    expect(Math.max(...depths)).toBeCloseTo(1, 6);
    times.forEach((t, i) => {
      if (t <= 1 || t >= 1 + BLINK_SECONDS) expect(depths[i]).toBeLessThan(1e-9);
    });
  });

  it('closes about twice as fast as it opens, in about 70 and 140 ms', () => {
    const shut = times[depths.findIndex((d) => d > 0.99)] - 1;
    const open = 1 + BLINK_SECONDS - times[depths.findLastIndex((d) => d > 0.99)];
    expect(shut).toBeGreaterThan(0.04);
    expect(shut).toBeLessThan(0.1);
    expect(open / shut).toBeGreaterThan(1.5);
    expect(open / shut).toBeLessThan(3);
  });

  it('does not jump', () => {
    for (let i = 1; i < depths.length; i++) {
      expect(Math.abs(depths[i] - depths[i - 1])).toBeLessThan(0.05);
    }
  });

  it('takes the deeper of two blinks, and part of a partial one', () => {
    expect(blinkDepth([{ startSeconds: 1, depth01: 0.7 }], 1.085)).toBeCloseTo(0.7, 6);
    const both = [...BLINK, { startSeconds: 1.01, depth01: 0.6 }];
    expect(blinkDepth(both, 1.085)).toBeCloseTo(1, 6);
  });
});

describe('planBlinks', () => {
  it('keeps blinks whole, inside the clip and off the onset, in clips of 2 to 8 s', () => {
    let count = 0;
    let heldSeconds = 0;
    for (const emotion of EMOTIONS) {
      for (const act of ACTS[emotion]) {
        for (let seconds = 2; seconds <= 8; seconds++) {
          for (let seed = 0; seed < 30; seed++) {
            const timing = timeClip(EMOTION_TARGETS[emotion], act, seconds, true);
            if (seconds >= 4) heldSeconds += seconds - timing.reachedSeconds;
            const blinks = planBlinks(timing, emotion, false, createRandom(seed));
            for (const { startSeconds, depth01 } of blinks) {
              if (seconds >= 4) count++;
              expect(startSeconds).toBeGreaterThanOrEqual(timing.reachedSeconds);
              expect(startSeconds + BLINK_SECONDS).toBeLessThanOrEqual(seconds);
              expect(depth01).toBeGreaterThan(0.5);
              expect(depth01).toBeLessThanOrEqual(1);
            }
          }
        }
      }
    }
    // Some 15 blinks a minute are natural, fewer where eyes stare.
    expect((60 * count) / heldSeconds).toBeGreaterThan(7);
    expect((60 * count) / heldSeconds).toBeLessThan(15);
  });

  it('has the lids up again before a feeling has half gone, and shut ones not over an open mouth', () => {
    let count = 0;
    for (const emotion of EMOTIONS) {
      const gapes = emotion === 3 || emotion === 4;
      const timing = timeClip(EMOTION_TARGETS[emotion], ACTS[emotion][0], 4, true);
      for (let seed = 0; seed < 40; seed++) {
        for (const { startSeconds } of planBlinks(timing, emotion, false, createRandom(seed))) {
          if (startSeconds < timing.releaseSeconds) continue;
          count++;
          const half = timing.releaseSeconds + timing.offsetSeconds / 2;
          if (gapes) expect(startSeconds).toBeGreaterThan(half);
          else expect(startSeconds + BLINK_SECONDS).toBeLessThan(half);
        }
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  it('blinks again where a face is held for long, and never twice at once', () => {
    const perFilm = (seconds: number, emotion: Emotion) => {
      const timing = timeClip(EMOTION_TARGETS[emotion], ACTS[emotion][0], seconds, true);
      let count = 0;
      for (let seed = 0; seed < 40; seed++) {
        const blinks = planBlinks(timing, emotion, false, createRandom(seed));
        const starts = blinks.map((blink) => blink.startSeconds).sort((a, b) => a - b);
        for (let k = 1; k < starts.length; k++) {
          expect(starts[k] - starts[k - 1]).toBeGreaterThan(BLINK_SECONDS + 0.3);
        }
        count += starts.length;
      }
      return count / 40;
    };
    for (const emotion of [0, 2, 5] as const) {
      expect(perFilm(8, emotion)).toBeGreaterThan(perFilm(4, emotion) + 0.25);
    }
  });

  it('leaves eyes open at the height of a feeling that is not held for long', () => {
    for (const emotion of EMOTIONS) {
      const timing = timeClip(EMOTION_TARGETS[emotion], ACTS[emotion][0], 4, true);
      for (let seed = 0; seed < 10; seed++) {
        const blinks = planBlinks(timing, emotion, false, createRandom(seed));
        for (let t = timing.reachedSeconds; t < timing.releaseSeconds; t += 0.01) {
          expect(blinkDepth(blinks, t)).toBe(0);
        }
      }
    }
  });
});
