import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { smoothNoise } from '../../math/random.ts';
import { ACTION_UNITS, strengthIndex } from '../action-units.ts';
import type { HeadPose } from '../head/head-pose.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import { shadeSeen01 } from './bleached-skin.ts';
import { CREASE_LINES, type CreaseLine } from './crease-lines.ts';
import {
  crossesInk,
  leavesSkin,
  type Pt,
  SAMPLE_IOD,
  snapToValley,
  tracePath,
} from './crease-path.ts';
import { type FaceTone, lumaOf, type Rgb } from './face-tone.ts';
import { foldTrust01 } from './fold-trust.ts';
import { measureAround } from './path-distance.ts';
import { DARKEST } from './pixel-change.ts';
import type { ShadowTint } from './shadow-tint.ts';

/** One fold on one side of the face, ready to be pressed into the plate. */
export interface SkinCrease {
  readonly name: string;
  /** Strengths that press it, by strengthIndex, and what each adds at 1. */
  readonly drives: readonly (readonly [index: number, share: number])[];
  /** true: a stroke, which is there or not; what hardly presses it does not draw it. */
  readonly stroke: boolean;
  /** Indices of pixels of the plate, increasing. */
  readonly pixels: Uint32Array;
  /** Relative change of red, green and blue, fully pressed: 3 for each pixel. */
  readonly change: Float32Array;
}

export interface SkinCreasesInput {
  readonly plate: Picture;
  readonly grid: PlateGrid;
  readonly pose: HeadPose;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  /** ln of green around each node. */
  readonly lnGreen: Float32Array;
  readonly tint: ShadowTint;
  /** Light on the face. */
  readonly tone: Pick<FaceTone, 'lightX' | 'lightY' | 'highlightLuma'>;
  /** 0..1: see creaseStrength. */
  readonly strength01: number;
  /** 0..1: how much like paint the picture is. */
  readonly painted01: number;
  /** Breadth of the picture's sharpest edges, px: folds are no crisper. */
  readonly edgePx: number;
  /** true: the picture is drawn; folds are strokes of its ink, and left out where it has none. */
  readonly drawn: boolean;
  /** Colour of a drawing's lines, sRGB. */
  readonly ink: Rgb | undefined;
  /** Colour of skin that has but one: see isFlatSkin; strokes stay on it. */
  readonly flatSkin?: Rgb | undefined;
  /** Half the breadth of the pen that drew the mouth, IOD, if it was one. */
  readonly penIod?: number | undefined;
  /** Do brows of a flat drawing move as shapes? Then they say what a stroke between them would. */
  readonly browsDrawn?: boolean;
}

/** Least half breadth of what is drawn, px, and part of the picture's own edges' breadth. */
const LEAST_PX = 1.05;
const EDGE_SHARE = 0.5;
/** The crisp side of a fold is broader by this on the smoothest, youngest skin. */
const YOUNG_SOFTER = 1.6;
/** Folds are unevenly deep: by this share, over this length, IOD. */
const UNEVEN = 0.28;
const UNEVEN_IOD = 0.13;
/** Darker than most of the line's skin by these, ln of green, is hair. */
const HAIR = [0.35, 0.7] as const;
/** Sides of the face go over into each other within this, IOD. */
const MIDDLE_IOD = 0.06;
/** Light from above that models rolls at least, and the share of the light from the side: with all
 * of it the rolls of one side of the nose would be plain and those of the other one unseen. */
const LEAST_FROM_ABOVE = 0.36;
const FROM_SIDE = 0.5;
/** A fold whose roll is not this much broader than the picture's edges is shallower, and the least. */
const RESOLVED = 1.4;
const LEAST_RESOLVED = 0.5;
/** Skin this far below the face's highlights, ln of green, catches all of the light, and the least. */
const FULL_ROOM = 0.3;
const LEAST_ROOM = 0.25;
/** Changes of ln(luma) smaller than this are not stored. */
const SILENT = 0.006;

/** Lays all folds onto a face. */
export function buildSkinCreases(input: SkinCreasesInput): readonly SkinCrease[] {
  if (input.strength01 === 0 || (input.drawn && !input.ink)) return [];
  return CREASE_LINES.flatMap((line, k) => {
    if (input.drawn && !line.stroke) return [];
    if (input.browsDrawn && line.drives.AU4 && !line.drives.AU9) return [];
    const creases = (['right', 'left'] as const).flatMap((side) => {
      const crease = layCrease(input, line, side, k);
      return crease && crease.pixels.length > 0 ? [crease] : [];
    });
    // On skin that shows nothing else one stroke of two looks like a scratch.
    return input.flatSkin && creases.length < 2 ? [] : creases;
  });
}

