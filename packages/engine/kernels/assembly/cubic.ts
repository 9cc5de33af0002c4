// Cubic sampling of RGBA pixels, four positions at a time: the weights of their taps side by side in
// vectors, then the taps of each, summed along the rows as 16-bit integers (i32x4.dot, weights
// scaled by 2^14) and down the columns as floats. src/render/sample-cubic.ts says what it computes.

/** Six vectors: two pairs of weights down the columns, four weights along the rows. */
export const WEIGHTS: usize = memory.data(96, 16);
/** 16 taps of 4 bytes for each of four pixels, for positions at the plate's edges. */
export const EDGE_TAPS: usize = memory.data(256, 16);

// Vector constants are read from memory: V8 would build each anew at every use, from two 64-bit
// halves, which costs more than the arithmetic that they are for.
const CONSTANTS: usize = memory.data<f32>([
  0.5, 0.5, 0.5, 0.5,
  1.0, 1.0, 1.0, 1.0,
  2.0, 2.0, 2.0, 2.0,
  16384.0, 16384.0, 16384.0, 16384.0,
  12582912.0, 12582912.0, 12582912.0, 12582912.0,
  6.103515625e-05, 6.103515625e-05, 6.103515625e-05, 6.103515625e-05,
  12582913.0, 12582913.0, 12582913.0, 12582913.0,
  0.0, 0.0, 0.0, 0.0,
  255.0, 255.0, 255.0, 255.0,
  4.0, 4.0, 4.0, 4.0,
  0.0833333358, 0.0833333358, 0.0833333358, 0.0833333358,
], 16);
export const HALF: usize = 0;
export const ONE: usize = 16;
const TWO: usize = 32;
const WEIGHT_SCALE: usize = 48;
export const ROUND: usize = 64;
const UNSCALE: usize = 80;
export const ROUND_PLUS_1: usize = 96;
export const ZERO: usize = 112;
export const OPAQUE: usize = 128;
/** Shares of alpha off 0 and 255 from which the softer cubic goes in, and one over the way to all of it. */
export const OUTLINE_FROM: usize = 144;
export const OUTLINE_STEEPNESS: usize = 160;

// @ts-ignore: decorator
@inline
export function constant(offset: usize): v128 {
  return v128.load(CONSTANTS + offset);
}

/**
 * Cubic weights of the taps at −1, 0, 1, 2 for four pixels; fx, fy in 0..1 lie between the middle two.
 * Slope −1: −f(1 − f)², f³ − 2f² + 1, f + f² − f³, f³ − f². Softly, with the slope −1/2: half of the
 * first and the last, 1.5f³ − 2.5f² + 1, and what is left of 1. Down the columns as pairs of i16,
 * scaled by 2^14; along the rows as floats that take this scale back.
 * @param softly known when this is compiled: what it decides costs nothing
 */
// @ts-ignore: decorator
@inline
export function storeWeights(fx: v128, fy: v128, softly: bool): void {
  weigh(fy, constant(WEIGHT_SCALE), softly);
  const round = constant(ROUND);
  const low = i32x4.splat(0xffff);
  const w0 = f32x4.add(v128.load(WEIGHTS + 32), round);
  const w1 = f32x4.add(v128.load(WEIGHTS + 48), round);
  const w2 = f32x4.add(v128.load(WEIGHTS + 64), round);
  const w3 = f32x4.add(v128.load(WEIGHTS + 80), round);
  v128.store(WEIGHTS, v128.or(v128.and(w0, low), i32x4.shl(w1, 16)));
  v128.store(WEIGHTS + 16, v128.or(v128.and(w2, low), i32x4.shl(w3, 16)));
  weigh(fx, constant(UNSCALE), softly);
}

