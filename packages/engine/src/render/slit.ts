import { type AxesPx, fromAxes, onAxes } from '../math/axes.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import { extentOf } from '../math/extent.ts';
import { type RectPx, wholeOf } from '../math/points.ts';
import { type PlateGrid, readPair } from '../rig/plate-grid.ts';

/**
 * A slit of the face at one moment, mouth or eye: its two rims as heights over the slit's own
 * axis. `top`, `bottom`: f32[TABLE], px along up at x = -reach … reach (px along the axis).
 */
export interface Slit extends AxesPx {
  /** Ends of the slit on the axis, px. */
  readonly startPx: number;
  readonly endPx: number;
  readonly top: Float32Array;
  readonly bottom: Float32Array;
  /** Largest opening, px; 0 or less: shut. */
  readonly gapPx: number;
}

const TABLE = 160;

/**
 * Moves both rims with their layers and lays them over the axis between the moved corners.
 * @param rim source positions of the rims, interleaved x,y, from one corner to the other
 */
export function moveSlit(
  grid: PlateGrid,
  upperField: Float32Array,
  lowerField: Float32Array,
  topRim: Float32Array,
  bottomRim: Float32Array,
): Slit {
  const top = moveRim(grid, upperField, topRim);
  const bottom = moveRim(grid, lowerField, bottomRim);
  const n = top.length / 2;
  const [ax, ay] = middleOf(top, bottom, 0);
  const [bx, by] = middleOf(top, bottom, n - 1);
  const width = Math.max(1e-3, Math.hypot(bx - ax, by - ay));
  const axes = {
    centreXPx: (ax + bx) / 2,
    centreYPx: (ay + by) / 2,
    alongX: (bx - ax) / width,
    alongY: (by - ay) / width,
    startPx: -width / 2,
    endPx: width / 2,
  };
  for (const [i, x, y] of [
    [0, ax, ay],
    [n - 1, bx, by],
  ] as const) {
    const gap =
      (top[2 * i] - bottom[2 * i]) * axes.alongY -
      (top[2 * i + 1] - bottom[2 * i + 1]) * axes.alongX;
    // However the nodes beside a corner move, both rims meet in it: no opening is cut off there.
    if (gap > 0) for (const rim of [top, bottom]) rim.set([x, y], 2 * i);
  }
  const tops = tabulate(axes, top);
  const bottoms = tabulate(axes, bottom);
  let gapPx = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < TABLE; i++) gapPx = Math.max(gapPx, tops[i] - bottoms[i]);
  return { ...axes, top: tops, bottom: bottoms, gapPx };
}

function middleOf(top: Float64Array, bottom: Float64Array, i: number): [number, number] {
  return [(top[2 * i] + bottom[2 * i]) / 2, (top[2 * i + 1] + bottom[2 * i + 1]) / 2];
}

function moveRim(grid: PlateGrid, field: Float32Array, rim: Float32Array): Float64Array {
  const moved = new Float64Array(rim.length);
  const d = new Float64Array(2);
  for (let i = 0; i < rim.length; i += 2) {
    readPair(grid, field, rim[i], rim[i + 1], d);
    moved[i] = rim[i] + d[0];
    moved[i + 1] = rim[i + 1] + d[1];
  }
  return moved;
}

function tabulate(axes: AxesPx & Pick<Slit, 'startPx' | 'endPx'>, rim: Float64Array): Float32Array {
  const n = rim.length / 2;
  const xs = new Float64Array(n);
  const ys = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const [along, up] = onAxes(axes, rim[2 * i], rim[2 * i + 1]);
    xs[i] = along;
    ys[i] = up;
  }
  return tableThrough(xs, ys, axes.startPx, axes.endPx);
}

/** A rim's table from points of it along the axis, xs ascending: see Slit. */
export function tableThrough(
  xs: Float64Array,
  ys: Float64Array,
  startPx: number,
  endPx: number,
): Float32Array {
  const n = xs.length;
  const table = new Float32Array(TABLE);
  let k = 0;
  for (let i = 0; i < TABLE; i++) {
    const x = startPx + ((endPx - startPx) * i) / (TABLE - 1);
    while (k < n - 2 && xs[k + 1] < x) k++;
    const span = xs[k + 1] - xs[k];
    const f = span > 1e-6 ? clamp((x - xs[k]) / span, 0, 1) : 0;
    table[i] = ys[k] + (ys[k + 1] - ys[k]) * f;
  }
  return table;
}

