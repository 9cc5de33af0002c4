import { gaussian } from '../../math/easing.ts';
import { luma709 } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import { medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';

/** Levels by which one channel differs from the skin in what is drawn on it. */
const DIFFERS = 30;
/** Part of a region that is of the skin's colour, or it is no plain drawing. */
const LEAST_PLAIN = 0.45;
/** Of the way from the skin to a piece's colour: where its edges are half skin, and do not count … */
export const PART_SKIN = 0.6;
/** … and how far off what is of that colour is, or levels. */
const SAME = 0.45;
const SAME_LEVELS = 40;

/** Ink has one colour over this part of a piece, and is darker than this part of the skin's light. */
const MOSTLY_ONE = 0.8;
export const INK_DARKNESS = 0.7;

/** Axes on the picture: an origin and the direction of the eyes' line; lengths on them are IOD. */
export interface PieceAxes {
  readonly xPx: number;
  readonly yPx: number;
  /** Unit vector to the picture's right; up = (alongY, -alongX). */
  readonly alongX: number;
  readonly alongY: number;
  readonly iodPx: number;
}

/** A box in IOD on such axes, up and to the picture's right positive. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** A place of the picture on such axes, along and up, IOD. */
export function placeOnPieceAxes(axes: PieceAxes, xPx: number, yPx: number): [number, number] {
  const dx = (xPx - axes.xPx) / axes.iodPx;
  const dy = (yPx - axes.yPx) / axes.iodPx;
  return [dx * axes.alongX + dy * axes.alongY, dx * axes.alongY - dy * axes.alongX];
}

/** The inverse: px. */
export function pointOfPieceAxes(axes: PieceAxes, along: number, up: number): [number, number] {
  return [
    axes.xPx + axes.iodPx * (along * axes.alongX + up * axes.alongY),
    axes.yPx + axes.iodPx * (along * axes.alongY - up * axes.alongX),
  ];
}

/** What is drawn on the skin in one piece. */
export interface Piece extends Box {
  /** IOD². */
  readonly area: number;
  readonly colour: Rgb;
  /** Part of it that has nearly this colour. */
  readonly ofOneColour01: number;
  /** One a column from left to right: its lowest and highest place, IOD. */
  readonly columns: readonly (readonly [low: number, high: number])[];
}

/** Colours of a box, row by row from the top; places are IOD. */
export interface Region {
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** From one pixel to the next, IOD. */
  readonly stepIod: number;
  readonly colours: readonly Rgb[];
}

/** Reads the colours of a box. */
export function readRegion(plate: Picture, axes: PieceAxes, box: Box): Region {
  const { iodPx, alongX, alongY } = axes;
  const columns = Math.max(0, Math.round((box.right - box.left) * iodPx));
  const rows = Math.max(0, Math.round((box.high - box.low) * iodPx));
  const colours: Rgb[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const along = box.left * iodPx + c;
      const up = box.high * iodPx - r;
      const x = Math.round(axes.xPx + along * alongX + up * alongY);
      const y = Math.round(axes.yPx + along * alongY - up * alongX);
      colours.push(pixelAt(plate, x, y));
    }
  }
  return { columns, rows, left: box.left, top: box.high, stepIod: 1 / iodPx, colours };
}

/** Is one colour plainly another than the other? */
export function standsOut(a: Rgb, b: Rgb, levels = DIFFERS): boolean {
  return levelsOff(a, b) > levels;
}

/** Levels that a colour, which begins at an index, is off another's in the channel that differs most. */
export function levelsOff(colours: ArrayLike<number>, [r, g, b]: Rgb, i = 0): number {
  const red = Math.abs(colours[i] - r);
  return Math.max(red, Math.abs(colours[i + 1] - g), Math.abs(colours[i + 2] - b));
}

/**
 * What is drawn on plain skin: what hangs together, is not too small, and does not run on out of the
 * region, as a beard or the chin's line does. None where too little is plain skin.
 * @param least area, IOD², and breadth, IOD
 * @param isDrawn tells the colours of what is drawn from the skin's
 */
