import { describe, expect, test } from 'vitest';
import { direct, drawFrame, openScene } from './support/scenes.ts';

/** Two moments this near show the same, s: what moves does so by a thousandth of a pixel. */
const NEAR_SECONDS = 1e-6;
/** Levels between them at most: a painted tooth may begin at another pixel. */
const MOST_LEVELS = 8;
const FRAME_SECONDS = 1 / 30;

/** Films with moments in which lids meet or lips do, and in which what an open mouth shows moves with its head. */
const CLIPS = [
  ['photo-astronaut-smiling.png', 0, [2.8, 3.1]],
  ['photo-astronaut-smiling.png', 1, [0.5, 0.7]],
  ['photo-astronaut-smiling.png', 3, [0.6, 0.75]],
  ['painting-woman.png', 3, [0.25, 0.45]],
  ['painting-woman.png', 3, [2.25, 2.35]],
] as const;

function levelsApart(a: Uint8Array, b: Uint8Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}

describe('a film', () => {
  test.each(CLIPS)('of %s, emotion %i, has no step in time', async (name, emotion, [from, to]) => {
    const scene = await openScene(name, 256);
    const clip = direct(scene, emotion);
    const at = (seconds: number) => drawFrame(scene, clip, seconds).rgba;
    for (let start: number = from; start < to; start += FRAME_SECONDS) {
      let [a, b] = [start, start + FRAME_SECONDS];
      let [before, after] = [at(a), at(b)];
      // Where there is a step it is in the half that changes more.
      while (b - a > NEAR_SECONDS) {
        const middle = (a + b) / 2;
        const between = at(middle);
        if (levelsApart(before, between) > levelsApart(between, after)) {
          [b, after] = [middle, between];
        } else [a, before] = [middle, between];
      }
      expect(levelsApart(before, after), `at ${a.toFixed(4)} s`).toBeLessThan(MOST_LEVELS);
    }
  });
});