/** Height of a rim at x px along the axis; outside the corners the corner's. */
export function rimAt(slit: Slit, table: Float32Array, x: number): number {
  const q = clamp((x - slit.startPx) / (slit.endPx - slit.startPx), 0, 1) * (TABLE - 1);
  const i = Math.min(TABLE - 2, Math.floor(q));
  return table[i] + (table[i + 1] - table[i]) * (q - i);
}

/**
 * Writes the coverage of the lower layer: 255 below the slit's lower rim (or, where the rims
 * cross, below their middle), feathered over `softPx`. Where the slit is open the layer reaches a
 * little into the opening, which is painted over it.
 * @param within px beside the slit's ends and below its rims beyond which its two layers are the same:
 *   the layer is left out there, since another slit's may differ; undefined: it covers all of the rest
 */
export function coverLower(
  slit: Slit,
  rect: RectPx,
  frameWidthPx: number,
  softPx: number,
  coverage: Uint8Array,
  within?: { readonly besidePx: number; readonly belowPx: number },
): void {
  // Away from the rims the answer is plain: most of the rectangle is.
  const [lowestBottom, highestBottom] = extentOf(slit.bottom);
  const [lowestTop, highestTop] = extentOf(slit.top);
  const surelyBelow = Math.min(lowestBottom, lowestTop) - softPx;
  const surelyAbove = Math.max(highestBottom, highestTop) + 2 * softPx;
  const lowest = within ? surelyBelow - within.belowPx : Number.NEGATIVE_INFINITY;
  const first = within ? slit.startPx - within.besidePx : Number.NEGATIVE_INFINITY;
  const last = within ? slit.endPx + within.besidePx : Number.POSITIVE_INFINITY;
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    const dy = y + 0.5 - slit.centreYPx;
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const up = dx * slit.alongY - dy * slit.alongX;
      const along = dx * slit.alongX + dy * slit.alongY;
      let cover = 0;
      if (up >= lowest && along >= first && along <= last && up <= surelyAbove) {
        cover = up < surelyBelow ? 255 : coverAt(slit, along, up, softPx);
      }
      coverage[y * frameWidthPx + x] = cover;
    }
  }
}

/** Coverage of the lower layer near a slit's rims, 0..255. */
function coverAt(slit: Slit, along: number, up: number, softPx: number): number {
  const top = rimAt(slit, slit.top, along);
  const bottom = rimAt(slit, slit.bottom, along);
  const gap = top - bottom;
  const edge = gap > 0 ? bottom + Math.min(softPx, gap / 2) : (top + bottom) / 2;
  return Math.round(255 * clamp(0.5 + (edge - up) / softPx, 0, 1));
}

/** From below its lower to above its upper rim, with so much around them, px over a slit's axis. */
export function heightsOf(
  { bottom, top }: Slit,
  belowPx: number,
  abovePx: number,
): [low: number, high: number] {
  return [extentOf(bottom)[0] - belowPx, extentOf(top)[1] + abovePx];
}

/** Whole pixels of the frame around a box given in a slit's axes, px. */
export function slitRect(
  axes: AxesPx,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  bounds: RectPx,
): RectPx {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let above = Number.POSITIVE_INFINITY;
  let below = Number.NEGATIVE_INFINITY;
  for (const x of [x0, x1]) {
    for (const y of [y0, y1]) {
      const [px, py] = fromAxes(axes, x, y);
      left = Math.min(left, px);
      right = Math.max(right, px);
      above = Math.min(above, py);
      below = Math.max(below, py);
    }
  }
  const bx1 = bounds.xPx + bounds.widthPx;
  const by1 = bounds.yPx + bounds.heightPx;
  const xPx = clamp(Math.floor(left), bounds.xPx, bx1);
  const yPx = clamp(Math.floor(above), bounds.yPx, by1);
  return {
    xPx,
    yPx,
    widthPx: clamp(Math.ceil(right), xPx, bx1) - xPx,
    heightPx: clamp(Math.ceil(below), yPx, by1) - yPx,
  };
}

