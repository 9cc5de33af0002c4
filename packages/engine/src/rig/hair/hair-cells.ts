import type { PersonMask } from '../../face/face.ts';
import { readMask } from '../../face/read-mask.ts';
import { clamp } from '../../math/easing.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import { type BrowBand, browLowerPx, browUpperPx } from '../eyes/brow-band.ts';
import { type EyeLine, eyePlace } from '../eyes/eye-shape.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import {
  distanceTo,
  type Feature,
  featureOf,
  hairShare,
  type Palette,
  paletteOf,
} from './hair-colours.ts';

/** What is looked at to find hair in front of a face. */
export interface HairInput {
  readonly plate: Picture;
  readonly mask: PersonMask | undefined;
  readonly iodPx: number;
  readonly grid: PlateGrid;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly eyes: readonly EyeLine[];
  readonly brows: readonly BrowBand[];
}

/** The upper part of a head on cells of some pixels: f32 and u8 of columns·rows, rows top-down. */
export interface HairCells {
  readonly columns: number;
  readonly rows: number;
  readonly step: number;
  readonly area: RectPx;
  /** Chart of the face, IOD. */
  readonly x: Float32Array;
  readonly v: Float32Array;
  readonly features: readonly Feature[];
  /** Mask of who is shown, 0..1. */
  readonly person: Float32Array;
}

const CELLS_PER_IOD = 44;
/** What is looked at on the chart, IOD. */
const REACH = { aside: 1.5, low: -0.95, high: 1.9 } as const;

export function readHairCells(input: HairInput): HairCells | undefined {
  const { plate, iodPx, grid, chartX, chartY } = input;
  const step = Math.max(1, Math.round(iodPx / CELLS_PER_IOD));
  const area = chartedArea(input);
  const columns = Math.floor(area.widthPx / step);
  const rows = Math.floor(area.heightPx / step);
  if (columns < 8 || rows < 8) return undefined;
  const count = columns * rows;
  const x = new Float32Array(count);
  const v = new Float32Array(count);
  const person = new Float32Array(count);
  const features: Feature[] = [];
  for (let r = 0, i = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, i++) {
      const xPx = area.xPx + (c + 0.5) * step;
      const yPx = area.yPx + (r + 0.5) * step;
      x[i] = readField(grid, chartX, xPx, yPx);
      v[i] = readField(grid, chartY, xPx, yPx);
      person[i] = input.mask ? readMask(input.mask, xPx, yPx) / 255 : 1;
      features.push(meanFeature(plate, area.xPx + c * step, area.yPx + r * step, step));
    }
  }
  return { columns, rows, step, area, x, v, features, person };
}

function meanFeature({ rgba, widthPx }: Picture, x0: number, y0: number, step: number): Feature {
  let [r, g, b] = [0, 0, 0];
  for (let y = y0; y < y0 + step; y++) {
    for (let x = x0; x < x0 + step; x++) {
      const at = 4 * (y * widthPx + x);
      r += rgba[at];
      g += rgba[at + 1];
      b += rgba[at + 2];
    }
  }
  const n = step * step;
  return featureOf(r / n, g / n, b / n);
}

/** Whole pixels around the charted part. */
function chartedArea({ plate, grid, chartX, chartY }: HairInput): RectPx {
  let [x0, y0, x1, y1] = [plate.widthPx, plate.heightPx, 0, 0];
  for (let r = 0, i = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++, i++) {
      if (Math.abs(chartX[i]) > REACH.aside || chartY[i] < REACH.low || chartY[i] > REACH.high)
        continue;
      const xPx = grid.originXPx + c * grid.cellPx;
      const yPx = grid.originYPx + r * grid.cellPx;
      x0 = Math.min(x0, xPx);
      y0 = Math.min(y0, yPx);
      x1 = Math.max(x1, xPx);
      y1 = Math.max(y1, yPx);
    }
  }
  const xPx = clamp(Math.floor(x0), 0, plate.widthPx);
  const yPx = clamp(Math.floor(y0), 0, plate.heightPx);
  return {
    xPx,
    yPx,
    widthPx: Math.max(0, Math.min(plate.widthPx, Math.ceil(x1)) - xPx),
    heightPx: Math.max(0, Math.min(plate.heightPx, Math.ceil(y1)) - yPx),
  };
}

