import { readCurve } from '../math/curve.ts';
import { mix, smoothstep } from '../math/easing.ts';
import type { DeformationInput } from './basis.ts';
import { mouthS } from './mouth/mouth-line.ts';
import { blurField, nodeXPx, nodeYPx } from './plate-grid.ts';

/** Where nodes stand against the mouth, and how much of a motion is seen there: f32[N] each. */
export interface NodePlaces {
  /** s along the mouth (see MouthLine), and height above the middle between its rims, IOD. */
  readonly mouthS: Float32Array;
  readonly mouthH: Float32Array;
  /** Share of a motion across and along the face that the picture shows, LEAST_SEEN..1. */
  readonly seenX: Float32Array;
  readonly seenY: Float32Array;
  /** Where only what is drawn acts: 1 at the mouth, 0 on skin that has no part in it; undefined elsewhere. */
  readonly byMouth: Float32Array | undefined;
}

type Seen = Pick<NodePlaces, 'seenX' | 'seenY'>;

/** Places every node of the grid, whether it moves or not. */
export function placeNodes(input: DeformationInput): NodePlaces {
  const { grid, mouth, pose } = input;
  const count = grid.columns * grid.rows;
  const s = new Float32Array(count);
  const h = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = nodeXPx(grid, i) - mouth.centreXPx;
    const y = nodeYPx(grid, i) - mouth.centreYPx;
    s[i] = mouthS(mouth, (x * mouth.alongX + y * mouth.alongY) / mouth.halfWidthPx);
    const up = x * mouth.alongY - y * mouth.alongX;
    const seam = (readCurve(mouth.upper, s[i]) + readCurve(mouth.lower, s[i])) / 2;
    h[i] = (up - seam) / pose.iodPx;
  }
  return {
    mouthS: s,
    mouthH: h,
    ...foreshorten(input),
    byMouth: input.stillSkin ? weighByMouth(input, s, h) : undefined,
  };
}

/** Around a drawn mouth all of its motion reaches as far as the first, IOD, and none further than the second. */
const BY_MOUTH = [0.06, 0.36] as const;
/** Half as high as a drawn mouth that is shut counts, IOD. */
const RIM = 0.08;

function weighByMouth(
  { mouth, pose, mouthless }: DeformationInput,
  mouthS: Float32Array,
  mouthH: Float32Array,
): Float32Array {
  if (mouthless) return new Float32Array(mouthS.length);
  return mouthS.map((s, i) => {
    const beside = (Math.max(0, Math.abs(s) - 1) * mouth.halfWidthPx) / pose.iodPx;
    const off = Math.max(0, Math.abs(mouthH[i]) - RIM - mouth.gapPx / (2 * pose.iodPx));
    return 1 - smoothstep(...BY_MOUTH, Math.hypot(beside, off));
  });
}

const LEAST_SEEN = 0.35;
/**
 * Below the first height of the chart, IOD, cheeks and mouth are seen as far as they are; above the
 * second, where a brow that comes down has little room, less: see foreshorten.
 */
const ALONG_LINES_V = [-0.6, -0.35] as const;

/**
 * Where the chart runs faster than the picture, the face turns away (the far side of a turned
 * head): motion along it is seen shortened, and does not push skin over itself. The chart's lines
 * need not cross at right angles: on a head that is turned and bowed they run aslant on the far
 * side, where each is crossed sooner than one walks along it. What a motion along them is, are the
 * columns of the inverse of the chart's Jacobian; crossing them, its rows, is less.
 */
function foreshorten({ grid, chartX, chartY, pose }: DeformationInput): Seen {
  const seenX = new Float32Array(chartX.length);
  const seenY = new Float32Array(chartX.length);
  const scale = pose.iodPx / (2 * grid.cellPx);
  for (let r = 0; r < grid.rows; r++) {
    const above = Math.max(0, r - 1) * grid.columns;
    const below = Math.min(grid.rows - 1, r + 1) * grid.columns;
    for (let c = 0; c < grid.columns; c++) {
      const i = r * grid.columns + c;
      const before = i - (c > 0 ? 1 : 0);
      const after = i + (c < grid.columns - 1 ? 1 : 0);
      const xx = scale * (chartX[after] - chartX[before]);
      const xy = scale * (chartX[below + c] - chartX[above + c]);
      const yx = scale * (chartY[after] - chartY[before]);
      const yy = scale * (chartY[below + c] - chartY[above + c]);
      const acrossX = Math.hypot(xx, xy);
      const acrossY = Math.hypot(yx, yy);
      const area = Math.abs(xx * yy - xy * yx);
      const along01 = 1 - smoothstep(...ALONG_LINES_V, chartY[i]);
      seenX[i] = seenOf(mix(acrossX, area / Math.max(1e-3, acrossY), along01));
      seenY[i] = seenOf(mix(acrossY, area / Math.max(1e-3, acrossX), along01));
    }
  }
  const radius = Math.max(1, Math.round((0.08 * pose.iodPx) / grid.cellPx));
  for (const seen of [seenX, seenY]) blurField(grid, seen, radius);
  return { seenX, seenY };
}

/** Share of a motion that is seen where the chart runs at a speed, IOD per IOD. */
function seenOf(speed: number): number {
  return Math.max(LEAST_SEEN, 1 / Math.max(1, speed));
}
