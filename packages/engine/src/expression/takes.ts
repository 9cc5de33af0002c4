import { createRandom, mixSeeds } from '../math/random.ts';
import type { Act } from './acts.ts';
import type { Emotion } from './emotions.ts';

/** Keeps the seeds of takes away from the other streams of a seed. */
const TAKE_STREAM = 0x7a4e;

/** How one take of a film is played. */
export interface Take {
  readonly act: Act;
  /** What all that is random in this take comes from. */
  readonly seed: number;
  /** The numbers that the plan of this take draws from, after the act. */
  readonly random: () => number;
}

/**
 * The way in which an emotion is acted in a take. Take 0 is the seed's own film; each take after
 * it plays the act that comes next, so that two in a row are never the same act, and has drift,
 * blinks and sides of its own.
 *
 * @param seed of the picture
 * @param take 0, 1, 2, …
 */
export function chooseTake(
  seed: number,
  emotion: Emotion,
  take: number,
  acts: readonly [Act, ...Act[]],
): Take {
  const own = createRandom(mixSeeds(seed, emotion + 1));
  const first = Math.floor(own() * acts.length);
  if (take === 0) return { act: acts[first], seed, random: own };
  const takeSeed = mixSeeds(seed, TAKE_STREAM + take);
  const act = acts[(first + take) % acts.length];
  return { act, seed: takeSeed, random: createRandom(mixSeeds(takeSeed, emotion + 1)) };
}
