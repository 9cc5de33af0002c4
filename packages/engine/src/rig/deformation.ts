import { readCurve } from '../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from './action-units.ts';
import type { BrowBand } from './brow-band.ts';
import {
  BROW_UNITS,
  browTravel,
  heightByBrow,
  LID_HOLD,
  lidHold,
  lidRoomPx,
  type PlaceByEye,
  placeByEye,
  SINKING_UNITS,
  sunkHold,
} from './brow-lift.ts';
import { shapePlainEye } from './drawn-eye.ts';
import { irisCover } from './eye-line.ts';
import type { EyeLine, PlainEye } from './eye-shape.ts';
import {
  createLayerDraft,
  type FieldBox,
  type LayerDraft,
  takeBoxes,
  touchRow,
} from './field-box.ts';
import { type GlassesHold, holdAtGlasses } from './glasses-hold.ts';
import type { HeadPose } from './head-pose.ts';
import { moustacheShare } from './moustache.ts';
import { type MouthLine, mouthS } from './mouth-line.ts';
import { isRingUnit, type MouthRing, shapeRing } from './mouth-ring.ts';
import { blurField, type PlateGrid } from './plate-grid.ts';
import {
  type Displacement,
  displaceByUnit,
  displaceLids,
  type MouthPlace,
  openingProfile,
  UNIT_REACH,
} from './unit-displacement.ts';

/**
 * What one strength at 1 moves, on the part of the grid where it moves anything.
 * `upper` and `lowerMinusUpper`: f32[2·columns·rows] of the box, interleaved dx,dy in frame px.
 */
export interface Basis {
  readonly upper: FieldBox | undefined;
  /** The lower layer (lower lip, lower lids) minus the upper one. */
  readonly lowerMinusUpper: FieldBox | undefined;
}

/** What moves a face. */
export interface Bases {
  /** One a strength, in the order of strengthIndex. */
  readonly units: readonly Basis[];
  /** Shuts an open mouth. */
  readonly shutMouth: Basis;
  /** What a dropping jaw moves besides, where the chin stands on the frame's border. */
  readonly jawBeyond: readonly [right: Basis, left: Basis] | undefined;
}

/** Everything a basis is made from. */
export interface DeformationInput {
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  /** Head-frame position of each node on a face at rest, IOD. */
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  /** 0..1: how much a node may move at all. */
  readonly faceWeight: Float32Array;
  readonly mouth: MouthLine;
  /** What makes it a ring as it opens; undefined on animals. */
  readonly ring: MouthRing | undefined;
  readonly eyes: readonly EyeLine[];
  readonly brows: readonly BrowBand[];
  /** 0..1: see findMoustache. */
  readonly moustache01: number;
  /** 0..1: how far the picture's own smile narrows its eyes (AU6). */
  readonly squint01: number;
  /** Does the face show no mouth? Then nothing parts. */
  readonly mouthless?: boolean;
  /** 0..1: how far the chin follows the jaw; 1 if left out. */
  readonly chinFollows01?: number | undefined;
  /** How far a drawing's mouth lies above the place that people have it, IOD on the chart; 0 if left out. */
  readonly mouthAbove?: number | undefined;
  /** How much shorter a drawing's mouth is than people's, 1 or more: see CORNER_UNITS; 1 if left out. */
  readonly shortMouth?: number | undefined;
  /** Where glasses hold the skin's motion back; undefined on bare faces. */
  readonly glasses?: GlassesHold | undefined;
}

/** `jawBeyond`: how much a node moves with the jaw only (see weighMotion), if it does anywhere. */
export function buildBases(input: DeformationInput, jawBeyond: Float32Array | undefined): Bases {
  const places = placeNodes(input);
  const draft = createLayerDraft(input.grid);
  const units: Basis[] = [];
  for (const unit of ACTION_UNITS) {
    for (const side of ['right', 'left'] as const) {
      units.push(unitBasis(input, places, draft, unit, side));
    }
  }
  const shutMouth = shutMouthBasis(input, places, draft);
  if (!jawBeyond) return { units, shutMouth, jawBeyond: undefined };
  const beyond = { ...input, faceWeight: jawBeyond };
  const jawOf = (side: 'right' | 'left') => unitBasis(beyond, places, draft, 'AU26', side);
  return { units, shutMouth, jawBeyond: [jawOf('right'), jawOf('left')] };
}

