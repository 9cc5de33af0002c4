import { gaussian, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { blurField, nodeXPx, nodeYPx, type PlateGrid, readField } from '../plate-grid.ts';
import type { LogColours } from './log-colours.ts';
import { offLips } from './own-folds.ts';
import { DARKEST, type PixelChange } from './pixel-change.ts';

/**
 * A smile lifts the cheeks into balls that shine, and its lips, once they shut, press the shade
 * between lower lip and chin into a blotch. Both are evened out where the smile is let go: change
 * of the plate at full rest.
 */
export interface RestLightInput {
  readonly plate: Picture;
  readonly grid: PlateGrid;
  readonly iodPx: number;
  readonly mouth: MouthLine;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  readonly colours: LogColours;
}

/** A place that is evened out, head frame of one side: middle and breadth, IOD. */
interface Place {
  readonly a: number;
  readonly v: number;
  readonly breadthA: number;
  readonly breadthV: number;
}

const CHEEK: Place = { a: 0.6, v: -0.5, breadthA: 0.24, breadthV: 0.26 };
const CHIN: Place = { a: 0, v: -1.38, breadthA: 0.24, breadthV: 0.15 };
/** Surroundings that light is told against, IOD. */
const AROUND_IOD = 0.2;
/** Shine and shade up to this much, ln, are the skin's own; of what goes beyond, so much goes. */
const OWN = 0.03;
const SHINE_GOES = 0.65;
const SHADE_GOES = 0.75;
/** Shade deeper than this against its surroundings is hair, or the mouth. */
const NO_SHADE = [0.25, 0.45] as const;
/** Light stronger than this is the lit side of a face beside its dark one. */
const NO_SHINE = [0.3, 0.5] as const;
/** Nodes that lie on the face by at least this are its surroundings, unless they are this much darker, ln, than it. */
const ON_FACE = 0.5;
const GROUND = 0.7;
/** Lips are left alone; their rim as landmarks say it lies in the skin beyond thin ones, IOD. */
const LIP_RIM_IOD = [-0.04, 0.02] as const;
/** Changes less than this, ln, are not stored. */
const SILENT = 0.006;

/** undefined where there is nothing to even out. */
export function evenRestLight(input: RestLightInput): PixelChange | undefined {
  const { plate, grid } = input;
  const gains = gainsAtNodes(input);
  const green = gains[1];
  const pixels: number[] = [];
  const change: number[] = [];
  const { widthPx, heightPx, rgba } = plate;
  const [c0, c1, r0, r1] = boundsOf(grid, green);
  if (c1 < c0) return undefined;
  const x0 = Math.max(0, Math.floor(grid.originXPx + (c0 - 1) * grid.cellPx));
  const x1 = Math.min(widthPx, Math.ceil(grid.originXPx + (c1 + 1) * grid.cellPx));
  const y0 = Math.max(0, Math.floor(grid.originYPx + (r0 - 1) * grid.cellPx));
  const y1 = Math.min(heightPx, Math.ceil(grid.originYPx + (r1 + 1) * grid.cellPx));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      if (Math.abs(readField(grid, green, x + 0.5, y + 0.5)) < SILENT) continue;
      const at = 4 * (y * widthPx + x);
      pixels.push(y * widthPx + x);
      for (let k = 0; k < 3; k++) {
        const gain = Math.exp(readField(grid, gains[k], x + 0.5, y + 0.5));
        change.push((rgba[at + k] + DARKEST) * (gain - 1));
      }
    }
  }
  return pixels.length > 0
    ? { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) }
    : undefined;
}

/** What the nodes' colours change by, ln. */
function gainsAtNodes(input: RestLightInput): readonly Float32Array[] {
  const { grid, chartX, chartY, faceWeight, colours, iodPx } = input;
  const radius = Math.max(1, Math.round((0.5 * AROUND_IOD * iodPx) / grid.cellPx));
  const greens = colours[1].filter((_, i) => faceWeight[i] >= ON_FACE).sort();
  const ground = greens[greens.length >> 1] - GROUND;
  const weights = faceWeight.map((w, i) => (w >= ON_FACE && colours[1][i] > ground ? 1 : 0));
  const around = weights.slice();
  blurField(grid, around, radius);
  const over = colours.map((field) => {
    const low = field.map((value, i) => value * weights[i]);
    blurField(grid, low, radius);
    return field.map((value, i) =>
      weights[i] > 0 ? value - low[i] / Math.max(1e-3, around[i]) : 0,
    );
  });
  const gains = colours.map((field) => new Float32Array(field.length));
  for (let i = 0; i < chartX.length; i++) {
    if (weights[i] === 0) continue;
    const light = over[1][i];
    const here =
      light > 0
        ? -SHINE_GOES *
          shareOf(CHEEK, chartX[i], chartY[i]) *
          smoothstep(0, 2 * OWN, light) *
          (1 - smoothstep(...NO_SHINE, light))
        : -SHADE_GOES *
          shareOf(CHIN, chartX[i], chartY[i]) *
          smoothstep(0, 2 * OWN, -light) *
          (1 - smoothstep(...NO_SHADE, -light));
    if (here === 0) continue;
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    const share = here * faceWeight[i] * offLips(input, x, y, LIP_RIM_IOD);
    for (let k = 0; k < 3; k++) gains[k][i] = share * over[k][i];
  }
  return gains;
}

function shareOf({ a, v, breadthA, breadthV }: Place, x: number, y: number): number {
  return gaussian(Math.abs(x) - a, breadthA) * gaussian(y - v, breadthV);
}

/** Columns and rows, first and last, in which a field is not silent. */
function boundsOf(grid: PlateGrid, field: Float32Array): [number, number, number, number] {
  let [c0, c1, r0, r1] = [grid.columns, -1, grid.rows, -1];
  field.forEach((value, i) => {
    if (Math.abs(value) < SILENT) return;
    const c = i % grid.columns;
    const r = Math.floor(i / grid.columns);
    c0 = Math.min(c0, c);
    c1 = Math.max(c1, c);
    r0 = Math.min(r0, r);
    r1 = Math.max(r1, r);
  });
  return [c0, c1, r0, r1];
}
