import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { STRENGTH_COUNT, strengthIndex } from '../action-units.ts';
import type { GlassesHold } from '../eyes/glasses-hold.ts';
import { depthInFace } from '../head/face-outline.ts';
import type { HeadPose } from '../head/head-pose.ts';
import { type MouthLine, mouthPoint, mouthS, placeOnAxes } from '../mouth/mouth-line.ts';
import { nodeXPx, nodeYPx, type PlateGrid, readField, smoothOnce } from '../plate-grid.ts';
import type { SourceUnits } from '../source-units.ts';
import { findFairBeard } from './beard.ts';
import type { FaceTone } from './face-tone.ts';
import { type BandNode, type FoldBand, nearestOf, SMILE_FOLDS } from './fold-bands.ts';
import { fillPixels } from './fold-pixels.ts';
import { findValley, levelAcross } from './fold-valley.ts';
import type { LogColours } from './log-colours.ts';
import { DARKEST, type PixelChange } from './pixel-change.ts';
import { OWN_FOLD_UNITS } from './shading.ts';

/**
 * A valley is a fold up to the first of these depths, ln of luma, and from the second on something
 * else: a nostril, hair, the mouth. Where colour does not tell hair from skin, its dark has to.
 */
const FOLD_DEPTH = { colour: [1.1, 1.6], grey: [0.4, 0.8] } as const;
/** Folds of bands that are not `deep` are this part as deep: a strand of hair on a cheek is none of them. */
const SHALLOW = 0.5;
/** Skin this red against green, ln, tells hair from it by its colour: not at all, and surely. */
const TELLING_RED = [0.05, 0.15] as const;
/** Valleys less deep than this are the skin's grain, ln of luma. */
const NOISE_DEPTH = 0.02;
/** Hair is less red against green than skin is by these, ln. */
const HAIR_PALER_FROM = 0.09;
const HAIR_PALER = 0.2;
/** Where the chart runs this much faster than the picture the face turns away to its outline. */
const TURNED_AWAY = [2.2, 4] as const;
/** Nearer to the face's outline than the first the ground mixes in; free from the second, IOD. */
const OUTLINE_IOD = [0.04, 0.16] as const;
/** Nearer to a frame than the first it is what is seen; free from the second, IOD. */
const OFF_GLASSES_IOD = [0, 0.05] as const;
/**
 * Weaker smiles than the first fold nothing, from the second on all of a fold may be a smile's: below,
 * most of it is the face's own, above all an old one's.
 */
const HARDLY = 0.1;
const FOLDED = 0.35;
/** A strength below this is never asked for wholly: folds would pop. */
const LEAST_SHOWN = 0.06;
/** Folds are gone a little before the unit is. */
const WHOLE_AT = 0.8;
/** Part of the step between the sides of a fold that is evened out, and its most, ln of colour. */
const EVEN = 0.75;
/** From this weight on a place of a band counts wholly. */
const WHOLE_WEIGHT = 0.4;
/** Part of what is filled on a smooth face that lined skin keeps besides: freckles and grain pass for lines, too. */
const LINED_KEEPS = 0.1;
/** And this many times as deep may be what is left of a deep one there. */
const LINED_DEEPER = 1.3;
/** Strengths of furrows (see creaseStrength) of smooth and of lined faces. */
const LINED = [0.75, 1] as const;
const MOST_EVEN = 0.2;
/**
 * A smile with shut lips folds little: of what a lined face shows beside one, this part less is filled, and what is
 * left may be so many times as deep. Filled as a grin's are, a man of fifty was thirty.
 */
const SHUT_KEEPS = 0.4;
const SHUT_DEEPER = 2.5;

/** What fills the folds of one unit on one side. */
export interface FoldFill extends PixelChange {
  /** Strength at which, taken back, the unit is gone and its folds are filled. */
  readonly wholeAt: number;
  /** What of it lies beside the mouth: a nose that wrinkles folds the skin above only. */
  readonly besideMouth: PixelChange;
}

export interface OwnFoldsInput {
  readonly plate: Picture;
  readonly shown: SourceUnits;
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  readonly landmarks: Points3<'frame-px'>;
  readonly mouth: MouthLine;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  readonly colours: LogColours;
  readonly tone: Pick<FaceTone, 'skin'>;
  readonly glasses: GlassesHold | undefined;
  /** See creaseStrength: lined faces keep more of their folds. */
  readonly creaseStrength01: number;
}

