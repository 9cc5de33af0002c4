import { distanceToArea } from '../../math/chamfer-distance.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import { createRandom } from '../../math/random.ts';
import { type Surface, textureAt } from '../style/surface.ts';
import {
  type HairCells,
  type HairInput,
  hairByColour,
  readHairCells,
  readPalettes,
} from './hair-cells.ts';
import { coverFace, type HairCover } from './hair-cover.ts';
import { spreadColours } from './spread-colours.ts';

/** What hangs before a face, a fringe or the rim of a hat, taken off it. */
export interface HairLayer {
  /** Where it is: whole pixels of the plate. */
  readonly rect: RectPx;
  /** u8[4·W·H] of `rect`: colours times alpha, and alpha. Over `face` it is the picture. */
  readonly rgba: Uint8Array;
  /** 0..1 of each eye: how much of its brow lies under it. */
  readonly browsCovered: readonly number[];
  /** The picture with skin in its place. */
  readonly face: Picture;
}

/** A forehead of which less is covered is free: its hair goes with the skin at its edge. */
const LEAST_COVERED = 0.08;
/** Cells beside the edge of hair, inwards and outwards, in which the picture tells hair from skin. */
const INWARDS = 3;
const OUTWARDS = [3.5, 5] as const;
/** Cells from hair on from which skin is its own colour, and has nothing of the hair's blur. */
const BARE_FROM = [1.5, 6] as const;
/** Shares of the way from the skin's colour to the hair's that count as none and all of it. */
const SHARES = [0.08, 0.8] as const;
/** Cells from hair up to which, and from which on no more, whatever leans towards its colour is its blur. */
const BLURRED = [2.5, 3.5] as const;
/** Pixels that are less of hair than this show skin only. */
const LEAST_ALPHA = 0.02;

/** What skin in the place of hair is made of besides its colour. */
export interface SkinMade {
  /** Deviation of the picture's grain, levels. */
  readonly grain: number;
  /** Skin as it is painted, strokes and cracks; a photo's has freckles, which would be seen again and again. */
  readonly surface: Surface;
  /** 0..1: how surely it is a painting. */
  readonly painted01: number;
}

/**
 * Takes hair off a face; undefined where hardly any hangs over the forehead, and in profile, where that is
 * too narrow to be told from brow and temple.
 */
export function takeHairOff(input: HairInput, made: SkinMade): HairLayer | undefined {
  if (input.eyes.length < 2) return undefined;
  const cells = readHairCells(input);
  const palettes = cells && readPalettes(cells);
  if (!palettes) return undefined;
  const cover = coverFace(cells, hairByColour(cells, palettes), input);
  if (cover.share < LEAST_COVERED || !cover.plain) return undefined;
  const parted = partPixels(input.plate, cells, cover, made);
  return parted && { ...parted, browsCovered: cover.browsCovered };
}

