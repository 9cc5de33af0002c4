// Bicubic warp of RGBA pixels along a coarse grid, four at a time. src/render/kernels/kernels-reference.ts says
// what it computes; it errs by less than 0.1 level.

import {
  clamp,
  constant,
  EDGE_TAPS,
  gather,
  HALF,
  ONE,
  OPAQUE,
  OUTLINE_FROM,
  OUTLINE_STEEPNESS,
  ROUND,
  ROUND_PLUS_1,
  storeWeights,
  sum,
  WEIGHTS,
  wholeNumbers,
  ZERO,
} from './cubic';
import { addBehind, overGround, put } from './lay-over';

const IDENTITY_TOLERANCE_PX: f32 = 1.0 / 4096.0;
/** Sampled shares from here on count as whole: weights add up to 1 within their rounding only. */
const WHOLE_SHARE: f32 = 254.75;

/**
 * Warps the pixels [x0, x1) × [y0, y1) of a frame of width × height.
 * plate, ground, frame: addresses of u8[4·W·H]; coverage: address of u8[W·H], 0 for none;
 * cells: address of f32[4·columns·rows]; scratch: address of as many bytes as
 * 24·(width + 4) + 32·columns.
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
  scratch: usize,
  ground: usize,
): void {
  // Of each node of a row: its values, and what is added to them up to the next node.
  const nodes = scratch;
  const positions: usize = nodes + ((<usize>columns) << 5);
  // Of each pixel of a row: where its left node lies in `nodes`, and how far the pixel is from it.
  const places: usize = positions + ((<usize>(width + 4)) << 4);
  for (let x = x0; x < x1; x++) {
    const u: f32 = (<f32>x + 0.5 - originX) / cellPx;
    const column: i32 = clamp(<i32>floor(u), 0, columns - 2);
    const place: usize = places + ((<usize>x) << 3);
    store<i32>(place, column << 5);
    store<f32>(place, u - <f32>column, 4);
  }

  for (let y = y0; y < y1; y++) {
    const rowStart = y * width;
    let from = x0;
    let to = x1;
    if (coverage != 0) {
      const cover: usize = coverage + <usize>rowStart;
      while (from < to && load<u8>(cover + <usize>from) == 0) from++;
      while (to > from && load<u8>(cover + <usize>(to - 1)) == 0) to--;
    }
    if (from >= to) continue;

    const centreY: f32 = <f32>y + 0.5;
    const v: f32 = (centreY - originY) / cellPx;
    const cellRow: i32 = clamp(<i32>floor(v), 0, rows - 2);
    const fv = f32x4.splat(v - <f32>cellRow);
    const upper: usize = cells + ((<usize>(cellRow * columns)) << 4);
    const lower: usize = upper + ((<usize>columns) << 4);
    let first = load<i32>(places + ((<usize>from) << 3)) >> 5;
    let last = load<i32>(places + ((<usize>(to - 1)) << 3)) >> 5;
    let at: usize = (<usize>first) << 4;
    let a = mix(v128.load(upper + at), v128.load(lower + at), fv);
    for (let c = first; c <= last; c++) {
      at = (<usize>(c + 1)) << 4;
      const b = mix(v128.load(upper + at), v128.load(lower + at), fv);
      const node: usize = nodes + ((<usize>c) << 5);
      v128.store(node, a);
      v128.store(node, f32x4.sub(b, a), 16);
      a = b;
    }

    // Cells at rest at both ends of the row are copied.
    while (first <= last && cellRests(nodes, first, originX, cellPx, centreY)) first++;
    while (last > first && cellRests(nodes, last, originX, cellPx, centreY)) last--;
    const moveFrom = min(to, max(from, <i32>ceil(originX + <f32>first * cellPx - 0.5)));
    let moveTo = to;
    if (last < columns - 2) {
      moveTo = min(to, max(moveFrom, <i32>ceil(originX + <f32>(last + 1) * cellPx - 0.5)));
    }
    copySpan(plate, ground, frame, coverage, rowStart, from, moveFrom);
    if (moveFrom >= to) continue;
    copySpan(plate, ground, frame, coverage, rowStart, moveTo, to);

    const plain = f32x4(0, 0, 1, 0);
    let shading = i32x4.splat(0);
    for (let c = first; c <= last; c++) {
      const node: usize = nodes + ((<usize>c) << 5);
      const changed = v128.or(f32x4.ne(v128.load(node), plain), v128.load(node, 16));
      shading = v128.or(shading, changed);
    }
    let out = positions;
    for (let x = moveFrom; x < moveTo; x++, out += 16) {
      const place: usize = places + ((<usize>x) << 3);
      const node: usize = nodes + <usize>load<i32>(place);
      const along = f32x4.mul(v128.load(node, 16), v128.load32_splat(place, 4));
      v128.store(out, f32x4.add(v128.load(node), along));
    }
    const shaded = i64x2.extract_lane(shading, 1) != 0;
    warpSpan(
      plate,
      ground,
      frame,
      coverage,
      width,
      height,
      rowStart,
      moveFrom,
      moveTo,
      positions,
      shaded,
    );
  }
}

/** Whether both nodes of a row's cell keep their place and their colour. */
// @ts-ignore: decorator
@inline
function cellRests(nodes: usize, column: i32, originX: f32, cellPx: f32, centreY: f32): bool {
  const node: usize = nodes + ((<usize>column) << 5);
  const a = v128.load(node);
  const own = f32x4(originX + <f32>column * cellPx, centreY, 1, 0);
  const step = f32x4.replace_lane(f32x4.splat(0), 0, cellPx);
  return near(a, own) && near(v128.load(node, 16), step);
}

