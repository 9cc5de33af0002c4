import { readCurve } from '../../math/curve.ts';
import { clamp, gaussian, smoothstep } from '../../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from '../action-units.ts';
import { cropField } from '../field-box.ts';
import { nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import type { Relief } from '../skin/relief.ts';
import { type ShadingBasis, type ShadingInput, shaderOf } from '../skin/shading.ts';
import { type AnimalEye, LID_ENDS, lidShare } from './animal-eyes.ts';

const NONE: Relief = { furrows: [], bulges: [] };

/**
 * Relief that units press into an animal's coat, as `RELIEFS` for people. Fur shows broad folds
 * only: the frown between the eyes, wrinkles across the bridge of the nose, and the fold over a
 * raised lip.
 */
const ANIMAL_RELIEFS: Partial<Readonly<Record<ActionUnit, Relief>>> = {
  AU4: {
    furrows: [
      { path: [0.1, 0.02, 0.13, 0.22, 0.1, 0.46], depth: 0.03, sigma: 0.045 },
      { path: [0.3, 0.32, 0.5, 0.42, 0.72, 0.46], depth: 0.016, sigma: 0.06 },
    ],
    bulges: [
      { a: 0.26, v: 0.3, height: 0.03, sigmaA: 0.11, sigmaV: 0.09 },
      { a: 0, v: 0.26, height: 0.02, sigmaA: 0.06, sigmaV: 0.14 },
    ],
  },
  AU1: {
    furrows: [{ path: [0.04, 0.62, 0.24, 0.6, 0.42, 0.52], depth: 0.016, sigma: 0.055 }],
    bulges: [{ a: 0.22, v: 0.46, height: 0.02, sigmaA: 0.16, sigmaV: 0.08 }],
  },
  AU9: {
    furrows: [
      { path: [0, 0.1, 0.1, 0.1, 0.18, 0.05], depth: 0.017, sigma: 0.04 },
      { path: [-0.02, -0.08, 0.14, -0.13, 0.34, -0.31], depth: 0.025, sigma: 0.037 },
      { path: [0, -0.28, 0.15, -0.33, 0.33, -0.51], depth: 0.019, sigma: 0.037 },
      { path: [0.07, -0.45, 0.18, -0.52, 0.32, -0.68], depth: 0.017, sigma: 0.034 },
    ],
    bulges: [{ a: 0.3, v: -0.2, height: 0.03, sigmaA: 0.09, sigmaV: 0.12 }],
  },
  AU10: {
    furrows: [
      { path: [0.2, -0.58, 0.36, -0.64, 0.52, -0.8, 0.6, -0.98], depth: 0.03, sigma: 0.06 },
    ],
    bulges: [{ a: 0.34, v: -0.84, height: 0.03, sigmaA: 0.14, sigmaV: 0.12 }],
  },
  AU6: {
    furrows: [],
    bulges: [{ a: 0.7, v: -0.5, height: 0.05, sigmaA: 0.24, sigmaV: 0.16 }],
  },
};

/** Where a moved lid folds: above (below) its rim by this much and this part of the gap, IOD. */
const FOLD_FROM = 0.07;
const FOLD_OF_GAP = 0.16;
const FOLD_SIGMA = 0.045;
/** Loss of light in the fold and gain on the roll between it and the rim, ln at a whole gap. */
const FOLD_DEPTH = 0.5;
const ROLL_LIGHT = 0.16;
/** Lower lids fold less than upper ones. */
const LOWER_FOLDS = 0.7;
const ROLL_SIGMA = 0.03;
/**
 * The fur on an upper lid turns away from the light towards its edge: cut off in full light, it would
 * look like paper laid over the ball. The ball is painted over what reaches inside the rim, IOD.
 */
const EDGE_DEPTH = 3.6;
const EDGE_SIGMA = 0.045;
const EDGE_INSIDE = 0.08;
/** A lid that comes down by more of the gap is as dark at its edge as with this. */
const EDGE_AT_MOST = 0.22;
const SILENT = 0.002;
/** The light is fitted to a person's shape, and says little on an animal: it comes from above. */
const MOST_ASIDE_LIGHT = 0.08;
const FROM_ABOVE = 0.45;

/** Shading of an animal's coat in the order of strengthIndex. */
export function buildAnimalShading(
  input: ShadingInput,
  eyes: readonly AnimalEye[],
): readonly (ShadingBasis | undefined)[] {
  const shade = shaderOf({
    ...input,
    tone: {
      ...input.tone,
      lightX: clamp(input.tone.lightX, -MOST_ASIDE_LIGHT, MOST_ASIDE_LIGHT),
      lightY: Math.max(FROM_ABOVE, input.tone.lightY),
    },
  });
  const { grid } = input;
  const gain = new Float32Array(grid.columns * grid.rows);
  return ACTION_UNITS.flatMap((unit) =>
    ([-1, 1] as const).map((sign) => {
      const relief = shade(ANIMAL_RELIEFS[unit] ?? NONE, sign);
      const eye = eyes.find(({ line }) => line.side === (sign === 1 ? 'left' : 'right'));
      gain.fill(0);
      if (relief) addBasis(gain, grid, relief);
      if (eye) for (const lower of [false, true]) addLidFold(gain, input, eye, unit, lower);
      lighten(gain, input);
      const box = cropField(grid, gain, 1, SILENT, 0, grid.rows - 1);
      if (!box) return undefined;
      const { values, ...place } = box;
      return { ...place, logGain: values };
    }),
  );
}

/** Shadows on white hair look like dirt: light is thrown about between the hairs. */
function lighten(gain: Float32Array, { lnGreen }: ShadingInput): void {
  if (!lnGreen) return;
  for (let i = 0; i < gain.length; i++) {
    if (gain[i] < 0)
      gain[i] *= 1 - LIGHT_COAT_LOSES * smoothstep(LIGHT_FROM, LIGHT_FULL, lnGreen[i]);
  }
}

/** ln of green, levels, from which a coat counts as light and as white. */
const LIGHT_FROM = Math.log(130);
const LIGHT_FULL = Math.log(215);
const LIGHT_COAT_LOSES = 0.55;

function addBasis(gain: Float32Array, grid: PlateGrid, basis: ShadingBasis): void {
  for (let r = 0; r < basis.rows; r++) {
    for (let c = 0; c < basis.columns; c++) {
      const i = (basis.row + r) * grid.columns + basis.column + c;
      gain[i] += basis.logGain[r * basis.columns + c];
    }
  }
}

/** The fold that a lid makes where it comes over the ball, and the lit roll along its rim. */
function addLidFold(
  gain: Float32Array,
  { grid, faceWeight, iodPx }: ShadingInput,
  { line, slantRadians }: AnimalEye,
  unit: ActionUnit,
  lower: boolean,
): void {
  if (lidShare(unit, lower, 0, slantRadians) === 0) return;
  const outwards = line.side === 'left' ? 1 : -1;
  const gap = line.gapPx / iodPx;
  const fold = FOLD_FROM + FOLD_OF_GAP * gap;
  const reachPx = line.halfWidthPx * LID_ENDS + line.gapPx + 0.4 * iodPx;
  for (let i = 0; i < gain.length; i++) {
    if (faceWeight[i] === 0) continue;
    const x = nodeXPx(grid, i) - line.centreXPx;
    const y = nodeYPx(grid, i) - line.centreYPx;
    if (Math.abs(x) > reachPx || Math.abs(y) > reachPx) continue;
    const t = (x * line.alongX + y * line.alongY) / line.halfWidthPx;
    if (Math.abs(t) > LID_ENDS) continue;
    const up = x * line.alongY - y * line.alongX;
    const away = lower ? readCurve(line.lower, t) - up : up - readCurve(line.upper, t);
    if (away < -EDGE_INSIDE * iodPx) continue;
    const d = Math.max(0, away / iodPx);
    const moved = lidShare(unit, lower, outwards * t, slantRadians) * (lower ? 1 : -1);
    if (moved <= 0) continue;
    const edge = EDGE_DEPTH * Math.min(EDGE_AT_MOST, moved);
    const ends = smoothstep(LID_ENDS, 0.5, Math.abs(t));
    gain[i] +=
      faceWeight[i] *
      moved *
      (lower ? LOWER_FOLDS : 1) *
      ends *
      (-(lower ? 0 : edge / moved) * gaussian(d, EDGE_SIGMA) +
        ROLL_LIGHT * gaussian(d - 0.45 * fold, ROLL_SIGMA) -
        FOLD_DEPTH * gaussian(d - fold, FOLD_SIGMA));
  }
}
