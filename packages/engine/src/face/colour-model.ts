/** A mixture of round clusters in a space of four axes: what something's colours are like. */
export interface ColourModel {
  /** f64[4·K]. */
  readonly middles: Float64Array;
  /** f64[K]: variance of each cluster, one figure for all its axes. */
  readonly variances: Float64Array;
  /** f64[K]: log of each cluster's share over its volume. */
  readonly weights: Float64Array;
}

const AXES = 4;

const CLUSTERS = 6;
const ROUNDS = 8;
/** A model must be made from this many cells at least. */
const LEAST_SAMPLES = 40;
/** So many are enough: of twice as many or more only every second, third … counts. */
const ENOUGH_SAMPLES = 1500;
/** Spread that light and noise give to any colour, levels². */
const LEAST_VARIANCE = 40;
/** Chance that a colour is something new, as an exponent: bounds what one odd cell can say. */
const NOVELTY = -9;

/**
 * Learns the colours of some cells: k-means from evenly spread starts, hence the same every time.
 * @param colours f32[4·N]
 * @returns undefined where there are too few cells
 */
export function fitColourModel(
  colours: Float32Array,
  cells: readonly number[],
): ColourModel | undefined {
  if (cells.length < LEAST_SAMPLES) return undefined;
  const stride = Math.max(1, Math.floor(cells.length / ENOUGH_SAMPLES));
  const samples = cells.filter((_, n) => n % stride === 0);
  const middles = spreadStarts(colours, samples);
  const counts = new Float64Array(CLUSTERS);
  const spreads = new Float64Array(CLUSTERS);
  const sums = new Float64Array(AXES * CLUSTERS);
  for (let round = 0; round < ROUNDS; round++) {
    counts.fill(0);
    spreads.fill(0);
    sums.fill(0);
    for (const i of samples) {
      let best = 0;
      let least = Infinity;
      for (let k = 0; k < CLUSTERS; k++) {
        const d = distance2(colours, i, middles, k);
        if (d < least) {
          least = d;
          best = k;
        }
      }
      for (let axis = 0; axis < AXES; axis++) {
        sums[AXES * best + axis]! += colours[AXES * i + axis]!;
      }
      counts[best]!++;
      spreads[best]! += least;
    }
    for (let k = 0; k < CLUSTERS; k++) {
      if (counts[k] === 0) continue;
      for (let axis = 0; axis < AXES; axis++) {
        middles[AXES * k + axis] = sums[AXES * k + axis]! / counts[k]!;
      }
    }
  }
  const variances = spreads.map(
    (sum, k) => LEAST_VARIANCE + sum / (AXES * Math.max(1, counts[k]!)),
  );
  const weights = counts.map((count, k) =>
    logWeight((count + 0.5) / samples.length, variances[k]!),
  );
  return { middles, variances, weights };
}

function logWeight(share: number, variance: number): number {
  return Math.log(share) - (AXES / 2) * Math.log(variance);
}

/**
 * Log likelihood of a cell's colour, up to a constant.
 * @param novelty chance that it is something new, as an exponent
 */
export function logLikelihood(
  { middles, variances, weights }: ColourModel,
  colours: Float32Array,
  cell: number,
  novelty = NOVELTY,
): number {
  let sum = Math.exp(logWeight(Math.exp(novelty), LEAST_VARIANCE));
  for (let k = 0; k < CLUSTERS; k++) {
    sum += Math.exp(weights[k]! - distance2(colours, cell, middles, k) / (2 * variances[k]!));
  }
  return Math.log(sum);
}

/** Each start is the sample that lies furthest from the starts before it. */
function spreadStarts(colours: Float32Array, samples: readonly number[]): Float64Array {
  const middles = new Float64Array(AXES * CLUSTERS);
  const nearest = new Float64Array(samples.length).fill(Infinity);
  let next = samples[samples.length >> 1]!;
  for (let k = 0; k < CLUSTERS; k++) {
    for (let axis = 0; axis < AXES; axis++) {
      middles[AXES * k + axis] = colours[AXES * next + axis]!;
    }
    let furthest = -1;
    for (const [n, i] of samples.entries()) {
      nearest[n] = Math.min(nearest[n]!, distance2(colours, i, middles, k));
      if (nearest[n]! > furthest) {
        furthest = nearest[n]!;
        next = i;
      }
    }
  }
  return middles;
}

function distance2(colours: Float32Array, i: number, middles: Float64Array, k: number): number {
  let sum = 0;
  for (let axis = 0; axis < AXES; axis++) {
    sum += (colours[AXES * i + axis]! - middles[AXES * k + axis]!) ** 2;
  }
  return sum;
}
