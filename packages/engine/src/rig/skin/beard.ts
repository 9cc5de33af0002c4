import { clamp, smoothstep } from '../../math/easing.ts';
import { median, medianInPlace } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import { LOG_LEVELS } from './pixel-change.ts';

export interface BeardInput {
  readonly plate: Picture;
  readonly grid: PlateGrid;
  readonly iodPx: number;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
}

/** A part of the face's chart, both sides of it, IOD. */
interface Zone {
  readonly a: readonly [number, number];
  readonly v: readonly [number, number];
}
const CHIN: Zone = { a: [0.15, 0.45], v: [-1.5, -1.3] };
const CHEEK: Zone = { a: [0.35, 0.65], v: [-0.75, -0.45] };
/** Where a beard may grow beside the mouth. */
const AROUND_MOUTH: Zone = { a: [0, 0.95], v: [-1.7, -0.62] };

/** Roughness of a chin, ln, and its ratio to that of the cheeks: no beard, and surely one. */
const ROUGH = [0.025, 0.036] as const;
const ROUGHER = [1.6, 2.1] as const;
/** A place as rough as these shares of the chin is skin, and surely hair. */
const HAIRY = [0.45, 0.75] as const;
/** A place's roughness is taken from so far around it, IOD, and at least px. */
const AROUND_IOD = 0.07;
const LEAST_AROUND_PX = 2;

/**
 * Where hair grows on a lower face whose beard is no darker than its skin, 0..1 for each node of the
 * grid; undefined where there is none. It is told by its texture, since its colour is skin's: the
 * second difference of ln green from pixel to pixel, along rows and columns, whichever is less, so
 * that a straight edge has none of it. Soft pictures have none to be told by.
 */
export function findFairBeard(input: BeardInput): Float32Array | undefined {
  const { grid, chartX, chartY } = input;
  const chin = zoneRoughness(input, CHIN);
  const cheek = zoneRoughness(input, CHEEK);
  if (chin === undefined || cheek === undefined) return undefined;
  const beard01 = smoothstep(...ROUGH, chin) * smoothstep(...ROUGHER, chin / Math.max(1e-4, cheek));
  if (beard01 === 0) return undefined;
  return Float32Array.from(chartX, (_, node) =>
    isIn(AROUND_MOUTH, chartX[node], chartY[node])
      ? beard01 *
        smoothstep(
          HAIRY[0] * chin,
          HAIRY[1] * chin,
          roughnessAt(input, nodeXPx(grid, node), nodeYPx(grid, node)),
        )
      : 0,
  );
}

function isIn({ a, v }: Zone, chartX: number, chartY: number): boolean {
  const off = Math.abs(chartX);
  return off >= a[0] && off <= a[1] && chartY >= v[0] && chartY <= v[1];
}

/** Median roughness of a zone's places in the picture; undefined where it has none. */
function zoneRoughness(input: BeardInput, zone: Zone): number | undefined {
  const { grid, chartX, chartY, plate } = input;
  const seen: number[] = [];
  for (let node = 0; node < chartX.length; node++) {
    if (!isIn(zone, chartX[node], chartY[node])) continue;
    const [x, y] = [nodeXPx(grid, node), nodeYPx(grid, node)];
    if (x < 0 || y < 0 || x >= plate.widthPx || y >= plate.heightPx) continue;
    seen.push(roughnessAt(input, x, y));
  }
  return seen.length > 0 ? median(seen) : undefined;
}

function roughnessAt({ plate, iodPx }: BeardInput, xPx: number, yPx: number): number {
  const { rgba, widthPx, heightPx } = plate;
  const radius = Math.max(LEAST_AROUND_PX, Math.round(AROUND_IOD * iodPx));
  const logAt = (x: number, y: number) => LOG_LEVELS[rgba[4 * (y * widthPx + x) + 1]];
  const x0 = clamp(Math.round(xPx) - radius, 1, widthPx - 2);
  const x1 = clamp(Math.round(xPx) + radius, 1, widthPx - 2);
  const y0 = clamp(Math.round(yPx) - radius, 1, heightPx - 2);
  const y1 = clamp(Math.round(yPx) + radius, 1, heightPx - 2);
  const count = (x1 - x0 + 1) * (y1 - y0 + 1);
  const rows = new Float64Array(count);
  const columns = new Float64Array(count);
  for (let y = y0, k = 0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++, k++) {
      const here = 2 * logAt(x, y);
      rows[k] = Math.abs(logAt(x - 1, y) + logAt(x + 1, y) - here);
      columns[k] = Math.abs(logAt(x, y - 1) + logAt(x, y + 1) - here);
    }
  }
  return Math.min(medianInPlace(rows), medianInPlace(columns));
}