function partPixels(
  plate: Picture,
  cells: HairCells,
  cover: HairCover,
  { grain, surface, painted01 }: SkinMade,
): Omit<HairLayer, 'browsCovered'> | undefined {
  const { columns, rows, step, area } = cells;
  const outside = distanceToArea(cover.hair, columns, rows);
  const inside = distanceToArea(
    cover.hair.map((h) => 1 - h),
    columns,
    rows,
  );
  const colours = meanColours(plate, cells);
  const surelyBare = cover.bare.map(
    (b, i) => b * smoothstep(BARE_FROM[0], BARE_FROM[1], outside[i]),
  );
  const surelyHair = cover.hair.map((h, i) => (h && inside[i] > 1.5 ? 1 : 0));
  const skin = spreadColours(columns, rows, colours, surelyBare);
  const hair = spreadColours(columns, rows, colours, surelyHair);
  const face = plate.rgba.slice();
  const rgba = new Uint8Array(4 * area.widthPx * area.heightPx);
  const random = createRandom(1);
  const bounds = { x0: area.widthPx, y0: area.heightPx, x1: 0, y1: 0 };
  const read = createReader(columns, rows);
  for (let y = 0; y < rows * step; y++) {
    for (let x = 0; x < columns * step; x++) {
      read.place((x + 0.5) / step - 0.5, (y + 0.5) / step - 0.5);
      const out = read.one(outside);
      if (out >= OUTWARDS[1]) continue;
      const fade = read.one(cover.fade) * (1 - smoothstep(OUTWARDS[0], OUTWARDS[1], out));
      if (fade <= 0) continue;
      const at = 4 * ((area.yPx + y) * plate.widthPx + area.xPx + x);
      const fill = read.one(cover.fill);
      const deep = smoothstep(1, INWARDS, read.one(inside));
      let off = 0;
      let apart = 1;
      let least = 0;
      let blur = 0;
      for (let k = 0; k < 3; k++) {
        const b = read.of3(skin, k);
        const h = read.of3(hair, k);
        const level = plate.rgba[at + k];
        off += (level - b) ** 2;
        apart += (h - b) ** 2;
        const beyond = level < b ? 1 - level / b : (level - b) / (256 - b);
        least = Math.max(least, beyond);
        if (level < b === h < b) blur = Math.max(blur, beyond);
      }
      const way = Math.sqrt(off / apart);
      const told = clamp((way - SHARES[0]) / (SHARES[1] - SHARES[0]), 0, 1);
      // No share of any hair over skin makes what is darker or lighter than both.
      const beside = blur * (1 - smoothstep(BLURRED[0], BLURRED[1], out));
      const own = Math.max(told, deep, beside, least * smoothstep(SHARES[0], 3 * SHARES[0], way));
      const alpha = own * fade;
      if (alpha < LEAST_ALPHA) continue;
      bounds.x0 = Math.min(bounds.x0, x);
      bounds.x1 = Math.max(bounds.x1, x + 1);
      bounds.y0 = Math.min(bounds.y0, y);
      bounds.y1 = y + 1;
      const noise = (1 - painted01) * 2 * grain * (random() + random() + random() - 1.5);
      const strokes = 1 + painted01 * textureAt(surface, area.xPx + x, area.yPx + y);
      const to = 4 * (y * area.widthPx + x);
      for (let k = 0; k < 3; k++) {
        const level = plate.rgba[at + k];
        const behind = clamp(read.of3(skin, k) * strokes + noise, 0, 255);
        const pure = clamp((level - (1 - own) * behind) / Math.max(own, LEAST_ALPHA), 0, 255);
        const front = mix(level, pure, fade);
        const left =
          alpha > 0.97
            ? mix(level, behind, fill)
            : clamp((level - alpha * front) / (1 - alpha), 0, 255);
        rgba[to + k] = Math.round(alpha * front);
        face[at + k] = Math.round(left);
      }
      rgba[to + 3] = Math.round(255 * alpha);
    }
  }
  if (bounds.x1 === 0) return undefined;
  return { ...cutOut(rgba, area, bounds), face: { ...plate, rgba: face } };
}

/** What lies between bounds within an area: each frame is drawn anew where the layer is. */
function cutOut(
  rgba: Uint8Array,
  area: RectPx,
  { x0, y0, x1, y1 }: { readonly [Name in 'x0' | 'y0' | 'x1' | 'y1']: number },
): Pick<HairLayer, 'rect' | 'rgba'> {
  const [widthPx, heightPx] = [x1 - x0, y1 - y0];
  const cut = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const from = 4 * ((y0 + y) * area.widthPx + x0);
    cut.set(rgba.subarray(from, from + 4 * widthPx), 4 * y * widthPx);
  }
  return { rect: { xPx: area.xPx + x0, yPx: area.yPx + y0, widthPx, heightPx }, rgba: cut };
}

function meanColours(
  { rgba, widthPx }: Picture,
  { columns, rows, step, area }: HairCells,
): Float32Array {
  const colours = new Float32Array(3 * columns * rows);
  for (let y = 0; y < rows * step; y++) {
    for (let x = 0; x < columns * step; x++) {
      const at = 4 * ((area.yPx + y) * widthPx + area.xPx + x);
      const to = 3 * (Math.floor(y / step) * columns + Math.floor(x / step));
      for (let k = 0; k < 3; k++) colours[to + k] += rgba[at + k] / (step * step);
    }
  }
  return colours;
}

/** Reads fields of cells bilinearly, several at one place. */
function createReader(columns: number, rows: number) {
  let [i, right, below] = [0, 0, 0];
  let [fx, fy] = [0, 0];
  return {
    place(x: number, y: number): void {
      const cx = clamp(x, 0, columns - 1);
      const cy = clamp(y, 0, rows - 1);
      const c = Math.floor(cx);
      const r = Math.floor(cy);
      [fx, fy] = [cx - c, cy - r];
      i = r * columns + c;
      right = c + 1 < columns ? 1 : 0;
      below = r + 1 < rows ? columns : 0;
    },
    one(field: Float32Array): number {
      const top = field[i] + (field[i + right] - field[i]) * fx;
      const low = field[i + below] + (field[i + below + right] - field[i + below]) * fx;
      return top + (low - top) * fy;
    },
    of3(field: Float32Array, k: number): number {
      const j = 3 * i + k;
      const top = field[j] + (field[j + 3 * right] - field[j]) * fx;
      const low =
        field[j + 3 * below] + (field[j + 3 * (below + right)] - field[j + 3 * below]) * fx;
      return top + (low - top) * fy;
    },
  };
}
