import { describe, expect, it } from 'vitest';
import {
  ACTION_UNITS,
  type ActionUnit,
  STRENGTH_COUNT,
  strengthIndex,
} from '../rig/action-units.ts';
import { NEUTRAL_SOURCE, type SourceUnits } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { EMOTION_NAMES, type Emotion } from './emotions.ts';
import { createFaceState, type FaceState } from './face-state.ts';
import { type Performance, type PerformancePlan, planPerformance } from './performance.ts';

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
const STYLES: readonly ArtStyle[] = ['photo', 'painting', 'drawing', 'animal'];
/** Enough of them that every act of every emotion comes (asserted below). */
const SEEDS = Array.from({ length: 24 }, (_, i) => i);

/** Lips that are parted as in breath: no teeth are seen. */
const BREATHING: SourceUnits = { ...NEUTRAL_SOURCE, lipGapRatio: 0.15 };
/** Someone who laughs at the camera with parted lips. */
const SMILING: SourceUnits = {
  ...NEUTRAL_SOURCE,
  AU6: 0.6,
  AU12: 0.95,
  AU26: 0.2,
  lipGapRatio: 0.2,
  // Crooked: the left corner is the higher one; and broad.
  atRest: { AU12: [0.5, 0.7], AU15: 0.1, AU20: 0.2, AU20Shaped: 0.35 },
};

function plan(change: Partial<PerformancePlan> = {}): Performance {
  return planPerformance({
    emotion: 0,
    intensity01: 1,
    seconds: 4,
    style: 'photo',
    seed: 1,
    loop: true,
    source: NEUTRAL_SOURCE,
    ...change,
  });
}

function stateAt(performance: Performance, timeSeconds: number): FaceState {
  const state = createFaceState();
  performance.stateAt(timeSeconds, state);
  return state;
}

/** Everything that moves, as one row of numbers. */
function numbersOf(state: FaceState): number[] {
  return [
    ...state.strengths,
    state.shutMouth01,
    state.gazeX,
    state.gazeY,
    state.yawRadians,
    state.pitchRadians,
    state.rollRadians,
    state.liftIod,
  ];
}

/** Strengths without what blinks and what they take over. */
function withoutLids({ strengths }: FaceState): number[] {
  return [...strengths].filter((_v, i) => !['AU43', 'AU5'].includes(ACTION_UNITS[i >> 1]));
}

