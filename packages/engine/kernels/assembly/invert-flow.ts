// Where the nodes of a frame come from. src/render/invert-flow.ts says what it computes and why;
// here one load brings two neighbouring nodes, and both components of both go side by side.

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
  const inverseCell: f32 = 1 / cellPx;
  const good: f32 = GOOD_PX * inverseCell * (GOOD_PX * inverseCell);
  const maxColumn: f32 = <f32>columns - 1.001;
  const maxRow: f32 = <f32>rows - 1.001;
  const rowBytes: usize = (<usize>columns) << 3;
  const gainRowBytes: usize = (<usize>columns) << 2;
  const cellRowBytes: usize = (<usize>(column1 - column0)) << 4;
  let to = cells;
  for (let r = row0; r < row1; r++) {
    for (let c = column0; c < column1; c++) {
      const own: usize = displacement + (((<usize>(r * columns + c))) << 3);
      let x: f32 = <f32>c - load<f32>(own) * inverseCell;
      let y: f32 = <f32>r - load<f32>(own, 4) * inverseCell;
      if (load<f32>(own) != 0 || load<f32>(own, 4) != 0) {
        let best: f32 = f32.MAX_VALUE;
        let bestX = x;
        let bestY = y;
        for (let step = 0; step <= LAST_STEP; step++) {
          if (step == STEPS + 1) {
            if (r == row0) break;
            x = (load<f32>(to - cellRowBytes) - originX) * inverseCell;
            y = (load<f32>(to - cellRowBytes, 4) - originY) * inverseCell;
          }
          const column = inside(x, maxColumn);
          const row = inside(y, maxRow);
          const left = <i32>column;
          const top = <i32>row;
          const fx = column - <f32>left;
          const at: usize = displacement + (((<usize>(top * columns + left))) << 3);
          const upper = v128.load(at);
          const down = f32x4.sub(v128.load(at + rowBytes), upper);
          const mid = f32x4.add(upper, f32x4.mul(down, f32x4.splat(row - <f32>top)));
          const leftX = f32x4.extract_lane(mid, 0);
          const leftY = f32x4.extract_lane(mid, 1);
          const acrossX = f32x4.extract_lane(mid, 2) - leftX;
          const acrossY = f32x4.extract_lane(mid, 3) - leftY;
          const errorX: f32 = x + (leftX + acrossX * fx) * inverseCell - <f32>c;
          const errorY: f32 = y + (leftY + acrossY * fx) * inverseCell - <f32>r;
          const error: f32 = errorX * errorX + errorY * errorY;
          if (error < best) {
            best = error;
            bestX = x;
            bestY = y;
          }
          if (error < good) break;
          if (step == STEPS) continue;
          const downX = f32x4.extract_lane(down, 0);
          const downY = f32x4.extract_lane(down, 1);
          const xx: f32 = 1 + acrossX * inverseCell;
          const yx: f32 = acrossY * inverseCell;
          const xy: f32 = (downX + (f32x4.extract_lane(down, 2) - downX) * fx) * inverseCell;
          const yy: f32 = 1 + (downY + (f32x4.extract_lane(down, 3) - downY) * fx) * inverseCell;
          const determinant: f32 = xx * yy - xy * yx;
          if (determinant < LEAST_DETERMINANT) {
            x -= 0.5 * errorX;
            y -= 0.5 * errorY;
          } else {
            const inverse: f32 = 1 / determinant;
            x -= (yy * errorX - xy * errorY) * inverse;
            y -= (xx * errorY - yx * errorX) * inverse;
          }
        }
        x = bestX;
        y = bestY;
      }
      const column = inside(x, maxColumn);
      const row = inside(y, maxRow);
      const left = <i32>column;
      const top = <i32>row;
      const fx = column - <f32>left;
      const fy = row - <f32>top;
      const gain: usize = logGain + (((<usize>(top * columns + left))) << 2);
      const upperGain = mix(load<f32>(gain), load<f32>(gain, 4), fx);
      const lowerGain = mix(load<f32>(gain + gainRowBytes), load<f32>(gain + gainRowBytes, 4), fx);
      const shade = mix(upperGain, lowerGain, fy);
      store<f32>(to, originX + x * cellPx);
      store<f32>(to, originY + y * cellPx, 4);
      store<f32>(to, shade == 0 ? 1 : <f32>Mathf.exp(shade), 8);
      store<f32>(to, -shade * warmth, 12);
      to += 16;
    }
  }
}

// @ts-ignore: decorator
@inline
function inside(position: f32, most: f32): f32 {
  return min(max(position, 0), most);
}

// @ts-ignore: decorator
@inline
function mix(a: f32, b: f32, share: f32): f32 {
  return a + (b - a) * share;
}
