// Bicubic warp of RGBA pixels along a coarse grid. src/render/kernels-reference.ts says what it
// computes; here the taps are summed as 16-bit integers (weights scaled by 2^14), two rows at a
// time by i32x4.dot, which takes half the instructions of floats and errs by less than 0.1 level.

const WEIGHT_SCALE: f32 = 16384;
const IDENTITY_TOLERANCE_PX: f32 = 1.0 / 4096.0;

/**
 * Warps the pixels [x0, x1) × [y0, y1) of a frame of width × height.
 * plate, frame: addresses of u8[4·W·H]; coverage: address of u8[W·H], 0 for none;
 * cells: address of f32[4·columns·rows].
 */
export function warp(
  plate: usize,
  frame: usize,
  coverage: usize,
  width: i32,
  height: i32,
  cells: usize,
  columns: i32,
  rows: i32,
  cellPx: f32,
  originX: f32,
  originY: f32,
  x0: i32,
  y0: i32,
  x1: i32,
  y1: i32,
): void {
  const perPx: f32 = 1.0 / cellPx;
  for (let y = y0; y < y1; y++) {
    const centreY: f32 = <f32>y + 0.5;
    const v: f32 = (centreY - originY) / cellPx;
    const row: i32 = clamp(<i32>floor(v), 0, rows - 2);
    const fv = f32x4.splat(v - <f32>row);
    const rowCells: usize = cells + ((<usize>(row * columns)) << 4);
    const nextCells: usize = rowCells + ((<usize>columns) << 4);
    let x = x0;
    while (x < x1) {
      const u: f32 = (<f32>x + 0.5 - originX) / cellPx;
      const column: i32 = clamp(<i32>floor(u), 0, columns - 2);
      const left: f32 = originX + <f32>column * cellPx;
      // The last cell reaches to the end, the others to their right node.
      let end = x1;
      if (column < columns - 2) end = min(x1, max(x + 1, <i32>ceil(left + cellPx - 0.5)));
      const at: usize = (<usize>column) << 4;
      const a = mix(v128.load(rowCells + at), v128.load(nextCells + at), fv);
      const b = mix(v128.load(rowCells + at, 16), v128.load(nextCells + at, 16), fv);
      const step = f32x4.mul(f32x4.sub(b, a), f32x4.splat(perPx));
      const own = f32x4(left, centreY, 1, 0);
      if (near(a, own) && near(b, f32x4.replace_lane(own, 0, left + cellPx))) {
        // As far as the nodes of this row stay where they are: one copy.
        for (let next = column + 1; end < x1; next++) {
          const node: usize = (<usize>(next + 1)) << 4;
          const right: f32 = originX + <f32>(next + 1) * cellPx;
          const found = mix(v128.load(rowCells + node), v128.load(nextCells + node), fv);
          if (!near(found, f32x4.replace_lane(own, 0, right))) break;
          end = next < columns - 2 ? min(x1, max(end + 1, <i32>ceil(right - 0.5))) : x1;
        }
        copySpan(plate, frame, coverage, y * width, x, end);
      } else {
        for (; x < end; x++) {
          const pixel: usize = <usize>(y * width + x);
          let cover: i32 = 255;
          if (coverage != 0) {
            cover = <i32>load<u8>(coverage + pixel);
            if (cover == 0) continue;
          }
          const t: f32 = <f32>x + 0.5 - left;
          const cell = f32x4.add(a, f32x4.mul(step, f32x4.splat(t)));
          const value = shade(sample(plate, width, height, cell), cell);
          put(frame + (pixel << 2), value, cover);
        }
      }
      x = end;
    }
  }
}

// @ts-ignore: decorator
@inline
function clamp(value: i32, low: i32, high: i32): i32 {
  return min(max(value, low), high);
}

/** a·(1 − t) + b·t, exact where a equals b. */
// @ts-ignore: decorator
@inline
function mix(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), t));
}