/** Strengths of furrows between which skin is lively: grown-up, and with all of its texture. */
const LIVELY = [0.75, 0.95] as const;

function layCrease(
  input: SkinCreasesInput,
  line: CreaseLine,
  side: 'right' | 'left',
  seed: number,
): SkinCrease | undefined {
  const sign = side === 'left' ? 1 : -1;
  const drawnPath = input.drawn ? line.stroke : undefined;
  const stroke = drawnPath && input.flatSkin ? longer(drawnPath) : drawnPath;
  const traced = tracePath(input, stroke ?? line.path, sign, (x) => wanderAt(seed, x));
  const { ink, plate, pose, flatSkin } = input;
  if (drawnPath && ink && crossesInk(plate, pose.iodPx, traced, lumaOf(ink))) return undefined;
  if (drawnPath && flatSkin && leavesSkin(plate, traced, flatSkin)) return undefined;
  const path =
    line.snap > 0 && !input.drawn
      ? snapToValley(input.plate, input.pose.iodPx, traced, line.snap)
      : traced;
  // In a small face a fold of a few pixels would be a scratch.
  const resolved = clamp(
    (line.crest * input.pose.iodPx) / (RESOLVED * input.edgePx),
    LEAST_RESOLVED,
    1,
  );
  // Only folds that hang on the nose go astray with its points.
  const known = line.drives.AU9 && !input.drawn ? foldTrust01(pose, sign) : 1;
  const pressed = line.youth + (1 - line.youth) * input.strength01;
  const lively = mix(1, line.lively ?? 1, smoothstep(...LIVELY, input.strength01));
  const paint = mix(lively, line.painted ?? 1, input.painted01);
  const depth = line.depth * resolved * known * pressed * paint;
  const drives = ACTION_UNITS.flatMap((unit): [number, number][] => {
    const share = line.drives[unit];
    if (!share) return [];
    // Ink is there or not: both sides are drawn at once, or one stroke looks lost.
    return input.drawn
      ? [
          [strengthIndex(unit, 'right'), share / 2],
          [strengthIndex(unit, 'left'), share / 2],
        ]
      : [[strengthIndex(unit, side), share]];
  });
  return {
    name: line.name,
    drives,
    stroke: input.drawn,
    ...rasterise(input, line, path, depth, sign, seed),
  };
}

/** A path that is longer about its middle. */
function longer(path: readonly number[]): readonly number[] {
  const count = path.length / 2;
  const mean = [0, 1].map(
    (k) => path.filter((_, i) => i % 2 === k).reduce((sum, v) => sum + v, 0) / count,
  );
  return path.map((v, i) => mean[i % 2] + LONGER * (v - mean[i % 2]));
}

/** Half breadth of a stroke in the middle, IOD: it tapers to both ends. */
const STROKE_IOD = 0.014;
/** Flat drawings have pens: this share of the one that drew the mouth, and the most. */
const PEN_SHARE = 0.55;
const BROADEST_IOD = 0.024;
/** … and are so much longer. */
const LONGER = 1.45;

/** Folds of the two sides are not mirrored: they leave their paths by this, within such a length. */
const WANDER_IOD = 0.014;
const WANDER_LENGTH_IOD = 0.2;

/** How far a line leaves its path at x, IOD to the subject's left: over the middle it goes on. */
function wanderAt(seed: number, x: number): number {
  return WANDER_IOD * smoothNoise(seed + 40, x / WANDER_LENGTH_IOD);
}