/** Where nodes stand against the mouth, and how much of a motion is seen there. */
export interface NodePlaces {
  readonly mouthS: Float32Array;
  readonly mouthH: Float32Array;
  /** Share of a motion across and along the face that the picture shows, LEAST_SEEN..1. */
  readonly seenX: Float32Array;
  readonly seenY: Float32Array;
}

export function placeNodes({ grid, mouth, pose, chartX, chartY }: DeformationInput): NodePlaces {
  const count = grid.columns * grid.rows;
  const s = new Float32Array(count);
  const h = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = grid.originXPx + (i % grid.columns) * grid.cellPx - mouth.centreXPx;
    const y = grid.originYPx + Math.floor(i / grid.columns) * grid.cellPx - mouth.centreYPx;
    s[i] = mouthS(mouth, (x * mouth.alongX + y * mouth.alongY) / mouth.halfWidthPx);
    const up = x * mouth.alongY - y * mouth.alongX;
    const seam = (readCurve(mouth.upper, s[i]) + readCurve(mouth.lower, s[i])) / 2;
    h[i] = (up - seam) / pose.iodPx;
  }
  return {
    mouthS: s,
    mouthH: h,
    seenX: foreshorten(grid, chartX, pose.iodPx),
    seenY: foreshorten(grid, chartY, pose.iodPx),
  };
}

const LEAST_SEEN = 0.35;

/**
 * Where the chart runs faster than the picture, the face turns away (the far side of a turned
 * head): motion along it is seen shortened, and does not push skin over itself.
 */
function foreshorten(grid: PlateGrid, chart: Float32Array, iodPx: number): Float32Array {
  const seen = new Float32Array(chart.length);
  const scale = iodPx / (2 * grid.cellPx);
  for (let r = 0; r < grid.rows; r++) {
    const above = Math.max(0, r - 1) * grid.columns;
    const below = Math.min(grid.rows - 1, r + 1) * grid.columns;
    for (let c = 0; c < grid.columns; c++) {
      const i = r * grid.columns + c;
      const before = i - (c > 0 ? 1 : 0);
      const after = i + (c < grid.columns - 1 ? 1 : 0);
      const speed =
        scale * Math.hypot(chart[after] - chart[before], chart[below + c] - chart[above + c]);
      seen[i] = Math.max(LEAST_SEEN, 1 / Math.max(1, speed));
    }
  }
  blurField(grid, seen, Math.max(1, Math.round((0.08 * iodPx) / grid.cellPx)));
  return seen;
}

