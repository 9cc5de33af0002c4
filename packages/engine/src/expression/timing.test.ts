import { describe, expect, it } from 'vitest';
import { ACTS } from './acts.ts';
import { EMOTION_NAMES, EMOTION_TARGETS, type Emotion } from './emotions.ts';
import { envelopeOf, goneOf, timeClip } from './timing.ts';

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
const cases = EMOTIONS.flatMap((emotion) =>
  ACTS[emotion].map((act) => [EMOTION_NAMES[emotion], act.name, emotion, act] as const),
);

describe.each(cases)('%s as %s', (_, __, emotion, act) => {
  const target = EMOTION_TARGETS[emotion];

  it.each([2, 2.5, 3, 4, 5, 6, 7, 8])('fits a clip of %s s', (seconds) => {
    const t = timeClip(target, act, seconds, true);
    expect(t.startSeconds).toBeGreaterThan(0.05);
    expect(t.reachedSeconds).toBeCloseTo(t.startSeconds + t.onsetSeconds, 9);
    expect(t.apexSeconds).toBeGreaterThanOrEqual(t.reachedSeconds);
    expect(t.apexSeconds).toBeLessThanOrEqual(t.releaseSeconds);
    // Long clips play after the height, not before it.
    expect(t.apexSeconds).toBeLessThanOrEqual(t.reachedSeconds + 1);
    expect(t.releaseSeconds + t.offsetSeconds).toBeLessThan(seconds);
    expect(t.releaseSeconds - t.reachedSeconds).toBeGreaterThan(0.15);

    const level = envelopeOf(t, act, true);
    expect(level(0)).toBe(0);
    expect(level(seconds)).toBeCloseTo(0, 9);
    expect(level(t.apexSeconds)).toBeCloseTo(1, 6);
    let before = 0;
    for (let i = 0; i <= 200; i++) {
      const at = (seconds * i) / 200;
      const now = level(at);
      expect(now > -1e-9 && now < 1 + 1e-9).toBe(true);
      // It comes without going back and goes without coming back, and is half there while it stands.
      if (at > t.reachedSeconds && at < t.releaseSeconds) expect(now).toBeGreaterThan(0.5);
      if (at < t.apexSeconds) expect(now).toBeGreaterThanOrEqual(before - 1e-9);
      else if (at - seconds / 200 >= t.apexSeconds) expect(now).toBeLessThanOrEqual(before + 1e-9);
      before = now;
    }
  });

  it('comes and goes in its own time where there is room, and stays longer in longer clips', () => {
    const [four, eight] = [4, 8].map((seconds) => timeClip(target, act, seconds, true));
    expect(eight.onsetSeconds).toBeCloseTo(
      target.onset * (act.onsetFactor ?? 1) + (act.step?.pauseSeconds ?? 0),
      6,
    );
    expect(eight.offsetSeconds).toBeCloseTo(target.offset, 6);
    expect(eight.releaseSeconds - eight.reachedSeconds).toBeGreaterThan(
      four.releaseSeconds - four.reachedSeconds,
    );
    const [two, shortest] = [2, 1].map((seconds) => timeClip(target, act, seconds, true));
    expect(shortest.onsetSeconds).toBeLessThan(two.onsetSeconds + 1e-9);
  });

  it('is never held: it grows to its height after it has come, and has waned before it goes', () => {
    for (const seconds of [4, 6, 8]) {
      const t = timeClip(target, act, seconds, true);
      const level = envelopeOf(t, act, true);
      expect(level(t.reachedSeconds)).toBeLessThan(0.93);
      expect(level(t.releaseSeconds)).toBeLessThan(0.6);
    }
  });

  it('stays where it does not loop', () => {
    for (const seconds of [2, 4, 8]) {
      const t = timeClip(target, act, seconds, false);
      const level = envelopeOf(t, act, false);
      expect(t.apexSeconds).toBeLessThanOrEqual(seconds);
      expect(level(t.apexSeconds)).toBeCloseTo(1, 6);
      expect(level(seconds)).toBeCloseTo(1, 6);
    }
  });
});

it('surprise is the fastest to come and sadness the slowest; most go more slowly than they came', () => {
  const onsets = EMOTIONS.map((e) => EMOTION_TARGETS[e].onset);
  expect(onsets.indexOf(Math.min(...onsets))).toBe(3);
  expect(onsets.indexOf(Math.max(...onsets))).toBe(2);
  for (const e of EMOTIONS) {
    expect(EMOTION_TARGETS[e].offset).toBeGreaterThan(EMOTION_TARGETS[e].onset);
  }
});

it('what has to go goes with the first of a feeling, wholly before half of it has waned', () => {
  expect(goneOf(0)).toBe(0);
  expect(goneOf(0.25)).toBeGreaterThan(0.6);
  for (const level of [0.55, 0.8, 1]) expect(goneOf(level)).toBe(1);
  for (let level = 0.01; level <= 0.55; level += 0.01) {
    expect(goneOf(level)).toBeGreaterThan(goneOf(level - 0.01));
  }
});
