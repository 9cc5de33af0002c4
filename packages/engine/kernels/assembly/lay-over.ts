// Pixels laid over others: the plate over the ground, and what was drawn over the frame.

const OPAQUE: i32 = 0xff000000;

/** A colour over the share of the ground that shows behind it. */
// @ts-ignore: decorator
@inline
export function addBehind(colour: v128, ground: v128, share: v128): v128 {
  return f32x4.add(colour, f32x4.mul(f32x4.convert_i32x4_s(ground), share));
}

/** Four pixels of the plate over the ground behind them: colours are shares already. */
// @ts-ignore: decorator
@inline
export function overGround(plate: usize, ground: usize): v128 {
  const colours = v128.load(plate);
  if (i32x4.all_true(i32x4.ge_u(colours, i32x4.splat(OPAQUE)))) return colours;
  const under = v128.load(ground);
  const behind = v128.not(
    i8x16.swizzle(colours, i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)),
  );
  const shown = i8x16.narrow_i16x8_u(
    by255(i16x8.extmul_low_i8x16_u(under, behind)),
    by255(i16x8.extmul_high_i8x16_u(under, behind)),
  );
  return i8x16.add_sat_u(colours, shown);
}

/**
 * The plate over the ground, both unmoved: the pixels [x0, x1) × [y0, y1) of frames of `width`,
 * u8[4·W·H] each.
 */
export function overlay(
  plate: usize,
  ground: usize,
  frame: usize,
  width: i32,
  x0: i32,
  y0: i32,
  x1: i32,
  y1: i32,
): void {
  for (let y = y0; y < y1; y++) {
    const end: usize = (<usize>(y * width + x1)) << 2;
    for (let at: usize = (<usize>(y * width + x0)) << 2; at < end; at += 16) {
      const count = <i32>((end - at) >> 2);
      put(frame + at, overGround(plate + at, ground + at), 0, count);
    }
  }
}

/** Writes up to four pixels over the frame's by coverage/255 (0: no coverage); alpha is 255. */
// @ts-ignore: decorator
@inline
export function put(address: usize, colours: v128, coverage: usize, count: i32): void {
  if (coverage != 0 && load<u32>(coverage) != 0xffffffff) {
    const cover = i8x16.swizzle(
      v128.load32_zero(coverage),
      i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
    );
    const under = v128.load(address);
    const rest = v128.not(cover);
    colours = i8x16.narrow_i16x8_u(
      by255(
        i16x8.add(
          i16x8.extmul_low_i8x16_u(colours, cover),
          i16x8.extmul_low_i8x16_u(under, rest),
        ),
      ),
      by255(
        i16x8.add(
          i16x8.extmul_high_i8x16_u(colours, cover),
          i16x8.extmul_high_i8x16_u(under, rest),
        ),
      ),
    );
  }
  colours = v128.or(colours, i32x4.splat(OPAQUE));
  if (count >= 4) {
    v128.store(address, colours);
  } else {
    if (count & 2) {
      v128.store64_lane(address, colours, 0);
      if (count & 1) v128.store32_lane(address, colours, 2, 8);
    } else {
      v128.store32_lane(address, colours, 0);
    }
  }
}

/** u16x8 in 0..255² → its 255th, rounded. */
// @ts-ignore: decorator
@inline
function by255(product: v128): v128 {
  const raised = i16x8.add(product, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(raised, i16x8.shr_u(raised, 8)), 8);
}
