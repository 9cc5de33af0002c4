/** Scalar curves. All are pure; arguments outside their range are clamped where the text says so. */

/** Clamps x into [low, high]. */
export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/** Linear blend; t is not clamped. */
export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Hermite step with zero slope at both ends, clamped; also runs downwards when low > high. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** From 0 to 1 on [0, 1], clamped: nearly even, no steeper than 1.25, with rounded ends. */
export function softRamp(x: number): number {
  const t = clamp(x, 0, 1);
  return 0.5 * t + 0.5 * t * t * (3 - 2 * t);
}

/**
 * Minimum-jerk position profile on [0, 1], clamped: the profile of point-to-point human movement
 * (Flash and Hogan 1985).
 */
export function minimumJerk(t: number): number {
  const x = clamp(t, 0, 1);
  return x * x * x * (10 + x * (-15 + 6 * x));
}

/** Gaussian bump exp(-x²/2σ²). */
export function gaussian(x: number, sigma: number): number {
  const q = x / sigma;
  return Math.exp(-0.5 * q * q);
}

/** A Gaussian bump with a σ of its own below 0 and above. */
export function lobe(x: number, below: number, above: number): number {
  return gaussian(x, x < 0 ? below : above);
}
