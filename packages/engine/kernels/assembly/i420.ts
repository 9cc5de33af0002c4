// RGBA → I420, BT.709, limited range. The coefficients are those of I420_COEFFICIENTS in
// src/render/kernels/kernels-reference.ts, and the integer arithmetic is the same bit for bit.

// Read from memory, because V8 would build vector constants anew at every use.
const COEFFICIENTS: usize = memory.data<i16>([
  5983, 20127, 2032, 0, 5983, 20127, 2032, 0,
  -3298, -11094, 14392, 0, -3298, -11094, 14392, 0,
  14392, -13072, -1320, 0, 14392, -13072, -1320, 0,
], 16);
/** Half a unit and the offset of black or grey, in the scale before each shift. */
const OFFSETS: usize = memory.data<i32>([
  540672, 540672, 540672, 540672,
  16842752, 16842752, 16842752, 16842752,
], 16);

/**
 * The pixels [x0, x1) × [y0, y1) of a frame. frame: address of u8[4·W·H]; out: address of
 * u8[W·H·3/2]. All numbers of pixels are even.
 */
export function toI420(
  frame: usize,
  out: usize,
  width: i32,
  height: i32,
  x0: i32,
  y0: i32,
  x1: i32,
  y1: i32,
): void {
  const stride: usize = (<usize>width) << 2;
  const chromaWidth = width >> 1;
  const chromaStart: usize = <usize>((y0 >> 1) * chromaWidth);
  let upperY: usize = out + <usize>(y0 * width);
  let u: usize = out + <usize>(width * height) + chromaStart;
  let v: usize = u + <usize>(chromaWidth * (height >> 1));
  let upper: usize = frame + <usize>y0 * stride;
  const luma = v128.load(COEFFICIENTS);
  const blue = v128.load(COEFFICIENTS, 16);
  const red = v128.load(COEFFICIENTS, 32);
  for (let y = y0; y < y1; y += 2) {
    const lowerY: usize = upperY + <usize>width;
    let x = x0;
    for (; x + 4 <= x1; x += 4) {
      const at: usize = (<usize>x) << 2;
      const top = v128.load(upper + at);
      const bottom = v128.load(upper + stride + at);
      const top01 = i16x8.extend_low_i8x16_u(top);
      const top23 = i16x8.extend_high_i8x16_u(top);
      const bottom01 = i16x8.extend_low_i8x16_u(bottom);
      const bottom23 = i16x8.extend_high_i8x16_u(bottom);
      storeLuma(upperY + <usize>x, dotPairs(top01, top23, luma));
      storeLuma(lowerY + <usize>x, dotPairs(bottom01, bottom23, luma));
      const sum01 = i16x8.add(top01, bottom01);
      const sum23 = i16x8.add(top23, bottom23);
      // Pixels 0 and 2 beside pixels 1 and 3: their sum is that of each 2×2 block.
      const even = v128.shuffle<i64>(sum01, sum23, 0, 2);
      const odd = v128.shuffle<i64>(sum01, sum23, 1, 3);
      const block = i16x8.add(even, odd);
      const chroma = dotPairsOfTwo(block, blue, red);
      const words = i16x8.narrow_i32x4_s(chroma, chroma);
      const bytes = i8x16.narrow_i16x8_u(words, words);
      const half: usize = (<usize>x) >> 1;
      v128.store16_lane(u + half, bytes, 0);
      v128.store16_lane(v + half, bytes, 1);
    }
    if (x < x1) {
      // Two columns are left where their number is not a multiple of four.
      const at: usize = (<usize>x) << 2;
      const top01 = i16x8.extend_low_i8x16_u(v128.load64_zero(upper + at));
      const bottom01 = i16x8.extend_low_i8x16_u(v128.load64_zero(upper + stride + at));
      const topY = lumaOf(dotPairs(top01, top01, luma));
      const bottomY = lumaOf(dotPairs(bottom01, bottom01, luma));
      store<u8>(upperY + <usize>x, <u8>i32x4.extract_lane(topY, 0));
      store<u8>(upperY + <usize>x, <u8>i32x4.extract_lane(topY, 1), 1);
      store<u8>(lowerY + <usize>x, <u8>i32x4.extract_lane(bottomY, 0));
      store<u8>(lowerY + <usize>x, <u8>i32x4.extract_lane(bottomY, 1), 1);
      const sum = i16x8.add(top01, bottom01);
      const block = i16x8.add(sum, v128.shuffle<i64>(sum, sum, 1, 0));
      const half: usize = (<usize>x) >> 1;
      store<u8>(u + half, <u8>i32x4.extract_lane(chromaOf(dotPairs(block, block, blue)), 0));
      store<u8>(v + half, <u8>i32x4.extract_lane(chromaOf(dotPairs(block, block, red)), 0));
    }
    upper += stride << 1;
    upperY += <usize>(width << 1);
    u += <usize>chromaWidth;
    v += <usize>chromaWidth;
  }
}

/** Σ colour·coefficient of the four pixels in two i16x8, as i32x4. */
// @ts-ignore: decorator
@inline
function dotPairs(low: v128, high: v128, coefficients: v128): v128 {
  const a = i32x4.dot_i16x8_s(low, coefficients);
  const b = i32x4.dot_i16x8_s(high, coefficients);
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

/** Chroma of two blocks: u u v v. */
// @ts-ignore: decorator
@inline
function dotPairsOfTwo(block: v128, blue: v128, red: v128): v128 {
  const u = i32x4.dot_i16x8_s(block, blue);
  const v = i32x4.dot_i16x8_s(block, red);
  return chromaOf(
    i32x4.add(v128.shuffle<i32>(u, v, 0, 2, 4, 6), v128.shuffle<i32>(u, v, 1, 3, 5, 7)),
  );
}

// @ts-ignore: decorator
@inline
function lumaOf(sum: v128): v128 {
  return i32x4.shr_s(i32x4.add(sum, v128.load(OFFSETS)), 15);
}

// @ts-ignore: decorator
@inline
function chromaOf(sum: v128): v128 {
  return i32x4.shr_s(i32x4.add(sum, v128.load(OFFSETS, 16)), 17);
}

// @ts-ignore: decorator
@inline
function storeLuma(address: usize, sum: v128): void {
  const luma = lumaOf(sum);
  const words = i16x8.narrow_i32x4_s(luma, luma);
  store<i32>(address, i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0));
}
