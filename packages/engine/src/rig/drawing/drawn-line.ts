import { type Piece, standsOut, thicknessOf } from './drawn-pieces.ts';

/** A line may be found in parts as small as this, IOD² and IOD. */
export const LEAST_PART = { area: 0.001, breadth: 0.04 };
/** Strokes are no thicker than this, and what lies between the ends of two no wider or higher, IOD. */
export const THIN = 0.06;
const APART = 0.12;
const STEP = 0.05;

/**
 * Pieces of which those that lie end to end, of one colour, are one line: a pen is lifted at the middle of
 * many a mouth.
 * @param stepIod from one of their columns to the next, IOD
 */
export function joinStrokes(pieces: readonly Piece[], stepIod: number): Piece[] {
  const rest = pieces.filter((piece) => thicknessOf(piece) >= THIN);
  const strokes = pieces.filter((piece) => thicknessOf(piece) < THIN);
  const lines: Piece[] = [];
  for (const stroke of strokes.sort((a, b) => a.left - b.left)) {
    const before = lines.findIndex((line) => goesOn(line, stroke));
    if (before < 0) lines.push(stroke);
    else lines[before] = join(lines[before], stroke, stepIod);
  }
  return [...rest, ...lines];
}

/** Does a stroke begin where a line ends? */
function goesOn(line: Piece, stroke: Piece): boolean {
  const apart = stroke.left - line.right;
  const step = middle(stroke.columns[0]) - middle(line.columns[line.columns.length - 1]);
  const alike = !standsOut(line.colour, stroke.colour);
  return alike && apart > 0 && apart < APART && Math.abs(step) < STEP;
}

function join(line: Piece, stroke: Piece, stepIod: number): Piece {
  const [end, start] = [line.columns[line.columns.length - 1], stroke.columns[0]];
  const count = Math.max(0, Math.round((stroke.left - line.right) / stepIod) - 1);
  const between = Array.from({ length: count }, (_, k) => {
    const at = (k + 1) / (count + 1);
    return [end[0] + at * (start[0] - end[0]), end[1] + at * (start[1] - end[1])] as const;
  });
  return {
    left: line.left,
    right: stroke.right,
    low: Math.min(line.low, stroke.low),
    high: Math.max(line.high, stroke.high),
    area: line.area + stroke.area,
    colour: line.area > stroke.area ? line.colour : stroke.colour,
    ofOneColour01: Math.min(line.ofOneColour01, stroke.ofOneColour01),
    columns: [...line.columns, ...between, ...stroke.columns],
  };
}

function middle([low, high]: readonly [number, number]): number {
  return (low + high) / 2;
}
