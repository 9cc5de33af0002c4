import { describe, expect, it } from 'vitest';
import { NEUTRAL_SOURCE } from '../rig/source-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ACTS } from './acts.ts';
import { ANIMAL_ACTS } from './animal-emotions.ts';
import { EMOTION_NAMES, type Emotion } from './emotions.ts';
import { createFaceState } from './face-state.ts';
import { planPerformance } from './performance.ts';
import { chooseTake } from './takes.ts';

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];
/** Seeds whose first acts are all of the three (asserted below). */
const SEEDS = Array.from({ length: 12 }, (_, i) => 1000 * i + 7);
const TAKES = Array.from({ length: 7 }, (_, take) => take);

function play(emotion: Emotion, seed: number, take?: number, style: ArtStyle = 'photo') {
  const clip = planPerformance({
    emotion,
    intensity01: 0.6,
    seconds: 4,
    style,
    seed,
    take,
    loop: true,
    source: NEUTRAL_SOURCE,
  });
  const moments = [0.6, 1.3, 2, 2.7, 3.4].map((timeSeconds) => {
    const state = createFaceState();
    clip.stateAt(timeSeconds, state);
    return [...state.strengths, state.yawRadians, state.gazeX].join();
  });
  return { act: clip.actName, moments: moments.join(' ') };
}

describe.each(EMOTIONS.map((e) => [EMOTION_NAMES[e], e] as const))('takes of %s', (_, emotion) => {
  it('begin with the film of the seed alone', () => {
    for (const seed of SEEDS) expect(play(emotion, seed, 0)).toEqual(play(emotion, seed));
  });

  it('never play the same act twice in a row, and all acts in three of them', () => {
    for (const [style, acts] of [
      ['photo', ACTS],
      ['animal', ANIMAL_ACTS],
    ] as const) {
      const firsts = new Set<string>();
      for (const seed of SEEDS) {
        const played = TAKES.map((take) => play(emotion, seed, take, style).act);
        firsts.add(played[0]);
        for (const take of TAKES.slice(1)) expect(played[take]).not.toBe(played[take - 1]);
        for (const take of TAKES.slice(2)) {
          expect(new Set(played.slice(take - 2, take + 1)).size).toBe(acts[emotion].length);
        }
      }
      expect(firsts.size).toBe(acts[emotion].length);
    }
  });

  it('are each a film of its own, also where the act comes again', () => {
    const films = TAKES.map((take) => play(emotion, 7, take));
    // Whatever was asked for before.
    const backwards = [...TAKES].reverse().map((take) => play(emotion, 7, take));
    expect(backwards.reverse()).toEqual(films);
    expect(films[3].act).toBe(films[0].act);
    expect(new Set(films.map(({ moments }) => moments)).size).toBe(TAKES.length);
  });
});

it('two seeds whose takes meet in an act do not meet in what is random', () => {
  const [a, b] = [3, 4].map((seed) => chooseTake(seed, 0, 1, ACTS[0]));
  expect(a.seed).not.toBe(b.seed);
  expect(a.random()).not.toBe(b.random());
});