function unitBasis(
  input: DeformationInput,
  places: NodePlaces,
  draft: LayerDraft,
  unit: ActionUnit,
  side: 'right' | 'left',
): Basis {
  const { grid, pose, chartX, chartY } = input;
  if (EAR_UNITS.has(unit)) return SILENT_BASIS;
  const { faceWeight } = input;
  const count = grid.columns * grid.rows;
  const { upper, lower } = draft;
  const sign = side === 'left' ? 1 : -1;
  const r = pose.rotation;
  const eye = input.eyes.find((e) => e.side === side);
  const raises = BROW_UNITS.has(unit);
  const moved = raises || SINKING_UNITS.has(unit);
  const brow = moved ? input.brows.find((b) => b.side === side) : undefined;
  const travel = browTravel(unit, input.eyes, input.brows, pose.iodPx);
  const [maxA, minV, maxV] = UNIT_REACH[unit];
  const splits = SPLITTING_UNITS.has(unit) && !input.mouthless;
  const ring = isRingUnit(unit) ? input.ring : undefined;
  const shorter = CORNER_UNITS.has(unit) ? (input.shortMouth ?? 1) : 1;
  const above = CORNER_UNITS.has(unit) ? (input.mouthAbove ?? 0) : 0;
  const here: Displacement = { out: 0, up: 0 };
  const place: { s: number; h: number } = { s: 0, h: 0 };
  const beside: PlaceByEye = { alongPx: 0, upPx: 0 };
  for (let i = 0; i < count; i++) {
    const weight = faceWeight[i];
    if (weight === 0) continue;
    const x = sign * chartX[i];
    if (x < -0.16 || x > maxA || chartY[i] < minV || chartY[i] > maxV) continue;
    const sided = weight * smoothstep(-0.16, 0.16, x);
    const a = shorter * Math.max(0, x);
    let calm = travel;
    const v = chartY[i];
    const heightV = v - above;
    let browV = v;
    if (brow && eye) {
      placeByEye(grid, eye, i, beside);
      if (raises) calm *= 1 - LID_HOLD * lidHold(eye, brow, beside, pose.iodPx);
      else if (unit === 'AU4') calm *= 1 - sunkHold(eye, brow, beside, pose.iodPx);
      browV = heightByBrow(brow, beside, pose.iodPx);
    }
    place.s = Math.abs(places.mouthS[i]);
    place.h = places.mouthH[i];
    const scaleX = sided * calm * places.seenX[i] * sign * pose.iodPx;
    const scaleY = sided * calm * places.seenY[i] * pose.iodPx;
    displaceByUnit(unit, a, heightV, place as MouthPlace, false, here, browV, input.chinFollows01);
    shorten(here, shorter);
    const hair =
      input.moustache01 > 0
        ? moustacheShare(unit, input.moustache01, a, place as MouthPlace)
        : undefined;
    if (hair) holdHair(hair, 0, here);
    const rounds = ring ? shapeRing(ring, unit, places.mouthS[i], place.h) : 0;
    here.up += rounds;
    upper[2 * i] = scaleX * r[0] * here.out + scaleY * r[1] * here.up;
    upper[2 * i + 1] = -scaleX * r[3] * here.out - scaleY * r[4] * here.up;
    if (splits) {
      displaceByUnit(unit, a, heightV, place as MouthPlace, true, here, browV, input.chinFollows01);
      shorten(here, shorter);
      // The lower lip is free of the hair, but not at the corners: there and beside them the layers
      // are one, or hair would be torn along the line of the mouth.
      if (hair) holdHair(hair, openingProfile(place.s), here);
      here.up += rounds;
    }
    lower[2 * i] = scaleX * r[0] * here.out + scaleY * r[1] * here.up;
    lower[2 * i + 1] = -scaleX * r[3] * here.out - scaleY * r[4] * here.up;
    touchRow(draft, Math.floor(i / grid.columns));
  }
  if (eye) addLids(input, eye, unit, draft);
  if (input.glasses) holdAtGlasses(input.glasses, unit, draft);
  return takeBoxes(grid, draft);
}

/** Units that pull corners of the mouth: where these lie is theirs to know. */
const CORNER_UNITS = new Set<ActionUnit>(['AU12', 'AU15', 'AU18', 'AU20']);

/** A shorter mouth widens by less, but rises by as much: small drawn ones must be read from afar. */
function shorten(here: Displacement, shorter: number): void {
  here.out /= shorter;
}

/** Takes back what a moustache has no part in, but for the part of a place that is free of it. */
function holdHair(share: Displacement, free01: number, here: Displacement): void {
  here.out *= mix(share.out, 1, free01);
  here.up *= mix(share.up, 1, free01);
}

/** Units that move the lips apart or together: their two layers differ. */
export const SPLITTING_UNITS = new Set<ActionUnit>(['AU16', 'AU17', 'AU24', 'AU25', 'AU26']);
const EAR_UNITS = new Set<ActionUnit>(['EAD101', 'EAD103']);
const SILENT_BASIS: Basis = { upper: undefined, lowerMinusUpper: undefined };

/** The upper lid is raised this far past the iris's top, IOD: white shows above it. */
const WHITE_ABOVE_IOD = 0.012;
const LEAST_RAISE_IOD = 0.032;
const MOST_RAISE_IOD = 0.072;
/** … and by no more than this part of the skin that it slides under. */
const RAISE_SHARE_OF_REACH = 0.38;
/** How far up a lid's motion reaches, parts of the skin up to the brow's hair, and limits, IOD. */
const LID_REACH = 1.2;
const LID_REACH_IOD = [0.12, 0.24] as const;
/** Shares of an eye's width: a gap of the first is a slit, from the second on it narrows freely. */
const SLIT_RATIO = 0.12;
const NARROWING_RATIO = 0.28;
/** The eyes of cartoons are large; their lids do not travel in proportion, IOD. */
const MOST_NARROWED_GAP_IOD = 0.2;