function strength(state: FaceState, unit: (typeof ACTION_UNITS)[number]): number {
  return (
    (state.strengths[strengthIndex(unit, 'right')] + state.strengths[strengthIndex(unit, 'left')]) /
    2
  );
}

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
      const turn = STYLES[seed % 4] === 'animal' ? 0.05 : 0.03;
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
    const still = stateAt(plan({ emotion, intensity01: 0 }), 2);
    expect([still.yawRadians, still.pitchRadians, still.rollRadians].map(Math.abs)).toEqual([
      0, 0, 0,
    ]);
    expect(still.shutMouth01).toBe(0);
  });

  it('keeps the head where it is when it is told to', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed, stillHead: true });
      const free = plan({ emotion, seed });
      for (let t = 0; t <= 4; t += 0.1) {
        const state = stateAt(clip, t);
        const { yawRadians, pitchRadians, rollRadians, liftIod } = state;
        expect([yawRadians, pitchRadians, rollRadians, liftIod]).toEqual([0, 0, 0, 0]);
        expect(state.strengths).toEqual(stateAt(free, t).strengths);
      }
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

  it('lets go with a blink, of both lids and whatever holds them open', () => {
    const lids = SEEDS.map((seed) => {
      const clip = plan({ emotion, seed });
      const times = Array.from({ length: 150 }, (_v, k) => clip.apexSeconds + 0.02 * k);
      const states = times.map((t) => stateAt(clip, t));
      const shut = (state: FaceState) =>
        Math.min(
          state.strengths[strengthIndex('AU43', 'right')],
          state.strengths[strengthIndex('AU43', 'left')],
        );
      const lowest = states.reduce((a, b) => (shut(b) > shut(a) ? b : a));
      return { shut: shut(lowest), open: strength(lowest, 'AU5') };
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
        expect(Math.abs(state.yawRadians) * degrees).toBeLessThan(14);
        expect(Math.abs(state.pitchRadians) * degrees).toBeLessThan(14);
        expect(Math.abs(state.rollRadians) * degrees).toBeLessThan(10);
        // Breathing stays below half a per cent of a head's height of about 4 IOD; animals duck.
        expect(Math.abs(state.liftIod)).toBeLessThanOrEqual(seed % 4 === 3 ? 0.15 : 0.02);
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

describe('from what the picture already shows', () => {
  it('drives a smile out on the way to Sad, and closes the mouth', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 2, seed, source: SMILING });
      const state = stateAt(clip, clip.apexSeconds);
      const [right, left] = (['right', 'left'] as const).map(
        (side) => state.strengths[strengthIndex('AU12', side)],
      );
      SMILING.atRest.AU12.forEach((whole, side) => {
        expect([right, left][side] / -whole).toBeGreaterThan(0.85);
        expect([right, left][side] / -whole).toBeLessThan(1.15);
      });
      expect(strength(state, 'AU20')).toBeLessThan(-0.85 * SMILING.atRest.AU20);
      expect(strength(state, 'AU6')).toBeLessThan(-0.85 * SMILING.AU6);
      expect(strength(state, 'AU15')).toBeGreaterThan(0.7);
      expect(state.shutMouth01).toBeGreaterThan(0.9);
    }
  });

  /** What of a unit's height at full intensity is there at half of it. */
  function shareAtHalf(emotion: Emotion, unit: (typeof ACTION_UNITS)[number], seed = 1): number {
    const at = (intensity01: number) => {
      const clip = plan({ emotion, intensity01, seed });
      return strength(stateAt(clip, clip.apexSeconds), unit);
    };
    return at(0.5) / at(1);
  }

  it('is well on the way to anger and sadness at half the intensity: little of those is taken for none', () => {
    expect(shareAtHalf(1, 'AU4')).toBeCloseTo(0.5 ** 0.35, 2);
    expect(shareAtHalf(2, 'AU1')).toBeCloseTo(0.5 ** 0.75, 2);
  });

  it('opens a surprised mouth with its brows: a slot between lips says nothing', () => {
    for (const seed of SEEDS) {
      expect(shareAtHalf(3, 'AU26', seed)).toBeGreaterThan(0.6);
      expect(shareAtHalf(3, 'AU26', seed)).toBeLessThan(0.75);
      // Lips part and purse by the opening's own growth, not before it.
      expect(shareAtHalf(3, 'AU18', seed)).toBeLessThan(0.51);
      expect(shareAtHalf(3, 'AU25', seed)).toBeLessThan(0.51);
      const jaw = (intensity01: number) => {
        const clip = plan({ emotion: 3, intensity01, seed, style: 'animal' });
        return strength(stateAt(clip, clip.apexSeconds), 'AU26');
      };
      expect(jaw(0.5) / jaw(1)).toBeGreaterThan(0.6);
      expect(jaw(0.5) / jaw(1)).toBeLessThan(0.75);
    }
  });

  it('lets no contented animal open its mouth, whatever the act', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 0, seed, style: 'animal' });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of ['AU10', 'AU25', 'AU26'] as const) expect(strength(state, unit)).toBe(0);
      expect(strength(state, 'AU12')).toBeGreaterThan(0.5);
    }
  });

  it('purses lips less that come in from a smile’s width already, and those of no smile as ever', () => {
    const pursed = (source: SourceUnits) => {
      const clip = plan({ emotion: 3, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU18');
    };
    const ever = pursed(NEUTRAL_SOURCE);
    const broad = { ...NEUTRAL_SOURCE, atRest: { ...NEUTRAL_SOURCE.atRest, AU20Shaped: 0.6 } };
    expect(pursed(broad)).toBeLessThan(0.8 * ever);
    expect(pursed(broad)).toBeGreaterThan(0.25 * ever);
    expect(pursed(SMILING)).toBeLessThan(0.9 * ever);
    expect(pursed({ ...NEUTRAL_SOURCE, worried: [0.4, 0.4] })).toBe(ever);
  });

  it('says a moderate feeling with brows, lids, cheeks and corners before the mouth opens', () => {
    const said = { 0: ['AU6', 'AU12'], 3: ['AU1', 'AU2', 'AU5'], 4: ['AU1', 'AU2', 'AU4', 'AU5'] };
    for (const emotion of [0, 3, 4] as const) {
      for (const seed of SEEDS) {
        const opened = ['AU25', 'AU26'] as const;
        const clip = plan({ emotion, seed });
        // A surprised jaw drops with the brows: see above.
        const opens = opened.filter(
          (unit) =>
            (emotion !== 3 || unit !== 'AU26') &&
            strength(stateAt(clip, clip.apexSeconds), unit) > 0.05,
        );
        const early = said[emotion].map((unit) =>
          shareAtHalf(emotion, unit as (typeof ACTION_UNITS)[number], seed),
        );
        expect(Math.min(...early)).toBeGreaterThan(0.6);
        for (const unit of opens) expect(shareAtHalf(emotion, unit, seed)).toBeLessThan(0.51);
      }
    }
  });

  it('smiles moderately with shut lips, and laughs with open ones', () => {
    for (const seed of SEEDS) {
      const [half, whole] = [0.5, 1].map((intensity01) => {
        const clip = plan({ seed, intensity01 });
        const state = stateAt(clip, clip.apexSeconds);
        return { clip, state };
      });
      const shut = strength(half.state, 'AU25') + strength(half.state, 'AU26');
      expect(shut).toBeLessThan(0.2);
      if (whole.clip.actName === 'a laugh') {
        expect(strength(whole.state, 'AU25')).toBeGreaterThan(0.7);
      }
      expect(strength(half.state, 'AU12')).toBeGreaterThan(0.6 * strength(whole.state, 'AU12'));
    }
  });

  it('leaves no half smile in a film that is only moderately sad, and some in a hint of it', () => {
    const corners = (intensity01: number) => {
      const clip = plan({ emotion: 2, source: SMILING, intensity01 });
      const { strengths } = stateAt(clip, clip.apexSeconds);
      return strengths[strengthIndex('AU12', 'left')];
    };
    expect(corners(0.6)).toBeCloseTo(corners(1), 5);
    expect(corners(0.2)).toBeGreaterThan(0.6 * corners(1));
  });

  it('draws corners that a smile left high down with it, not in another smile', () => {
    const at = (emotion: Emotion) => {
      const clip = plan({ emotion, source: SMILING });
      return strength(stateAt(clip, clip.apexSeconds), 'AU15');
    };
    expect(at(3)).toBeGreaterThan(0.8 * SMILING.atRest.AU15);
    expect(at(3)).toBeLessThan(1.2 * SMILING.atRest.AU15);
    expect(at(0)).toBe(0);
  });

  it('lets a smile smooth slanting brows, more where they slant more; sadness keeps them', () => {
    const source: SourceUnits = { ...NEUTRAL_SOURCE, worried: [0.1, 0.3] };
    const browsAt = (emotion: 0 | 2) => {
      const clip = plan({ emotion, source });
      const state = stateAt(clip, clip.apexSeconds);
      return (['right', 'left'] as const).map((s) => state.strengths[strengthIndex('AU1', s)]);
    };
    const [right, left] = browsAt(0);
    expect(right).toBeLessThan(-0.08);
    expect(left).toBeLessThan(right - 0.15);
    for (const strength of browsAt(2)) expect(strength).toBeGreaterThan(0.8);
  });

  it('lifts a scowl wherever the emotion has none of its own, more where brows slant more', () => {
    const source: SourceUnits = { ...NEUTRAL_SOURCE, scowling: [0.6, 0.2] };
    const browsAt = (emotion: Emotion) => {
      const clip = plan({ emotion, source });
      const state = stateAt(clip, clip.apexSeconds);
      return (['right', 'left'] as const).map((s) => state.strengths[strengthIndex('AU4', s)]);
    };
    for (const emotion of [0, 3] as const) {
      const [right, left] = browsAt(emotion);
      expect(left).toBeLessThan(-0.15);
      expect(right).toBeLessThan(left - 0.3);
    }
    // In disgust brows join in: it leaves as much of a scowl as it asks for, and asks for no more on top.
    const [right, left] = browsAt(5);
    expect(right).toBeLessThan(left - 0.3);
    expect(right + 0.6).toBeCloseTo(left + 0.2, 1);
    expect((right + left) / 2 + 0.4).toBeLessThan(0.55);
    for (const emotion of [1, 2, 4] as const)
      expect(Math.min(...browsAt(emotion))).toBeGreaterThan(0.2);
  });

  it('brings lips in from a smile nearer to anybody’s width only where they open', () => {
    const width = (emotion: Emotion, AU20Shaped: number) => {
      const atRest = { ...SMILING.atRest, AU20: 0.1, AU20Shaped };
      const clip = plan({ emotion, source: { ...SMILING, atRest } });
      return strength(stateAt(clip, clip.apexSeconds), 'AU20');
    };
    expect(width(4, 0.5)).toBeLessThan(width(4, 0.1) - 0.2);
    for (const emotion of [1, 2, 5] as const) expect(width(emotion, 0.5)).toBe(width(emotion, 0.1));
    // A curled lip draws its corners in: disgust stretches the mouth against that.
    expect(width(5, 0.1)).toBeGreaterThan(width(1, 0.1) + 0.15);
  });

  it('curls the lip of a smile in Disgust, over teeth that it covers', () => {
    const bared = { ...SMILING, AU10: 0.8 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return stateAt(clip, clip.apexSeconds);
    };
    // What the smile raised goes in part, and the curl comes on top: the lip ends higher than curled
    // from rest, but not by all of the smile.
    const curled = strength(at(NEUTRAL_SOURCE), 'AU10');
    const kept = strength(at(bared), 'AU10') + bared.AU10 - curled;
    expect(kept).toBeGreaterThan(0.5 * bared.AU10);
    expect(kept).toBeLessThan(0.8 * bared.AU10);
    expect(at(bared).shutMouth01).toBeGreaterThan(0.65);
    // Fear parts its lips, whatever they did before.
    const fear = plan({ emotion: 4, source: bared });
    expect(stateAt(fear, fear.apexSeconds).shutMouth01).toBeLessThan(0.55);
    // Nor does a slit stay where lips are merely apart, or open where they are shut.
    expect(at({ ...NEUTRAL_SOURCE, lipGapRatio: 0.1 }).shutMouth01).toBeGreaterThan(0.9);
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 5, seed });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of ['AU16', 'AU25', 'AU26'] as const) expect(strength(state, unit)).toBe(0);
    }
  });

  it('lets the lip of a smile down wholly for a feeling that hardly raises it', () => {
    const bared = { ...SMILING, AU10: 0.8 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 1, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU10');
    };
    expect(at(bared) - at(NEUTRAL_SOURCE)).toBeLessThan(-0.85 * bared.AU10);
  });

  it('tightens lids by less where cheeks come up from rest: both would shut the eyes', () => {
    const tight = (emotion: Emotion, source: SourceUnits) => {
      const clip = plan({ emotion, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU7');
    };
    const squints = { ...NEUTRAL_SOURCE, AU6: 0.85 };
    expect(tight(5, NEUTRAL_SOURCE)).toBeLessThan(0.7 * tight(5, squints));
    expect(tight(5, NEUTRAL_SOURCE)).toBeGreaterThan(0.3);
    // Anger raises no cheeks.
    expect(tight(1, NEUTRAL_SOURCE)).toBeCloseTo(tight(1, squints), 1);
  });

  it('lets the cheeks of a smile down a little where disgust raises them', () => {
    const cheeks = (source: SourceUnits) => {
      const clip = plan({ emotion: 5, source });
      return strength(stateAt(clip, clip.apexSeconds), 'AU6');
    };
    const change = cheeks({ ...SMILING, AU6: 0.8 }) - cheeks({ ...SMILING, AU6: 0 });
    expect(change).toBeLessThan(-0.15 * 0.8);
    expect(change).toBeGreaterThan(-0.8 * 0.8);
  });

  it('purses the lips of a grin to less than its width at rest', () => {
    const widthAt = (emotion: Emotion) => {
      const clip = plan({ emotion, source: SMILING });
      return strength(stateAt(clip, clip.apexSeconds), 'AU20');
    };
    expect(widthAt(3) - widthAt(2)).toBeCloseTo(SMILING.atRest.AU20 - SMILING.atRest.AU20Shaped, 1);
    expect(widthAt(3)).toBeLessThan(widthAt(2) - 0.1);
  });

  it('opens a grin into fear like a shut mouth, from corners and a width at rest', () => {
    const grin = { ...SMILING, AU10: 0.8, AU25: 1 };
    const at = (source: SourceUnits) => {
      const clip = plan({ emotion: 4, source });
      return stateAt(clip, clip.apexSeconds);
    };
    const added = (unit: ActionUnit) =>
      strength(at(grin), unit) - strength(at(NEUTRAL_SOURCE), unit);
    expect(strength(at(grin), 'AU25')).toBeGreaterThan(0.85 * strength(at(NEUTRAL_SOURCE), 'AU25'));
    expect(added('AU15')).toBeCloseTo(SMILING.atRest.AU15, 1);
    expect(added('AU15')).toBeGreaterThan(0.8 * SMILING.atRest.AU15);
    expect(added('AU20')).toBeLessThan(-0.8 * SMILING.atRest.AU20Shaped);
    expect(added('AU20')).toBeGreaterThan(-1.2 * SMILING.atRest.AU20Shaped);
  });

  it('drops the jaw less in fear where lips are apart, but not in surprise', () => {
    const jaw = (emotion: Emotion, lipGapRatio: number) => {
      const clip = plan({ emotion, source: { ...NEUTRAL_SOURCE, lipGapRatio } });
      return strength(stateAt(clip, clip.apexSeconds), 'AU26');
    };
    expect(jaw(4, 0.1)).toBeLessThan(0.55 * jaw(4, 0));
    expect(jaw(4, 0.1)).toBeGreaterThan(0.35 * jaw(4, 0));
    expect(jaw(4, 0.03)).toBeGreaterThan(1.2 * jaw(4, 0.1));
    expect(jaw(3, 0.1)).toBeCloseTo(jaw(3, 0), 6);
  });

  it('leaves a smile its width as long as it smiles', () => {
    const clip = plan({ emotion: 0, source: SMILING });
    expect(strength(stateAt(clip, clip.apexSeconds), 'AU20')).toBe(0);
  });

  it('smiles on less where a smile is there already, but still visibly', () => {
    const fresh = plan({ emotion: 0 });
    const again = plan({ emotion: 0, source: SMILING });
    const from = strength(stateAt(fresh, fresh.apexSeconds), 'AU12');
    const more = strength(stateAt(again, again.apexSeconds), 'AU12');
    expect(more).toBeGreaterThan(0.05);
    expect(more).toBeLessThan(0.5 * from);
  });

  it('keeps half of a grin’s raised lip over the teeth that fear and surprise bare, in no other feeling', () => {
    const left = (emotion: Emotion, lipGapRatio: number) => {
      const clip = plan({ emotion, source: { ...SMILING, AU10: 0.8, lipGapRatio } });
      return 1 + strength(stateAt(clip, clip.apexSeconds), 'AU10') / 0.8;
    };
    expect(left(4, 0.2)).toBeCloseTo(0.5, 1);
    expect(left(2, 0.2)).toBeLessThan(0.15);
    expect(left(4, 0.11)).toBeLessThan(0.15);
    expect(left(3, 0.15)).toBeCloseTo(0.5, 1);
    // A row that is seen to its roots is high enough.
    expect(left(3, 0.21)).toBeCloseTo(0.25, 1);
    expect(left(3, 0.3)).toBeLessThan(0.15);
  });

  it('casts eyes down by no more than the intensity asks for', () => {
    const lowest = (intensity01: number) => {
      const clip = plan({ emotion: 2, intensity01, stillHead: true });
      const times = Array.from({ length: 80 }, (_, i) => i / 20);
      return Math.min(...times.map((at) => stateAt(clip, at).gazeY));
    };
    expect(lowest(1)).toBeLessThan(-0.03);
    expect(lowest(0.75)).toBeCloseTo(lowest(1), 6);
    expect(lowest(0)).toBeGreaterThan(-0.01);
  });

  it('does not end on shut eyes where it does not come back', () => {
    for (const emotion of [0, 2, 5] as const) {
      for (let seed = 1; seed <= 100; seed++) {
        const clip = plan({ emotion, seed, loop: false });
        expect(strength(stateAt(clip, clip.seconds), 'AU43')).toBeLessThan(0.1);
      }
    }
  });

  it('smiles on where lips that are parted, not grinning, were taken for a smile', () => {
    const risen = (bend: number, teethShown01 = 0.4) => {
      const atRest = { ...SMILING.atRest, AU12: [bend, bend] as const };
      const clip = plan({
        emotion: 0,
        source: { ...SMILING, AU12: 0.45, lipGapRatio: 0.15, teethShown01, atRest },
      });
      return strength(stateAt(clip, clip.apexSeconds), 'AU12');
    };
    expect(risen(0.07)).toBeGreaterThan(0.4);
    expect(risen(0.16)).toBeLessThan(0.2);
    // Nor is a slight one that shows hardly any teeth a grin that needs nothing more.
    expect(risen(0.16, 0.13)).toBeGreaterThan(0.4);
  });

  it('opens parted lips to the teeth in any smile, shut ones in a full one', () => {
    const parting = (intensity01: number, source: SourceUnits, seed = 1) => {
      const clip = plan({ intensity01, source, seed });
      return strength(stateAt(clip, clip.apexSeconds), 'AU25');
    };
    const full = parting(1, NEUTRAL_SOURCE);
    expect(parting(0.75, BREATHING)).toBeGreaterThan(0.8 * full);
    expect(parting(0.25, BREATHING)).toBeGreaterThan(0.6 * full);
    expect(parting(0.75, NEUTRAL_SOURCE)).toBeLessThan(0.35 * full);
    expect(parting(0.75, { ...BREATHING, teethShown01: 0.3 })).toBeLessThan(0.35 * full);
    // A shy one as well, which leaves shut lips shut.
    for (const seed of SEEDS) {
      expect(parting(0.75, BREATHING, seed)).toBeGreaterThan(0.5 * full);
    }
  });

  it('leaves a shut mouth alone', () => {
    for (const emotion of EMOTIONS) {
      const clip = plan({ emotion });
      expect(stateAt(clip, clip.apexSeconds).shutMouth01).toBe(0);
    }
  });
});

