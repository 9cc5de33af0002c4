import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { ACTS, type Beat } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { AT_HEIGHT, type Beats, type Play, planBeats } from './beats.ts';
import type { Timing } from './timing.ts';

const BEATS: readonly Beat[] = [
  { afterSeconds: 0.3, level: 0.8, gaze: [0.05, -0.02], head: { yaw: 4 } },
  { afterSeconds: 0.8, factors: { AU26: 0.5 }, head: { pitch: -3 } },
];

/** A feeling that has come after .7 s and has its height at .4 of what is left. */
function timingOf(releaseSeconds: number): Timing {
  const apexSeconds = 0.7 + 0.4 * (releaseSeconds - 0.7);
  return {
    startSeconds: 0.3,
    onsetSeconds: 0.4,
    reachedSeconds: 0.7,
    apexSeconds,
    releaseSeconds,
    offsetSeconds: 0.8,
  };
}

function looped(releaseSeconds: number, seed = 1): Beats {
  const clip = { seconds: releaseSeconds + 1, loop: true };
  return planBeats(BEATS, timingOf(releaseSeconds), clip, createRandom(seed));
}

function playAt(beats: Beats, timeSeconds: number): Play {
  const play = { ...AT_HEIGHT };
  beats.playAt(timeSeconds, play);
  return play;
}

/** What plays at hundredths of a second. */
function playOf(beats: Beats, untilSeconds: number): Play[] {
  return Array.from({ length: Math.round(untilSeconds * 100) }, (_, i) => playAt(beats, i / 100));
}

describe('beats', () => {
  it('come after the height, each by what it says and no further', () => {
    for (let seed = 0; seed < 20; seed++) {
      const beats = looped(3.2, seed);
      const { apexSeconds } = timingOf(3.2);
      expect(playAt(beats, apexSeconds)).toEqual(AT_HEIGHT);
      const all = playOf(beats, 3.2);
      expect(Math.min(...all.map((play) => play.level))).toBeCloseTo(0.8, 2);
      expect(Math.max(...all.map((play) => play.gazeX))).toBeCloseTo(0.05, 3);
      expect(Math.min(...all.map((play) => play.gazeY))).toBeCloseTo(-0.02, 3);
      expect(Math.max(...all.map((play) => play.yawDegrees))).toBeLessThanOrEqual(4);
      expect(Math.max(...all.map((play) => play.yawDegrees))).toBeGreaterThan(3);
      // What the second one leaves out is as at the height, and what it has is under way.
      const last = playAt(beats, 3.6);
      expect(last.level).toBeCloseTo(1, 6);
      expect(last.gazeX).toBeCloseTo(0, 6);
      expect(last.pitchDegrees).toBeCloseTo(-3, 6);
      expect(beats.factorAt('AU26', apexSeconds)).toBe(1);
      expect(beats.factorAt('AU26', 3.6)).toBeCloseTo(0.5, 6);
      expect(beats.factorAt('AU12', 3.6)).toBe(1);
    }
  });

  it('let the eyes go before the face, and the head last', () => {
    const beats = looped(3.2);
    const all = playOf(beats, 3.2);
    const halfWay = (of: (play: Play) => number, value: number) =>
      all.findIndex((play) => Math.abs(of(play)) > Math.abs(value) / 2);
    const eyes = halfWay((play) => play.gazeX, 0.05);
    const face = halfWay((play) => play.level - 1, 0.2);
    const head = halfWay((play) => play.yawDegrees, 4);
    expect(eyes).toBeGreaterThan(0);
    expect(eyes).toBeLessThan(face);
    expect(face).toBeLessThan(head);
  });

  it('come again in a long clip, with the height between', () => {
    const all = playOf(looped(7), 7);
    const fromApex = all.slice(Math.round(timingOf(7).apexSeconds * 100));
    const away = fromApex.map((play) => play.level < 0.9);
    const turns = away.filter((now, i) => now && !away[i - 1]).length;
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it('have no time where a feeling hardly stands', () => {
    for (const play of playOf(looped(1.5), 2.5)) expect(play).toEqual(AT_HEIGHT);
  });

  it('are over when a clip ends at its height', () => {
    const clip = { seconds: 4, loop: false };
    for (let seed = 0; seed < 20; seed++) {
      const beats = planBeats(BEATS, timingOf(5), clip, createRandom(seed));
      expect(playOf(beats, 4).some((play) => play.yawDegrees > 2)).toBe(true);
      for (const [name, value] of Object.entries(playAt(beats, 4))) {
        expect(value, name).toBeCloseTo(name === 'level' ? 1 : 0, 6);
      }
      expect(beats.factorAt('AU26', 4)).toBeCloseTo(1, 6);
    }
  });
});

describe.each([
  ['people', ACTS],
  ['animals', ANIMAL_ACTS],
] as const)('what %s play', (_, acts) => {
  it('moves the head or the eyes in every act, and takes no feeling back', () => {
    for (const act of Object.values(acts).flat()) {
      const turns = act.beats.map(({ head, gaze }) => [
        ...Object.values(head ?? {}),
        ...(gaze ?? []).map((iod) => iod * 100),
      ]);
      expect(Math.max(...turns.flat().map(Math.abs)), act.name).toBeGreaterThanOrEqual(2);
      for (const { level = 1 } of act.beats) {
        expect(level, act.name).toBeGreaterThan(0.75);
        expect(level, act.name).toBeLessThanOrEqual(1);
      }
    }
  });
});