/** One pixel between a slit's ends: see forEachBetweenEnds. */
export interface SlitPixel {
  /** Frame px of its upper-left corner. */
  xPx: number;
  yPx: number;
  /** Its middle on the slit's axis and over it, and the rims there, px. */
  alongPx: number;
  upPx: number;
  topPx: number;
  bottomPx: number;
}

/** Visits the pixels of a rectangle that lie between a slit's ends. The pixel is one object, rewritten. */
export function forEachBetweenEnds(
  slit: Slit,
  rect: RectPx,
  visit: (pixel: SlitPixel) => void,
): void {
  const pixel = { xPx: 0, yPx: 0, alongPx: 0, upPx: 0, topPx: 0, bottomPx: 0 };
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const dy = y + 0.5 - slit.centreYPx;
      const along = dx * slit.alongX + dy * slit.alongY;
      if (along <= slit.startPx || along >= slit.endPx) continue;
      pixel.xPx = x;
      pixel.yPx = y;
      pixel.alongPx = along;
      pixel.upPx = dx * slit.alongY - dy * slit.alongX;
      pixel.topPx = rimAt(slit, slit.top, along);
      pixel.bottomPx = rimAt(slit, slit.bottom, along);
      visit(pixel);
    }
  }
}

/**
 * How much of what is `softPx` high around a place lies between two rims, 0..1: as much less as they
 * come together, so that what meets is gone.
 * @param belowPx below the upper one, and above the lower one
 */
export function openShare(belowPx: number, abovePx: number, softPx: number): number {
  const [below, above] = [0.5 + belowPx / softPx, 0.5 + abovePx / softPx];
  return Math.max(0, clamp(below, 0, 1) + clamp(above, 0, 1) - 1);
}

/** One pixel of an opening: see forEachInOpening. */
export interface OpeningPixel {
  /** Frame px of its upper-left corner. */
  xPx: number;
  yPx: number;
  /** Its middle on the slit's axis, and below the upper and above the lower rim, px. */
  alongPx: number;
  belowPx: number;
  abovePx: number;
  /** 0..1: 1 well inside, feathered at the rims and towards the corners. */
  alpha: number;
}

/**
 * Visits the pixels of a slit's opening, rim feathers included. The pixel is one object, rewritten
 * for every visit.
 * @param softPx feather at the rims
 * @param cornerShare breadth of the feather at either corner, share of the slit's length
 */
export function forEachInOpening(
  slit: Slit,
  softPx: number,
  cornerShare: number,
  frame: { readonly widthPx: number; readonly heightPx: number },
  visit: (pixel: OpeningPixel) => void,
): void {
  const bounds = wholeOf(frame);
  const [low, high] = heightsOf(slit, 2, 2);
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, bounds);
  const edge = cornerShare * (slit.endPx - slit.startPx);
  const pixel = { xPx: 0, yPx: 0, alongPx: 0, belowPx: 0, abovePx: 0, alpha: 0 };
  forEachBetweenEnds(slit, rect, (between) => {
    if (openPixel(slit, softPx, edge, between, pixel)) visit(pixel);
  });
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function openPixel(
  slit: Slit,
  softPx: number,
  edgePx: number,
  { xPx, yPx, alongPx, upPx, topPx, bottomPx }: SlitPixel,
  out: OpeningPixel,
): boolean {
  const below = topPx - upPx;
  const above = upPx - bottomPx;
  const inside = openShare(below, above, softPx);
  if (inside === 0) return false;
  const corner =
    smoothstep(slit.startPx, slit.startPx + edgePx, alongPx) *
    smoothstep(slit.endPx, slit.endPx - edgePx, alongPx);
  if (corner === 0) return false;
  out.xPx = xPx;
  out.yPx = yPx;
  out.alongPx = alongPx;
  out.belowPx = below;
  out.abovePx = above;
  out.alpha = inside * corner;
  return true;
}