/**
 * A lower lid that a smile has raised already goes no further by as much again, and where the smile
 * is taken back it does not sink below the iris: part of AU6's way that the picture's own takes.
 */
const SMILES_OWN_SQUINT = 0.55;
/** An iris further from the middle than this, as t, raises its lid as one that is there. */
const MOST_ASIDE = 0.45;

/** What the lids of an eye may do, IOD: see LidPlace. Both eyes narrow by the same share. */
function lidRange({ eyes, brows, pose, squint01 }: DeformationInput, eye: EyeLine) {
  const iod = pose.iodPx;
  const reach = clamp((LID_REACH * lidRoomPx(eye, brows)) / iod, ...LID_REACH_IOD);
  // Both lids go up by the same: each to its own white would make one eye stare.
  const cover = eyes.reduce((sum, e) => sum + irisCover(e) / eyes.length, 0);
  const raise = clamp(
    cover / iod + WHITE_ABOVE_IOD,
    LEAST_RAISE_IOD,
    Math.min(MOST_RAISE_IOD, RAISE_SHARE_OF_REACH * reach),
  );
  const narrowest = Math.min(...eyes.map((e) => e.gapPx / (2 * e.halfWidthPx)));
  const free = clamp((narrowest - SLIT_RATIO) / (NARROWING_RATIO - SLIT_RATIO), 0, 1);
  const narrowing = free * Math.min(MOST_NARROWED_GAP_IOD, eye.gapPx / iod);
  const droop = free * free * Math.min(1, (MOST_NARROWED_GAP_IOD * iod) / eye.gapPx);
  const { xPx, yPx } = eye.iris;
  const along = (xPx - eye.centreXPx) * eye.alongX + (yPx - eye.centreYPx) * eye.alongY;
  const iris = clamp(along / eye.halfWidthPx, -MOST_ASIDE, MOST_ASIDE);
  const smiling = narrowing * (1 - SMILES_OWN_SQUINT * squint01);
  return { reach, raise, narrowing, smiling, droop, iris };
}

/** From the first gap on (share of the eye's width) lids do not shut fully, from the second least. */
const LARGE_RATIO = 0.42;
const HUGE_RATIO = 0.5;
const HUGE_SHUT = 0.45;

/**
 * How far AU43 brings the lids together. There is no skin in the picture for the lids of a
 * cartoon's huge round eyes, which blink by about half.
 */
function shutting({ eyes }: DeformationInput): number {
  const ratio = Math.min(...eyes.map((e) => e.gapPx / (2 * e.halfWidthPx)));
  return 1 - (1 - HUGE_SHUT) * smoothstep(LARGE_RATIO, HUGE_RATIO, ratio);
}

const LID_UNITS = new Set<ActionUnit>(['AU5', 'AU6', 'AU7', 'AU41', 'AU43']);

function addLids(input: DeformationInput, eye: EyeLine, unit: ActionUnit, draft: LayerDraft): void {
  const { grid, pose, faceWeight } = input;
  const { upper, lower } = draft;
  if (!LID_UNITS.has(unit)) return;
  // Lids of a shut eye are not torn open.
  const strength = unit === 'AU43' ? shutting(input) : eye.open01;
  if (strength === 0) return;
  if (eye.plain) {
    addPlainEye(input, eye, eye.plain, unit, draft);
    return;
  }
  const range = lidRange(input, eye);
  const inner = eye.side === 'right' ? 1 : -1;
  const reachPx = eye.halfWidthPx + 0.5 * pose.iodPx;
  for (let row = 0; row < grid.rows; row++) {
    const y = grid.originYPx + row * grid.cellPx - eye.centreYPx;
    if (Math.abs(y) > reachPx) continue;
    touchRow(draft, row);
    for (let column = 0; column < grid.columns; column++) {
      const x = grid.originXPx + column * grid.cellPx - eye.centreXPx;
      if (Math.abs(x) > reachPx) continue;
      const t = (x * eye.alongX + y * eye.alongY) / eye.halfWidthPx;
      if (Math.abs(t) >= 1) continue;
      const up = x * eye.alongY - y * eye.alongX;
      const top = readCurve(eye.upper, t);
      const low = readCurve(eye.lower, t);
      const lid = {
        t,
        inward: inner * t,
        aboveUpper: (up - top) / pose.iodPx,
        aboveLower: (up - low) / pose.iodPx,
        gap: Math.max(0, top - low) / pose.iodPx,
        ...range,
      };
      const i = row * grid.columns + column;
      const scale = strength * faceWeight[i] * pose.iodPx;
      const du = scale * displaceLids(unit, lid, false);
      const dl = scale * displaceLids(unit, lid, true);
      upper[2 * i] += du * eye.alongY;
      upper[2 * i + 1] -= du * eye.alongX;
      lower[2 * i] += dl * eye.alongY;
      lower[2 * i + 1] -= dl * eye.alongX;
    }
  }
}

