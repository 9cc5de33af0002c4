import { distanceToArea } from '../../math/chamfer-distance.ts';
import type { MatteCells } from './guided-matte.ts';

/** Cells around one that it takes its colour from. */
const NEAR = 3;
/** Slopes, 0..1 per cell squared, from which edges lead; below, all around counts alike. */
const LEAST_SLOPE = 2e-5;
/** How far beside its line an edge is taken from where it leads, cells. */
const LINE_CELLS = 0.3;
/** How far it is where nothing leads. */
const ANY_CELLS = 6;
/** A step along an edge that leads takes this much less of the time that others take. */
const HASTE = 0.85;
/** Parts of a cell's time that are told apart. */
const TICKS = 8;
/** Radius of the surroundings whose slopes lead, cells. */
const SLOPES = 3;

/**
 * Lets a ground run on where it ends, colours and edges alike: cell by cell from the ground inwards,
 * each is a mean of those around it that are known by then, above all of those that lie along the
 * edges there (coherence transport: Bornemann and März 2007). Edges run on the way they come, ahead
 * of what lies beside them, so that even those go on that meet the outline at a small angle; plain
 * colours and slopes run into each other.
 *
 * @param ground f32[N]: 1 on cells that are ground beyond doubt, else 0
 * @param reach cells, as far as which it runs on
 * @returns f32[3·N]: colours, 0..1; what is beyond is the cells' own
 */
export function runOnGround(cells: MatteCells, ground: Float32Array, reach: number): Float32Array {
  const { columns, rows } = cells;
  const count = columns * rows;
  const front = new Front(cells, ground, distanceToArea(ground, columns, rows), reach);
  const { filled, time, queue } = front;
  for (let i = 0; i < count; i++) {
    if (ground[i] === 0) continue;
    time[i] = 0;
    front.tell(i);
  }
  for (let tick = 0; tick < queue.length; tick++) {
    const due = queue[tick];
    for (let k = 0; due && k < due.length; k++) {
      const i = due[k]!;
      if (filled[i] === 1) continue;
      front.fill(i);
      front.tell(i);
    }
  }
  return front.colours;
}

/** Where the ground has run to. */
class Front {
  /** u8[N]: 1 where a cell is known. */
  readonly filled: Uint8Array;
  /** Steps to the cells of a disc, the eight next to its middle first: x, y, one over their lengths. */
  readonly stepsX: Int32Array;
  readonly stepsY: Int32Array;
  readonly nearness: Float64Array;
  /** What they add to a cell's number. */
  readonly offsets: Int32Array;
  /** 0..1: how much edges lead, and a unit vector across them. */
  led = 0;
  acrossX = 1;
  acrossY = 0;
  /** f32[3·N]: 0..1. */
  readonly colours: Float32Array;
  /** f32[3·N]: mean squares and product of the slopes around a cell, where they were asked for. */
  readonly slopes: Float32Array;
  /** When each cell is reached, and the cells that are by tick. */
  readonly time: Float32Array;
  readonly queue: number[][] = [];
  readonly #depth: Float32Array;
  readonly #reach: number;
  readonly #ground: Float32Array;
  readonly #measured: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;
  /** The steps to cells that are known. */
  readonly #known: Uint8Array;

  constructor(
    { columns, rows, colours }: MatteCells,
    ground: Float32Array,
    depth: Float32Array,
    reach: number,
  ) {
    this.time = new Float32Array(ground.length).fill(Number.POSITIVE_INFINITY);
    this.#depth = depth;
    this.#reach = reach;
    this.colours = colours.slice();
    this.slopes = new Float32Array(colours.length);
    this.#ground = ground;
    this.#measured = new Uint8Array(ground.length);
    this.#columns = columns;
    this.#rows = rows;
    this.filled = Uint8Array.from(ground);
    const steps: [number, number][] = [];
    for (let dy = -NEAR; dy <= NEAR; dy++) {
      for (let dx = -NEAR; dx <= NEAR; dx++) {
        const length = Math.hypot(dx, dy);
        if (length > 0 && length < NEAR + 0.5) steps.push([dx, dy]);
      }
    }
    steps.sort((a, b) => a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2);
    this.stepsX = Int32Array.from(steps, ([x]) => x);
    this.stepsY = Int32Array.from(steps, ([, y]) => y);
    this.nearness = Float64Array.from(steps, ([x, y]) => 1 / Math.hypot(x, y));
    this.offsets = Int32Array.from(steps, ([x, y]) => y * columns + x);
    this.#known = new Uint8Array(steps.length);
  }

