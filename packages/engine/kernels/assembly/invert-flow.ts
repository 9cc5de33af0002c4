// Where the nodes of a frame come from. src/render/invert-flow.ts says what it computes and why; here
// four neighbours of a row are looked for side by side, until the last of them is found.

const STEPS: i32 = 3;
const LAST_STEP: i32 = 12;
const GOOD_PX: f32 = 0.04;
/** Below this the map nearly folds. */
const LEAST_DETERMINANT: f32 = 0.15;

/**
 * displacement: address of f32[2·columns·rows], px; logGain: of f32[columns·rows]; cells: of
 * f32[4·(column1 - column0)·(row1 - row0)] for the nodes [column0, column1) × [row0, row1).
 */
export function invertFlow(
  displacement: usize,
  logGain: usize,
  columns: i32,
  rows: i32,
  cellPx: f32,
  originX: f32,
  originY: f32,
  warmth: f32,
  column0: i32,
  row0: i32,
  column1: i32,
  row1: i32,
  cells: usize,
): void {
  const inverseCell = f32x4.splat(1 / cellPx);
  const good = f32x4.splat(GOOD_PX * (1 / cellPx) * (GOOD_PX * (1 / cellPx)));
  const maxColumn = f32x4.splat(<f32>columns - 1.001);
  const maxRow = f32x4.splat(<f32>rows - 1.001);
  const one = f32x4.splat(1);
  const half = f32x4.splat(0.5);
  const folds = f32x4.splat(LEAST_DETERMINANT);
  const rowBytes: usize = (<usize>columns) << 3;
  const gainRowBytes: usize = (<usize>columns) << 2;
  const cellRowBytes: usize = (<usize>(column1 - column0)) << 4;
  let to = cells;
  for (let r = row0; r < row1; r++) {
    const ownRow = f32x4.splat(<f32>r);
    for (let c = column0; c < column1; c += 4) {
      // Beside the last column lie nodes of the next row, or the next buffer: they are not stored.
      const own: usize = displacement + (((<usize>(r * columns + c))) << 3);
      const own01 = v128.load(own);
      const own23 = v128.load(own, 16);
      const ownX = v128.shuffle<f32>(own01, own23, 0, 2, 4, 6);
      const ownY = v128.shuffle<f32>(own01, own23, 1, 3, 5, 7);
      const ownColumn = f32x4.add(f32x4.splat(<f32>c), f32x4(0, 1, 2, 3));
      let x = f32x4.sub(ownColumn, f32x4.mul(ownX, inverseCell));
      let y = f32x4.sub(ownRow, f32x4.mul(ownY, inverseCell));
      let searched = v128.or(f32x4.ne(ownX, f32x4.splat(0)), f32x4.ne(ownY, f32x4.splat(0)));
      if (v128.any_true(searched)) {
        let best = f32x4.splat(f32.MAX_VALUE);
        let bestX = x;
        let bestY = y;
        for (let step = 0; step <= LAST_STEP; step++) {
          if (step == STEPS + 1) {
            if (r == row0) break;
            const above = to - cellRowBytes;
            const above01 = v128.shuffle<f32>(v128.load(above), v128.load(above, 16), 0, 4, 1, 5);
            const above23 = v128.shuffle<f32>(v128.load(above, 32), v128.load(above, 48), 0, 4, 1, 5);
            const aboveX = v128.shuffle<i64>(above01, above23, 0, 2);
            const aboveY = v128.shuffle<i64>(above01, above23, 1, 3);
            x = f32x4.mul(f32x4.sub(aboveX, f32x4.splat(originX)), inverseCell);
            y = f32x4.mul(f32x4.sub(aboveY, f32x4.splat(originY)), inverseCell);
          }
          const column = inside(x, maxColumn);
          const row = inside(y, maxRow);
          const left = i32x4.trunc_sat_f32x4_s(column);
          const top = i32x4.trunc_sat_f32x4_s(row);
          const fx = f32x4.sub(column, f32x4.convert_i32x4_s(left));
          const fy = f32x4.sub(row, f32x4.convert_i32x4_s(top));
          const nodes = i32x4.shl(i32x4.add(i32x4.mul(top, i32x4.splat(columns)), left), 3);
          const at0: usize = displacement + <usize>i32x4.extract_lane(nodes, 0);
          const at1: usize = displacement + <usize>i32x4.extract_lane(nodes, 1);
          const at2: usize = displacement + <usize>i32x4.extract_lane(nodes, 2);
          const at3: usize = displacement + <usize>i32x4.extract_lane(nodes, 3);
          // Of each, x and y of the node on the left, then of that on the right.
          const upper0 = v128.load(at0);
          const upper1 = v128.load(at1);
          const upper2 = v128.load(at2);
          const upper3 = v128.load(at3);
          const down0 = f32x4.sub(v128.load(at0 + rowBytes), upper0);
          const down1 = f32x4.sub(v128.load(at1 + rowBytes), upper1);
          const down2 = f32x4.sub(v128.load(at2 + rowBytes), upper2);
          const down3 = f32x4.sub(v128.load(at3 + rowBytes), upper3);
          const upperLeft01 = v128.shuffle<f32>(upper0, upper1, 0, 4, 1, 5);
          const upperLeft23 = v128.shuffle<f32>(upper2, upper3, 0, 4, 1, 5);
          const upperRight01 = v128.shuffle<f32>(upper0, upper1, 2, 6, 3, 7);
          const upperRight23 = v128.shuffle<f32>(upper2, upper3, 2, 6, 3, 7);
          const downLeft01 = v128.shuffle<f32>(down0, down1, 0, 4, 1, 5);
          const downLeft23 = v128.shuffle<f32>(down2, down3, 0, 4, 1, 5);
          const downRight01 = v128.shuffle<f32>(down0, down1, 2, 6, 3, 7);
          const downRight23 = v128.shuffle<f32>(down2, down3, 2, 6, 3, 7);
          const downX = v128.shuffle<i64>(downLeft01, downLeft23, 0, 2);
          const downY = v128.shuffle<i64>(downLeft01, downLeft23, 1, 3);
          const downRightX = v128.shuffle<i64>(downRight01, downRight23, 0, 2);
          const downRightY = v128.shuffle<i64>(downRight01, downRight23, 1, 3);
          const leftX = along(v128.shuffle<i64>(upperLeft01, upperLeft23, 0, 2), downX, fy);
          const leftY = along(v128.shuffle<i64>(upperLeft01, upperLeft23, 1, 3), downY, fy);
          const rightX = along(v128.shuffle<i64>(upperRight01, upperRight23, 0, 2), downRightX, fy);
          const rightY = along(v128.shuffle<i64>(upperRight01, upperRight23, 1, 3), downRightY, fy);
          const acrossX = f32x4.sub(rightX, leftX);
          const acrossY = f32x4.sub(rightY, leftY);
          const errorX = f32x4.sub(along(x, along(leftX, acrossX, fx), inverseCell), ownColumn);
          const errorY = f32x4.sub(along(y, along(leftY, acrossY, fx), inverseCell), ownRow);
          const error = f32x4.add(f32x4.mul(errorX, errorX), f32x4.mul(errorY, errorY));
          const better = v128.and(f32x4.lt(error, best), searched);
          best = v128.bitselect(error, best, better);
          bestX = v128.bitselect(x, bestX, better);
          bestY = v128.bitselect(y, bestY, better);
          searched = v128.andnot(searched, f32x4.lt(error, good));
          if (!v128.any_true(searched)) break;
          if (step == STEPS) continue;
          const xx = along(one, acrossX, inverseCell);
          const yx = f32x4.mul(acrossY, inverseCell);
          const xy = f32x4.mul(along(downX, f32x4.sub(downRightX, downX), fx), inverseCell);
          const yy = along(one, along(downY, f32x4.sub(downRightY, downY), fx), inverseCell);
          const determinant = f32x4.sub(f32x4.mul(xx, yy), f32x4.mul(xy, yx));
          const leaps = f32x4.lt(determinant, folds);
          const inverse = f32x4.div(one, determinant);
          const stepX = f32x4.sub(f32x4.mul(yy, errorX), f32x4.mul(xy, errorY));
          const stepY = f32x4.sub(f32x4.mul(xx, errorY), f32x4.mul(yx, errorX));
          x = f32x4.sub(x, v128.bitselect(f32x4.mul(half, errorX), f32x4.mul(stepX, inverse), leaps));
          y = f32x4.sub(y, v128.bitselect(f32x4.mul(half, errorY), f32x4.mul(stepY, inverse), leaps));
        }
        x = bestX;
        y = bestY;
      }
      const column = inside(x, maxColumn);
      const row = inside(y, maxRow);
      const left = i32x4.trunc_sat_f32x4_s(column);
      const top = i32x4.trunc_sat_f32x4_s(row);
      const fx = f32x4.sub(column, f32x4.convert_i32x4_s(left));
      const fy = f32x4.sub(row, f32x4.convert_i32x4_s(top));
      const gains = i32x4.shl(i32x4.add(i32x4.mul(top, i32x4.splat(columns)), left), 2);
      const upperGain = gainAlong(logGain, gains, fx);
      const lowerGain = gainAlong(logGain + gainRowBytes, gains, fx);
      const shade = along(upperGain, f32x4.sub(lowerGain, upperGain), fy);
      const placeX = along(f32x4.splat(originX), x, f32x4.splat(cellPx));
      const placeY = along(f32x4.splat(originY), y, f32x4.splat(cellPx));
      const warm = f32x4.mul(f32x4.neg(shade), f32x4.splat(warmth));
      let gain = one;
      if (v128.any_true(f32x4.ne(shade, f32x4.splat(0)))) {
        gain = f32x4.replace_lane(gain, 0, expOf(f32x4.extract_lane(shade, 0)));
        gain = f32x4.replace_lane(gain, 1, expOf(f32x4.extract_lane(shade, 1)));
        gain = f32x4.replace_lane(gain, 2, expOf(f32x4.extract_lane(shade, 2)));
        gain = f32x4.replace_lane(gain, 3, expOf(f32x4.extract_lane(shade, 3)));
      }
      const count = column1 - c;
      const place01 = v128.shuffle<f32>(placeX, placeY, 0, 4, 1, 5);
      const place23 = v128.shuffle<f32>(placeX, placeY, 2, 6, 3, 7);
      const light01 = v128.shuffle<f32>(gain, warm, 0, 4, 1, 5);
      const light23 = v128.shuffle<f32>(gain, warm, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<i64>(place01, light01, 0, 2));
      if (count > 1) v128.store(to, v128.shuffle<i64>(place01, light01, 1, 3), 16);
      if (count > 2) v128.store(to, v128.shuffle<i64>(place23, light23, 0, 2), 32);
      if (count > 3) v128.store(to, v128.shuffle<i64>(place23, light23, 1, 3), 48);
      to += (<usize>min(count, 4)) << 4;
    }
  }
}