/** Palettes of skin and of what grows or lies above it; undefined where they are not told apart. */
export function readPalettes(cells: HairCells): { skin: Palette; hair: Palette } | undefined {
  const { x, v, features, person } = cells;
  const skinSamples: Feature[] = [];
  const above: Feature[] = [];
  for (let i = 0; i < x.length; i++) {
    if (person[i] < SURE_PERSON) continue;
    const a = Math.abs(x[i]);
    if (isBareSkin(a, v[i])) skinSamples.push(features[i]);
    else if (isAboveFace(a, v[i])) above.push(features[i]);
  }
  if (skinSamples.length < LEAST_SAMPLES || above.length < LEAST_SAMPLES) return undefined;
  const skin = paletteOf(trimmed(skinSamples), SKIN_COLOURS);
  const hairSamples = above.filter((f) => distanceTo(skin, f) > APART);
  if (hairSamples.length < LEAST_ABOVE * above.length) return undefined;
  return { skin, hair: paletteOf(hairSamples, HAIR_COLOURS) };
}

const SURE_PERSON = 0.8;
const LEAST_SAMPLES = 30;
const SKIN_COLOURS = 5;
const HAIR_COLOURS = 6;
/** Colours of hair are at least so far from those of skin. */
const APART = 0.5;
/** Share of what lies above the face that has them. */
const LEAST_ABOVE = 0.35;

/** Cheeks, nose and the root of the nose. */
function isBareSkin(a: number, v: number): boolean {
  return (a < 0.7 && v > -0.85 && v < -0.28) || (a < 0.12 && v > -0.3 && v < 0.3);
}

/** Above the forehead and beside the temples. */
function isAboveFace(a: number, v: number): boolean {
  return (a < 0.95 && v > 1.2) || (a > 1.15 && a < 1.4 && v > 0.4 && v < 1.2);
}

/** Samples without the darkest and the most strange. */
function trimmed(samples: readonly Feature[]): readonly Feature[] {
  const middleOf = (k: 0 | 1 | 2) => median(samples.map((sample) => sample[k]));
  const middle: Palette = [[middleOf(0), middleOf(1), middleOf(2)]];
  const off = samples.map((sample) => distanceTo(middle, sample));
  const most = off.toSorted((a, b) => a - b)[Math.floor(0.88 * off.length)];
  return samples.filter((_, i) => off[i] <= most);
}

/** 0..1 by cell: how surely its colour is hair's. */
export function hairByColour(
  cells: HairCells,
  palettes: { skin: Palette; hair: Palette },
): Float32Array {
  return Float32Array.from(cells.features, (f) => hairShare(palettes.hair, palettes.skin, f));
}

/** Heights on the chart, IOD, between which brows lie and all that is asked beside them. */
const BROWS_LIE = { from: -0.15, to: 0.85 } as const;

/**
 * Where brows lie by cell, from the nearest one: what is as dark there may be theirs. Lengths are IOD,
 * infinite far above and below.
 */
export interface BesideEyes {
  /** Above its upper and below its lower edge. */
  readonly overBrow: Float32Array;
  readonly underBrow: Float32Array;
  /** Beyond its ends. */
  readonly aside: Float32Array;
  /** -1..1 between its ends. */
  readonly along: Float32Array;
  /** Index of its eye. */
  readonly nearest: Uint8Array;
}

/** Finds them. */
export function besideEyes(
  cells: HairCells,
  { eyes, brows, iodPx }: Pick<HairInput, 'eyes' | 'brows' | 'iodPx'>,
): BesideEyes {
  const count = cells.columns * cells.rows;
  const overBrow = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  const underBrow = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  const aside = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  const alongBrow = new Float32Array(count);
  const nearest = new Uint8Array(count);
  const bands = eyes.map((eye) => brows.find(({ side }) => side === eye.side));
  for (let i = 0; i < count; i++) {
    if (cells.v[i] < BROWS_LIE.from || cells.v[i] > BROWS_LIE.to) continue;
    const xPx = cells.area.xPx + ((i % cells.columns) + 0.5) * cells.step;
    const yPx = cells.area.yPx + (Math.floor(i / cells.columns) + 0.5) * cells.step;
    for (let k = 0; k < eyes.length; k++) {
      const [eye, band] = [eyes[k], bands[k]];
      if (!band) continue;
      const [t, up] = eyePlace(eye, xPx, yPx);
      const along = t * eye.halfWidthPx;
      const beyond = Math.max(0, Math.abs(along - band.middlePx) - band.halfLengthPx) / iodPx;
      if (beyond > aside[i]) continue;
      aside[i] = beyond;
      nearest[i] = k;
      alongBrow[i] = (along - band.middlePx) / band.halfLengthPx;
      overBrow[i] = (up - browUpperPx(band, along)) / iodPx;
      underBrow[i] = (browLowerPx(band, along) - up) / iodPx;
    }
  }
  return { overBrow, underBrow, aside, along: alongBrow, nearest };
}