/** Pixels [x, end) of a row, for positions f32[4·(end − x)], which are padded to whole fours. */
function warpSpan(
  plate: usize,
  ground: usize,
  frame: usize,
  coverage: usize,
  width: i32,
  height: i32,
  rowStart: i32,
  x: i32,
  end: i32,
  positions: usize,
  shaded: bool,
): void {
  const lastLeft = i32x4.splat(width - 4);
  const lastTop = i32x4.splat(height - 4);
  const padding: usize = positions + ((<usize>(end - x)) << 4);
  const lastPosition = v128.load(padding - 16);
  v128.store(padding, lastPosition);
  v128.store(padding, lastPosition, 16);
  v128.store(padding, lastPosition, 32);
  for (; x < end; x += 4, positions += 64) {
    const pixel: usize = <usize>(rowStart + x);
    if (coverage != 0 && x + 4 <= end && load<u32>(coverage + pixel) == 0) continue;

    const q0 = v128.load(positions);
    const q1 = v128.load(positions, 16);
    const q2 = v128.load(positions, 32);
    const q3 = v128.load(positions, 48);
    const xy01 = v128.shuffle<f32>(q0, q1, 0, 4, 1, 5);
    const xy23 = v128.shuffle<f32>(q2, q3, 0, 4, 1, 5);
    const half = constant(HALF);
    const sx = f32x4.sub(v128.shuffle<i64>(xy01, xy23, 0, 2), half);
    const sy = f32x4.sub(v128.shuffle<i64>(xy01, xy23, 1, 3), half);
    const floorX = f32x4.floor(sx);
    const floorY = f32x4.floor(sy);
    // Adding 1.5·2^23 leaves a whole number in the low bits of the float's pattern.
    const lefts = i32x4.sub(f32x4.add(floorX, constant(ROUND)), constant(ROUND_PLUS_1));
    const tops = i32x4.sub(f32x4.add(floorY, constant(ROUND)), constant(ROUND_PLUS_1));
    const fx = f32x4.sub(sx, floorX);
    const fy = f32x4.sub(sy, floorY);
    storeWeights(fx, fy, false);

    let p0: usize;
    let p1: usize;
    let p2: usize;
    let p3: usize;
    let stride: usize;
    const inside = v128.and(
      v128.and(i32x4.le_s(lefts, lastLeft), i32x4.le_s(tops, lastTop)),
      i32x4.ge_s(i32x4.min_s(lefts, tops), i32x4.splat(0)),
    );
    if (i32x4.all_true(inside)) {
      stride = (<usize>width) << 2;
      const offsets = i32x4.shl(i32x4.add(i32x4.mul(tops, i32x4.splat(width)), lefts), 2);
      p0 = plate + <usize>i32x4.extract_lane(offsets, 0);
      p1 = plate + <usize>i32x4.extract_lane(offsets, 1);
      p2 = plate + <usize>i32x4.extract_lane(offsets, 2);
      p3 = plate + <usize>i32x4.extract_lane(offsets, 3);
    } else {
      stride = 16;
      p0 = EDGE_TAPS;
      p1 = EDGE_TAPS + 64;
      p2 = EDGE_TAPS + 128;
      p3 = EDGE_TAPS + 192;
      gather(p0, plate, width, height, i32x4.extract_lane(lefts, 0), i32x4.extract_lane(tops, 0));
      gather(p1, plate, width, height, i32x4.extract_lane(lefts, 1), i32x4.extract_lane(tops, 1));
      gather(p2, plate, width, height, i32x4.extract_lane(lefts, 2), i32x4.extract_lane(tops, 2));
      gather(p3, plate, width, height, i32x4.extract_lane(lefts, 3), i32x4.extract_lane(tops, 3));
    }

    let c0 = sum(p0, stride, WEIGHTS);
    let c1 = sum(p1, stride, WEIGHTS + 4);
    let c2 = sum(p2, stride, WEIGHTS + 8);
    let c3 = sum(p3, stride, WEIGHTS + 12);
    let shares = fourthsOf(c0, c1, c2, c3);
    const soft = softnessOf(shares);
    if (v128.any_true(soft)) {
      storeWeights(fx, fy, true);
      c0 = mix(c0, sum(p0, stride, WEIGHTS), v128.shuffle<f32>(soft, soft, 0, 0, 0, 0));
      c1 = mix(c1, sum(p1, stride, WEIGHTS + 4), v128.shuffle<f32>(soft, soft, 1, 1, 1, 1));
      c2 = mix(c2, sum(p2, stride, WEIGHTS + 8), v128.shuffle<f32>(soft, soft, 2, 2, 2, 2));
      c3 = mix(c3, sum(p3, stride, WEIGHTS + 12), v128.shuffle<f32>(soft, soft, 3, 3, 3, 3));
      shares = fourthsOf(c0, c1, c2, c3);
    }
    if (shaded) {
      const gw01 = v128.shuffle<f32>(q0, q1, 2, 6, 3, 7);
      const gw23 = v128.shuffle<f32>(q2, q3, 2, 6, 3, 7);
      const gain = v128.shuffle<i64>(gw01, gw23, 0, 2);
      const warmth = v128.shuffle<i64>(gw01, gw23, 1, 3);
      const shift = f32x4.mul(gain, warmth);
      c0 = shade(
        c0,
        v128.shuffle<f32>(gain, gain, 0, 0, 0, 0),
        v128.shuffle<f32>(shift, shift, 0, 0, 0, 0),
      );
      c1 = shade(
        c1,
        v128.shuffle<f32>(gain, gain, 1, 1, 1, 1),
        v128.shuffle<f32>(shift, shift, 1, 1, 1, 1),
      );
      c2 = shade(
        c2,
        v128.shuffle<f32>(gain, gain, 2, 2, 2, 2),
        v128.shuffle<f32>(shift, shift, 2, 2, 2, 2),
      );
      c3 = shade(
        c3,
        v128.shuffle<f32>(gain, gain, 3, 3, 3, 3),
        v128.shuffle<f32>(shift, shift, 3, 3, 3, 3),
      );
    }
    // Where alpha overshoots, so does what it leaves of the ground: together they are as they should be.
    const behind = f32x4.sub(constant(OPAQUE), shares);
    if (v128.any_true(f32x4.gt(f32x4.abs(behind), f32x4.splat(<f32>255 - WHOLE_SHARE)))) {
      const rest = f32x4.mul(behind, f32x4.splat(1.0 / 255.0));
      // The last pixels of the last row: what lies beyond is the next buffer's, and not used.
      const under = v128.load(ground + (pixel << 2));
      const low = i16x8.extend_low_i8x16_u(under);
      const high = i16x8.extend_high_i8x16_u(under);
      c0 = addBehind(c0, i32x4.extend_low_i16x8_u(low), v128.shuffle<f32>(rest, rest, 0, 0, 0, 0));
      c1 = addBehind(c1, i32x4.extend_high_i16x8_u(low), v128.shuffle<f32>(rest, rest, 1, 1, 1, 1));
      c2 = addBehind(c2, i32x4.extend_low_i16x8_u(high), v128.shuffle<f32>(rest, rest, 2, 2, 2, 2));
      c3 = addBehind(
        c3,
        i32x4.extend_high_i16x8_u(high),
        v128.shuffle<f32>(rest, rest, 3, 3, 3, 3),
      );
    }
    const colours = i8x16.narrow_i16x8_u(
      i16x8.narrow_i32x4_s(wholeNumbers(c0), wholeNumbers(c1)),
      i16x8.narrow_i32x4_s(wholeNumbers(c2), wholeNumbers(c3)),
    );
    put(frame + (pixel << 2), colours, coverage == 0 ? 0 : coverage + pixel, end - x);
  }
}