// @ts-ignore: decorator
@inline
function inside(position: v128, most: v128): v128 {
  return f32x4.min(f32x4.max(position, f32x4.splat(0)), most);
}

/** a + b·share */
// @ts-ignore: decorator
@inline
function along(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(b, share));
}

/** Between the gains of four nodes, at these bytes from `row`, and those beside them. */
// @ts-ignore: decorator
@inline
function gainAlong(row: usize, bytes: v128, share: v128): v128 {
  const at0: usize = row + <usize>i32x4.extract_lane(bytes, 0);
  const at1: usize = row + <usize>i32x4.extract_lane(bytes, 1);
  const at2: usize = row + <usize>i32x4.extract_lane(bytes, 2);
  const at3: usize = row + <usize>i32x4.extract_lane(bytes, 3);
  const pairs01 = v128.load64_lane(at1, v128.load64_zero(at0), 1);
  const pairs23 = v128.load64_lane(at3, v128.load64_zero(at2), 1);
  const here = v128.shuffle<f32>(pairs01, pairs23, 0, 2, 4, 6);
  const beside = v128.shuffle<f32>(pairs01, pairs23, 1, 3, 5, 7);
  return along(here, f32x4.sub(beside, here), share);
}

// @ts-ignore: decorator
@inline
function expOf(shade: f32): f32 {
  return shade == 0 ? 1 : <f32>Mathf.exp(shade);
}