  /** Tells the cells around one when they are reached from it. */
  tell(i: number): void {
    const { filled, slopes, time, queue } = this;
    const columns = this.#columns;
    const column = i % columns;
    const end = columns * (this.#rows - 1);
    if (column === 0 || column === columns - 1 || i < columns || i >= end) return;
    let led = -1;
    for (let k = 0; k < 8; k++) {
      const next = i + this.offsets[k]!;
      if (filled[next] === 1 || this.#depth[next]! > this.#reach) continue;
      if (led < 0) {
        if (this.#ground[i] === 1) this.measure(i);
        this.lead(slopes[3 * i]!, slopes[3 * i + 1]!, slopes[3 * i + 2]!);
        led = this.led;
      }
      const nearness = this.nearness[k]!;
      const across = this.stepsX[k]! * this.acrossX + this.stepsY[k]! * this.acrossY;
      const along = (1 - (across * nearness) ** 2) ** 4;
      const reached = time[i]! + (1 - HASTE * led * along) / nearness;
      if (reached >= time[next]!) continue;
      time[next] = reached;
      const tick = Math.floor(TICKS * reached);
      const due = queue[tick];
      if (due) due.push(next);
      else queue[tick] = [next];
    }
  }

  /** Which way edges lead where slopes have these squares and product. */
  lead(xx: number, xy: number, yy: number): void {
    const half = (xx - yy) / 2;
    const spread = Math.sqrt(half * half + xy * xy);
    this.led = ((2 * spread) / (2 * spread + LEAST_SLOPE)) ** 2;
    // Half the angle of (half, xy).
    const cosine = spread > 0 ? half / spread : 1;
    this.acrossX = Math.sqrt(Math.max(0, (1 + cosine) / 2));
    this.acrossY = Math.sqrt(Math.max(0, (1 - cosine) / 2)) * (xy < 0 ? -1 : 1);
  }

  /** Gives a cell the mean of those around it. */
  fill(cell: number): void {
    const { filled, slopes, colours, stepsX, stepsY, nearness, offsets } = this;
    const columns = this.#columns;
    const rows = this.#rows;
    const ground = this.#ground;
    const measured = this.#measured;
    const row = Math.floor(cell / columns);
    const column = cell - row * columns;
    const inner = column >= NEAR && row >= NEAR && column < columns - NEAR && row < rows - NEAR;
    const known = this.#known;
    let found = 0;
    let [xx, xy, yy, count] = [0, 0, 0, 0];
    for (let k = 0; k < offsets.length; k++) {
      if (!inner) {
        const x = column + stepsX[k]!;
        const y = row + stepsY[k]!;
        if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
      }
      const at = cell + offsets[k]!;
      if (filled[at] === 0) continue;
      if (ground[at] === 1 && measured[at] === 0) this.measure(at);
      known[found++] = k;
      const share = nearness[k]!;
      xx += share * slopes[3 * at]!;
      xy += share * slopes[3 * at + 1]!;
      yy += share * slopes[3 * at + 2]!;
      count += share;
    }
    this.lead(xx / count, xy / count, yy / count);
    const { acrossX, acrossY, led } = this;
    const sharp = led / LINE_CELLS ** 2 + (1 - led) / ANY_CELLS ** 2;
    [xx, xy, yy] = [0, 0, 0];
    let [red, green, blue, total] = [0, 0, 0, 0];
    for (let n = 0; n < found; n++) {
      const k = known[n]!;
      const beside = stepsX[k]! * acrossX + stepsY[k]! * acrossY;
      const weight = nearness[k]! / (1 + sharp * beside * beside) ** 2;
      const at = 3 * (cell + offsets[k]!);
      total += weight;
      xx += weight * slopes[at]!;
      xy += weight * slopes[at + 1]!;
      yy += weight * slopes[at + 2]!;
      red += weight * colours[at]!;
      green += weight * colours[at + 1]!;
      blue += weight * colours[at + 2]!;
    }
    const to = 3 * cell;
    slopes[to] = xx / total;
    slopes[to + 1] = xy / total;
    slopes[to + 2] = yy / total;
    colours[to] = red / total;
    colours[to + 1] = green / total;
    colours[to + 2] = blue / total;
    filled[cell] = 1;
  }

  /** Measures the slopes of the ground around one of its cells. */
  measure(cell: number): void {
    if (this.#measured[cell] === 1) return;
    this.#measured[cell] = 1;
    const { slopes, colours } = this;
    const ground = this.#ground;
    const columns = this.#columns;
    const row = Math.floor(cell / columns);
    const column = cell - row * columns;
    let [xx, xy, yy, count] = [0, 0, 0, 0];
    const lastRow = Math.min(this.#rows - 2, row + SLOPES);
    const lastColumn = Math.min(columns - 2, column + SLOPES);
    for (let r = Math.max(1, row - SLOPES); r <= lastRow; r++) {
      for (let c = Math.max(1, column - SLOPES); c <= lastColumn; c++) {
        const i = r * columns + c;
        // Where the ground ends its slopes are not its own.
        if (ground[i]! + ground[i - 1]! + ground[i + 1]! < 3) continue;
        if (ground[i - columns]! + ground[i + columns]! < 2) continue;
        const share = (SLOPES + 1 - Math.abs(r - row)) * (SLOPES + 1 - Math.abs(c - column));
        count += share;
        for (let k = 0; k < 3; k++) {
          const dx = 0.5 * (colours[3 * i + 3 + k]! - colours[3 * i - 3 + k]!);
          const dy = 0.5 * (colours[3 * (i + columns) + k]! - colours[3 * (i - columns) + k]!);
          xx += share * dx * dx;
          xy += share * dx * dy;
          yy += share * dy * dy;
        }
      }
    }
    if (count === 0) return;
    slopes[3 * cell] = xx / count;
    slopes[3 * cell + 1] = xy / count;
    slopes[3 * cell + 2] = yy / count;
  }
}