// @ts-ignore: decorator
@inline
function near(a: v128, b: v128): bool {
  const close = f32x4.lt(f32x4.abs(f32x4.sub(a, b)), f32x4.splat(IDENTITY_TOLERANCE_PX));
  return i32x4.all_true(close);
}

/** The plate's own pixels [x, end) of a row, blended over the frame by the coverage. */
function copySpan(plate: usize, frame: usize, coverage: usize, row: i32, x: i32, end: i32): void {
  if (coverage == 0) {
    const at: usize = (<usize>(row + x)) << 2;
    memory.copy(frame + at, plate + at, (<usize>(end - x)) << 2);
    return;
  }
  for (; x < end; x++) {
    const pixel: usize = <usize>(row + x);
    const cover: i32 = <i32>load<u8>(coverage + pixel);
    if (cover != 0) {
      put(frame + (pixel << 2), f32x4.convert_i32x4_s(unpack(plate + (pixel << 2))), cover);
    }
  }
}

/** One RGBA pixel as i32x4. */
// @ts-ignore: decorator
@inline
function unpack(address: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address)));
}

/** Four pixels of a row from column `left`, edges replicated. */
// @ts-ignore: decorator
@inline
function gather(plate: usize, width: i32, height: i32, left: i32, y: i32): v128 {
  const row: usize = plate + ((<usize>(clamp(y, 0, height - 1) * width)) << 2);
  const last = width - 1;
  let taps = i32x4.splat(load<i32>(row + ((<usize>clamp(left, 0, last)) << 2)));
  taps = i32x4.replace_lane(taps, 1, load<i32>(row + ((<usize>clamp(left + 1, 0, last)) << 2)));
  taps = i32x4.replace_lane(taps, 2, load<i32>(row + ((<usize>clamp(left + 2, 0, last)) << 2)));
  return i32x4.replace_lane(taps, 3, load<i32>(row + ((<usize>clamp(left + 3, 0, last)) << 2)));
}

/** Catmull-Rom weights of the four taps, `f` in 0..1 between the middle two. */
// @ts-ignore: decorator
@inline
function weights(f: f32): v128 {
  const t = f32x4.splat(f);
  let w = f32x4.mul(t, f32x4(-0.5, 1.5, -1.5, 0.5));
  w = f32x4.mul(f32x4.add(w, f32x4(1.0, -2.5, 2.0, -0.5)), t);
  w = f32x4.mul(f32x4.add(w, f32x4(-0.5, 0, 0.5, 0)), t);
  return f32x4.add(w, f32x4(0, 1, 0, 0));
}

/** Vertical sum of one column of taps: pairs of 16-bit values times pairs of weights. */
// @ts-ignore: decorator
@inline
function column(upper: v128, lower: v128, wUpper: v128, wLower: v128): v128 {
  return f32x4.convert_i32x4_s(
    i32x4.add(i32x4.dot_i16x8_s(upper, wUpper), i32x4.dot_i16x8_s(lower, wLower)),
  );
}

