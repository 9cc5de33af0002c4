import { describe, expect, it } from 'vitest';
import {
  EMOTIONS,
  numbersOf,
  plan,
  SEEDS,
  SMILING,
  STYLES,
  stateAt,
  strength,
  withoutLids,
} from '../../test/support/clips.ts';
import { ACTION_UNITS, STRENGTH_COUNT, strengthIndex } from '../rig/action-units.ts';
import { NEUTRAL_SOURCE } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { EMOTION_NAMES, type Emotion } from './emotions.ts';
import { createFaceState, type FaceState } from './face-state.ts';

describe.each(EMOTIONS.map((e) => [EMOTION_NAMES[e], e] as const))('%s', (_, emotion) => {
  it('starts and ends on the picture when it loops, whatever seed, style and length', () => {
    const rest = numbersOf(createFaceState());
    for (const seed of SEEDS) {
      const style = STYLES[seed % 4];
      const seconds = 2 + (seed % 7);
      const clip = plan({
        emotion,
        seed,
        style,
        seconds,
        source: seed % 2 ? SMILING : NEUTRAL_SOURCE,
      });
      expect(numbersOf(stateAt(clip, 0))).toEqual(rest);
      expect(numbersOf(stateAt(clip, seconds))).toEqual(rest);
      expect(numbersOf(stateAt(clip, seconds + 1))).toEqual(rest);
      expect(numbersOf(stateAt(clip, clip.apexSeconds))).not.toEqual(rest);
    }
  });

  it('ends at its height when it does not loop', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed, loop: false });
      const height = Math.max(...stateAt(clip, clip.apexSeconds).strengths);
      expect(Math.max(...stateAt(clip, 4).strengths)).toBeGreaterThan(0.75 * height);
    }
  });

  it('is the same for the same seed, whatever was asked before, and another for others', () => {
    const times = [3.9, 0.4, 1.7, 2.2, 0.4];
    const twice = [plan({ emotion, seed: 9 }), plan({ emotion, seed: 9 })];
    stateAt(twice[1], 3);
    for (const t of times) {
      expect(numbersOf(stateAt(twice[0], t))).toEqual(numbersOf(stateAt(twice[1], t)));
    }
    const others = new Set(
      SEEDS.map((seed) => numbersOf(stateAt(plan({ emotion, seed }), 1.7)).join()),
    );
    expect(others.size).toBe(SEEDS.length);
  });

  it('is acted in all of its ways by some seed', () => {
    for (const [style, acts] of [
      ['photo', ACTS],
      ['animal', ANIMAL_ACTS],
    ] as const) {
      const names = new Set(SEEDS.map((seed) => plan({ emotion, seed, style }).actName));
      expect([...names].sort()).toEqual(acts[emotion].map((act) => act.name).sort());
      expect(names.size).toBeGreaterThanOrEqual(3);
    }
  });

  it('never pops: between frames of 1/30 s everything moves by little', () => {
    // A blink shuts the lids in some 75 ms: at 30 frames a second most of it in two frames.
    // Angles move by less than .03 rad a frame (52 degrees a second), animals start faster; eyes,
    // whose jumps take no more than two or three frames, by less than .045 IOD.
    const lids = new Set(
      (['AU43', 'AU5', 'AU41'] as const).flatMap((u) => [
        strengthIndex(u, 'right'),
        strengthIndex(u, 'left'),
      ]),
    );
    for (const seed of SEEDS) {
      const turn = STYLES[seed % 4] === 'animal' ? 0.05 : 0.04;
      for (const seconds of [2, 4, 8]) {
        const clip = plan({
          emotion,
          seed,
          seconds,
          style: STYLES[seed % 4],
          source: seed % 2 ? SMILING : NEUTRAL_SOURCE,
        });
        let before = numbersOf(stateAt(clip, 0));
        for (let frame = 1; frame <= 30 * seconds; frame++) {
          const now = numbersOf(stateAt(clip, frame / 30));
          now.forEach((value, i) => {
            const step = Math.abs(value - before[i]);
            const gaze = i === STRENGTH_COUNT + 1 || i === STRENGTH_COUNT + 2;
            const head = i > STRENGTH_COUNT + 2;
            const most = gaze ? 0.045 : head ? turn : lids.has(i) ? 0.85 : 0.45;
            if (step > most) expect.fail(`number ${i} moves by ${step} before frame ${frame}`);
          });
          before = now;
        }
      }
    }
  });

  it('has speed without jumps: steps of half the time are half as large', () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const clip = plan({ emotion, seed });
      const moments = Array.from({ length: 2001 }, (_v, i) => numbersOf(stateAt(clip, i * 0.002)));
      const largest = (stride: number) => {
        let most = 0;
        for (let i = stride; i < moments.length; i++) {
          const [from, to] = [moments[i - stride], moments[i]];
          for (let k = 0; k < to.length; k++) most = Math.max(most, Math.abs(to[k] - from[k]));
        }
        return most;
      };
      expect(largest(1)).toBeLessThan(0.6 * largest(2));
    }
  });

  it('does not go as it came: played backwards, however shifted, it is another film', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed, stillHead: true });
      const levels = Array.from({ length: 401 }, (_v, i) =>
        Math.hypot(...withoutLids(stateAt(clip, i * 0.01))),
      );
      const top = Math.max(...levels);
      let nearest = 1;
      for (let shift = -80; shift <= 80; shift += 2) {
        let apart = 0;
        for (let i = 0; i <= 400; i++) {
          apart = Math.max(apart, Math.abs(levels[i] - (levels[400 - i + shift] ?? 0)) / top);
        }
        nearest = Math.min(nearest, apart);
      }
      expect(nearest, clip.actName).toBeGreaterThan(0.04);
    }
  });

  it('shows nothing at intensity 0, less at a half and most at 1', () => {
    const height = (intensity01: number) => {
      const state = stateAt(plan({ emotion, intensity01 }), plan({ emotion }).apexSeconds);
      return withoutLids(state).reduce((sum, v) => sum + Math.abs(v), 0);
    };
    expect(height(0)).toBe(0);
    expect(height(0.5)).toBeGreaterThan(0.4 * height(1));
    expect(height(0.5)).toBeLessThan(0.7 * height(1));
  });

  it('is the picture at intensity 0, and comes from there without a jump', () => {
    for (const [i, style] of STYLES.entries()) {
      const [still, hint] = [0, 1e-3].map((intensity01) =>
        plan({ emotion, intensity01, style, seed: 7 * i, source: SMILING }),
      );
      for (let t = 0; t <= 4; t += 0.05) {
        const { liftIod, shouldersIod, leanIod, gazeX, gazeY } = stateAt(hint, t);
        expect(numbersOf(stateAt(still, t)).map(Math.abs)).toEqual(numbersOf(createFaceState()));
        expect(Math.hypot(liftIod, shouldersIod, leanIod, gazeX, gazeY)).toBeLessThan(1e-3);
      }
    }
  });

  it('keeps the head where it is when it is told to', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed, stillHead: true });
      const free = plan({ emotion, seed });
      for (let t = 0; t <= 4; t += 0.1) {
        const state = stateAt(clip, t);
        const { yawRadians, pitchRadians, rollRadians, liftIod, shouldersIod, leanIod } = state;
        const moves = [yawRadians, pitchRadians, rollRadians, liftIod, shouldersIod, leanIod];
        expect(moves).toEqual([0, 0, 0, 0, 0, 0]);
        expect(state.strengths).toEqual(stateAt(free, t).strengths);
      }
    }
  });

  it('breathes in from the picture on, and raises or drops the shoulders with the feeling', () => {
    for (const style of ['photo', 'painting', 'drawing'] as const) {
      const clip = plan({ emotion, style, seed: 3 });
      const atHeight = stateAt(clip, clip.apexSeconds).shouldersIod;
      expect(Math.sign(atHeight)).toBe(emotion === 2 ? -1 : 1);
      const rises = [0.1, 0.2, 0.3].map((t) => stateAt(clip, t).shouldersIod);
      expect(Math.max(...rises)).toBeGreaterThan(0);
    }
  });

  it('plays while it stands: the head is elsewhere before it is released', () => {
    for (const [i, style] of STYLES.entries()) {
      for (const seed of SEEDS) {
        const clip = plan({ emotion, seed: seed + 100 * i, style });
        const height = stateAt(clip, clip.apexSeconds);
        let most = 0;
        for (let t = clip.apexSeconds; t < clip.apexSeconds + 1.1; t += 0.05) {
          const now = stateAt(clip, t);
          const turned = Math.hypot(
            now.yawRadians - height.yawRadians,
            now.pitchRadians - height.pitchRadians,
            now.rollRadians - height.rollRadians,
          );
          most = Math.max(most, (turned * 180) / Math.PI);
        }
        expect(most, clip.actName).toBeGreaterThan(1.2);
      }
    }
  });

  it('plays with the eyes as well: they jump while it stands', () => {
    const jumps = STYLES.slice(0, 3).map((style, i) => {
      const steps = SEEDS.map((seed) => {
        // A head that turns takes the eyes along.
        const clip = plan({ emotion, seed: seed + 100 * i, style, stillHead: true });
        const times = Array.from({ length: 22 }, (_v, k) => clip.apexSeconds + 0.05 * k);
        return times.map((t) => {
          const [a, b] = [stateAt(clip, t), stateAt(clip, t + 0.1)];
          return Math.hypot(b.gazeX - a.gazeX, b.gazeY - a.gazeY);
        });
      });
      return Math.max(...steps.flat());
    });
    // Idle eyes drift by no more than .006 in that time.
    expect(Math.min(...jumps)).toBeGreaterThan(0.01);
  });

  /** A smile has tightened its lower lids. */
  const SQUINTING = { ...SMILING, AU7: 1 };

  it('lets go with a blink, of both lids and whatever holds them open', () => {
    const lids = SEEDS.map((seed) => {
      const clip = plan({ emotion, seed, source: SQUINTING });
      const times = Array.from({ length: 150 }, (_v, k) => clip.apexSeconds + 0.02 * k);
      const states = times.map((t) => stateAt(clip, t));
      const shut = (state: FaceState) =>
        Math.min(
          state.strengths[strengthIndex('AU43', 'right')],
          state.strengths[strengthIndex('AU43', 'left')],
        );
      const lowest = states.reduce((a, b) => (shut(b) > shut(a) ? b : a));
      const open = strength(lowest, 'AU5') - Math.min(0, strength(lowest, 'AU7'));
      return { shut: shut(lowest), open };
    });
    const blinks = lids.filter(({ shut }) => shut > 0.9);
    // Disgust narrows the eyes so far that a blink would look like a tic.
    if (emotion === 5) expect(blinks).toEqual([]);
    else expect(blinks.length).toBeGreaterThan(0.25 * SEEDS.length);
    for (const { open } of blinks) expect(open).toBeLessThan(0.1);
  });

  it('never stands still at its height, and is never quite symmetric', () => {
    const clip = plan({ emotion });
    const a = stateAt(clip, clip.apexSeconds);
    const b = stateAt(clip, clip.apexSeconds + 0.15);
    expect(a.strengths).not.toEqual(b.strengths);
    const uneven = ACTION_UNITS.filter(
      (_u, i) => a.strengths[2 * i] !== 0 && a.strengths[2 * i] !== a.strengths[2 * i + 1],
    );
    expect(uneven.length).toBeGreaterThan(2);
    for (const [i, unit] of ACTION_UNITS.entries()) {
      const [right, left] = [a.strengths[2 * i], a.strengths[2 * i + 1]];
      const mean = (Math.abs(right) + Math.abs(left)) / 2;
      expect(Math.abs(right - left), unit).toBeLessThanOrEqual(0.65 * mean);
    }
  });

  it('moves eyes and head within what a head does', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed, style: STYLES[seed % 4] });
      for (let t = 0; t <= 4; t += 0.1) {
        const state = stateAt(clip, t);
        const degrees = 180 / Math.PI;
        expect(Math.abs(state.yawRadians) * degrees).toBeLessThan(17);
        expect(Math.abs(state.pitchRadians) * degrees).toBeLessThan(15);
        expect(Math.abs(state.rollRadians) * degrees).toBeLessThan(10);
        // Breathing stays below half a per cent of a head's height of about 4 IOD; animals duck.
        expect(Math.abs(state.liftIod)).toBeLessThanOrEqual(seed % 4 === 3 ? 0.15 : 0.02);
        // Shoulders rise by 2 cm at most, and an animal's keep still.
        const most = seed % 4 === 3 ? 0 : 0.36;
        expect(Math.abs(state.shouldersIod)).toBeLessThanOrEqual(most);
        expect(Math.abs(state.leanIod)).toBeLessThanOrEqual(most);
        // The iris stays between the lids' corners: an eye is .42 wide.
        expect(Math.hypot(state.gazeX, state.gazeY)).toBeLessThan(0.1);
        for (const share of [state.shutMouth01, state.teeth01]) {
          expect(share >= 0 && share <= 1).toBe(true);
        }
        expect(numbersOf(state).every(Number.isFinite)).toBe(true);
      }
    }
  });
});

describe('while a feeling stands, the face itself', () => {
  /** How much all that is strained changes in .4 s, at most, in each clip of an act. */
  function changes(emotion: Emotion, style: ArtStyle, actName: string): number[] {
    const sum = (state: FaceState) =>
      withoutLids(state).reduce((total, value) => total + Math.abs(value), 0);
    const clips = SEEDS.map((seed) => plan({ emotion, seed, style }));
    return clips
      .filter((clip) => clip.actName === actName)
      .map((clip) => {
        const times = Array.from({ length: 15 }, (_v, k) => clip.apexSeconds + 0.05 * k);
        const change = (t: number) => sum(stateAt(clip, t)) / sum(stateAt(clip, t + 0.4));
        return Math.max(...times.map((t) => Math.abs(change(t) - 1)));
      });
  }

  // Without beats it drifts and wanes by no more than .14 in that time.
  it.each([
    ['holds back as a whole', 1, 'photo', 'anger held back'],
    ['lets go of single units', 3, 'animal', 'a second look'],
  ] as const)('%s', (_, emotion, style, actName) => {
    const all = changes(emotion, style, actName);
    expect(all.length).toBeGreaterThan(3);
    expect(Math.min(...all)).toBeGreaterThan(0.165);
  });
});