/** Change of every pixel around a path. */
function rasterise(
  {
    plate,
    grid,
    pose,
    chartX,
    faceWeight,
    lnGreen,
    tint,
    tone,
    strength01,
    edgePx,
    drawn,
    ink,
    flatSkin,
    penIod,
  }: SkinCreasesInput,
  line: CreaseLine,
  path: readonly Pt[],
  depth: number,
  sign: 1 | -1,
  seed: number,
): Pick<SkinCrease, 'pixels' | 'change'> {
  const iod = pose.iodPx;
  const least = Math.max(LEAST_PX, EDGE_SHARE * edgePx) / iod;
  // Young skin has no line in its folds, only a soft valley.
  const young = 1 + YOUNG_SOFTER * (1 - strength01);
  const crisp = Math.max(line.crisp * young, least);
  const soft = Math.max(line.soft, 1.6 * least);
  const highest = Math.log(tone.highlightLuma + DARKEST);
  const lightY = Math.max(LEAST_FROM_ABOVE, tone.lightY);
  const rollSigma = 0.5 * line.crest;
  const pen = flatSkin && penIod ? clamp(PEN_SHARE * penIod, STROKE_IOD, BROADEST_IOD) : STROKE_IOD;
  const reachPx = Math.max(3 * soft, line.crest + 2.5 * rollSigma) * iod;
  const { x0, y0, width, distance2, place } = measureAround(path, reachPx, plate);
  // Hair that hangs over the skin does not fold with it.
  const greens = path.map((p) => readField(grid, lnGreen, p.x, p.y)).sort((p, q) => p - q);
  const skin = greens[Math.floor(0.6 * greens.length)];
  const pixels: number[] = [];
  const change: number[] = [];
  const last = path.length - 1;
  for (let i = 0; i < distance2.length; i++) {
    if (distance2[i] === Number.POSITIVE_INFINITY) continue;
    const nearest = Math.sqrt(distance2[i]);
    const x = x0 + (i % width) + 0.5;
    const y = y0 + Math.floor(i / width) + 0.5;
    const k = Math.min(last - 1, Math.floor(place[i]));
    const f = place[i] - k;
    const a = path[k];
    const b = path[k + 1];
    // Distance in IOD of the face: across a side that is turned away the picture is shortened.
    const nx = a.acrossX + f * (b.acrossX - a.acrossX);
    const ny = a.acrossY + f * (b.acrossY - a.acrossY);
    const wide = Math.hypot(nx, ny);
    const beside = (x - a.x - f * (b.x - a.x)) * nx + (y - a.y - f * (b.y - a.y)) * ny;
    const d = (Math.sign(beside) * nearest) / wide;
    const along = place[i] / last;
    const fade =
      (line.fadeIn > 0 ? smoothstep(0, line.fadeIn, along) : 1) *
      (line.fadeOut > 0 ? smoothstep(0, line.fadeOut, 1 - along) : 1);
    const uneven =
      1 +
      UNEVEN * smoothNoise(2 * seed + (sign > 0 ? 1 : 0), (along * last * SAMPLE_IOD) / UNEVEN_IOD);
    const dark = d > 0 ? gaussian(d, crisp) : 0.55 * gaussian(d, soft) + 0.45 * gaussian(d, crisp);
    const lit = d > 0 ? gaussian(d - line.crest, rollSigma) : 0;
    // Of the roll, what faces the light gets lighter; what lies behind its crest, darker.
    const past = (d - line.crest) / rollSigma;
    const facing = (FROM_SIDE * tone.lightX * nx - lightY * ny) / wide;
    const shaded = line.steep * facing * past * Math.exp((1 - past * past) / 2);
    // A line that goes over the middle of the face is drawn by both sides, each up to there.
    const sided = smoothstep(-MIDDLE_IOD, MIDDLE_IOD, sign * readField(grid, chartX, x, y));
    const green = readField(grid, lnGreen, x, y);
    const bare = 1 - smoothstep(...HAIR, skin - green);
    const weight = fade * sided * bare * readField(grid, faceWeight, x, y);
    if (drawn && ink) {
      // The pen's pressure is its breadth, and its ink covers; one pixel of feather.
      const inside = smoothstep(-0.6, 0.6, Math.sqrt(fade) * pen * iod - nearest);
      const cover = inside * (sided * bare * readField(grid, faceWeight, x, y)) ** 0.25;
      if (cover < SILENT) continue;
      const pixel = (y - 0.5) * plate.widthPx + x - 0.5;
      pixels.push(pixel);
      for (let j = 0; j < 3; j++) {
        change.push(cover * (ink[j] / Math.max(1, plate.rgba[4 * pixel + j]) - 1));
      }
      continue;
    }
    const light = (lit * line.roll + shaded * uneven) * (depth / line.depth);
    // Skin that is in full light already gets no lighter.
    const room = light > 0 ? clamp((highest - green) / FULL_ROOM, LEAST_ROOM, 1) : 1;
    const raw = weight * (light * room - depth * uneven * dark);
    const ln = raw < 0 ? raw * shadeSeen01(green) : raw;
    if (Math.abs(ln) < SILENT) continue;
    pixels.push((y - 0.5) * plate.widthPx + x - 0.5);
    for (let j = 0; j < 3; j++) change.push(Math.exp(ln * (ln < 0 ? tint[j] : 1)) - 1);
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}