/** Fills in the order of strengthIndex; undefined where the picture has no such folds. */
export function buildOwnFolds(input: OwnFoldsInput): readonly (FoldFill | undefined)[] {
  const fills: (FoldFill | undefined)[] = new Array(STRENGTH_COUNT).fill(undefined);
  // What is not shown, or hardly, is not taken back.
  if (input.shown.AU12 < HARDLY) return fills;
  const bare = findBareSkin(input, findFairBeard({ ...input, iodPx: input.pose.iodPx }));
  for (const unit of OWN_FOLD_UNITS) {
    fills[strengthIndex(unit, 'right')] = findOwnFolds(input, bare, unit, -1);
    fills[strengthIndex(unit, 'left')] = findOwnFolds(input, bare, unit, 1);
  }
  return fills;
}

/**
 * Fills the picture's own folds of a unit on one side, from the colours of the skin on either side
 * of them; undefined where it has none. Never darkens, never passes the brighter side of a fold.
 * @param bare see findBareSkin
 * @param sign 1 on the subject's left, -1 on the right
 */
function findOwnFolds(
  input: OwnFoldsInput,
  bare: Float32Array,
  unit: 'AU6' | 'AU12',
  sign: 1 | -1,
): FoldFill | undefined {
  const { grid, colours } = input;
  const colour01 = smoothstep(...TELLING_RED, rednessOf(input.tone));
  const [fold, hair] = [0, 1].map((i) => mix(FOLD_DEPTH.grey[i], FOLD_DEPTH.colour[i], colour01));
  const nodes = bandNodes(input, SMILE_FOLDS[unit], sign, bare);
  if (nodes.length === 0) return undefined;
  // First the valleys, then what is left: the edge between the cheek's roll and the skin below it.
  const filled = colours.map((field) => field.slice());
  const weights = new Float32Array(grid.columns * grid.rows);
  const shares = new Float32Array(weights.length);
  const folded01 = smoothstep(HARDLY, FOLDED, input.shown.AU12);
  const depths = new Float64Array(3);
  for (const node of nodes) {
    const deepest = findValley(grid, colours, bare, node, depths);
    const { deepest01 } = node;
    weights[node.index] =
      node.weight * (1 - smoothstep(deepest01 * fold, deepest01 * hair, deepest));
    const share = weights[node.index] * smoothstep(0.4 * NOISE_DEPTH, 2 * NOISE_DEPTH, depths[1]);
    for (let k = 0; k < 3; k++) filled[k][node.index] += share * depths[k];
    const left = Math.min(1 - node.fill, node.deepestLeft / Math.max(deepest, NOISE_DEPTH));
    shares[node.index] = folded01 * (1 - left) * smoothstep(0, WHOLE_WEIGHT, weights[node.index]);
  }
  const wanted = filled.map((field) => field.slice());
  for (const node of nodes) {
    const i = node.index;
    levelAcross(grid, filled, bare, node, depths);
    for (let k = 0; k < 3; k++) {
      wanted[k][i] += EVEN * weights[i] * clamp(depths[k], -MOST_EVEN, MOST_EVEN);
    }
  }
  for (const field of [...wanted, shares]) smoothOnce(grid, field);
  const filledPixels = fillPixels(
    input.plate,
    grid,
    input.pose.iodPx,
    nodes,
    wanted,
    shares,
    [-1, 1].map((side) => mouthPoint(input.mouth, side, readCurve(input.mouth.upper, side))),
  );
  const { AU6, atRest } = input.shown;
  const whole = unit === 'AU6' ? AU6 : atRest.AU12[sign < 0 ? 0 : 1];
  return {
    ...filledPixels,
    wholeAt: WHOLE_AT * Math.max(LEAST_SHOWN, whole),
    besideMouth: lowerPart(filledPixels, input),
  };
}

/** Heights of the chart at which folds are beside the mouth: not at all, and wholly, IOD. */
const BESIDE_MOUTH_V = [-0.72, -0.9] as const;

