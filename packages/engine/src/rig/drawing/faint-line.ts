import type { Rgb } from '../skin/face-tone.ts';
import { joinStrokes, LEAST_PART, THIN } from './drawn-line.ts';
import {
  findPieces,
  type Piece,
  pieceNear,
  type Region,
  standsOut,
  thicknessOf,
} from './drawn-pieces.ts';

/**
 * Shaded drawings, anime above all, have for a shut mouth a hairline that fades in its middle and is hardly
 * darker than the skin beside it.
 */

/** Levels by which it differs from the skin; shade that differs by so little is broader. */
const LEVELS = 20;
/** No shorter than this, IOD, and at least so many times as long as it is thick. */
const LEAST_LONG = 0.2;
const LEAST_LENGTH = 4;
/** How far from the landmarks' mouth its middle may lie, along it and across, IOD. */
const MOST_ASIDE = 0.12;
const MOST_OFF = 0.2;
/** A deviation. */
const NEAR = 0.25;

/** Looks for it between nose and chin; undefined where there is none. */
export function findFaintLine(region: Region, skin: Rgb): Piece | undefined {
  const lines = joinStrokes(
    findPieces(region, skin, LEAST_PART, (colour) => standsOut(colour, skin, LEVELS)),
    region.stepIod,
  );
  return pieceNear(lines.filter(isLine), 0, 0, NEAR);
}

function isLine(piece: Piece): boolean {
  const { left, right, low, high } = piece;
  const thick = thicknessOf(piece);
  return (
    thick < THIN &&
    right - left > Math.max(LEAST_LONG, LEAST_LENGTH * thick) &&
    Math.abs(left + right) / 2 < MOST_ASIDE &&
    Math.abs(low + high) / 2 < MOST_OFF
  );
}
