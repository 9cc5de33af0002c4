import { distanceToArea } from '../../math/chamfer-distance.ts';

/** Nearer to the ground than this nothing is softened, cells; from there on by this part of a cell's depth. */
const CRISP_CELLS = 2;
const SOFTENS = 0.3;
const MOST_CELLS = 7;

/**
 * Softens what a ground has run to, the more the deeper it lies behind the subject: edges that run on
 * know their way for a while, and where several meet they are patches that nobody would take for a ground.
 *
 * @param colours f32[3·N], 0..1, as from `runOnGround`
 * @param ground f32[N]: 1 on cells that are ground beyond doubt, which stay; else 0
 * @param reach cells, as far as which it ran on
 */
export function softenDeep(
  colours: Float32Array,
  ground: Float32Array,
  columns: number,
  rows: number,
  reach: number,
): Float32Array {
  const depth = distanceToArea(ground, columns, rows);
  const known = depth.map((d) => (d <= reach ? 1 : 0));
  const out = colours.slice();
  for (let r = 0, i = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, i++) {
      const radius = Math.min(MOST_CELLS, SOFTENS * (depth[i]! - CRISP_CELLS));
      if (radius <= 0 || known[i] === 0) continue;
      mixAround(colours, known, columns, rows, c, r, radius, out);
    }
  }
  return out;
}

/** Mean of known cells around one, those within `radius` most. */
function mixAround(
  colours: Float32Array,
  known: Float32Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
  radius: number,
  out: Float32Array,
): void {
  const far = Math.ceil(radius);
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (let y = Math.max(0, row - far); y <= Math.min(rows - 1, row + far); y++) {
    for (let x = Math.max(0, column - far); x <= Math.min(columns - 1, column + far); x++) {
      const at = y * columns + x;
      if (known[at] === 0) continue;
      // A disc whose edge grows with its radius: nothing jumps where it takes in another cell.
      const weight = Math.min(1, radius + 0.5 - Math.hypot(x - column, y - row));
      if (weight <= 0) continue;
      total += weight;
      red += weight * colours[3 * at]!;
      green += weight * colours[3 * at + 1]!;
      blue += weight * colours[3 * at + 2]!;
    }
  }
  if (total === 0) return;
  const to = 3 * (row * columns + column);
  out[to] = red / total;
  out[to + 1] = green / total;
  out[to + 2] = blue / total;
}
