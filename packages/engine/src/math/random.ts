/** Seeded randomness: the same seed gives the same numbers on every machine. */

/** A generator of numbers in [0, 1): mulberry32, 2^32 states. `seed` is taken modulo 2^32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** Mixes two 32-bit numbers into one, so that streams of one seed do not resemble each other. */
export function mixSeeds(a: number, b: number): number {
  let x = (Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  return (x ^ (x >>> 15)) >>> 0;
}

/**
 * Smooth value noise of time: values of a hash at whole numbers, joined by a quintic, in [-1, 1].
 * `t` in lattice steps; `seed` chooses the curve.
 */
export function smoothNoise(seed: number, t: number): number {
  const cell = Math.floor(t);
  const f = t - cell;
  const blend = f * f * f * (10 + f * (-15 + 6 * f));
  const a = latticeValue(seed, cell);
  const b = latticeValue(seed, cell + 1);
  return a + (b - a) * blend;
}

function latticeValue(seed: number, cell: number): number {
  return (mixSeeds(seed, cell | 0) / 4294967296) * 2 - 1;
}