describe('what each emotion is made of (FACS prototypes)', () => {
  const prototypes = {
    0: ['AU6', 'AU12'],
    1: ['AU4', 'AU7', 'AU24'],
    2: ['AU1', 'AU15'],
    3: ['AU1', 'AU2', 'AU26'],
    4: ['AU1', 'AU2', 'AU4', 'AU5', 'AU20'],
    5: ['AU9', 'AU10'],
  } as const;

  it.each(EMOTIONS.map((e) => [EMOTION_NAMES[e], e] as const))('%s', (_, emotion) => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of prototypes[emotion]) {
        expect(strength(state, unit), `${unit} of ${clip.actName}`).toBeGreaterThan(0.2);
      }
    }
  });

  it('leaves angry lips most of their height: they set, and are not pressed to a line', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 1, seed });
      expect(strength(stateAt(clip, clip.apexSeconds), 'AU24')).toBeLessThan(0.85);
      expect(strength(stateAt(clip, clip.apexSeconds), 'AU24')).toBeGreaterThan(0.4);
    }
  });

  it('holds the eyes wider in Fear than in Surprise', () => {
    for (const seed of SEEDS) {
      const [surprise, fear] = ([3, 4] as const).map((emotion) => {
        const clip = plan({ emotion, seed });
        return strength(stateAt(clip, clip.apexSeconds), 'AU5');
      });
      expect(fear).toBeGreaterThan(surprise);
    }
  });
});

describe('ears and lids of animals', () => {
  it('do most of what they ever do at a middling intensity already, and never more', () => {
    for (const emotion of [1, 3, 4] as const) {
      const height = (intensity01: number) => {
        const clip = plan({ emotion, intensity01, style: 'animal' });
        const state = stateAt(clip, clip.apexSeconds);
        return (['EAD101', 'EAD103', 'AU4', 'AU5'] as const).reduce(
          (sum, unit) => sum + strength(state, unit),
          0,
        );
      };
      expect(height(0)).toBe(0);
      expect(height(0.5)).toBeGreaterThan(0.72 * height(1));
      for (let i = 0; i < 1; i += 0.1) expect(height(i + 0.1)).toBeGreaterThanOrEqual(height(i));
    }
  });
});