function lowerPart(fill: PixelChange, { plate, grid, chartY }: OwnFoldsInput): PixelChange {
  const pixels: number[] = [];
  const change: number[] = [];
  fill.pixels.forEach((pixel, i) => {
    const x = (pixel % plate.widthPx) + 0.5;
    const y = Math.floor(pixel / plate.widthPx) + 0.5;
    const share = smoothstep(...BESIDE_MOUTH_V, readField(grid, chartY, x, y));
    if (share === 0) return;
    pixels.push(pixel);
    for (let k = 0; k < 3; k++) change.push(share * fill.change[3 * i + k]);
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** 1 where a node's colour is that of skin, 0 where it is that of hair, and on glasses. */
function findBareSkin(
  { tone, colours, glasses }: OwnFoldsInput,
  beard: Float32Array | undefined,
): Float32Array {
  const skinRed = rednessOf(tone);
  const bare = colours[0].map(
    (r, i) => 1 - smoothstep(HAIR_PALER_FROM, HAIR_PALER, skinRed - (r - colours[1][i])),
  );
  beard?.forEach((hair01, node) => {
    bare[node] *= 1 - hair01;
  });
  glasses?.nodes.forEach((node, k) => {
    bare[node] *= smoothstep(...OFF_GLASSES_IOD, glasses.distance[k]);
  });
  return bare;
}

/** ln of a skin's red against its green; 0 in a grey picture. */
function rednessOf({ skin: [red, green] }: OwnFoldsInput['tone']): number {
  return Math.log((red + DARKEST) / (green + DARKEST));
}

function bandNodes(
  input: OwnFoldsInput,
  bands: readonly FoldBand[],
  sign: 1 | -1,
  bare: Float32Array,
): BandNode[] {
  const { pose, landmarks, chartX, chartY, faceWeight } = input;
  const nodes: BandNode[] = [];
  const lined01 = smoothstep(...LINED, input.creaseStrength01);
  const shut01 = lined01 * (1 - input.shown.AU25);
  const keeps = 1 - SHUT_KEEPS * shut01;
  const deeper = mix(1, SHUT_DEEPER, shut01);
  for (let i = 0; i < chartX.length; i++) {
    const a = sign * chartX[i];
    const v = chartY[i];
    if (faceWeight[i] === 0 || a < 0.15 || a > 1.3 || v > 0.3 || v < -1.7) continue;
    const best = bandAt(input, bands, sign, i, lined01);
    if (!best) continue;
    const inView = 1 - smoothstep(...TURNED_AWAY, chartSpeed(input, i));
    const within = smoothstep(
      ...OUTLINE_IOD,
      depthInFace(landmarks, best.xPx, best.yPx) / pose.iodPx,
    );
    const weight =
      best.weight *
      bare[i] *
      inView *
      within *
      offLips({ mouth: input.mouth, iodPx: pose.iodPx }, best.xPx, best.yPx);
    if (weight === 0) continue;
    const { fill, deepestLeft } = best;
    nodes.push({ ...best, weight, fill: keeps * fill, deepestLeft: deeper * deepestLeft });
  }
  return nodes;
}

/** The band that weighs most at a node, and how its fold lies there. */
function bandAt(
  { grid, pose, chartX, chartY, faceWeight }: OwnFoldsInput,
  bands: readonly FoldBand[],
  sign: 1 | -1,
  i: number,
  lined01: number,
): BandNode | undefined {
  const r = pose.rotation;
  let best: BandNode | undefined;
  for (const band of bands) {
    const { reach, linedKeeps = LINED_KEEPS } = band;
    const near = nearestOf(band, sign * chartX[i], chartY[i]);
    const weight = near.share * faceWeight[i] * (1 - smoothstep(0.5 * reach, reach, near.distance));
    if (weight <= (best?.weight ?? 0)) continue;
    best = {
      index: i,
      xPx: nodeXPx(grid, i),
      yPx: nodeYPx(grid, i),
      // From the head frame to the frame's axes.
      acrossXPx: pose.iodPx * (sign * -near.alongV * r[0] + near.alongA * r[1]),
      acrossYPx: -pose.iodPx * (sign * -near.alongV * r[3] + near.alongA * r[4]),
      weight,
      fill: (1 - linedKeeps * lined01) * near.fill,
      deepest01: band.deep ? 1 : SHALLOW,
      deepestLeft: mix(1, LINED_DEEPER, lined01) * near.deepestLeft,
    };
  }
  return best;
}

/** How fast the chart's x runs across the picture at a node, IOD per IOD. */
function chartSpeed({ grid, pose, chartX }: OwnFoldsInput, node: number): number {
  const before = Math.max(0, node - 1);
  const after = Math.min(chartX.length - 1, node + 1);
  return (Math.abs(chartX[after] - chartX[before]) * pose.iodPx) / ((after - before) * grid.cellPx);
}

/** How far from the lips' outer rim folds are looked for: not at all, and freely, IOD. */
const OFF_LIPS_IOD = [0.01, 0.05] as const;

/** 0 on the lips and in the corners of the mouth, 1 away from them; `ramp` is IOD off their rim. */
export function offLips(
  { mouth, iodPx }: { readonly mouth: MouthLine; readonly iodPx: number },
  xPx: number,
  yPx: number,
  ramp: readonly [number, number] = OFF_LIPS_IOD,
): number {
  const [t, up] = placeOnAxes(mouth, [xPx, yPx]);
  const s = mouthS(mouth, t);
  const above = (up - readCurve(mouth.upperOuter, s)) / iodPx;
  const below = (readCurve(mouth.lowerOuter, s) - up) / iodPx;
  const past = ((Math.abs(t) - 1) * mouth.halfWidthPx) / iodPx;
  return smoothstep(...ramp, Math.max(above, below, past));
}