export function findPieces(
  region: Region,
  skin: Rgb,
  least: { readonly area: number; readonly breadth: number },
  isDrawn = (colour: Rgb) => standsOut(colour, skin),
): Piece[] {
  const drawn = region.colours.map(isDrawn);
  if (drawn.filter(Boolean).length > (1 - LEAST_PLAIN) * drawn.length) return [];
  const { columns, rows, stepIod } = region;
  const seen = new Uint8Array(drawn.length);
  const pieces: Piece[] = [];
  for (let start = 0; start < drawn.length; start++) {
    if (!drawn[start] || seen[start]) continue;
    const places = [start];
    seen[start] = 1;
    let runsOn = false;
    for (let k = 0; k < places.length; k++) {
      const at = places[k];
      const c = at % columns;
      const r = (at - c) / columns;
      if (c === 0 || r === 0 || c === columns - 1 || r === rows - 1) runsOn = true;
      for (const next of [at - 1, at + 1, at - columns, at + columns]) {
        const beside = next === at - 1 ? c > 0 : next === at + 1 ? c < columns - 1 : true;
        if (!beside || next < 0 || next >= drawn.length || !drawn[next] || seen[next]) continue;
        seen[next] = 1;
        places.push(next);
      }
    }
    if (!runsOn && places.length * stepIod ** 2 > least.area) {
      pieces.push(describe(region, places, skin));
    }
  }
  return pieces.filter((p) => p.right - p.left > least.breadth);
}

/**
 * The piece that is the largest for how near its middle lies to a place.
 * @param near a deviation, IOD
 */
export function pieceNear(
  pieces: readonly Piece[],
  along: number,
  up: number,
  near: number,
): Piece | undefined {
  const likely = ({ left, right, low, high, area }: Piece) =>
    Math.sqrt(area) * gaussian(Math.hypot((left + right) / 2 - along, (low + high) / 2 - up), near);
  return [...pieces].sort((a, b) => likely(b) - likely(a))[0];
}

/** How thick a piece is across the axes' first one, IOD, median over its length. */
export function thicknessOf({ columns }: Piece): number {
  const spans = columns.map(([low, high]) => high - low).sort((a, b) => a - b);
  return spans[spans.length >> 1];
}

/**
 * Is a piece plain ink: of one colour, and much darker than skin?
 * @param mostly part of it that has to have that colour
 * @param darkness part of the skin's light that it has at most
 */
export function isInk(
  { colour, ofOneColour01 }: Piece,
  skin: Rgb,
  mostly = MOSTLY_ONE,
  darkness = INK_DARKNESS,
): boolean {
  return ofOneColour01 > mostly && luma709(...colour) < darkness * luma709(...skin);
}

/** A solid shape of ink fills its columns by this, and is as broad as this, IOD: rings and curls are not. */
const SOLID = 0.9;
const SOLID_BREADTH = 0.5;

/** Is a piece a broad shape of plain ink? */
export function isSolid(piece: Piece, skin: Rgb): boolean {
  const { left, right, columns, area } = piece;
  const filled = mean(columns.map(([low, high]) => high - low)) * (right - left);
  return isInk(piece, skin) && area > SOLID * filled && right - left > SOLID_BREADTH;
}

function describe(region: Region, places: readonly number[], skin: Rgb): Piece {
  const { stepIod } = region;
  const spans = new Map<number, [low: number, high: number]>();
  for (const at of places) {
    const c = at % region.columns;
    const up = region.top - ((at - c) / region.columns) * stepIod;
    const span = spans.get(c);
    if (!span) spans.set(c, [up, up]);
    else {
      span[0] = Math.min(span[0], up);
      span[1] = Math.max(span[1], up);
    }
  }
  const at = [...spans.keys()].sort((a, b) => a - b);
  const columns = at.map((c) => spans.get(c)!);
  const colours = places.map((p) => region.colours[p]);
  const colour = medianColour(colours);
  const contrast = levelsOff(colour, skin);
  const own = colours.filter((c) => levelsOff(c, skin) > PART_SKIN * contrast);
  const same = Math.max(SAME_LEVELS, SAME * contrast);
  return {
    left: region.left + at[0] * stepIod,
    right: region.left + at[at.length - 1] * stepIod,
    low: Math.min(...columns.map(([low]) => low)),
    high: Math.max(...columns.map(([, high]) => high)),
    area: places.length * stepIod ** 2,
    colour,
    ofOneColour01: own.filter((c) => levelsOff(c, colour) < same).length / Math.max(1, own.length),
    columns,
  };
}
