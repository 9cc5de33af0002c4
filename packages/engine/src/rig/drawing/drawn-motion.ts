import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { DeformationInput } from '../basis.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import type { Drawing } from './drawing.ts';
import type { DrawnBrows } from './drawn-brow.ts';

/** What moves otherwise where a mouth is drawn: it lies, and is as large, as its artist liked. */
export type DrawnMotion = Pick<
  DeformationInput,
  'stillSkin' | 'mouthAbove' | 'chinFollows01' | 'shortMouth' | 'browsAlone' | 'lidsForBrows'
>;

/**
 * Cartoons open mouths in their faces: a chin that dropped far would bend its outline, draw the round head of a 3-D
 * character out to a cone, and need not at all where the mouth is drawn anew.
 */
const DRAWN_CHIN = 0.4;
const ROUND_CHIN = 0.2;

/** Tells it. @param chartY height of each node on the chart, IOD */
export function planDrawnMotion(
  { mouthless, strokeFill, flatSkin, pen, shutLine, crescent }: Drawing,
  { shapes, hidden }: DrawnBrows,
  mouth: MouthLine,
  grid: PlateGrid,
  chartY: Float32Array,
  iodPx: number,
): DrawnMotion {
  return {
    stillSkin: flatSkin !== undefined && (mouthless || Boolean(pen || shutLine)),
    mouthAbove: strokeFill ? liesAbove(mouth, grid, chartY) : 0,
    chinFollows01:
      flatSkin && (pen || shutLine) ? 0 : crescent ? ROUND_CHIN : strokeFill ? DRAWN_CHIN : 1,
    shortMouth: howShort(mouth, iodPx),
    browsAlone: new Set([...shapes.map(({ side }) => side), ...hidden]),
    lidsForBrows: !flatSkin && hidden.size > 0,
  };
}

/** Half the width of people's mouths, IOD, and how much shorter a drawn one counts as at most. */
const HALF_MOUTH = 0.38;
const SHORTEST = 1.5;

/** Half-widths, IOD, between which a mouth is longer than any that people have: a smiley's. */
const TOO_LONG = [0.5, 0.8] as const;

/** How many times as long people's mouths are, up to SHORTEST. */
function howShort({ halfWidthPx }: MouthLine, iodPx: number): number {
  const half = halfWidthPx / iodPx;
  const people = HALF_MOUTH / half;
  if (people > 1) return Math.min(people, SHORTEST);
  return mix(1, people, smoothstep(...TOO_LONG, half));
}

/** Height of people's mouths on the chart, and how far off a drawn one counts as at most, IOD. */
const MOUTH_HEIGHT = -1.1;
const FARTHEST_OFF = 0.4;

/** How far above people's the middle of a drawn mouth lies, IOD. */
function liesAbove(mouth: MouthLine, grid: PlateGrid, chartY: Float32Array): number {
  const [x, y] = mouthPoint(mouth, 0, readCurve(mouth.upper, 0));
  return clamp(readField(grid, chartY, x, y) - MOUTH_HEIGHT, -FARTHEST_OFF, FARTHEST_OFF);
}