/** An eye without lids is one shape, the same in both layers. */
function addPlainEye(
  { grid, pose, faceWeight }: DeformationInput,
  eye: EyeLine,
  plain: PlainEye,
  unit: ActionUnit,
  draft: LayerDraft,
): void {
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const i = row * grid.columns + column;
      if (faceWeight[i] === 0) continue;
      const x = (grid.originXPx + column * grid.cellPx - eye.centreXPx) / pose.iodPx;
      const y = (grid.originYPx + row * grid.cellPx - eye.centreYPx) / pose.iodPx;
      const along = x * eye.alongX + y * eye.alongY - plain.along;
      const up = x * eye.alongY - y * eye.alongX - plain.up;
      const px = faceWeight[i] * pose.iodPx * shapePlainEye(plain, unit, along, up);
      if (px === 0) continue;
      for (const layer of [draft.upper, draft.lower]) {
        layer[2 * i] += px * eye.alongY;
        layer[2 * i + 1] -= px * eye.alongX;
      }
      touchRow(draft, row);
    }
  }
}

/** Share of a gap that the upper lip closes; the lower lip and the jaw close the rest. */
const UPPER_SHARE = 0.35;
/** Lips that were drawn thin by a smile get their height back: the upper rim's share of the gap. */
const PLUMP_UPPER = 0.12;

/** … and how much less than its rim the foot of the lower one comes up. */
const LOWER_PLUMPS = 0.2;

/** Strength 1 brings the lips of a mouth that is open in the picture together. */
export function shutMouthBasis(
  input: DeformationInput,
  places: NodePlaces,
  draft: LayerDraft,
): Basis {
  const { grid, pose, mouth, faceWeight } = input;
  if (mouth.gapPx === 0) return SILENT_BASIS;
  const count = grid.columns * grid.rows;
  const { upper, lower } = draft;
  for (let i = 0; i < count; i++) {
    const s = places.mouthS[i];
    if (faceWeight[i] === 0 || Math.abs(s) >= 1) continue;
    const top = readCurve(mouth.upper, s);
    const low = readCurve(mouth.lower, s);
    const gap = Math.max(0, top - low);
    const half = gap / 2 / pose.iodPx;
    const h = places.mouthH[i];
    const fromUpper = h - half;
    const fromLower = -h - half;
    const du =
      -UPPER_SHARE *
        gap *
        (fromUpper > 0 ? 1 - smoothstep(0, 0.14, fromUpper) : reachPast(-fromUpper, half)) +
      PLUMP_UPPER * gap * gaussian(fromUpper - 0.1, 0.05);
    const dl =
      (1 - UPPER_SHARE) *
      gap *
      (fromLower > 0
        ? (1 - LOWER_PLUMPS * smoothstep(0, 0.14, fromLower)) *
          (1 - smoothstep(0.14, 0.85, fromLower))
        : reachPast(-fromLower, half));
    const w = faceWeight[i];
    upper[2 * i] = w * du * mouth.alongY;
    upper[2 * i + 1] = -w * du * mouth.alongX;
    lower[2 * i] = w * dl * mouth.alongY;
    lower[2 * i + 1] = -w * dl * mouth.alongX;
    // Below the lower lip the layers are one again: the upper layer follows the lower lip's skin.
    const joined = smoothstep(half + 0.1, half + 0.42, -h);
    upper[2 * i] += joined * (lower[2 * i] - upper[2 * i]);
    upper[2 * i + 1] += joined * (lower[2 * i + 1] - upper[2 * i + 1]);
    touchRow(draft, Math.floor(i / grid.columns));
  }
  return takeBoxes(grid, draft);
}

function reachPast(distance: number, half: number): number {
  return 1 - smoothstep(2 * half + 0.05, 2 * half + 0.3, distance);
}