/** Four vectors of weights times `scale`, to where those along the rows stand. */
// @ts-ignore: decorator
@inline
function weigh(f: v128, scale: v128, softly: bool): void {
  const less = f32x4.sub(f, constant(ONE));
  let outer = f32x4.mul(f, scale);
  if (softly) outer = f32x4.mul(outer, constant(HALF));
  const square = f32x4.mul(outer, f);
  const w0 = f32x4.neg(f32x4.mul(outer, f32x4.mul(less, less)));
  const w3 = f32x4.mul(square, less);
  const bend = softly
    ? f32x4.sub(f32x4.mul(f32x4.splat(3), f), f32x4.splat(5))
    : f32x4.sub(f, constant(TWO));
  const w1 = f32x4.add(f32x4.mul(square, bend), scale);
  const w2 = softly ? f32x4.sub(f32x4.sub(scale, w1), f32x4.add(w0, w3)) : f32x4.sub(outer, w3);
  v128.store(WEIGHTS + 32, w0);
  v128.store(WEIGHTS + 48, w1);
  v128.store(WEIGHTS + 64, w2);
  v128.store(WEIGHTS + 80, w3);
}

/** f32x4 → the nearest i32x4, by the same addition; right up to ±2^22. */
// @ts-ignore: decorator
@inline
export function wholeNumbers(value: v128): v128 {
  return i32x4.sub(f32x4.add(value, constant(ROUND)), constant(ROUND));
}

/** Weighted sum of 4 × 4 RGBA taps, `stride` bytes from row to row. */
// @ts-ignore: decorator
@inline
export function sum(taps: usize, stride: usize, weights: usize): v128 {
  const r0 = v128.load(taps);
  const r1 = v128.load(taps + stride);
  const r2 = v128.load(taps + 2 * stride);
  const r3 = v128.load(taps + 3 * stride);
  const wUpper = v128.load32_splat(weights);
  const wLower = v128.load32_splat(weights + 16);
  // Bytes of two rows side by side: r r g g b b a a of the first column, then of the second.
  const upper01 = v128.shuffle<u8>(r0, r1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const lower01 = v128.shuffle<u8>(r2, r3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const c0 = sumColumn(
    i16x8.extend_low_i8x16_u(upper01),
    wUpper,
    i16x8.extend_low_i8x16_u(lower01),
    wLower,
  );
  const c1 = sumColumn(
    i16x8.extend_high_i8x16_u(upper01),
    wUpper,
    i16x8.extend_high_i8x16_u(lower01),
    wLower,
  );
  const upper23 = v128.shuffle<u8>(
    r0, r1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31,
  );
  const lower23 = v128.shuffle<u8>(
    r2, r3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31,
  );
  const c2 = sumColumn(
    i16x8.extend_low_i8x16_u(upper23),
    wUpper,
    i16x8.extend_low_i8x16_u(lower23),
    wLower,
  );
  const c3 = sumColumn(
    i16x8.extend_high_i8x16_u(upper23),
    wUpper,
    i16x8.extend_high_i8x16_u(lower23),
    wLower,
  );
  return f32x4.add(
    f32x4.add(
      f32x4.mul(c0, v128.load32_splat(weights + 32)),
      f32x4.mul(c1, v128.load32_splat(weights + 48)),
    ),
    f32x4.add(
      f32x4.mul(c2, v128.load32_splat(weights + 64)),
      f32x4.mul(c3, v128.load32_splat(weights + 80)),
    ),
  );
}

// @ts-ignore: decorator
@inline
function sumColumn(upper: v128, wUpper: v128, lower: v128, wLower: v128): v128 {
  return f32x4.convert_i32x4_s(
    i32x4.add(i32x4.dot_i16x8_s(upper, wUpper), i32x4.dot_i16x8_s(lower, wLower)),
  );
}

/** Copies 4 × 4 taps from the plate, edges replicated. */
export function gather(out: usize, plate: usize, width: i32, height: i32, left: i32, top: i32): void {
  for (let j = 0; j < 4; j++) {
    const y = clamp(clamp(top, -4, height) + j, 0, height - 1);
    const row: usize = plate + ((<usize>(y * width)) << 2);
    for (let i = 0; i < 4; i++, out += 4) {
      const x = clamp(clamp(left, -4, width) + i, 0, width - 1);
      store<i32>(out, load<i32>(row + ((<usize>x) << 2)));
    }
  }
}

// @ts-ignore: decorator
@inline
export function clamp(value: i32, low: i32, high: i32): i32 {
  return min(max(value, low), high);
}