/** The plate at the position in lanes 0 and 1 of `cell`: RGBA as f32x4, not clamped. */
// @ts-ignore: decorator
@inline
function sample(plate: usize, width: i32, height: i32, cell: v128): v128 {
  const sx: f32 = f32x4.extract_lane(cell, 0) - 0.5;
  const sy: f32 = f32x4.extract_lane(cell, 1) - 0.5;
  const floorX: f32 = floor(sx);
  const floorY: f32 = floor(sy);
  const left: i32 = clamp(<i32>floorX, -(1 << 20), 1 << 20) - 1;
  const top: i32 = clamp(<i32>floorY, -(1 << 20), 1 << 20) - 1;
  const wx = weights(sx - floorX);
  const scaled = f32x4.nearest(f32x4.mul(weights(sy - floorY), f32x4.splat(WEIGHT_SCALE)));
  const wy = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(scaled), i32x4.splat(0));
  const wUpper = v128.shuffle<i32>(wy, wy, 0, 0, 0, 0);
  const wLower = v128.shuffle<i32>(wy, wy, 1, 1, 1, 1);

  let r0: v128;
  let r1: v128;
  let r2: v128;
  let r3: v128;
  if (left >= 0 && top >= 0 && left + 3 < width && top + 3 < height) {
    const stride: usize = (<usize>width) << 2;
    const base: usize = plate + ((<usize>(top * width + left)) << 2);
    r0 = v128.load(base);
    r1 = v128.load(base + stride);
    r2 = v128.load(base + 2 * stride);
    r3 = v128.load(base + 3 * stride);
  } else {
    r0 = gather(plate, width, height, left, top);
    r1 = gather(plate, width, height, left, top + 1);
    r2 = gather(plate, width, height, left, top + 2);
    r3 = gather(plate, width, height, left, top + 3);
  }
  // Bytes of two rows side by side: r r g g b b a a of pixel 0, then of pixel 1; then 2 and 3.
  const upper01 = v128.shuffle<u8>(r0, r1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const upper23 = v128.shuffle<u8>(
    r0, r1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31,
  );
  const lower01 = v128.shuffle<u8>(r2, r3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const lower23 = v128.shuffle<u8>(
    r2, r3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31,
  );
  const c0 = column(
    i16x8.extend_low_i8x16_u(upper01),
    i16x8.extend_low_i8x16_u(lower01),
    wUpper,
    wLower,
  );
  const c1 = column(
    i16x8.extend_high_i8x16_u(upper01),
    i16x8.extend_high_i8x16_u(lower01),
    wUpper,
    wLower,
  );
  const c2 = column(
    i16x8.extend_low_i8x16_u(upper23),
    i16x8.extend_low_i8x16_u(lower23),
    wUpper,
    wLower,
  );
  const c3 = column(
    i16x8.extend_high_i8x16_u(upper23),
    i16x8.extend_high_i8x16_u(lower23),
    wUpper,
    wLower,
  );
  let sum = f32x4.mul(c0, v128.shuffle<f32>(wx, wx, 0, 0, 0, 0));
  sum = f32x4.add(sum, f32x4.mul(c1, v128.shuffle<f32>(wx, wx, 1, 1, 1, 1)));
  sum = f32x4.add(sum, f32x4.mul(c2, v128.shuffle<f32>(wx, wx, 2, 2, 2, 2)));
  sum = f32x4.add(sum, f32x4.mul(c3, v128.shuffle<f32>(wx, wx, 3, 3, 3, 3)));
  return f32x4.mul(sum, f32x4.splat(1.0 / 16384.0));
}

/** Gain and warmth from lanes 2 and 3 of `cell`. */
// @ts-ignore: decorator
@inline
function shade(colour: v128, cell: v128): v128 {
  const gain = v128.shuffle<f32>(cell, cell, 2, 2, 2, 2);
  const warmth = v128.shuffle<f32>(cell, cell, 3, 3, 3, 3);
  const tint = f32x4.add(f32x4.splat(1), f32x4.mul(warmth, f32x4(1, 0, -1, 0)));
  return f32x4.mul(colour, f32x4.mul(gain, tint));
}

/** f32x4 → four bytes, rounded half up and clamped, in the lowest lane. */
// @ts-ignore: decorator
@inline
function toBytes(value: v128): v128 {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(value, f32x4.splat(0.5))));
  const words = i16x8.narrow_i32x4_s(whole, whole);
  return i8x16.narrow_i16x8_u(words, words);
}

/** Writes a pixel over the frame's by cover/255; alpha becomes 255. */
// @ts-ignore: decorator
@inline
function put(address: usize, value: v128, cover: i32): void {
  let bytes = toBytes(value);
  if (cover != 255) {
    const under = f32x4.convert_i32x4_s(unpack(address));
    const over = f32x4.convert_i32x4_s(
      i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)),
    );
    const share = f32x4.splat(<f32>cover / 255.0);
    bytes = toBytes(f32x4.add(under, f32x4.mul(f32x4.sub(over, under), share)));
  }
  store<i32>(address, i32x4.extract_lane(bytes, 0) | <i32>0xff000000);
}
