/** A function on [-1, 1] given by samples at even steps; linear between them. */
export interface SampledCurve {
  /** f32[N], N ≥ 2: value at -1 + 2·i/(N-1). */
  readonly values: Float32Array;
}

/** Number of samples of every curve of the rig. */
const SAMPLES = 41;

/**
 * A smooth curve through scattered (t, y), sorted by t: piecewise cubic (Catmull-Rom on uneven
 * knots, Barry and Goldman's tangents), then sampled evenly. Outside the knots the end value holds.
 */
export function curveThrough(ts: readonly number[], ys: readonly number[]): SampledCurve {
  const n = ts.length;
  const slopes = ts.map((_, i) => {
    const a = Math.max(0, i - 1);
    const b = Math.min(n - 1, i + 1);
    return (ys[b] - ys[a]) / Math.max(1e-6, ts[b] - ts[a]);
  });
  const values = new Float32Array(SAMPLES);
  let k = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const t = -1 + (2 * i) / (SAMPLES - 1);
    while (k < n - 2 && t > ts[k + 1]) k++;
    const h = Math.max(1e-6, ts[k + 1] - ts[k]);
    const f = Math.max(0, Math.min(1, (t - ts[k]) / h));
    const f2 = f * f;
    const f3 = f2 * f;
    values[i] =
      (2 * f3 - 3 * f2 + 1) * ys[k] +
      (f3 - 2 * f2 + f) * h * slopes[k] +
      (-2 * f3 + 3 * f2) * ys[k + 1] +
      (f3 - f2) * h * slopes[k + 1];
  }
  return { values };
}

/** A curve from a function of t. */
export function curveOf(f: (t: number) => number): SampledCurve {
  return {
    values: Float32Array.from({ length: SAMPLES }, (_, i) => f(-1 + (2 * i) / (SAMPLES - 1))),
  };
}

/** The curve's value at t; outside [-1, 1] the end value. Linear between the samples. */
export function readCurve(curve: SampledCurve, t: number): number {
  const n = curve.values.length;
  const x = ((Math.max(-1, Math.min(1, t)) + 1) / 2) * (n - 1);
  const i = Math.min(n - 2, Math.floor(x));
  const f = x - i;
  return curve.values[i] * (1 - f) + curve.values[i + 1] * f;
}

/** Binomially smoothed copy; the ends stay. `passes` ≥ 0. */
export function smoothCurve(curve: SampledCurve, passes: number): SampledCurve {
  const values = curve.values.slice();
  const before = new Float32Array(values.length);
  for (let p = 0; p < passes; p++) {
    before.set(values);
    for (let i = 1; i < values.length - 1; i++) {
      values[i] = 0.25 * before[i - 1] + 0.5 * before[i] + 0.25 * before[i + 1];
    }
  }
  return { values };
}