/** a·(1 − t) + b·t, exact where a equals b. */
// @ts-ignore: decorator
@inline
function mix(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), t));
}

/** The last of each of four vectors. */
// @ts-ignore: decorator
@inline
function fourthsOf(c0: v128, c1: v128, c2: v128, c3: v128): v128 {
  const c01 = v128.shuffle<f32>(c0, c1, 3, 7, 3, 7);
  return v128.shuffle<i64>(c01, v128.shuffle<f32>(c2, c3, 3, 7, 3, 7), 0, 2);
}

/** How much of the softer cubic goes in, 0..1: see softness01. Exactly 0 away from outlines. */
// @ts-ignore: decorator
@inline
function softnessOf(shares: v128): v128 {
  const behind = f32x4.abs(f32x4.sub(shares, constant(OPAQUE)));
  const off = f32x4.sub(f32x4.min(f32x4.abs(shares), behind), constant(OUTLINE_FROM));
  const past = f32x4.mul(off, constant(OUTLINE_STEEPNESS));
  return f32x4.min(f32x4.max(past, constant(ZERO)), constant(ONE));
}

// @ts-ignore: decorator
@inline
function near(a: v128, b: v128): bool {
  const close = f32x4.lt(f32x4.abs(f32x4.sub(a, b)), f32x4.splat(IDENTITY_TOLERANCE_PX));
  return i32x4.all_true(close);
}

/** Colour times gain, red and blue shifted by ± gain·warmth. */
// @ts-ignore: decorator
@inline
function shade(colour: v128, gain: v128, shift: v128): v128 {
  return f32x4.mul(colour, f32x4.add(gain, f32x4.mul(shift, f32x4(1, 0, -1, 0))));
}

/** The plate's own pixels [x, end) of a row over the ground, blended over the frame. */
function copySpan(
  plate: usize,
  ground: usize,
  frame: usize,
  coverage: usize,
  row: i32,
  x: i32,
  end: i32,
): void {
  for (; x < end; x += 4) {
    const pixel: usize = <usize>(row + x);
    if (coverage != 0 && x + 4 <= end && load<u32>(coverage + pixel) == 0) continue;
    const colours = overGround(plate + (pixel << 2), ground + (pixel << 2));
    put(frame + (pixel << 2), colours, coverage == 0 ? 0 : coverage + pixel, end - x);
  }
}
