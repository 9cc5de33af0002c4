import { expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { planGrid } from '../plate-grid.ts';
import { NO_DRAWING } from './drawing.ts';
import { NO_DRAWN_BROWS } from './drawn-brow.ts';
import { planDrawnMotion } from './drawn-motion.ts';

it('lets the chin of a 3-D character follow its jaw in part only: its head stays round', () => {
  const grid = planGrid({ xPx: 0, yPx: 0, widthPx: 200, heightPx: 200 });
  const chartY = new Float32Array(grid.columns * grid.rows).fill(-1.1);
  const level = curveOf(() => 0);
  const mouth: MouthLine = {
    ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, halfWidthPx: 40 },
    ...{ skew: 0, cupidT: 0, upper: level, lower: level, gapPx: 0 },
    ...{ upperOuter: level, lowerOuter: level },
  };
  const chinOf = (crescent: boolean) =>
    planDrawnMotion(
      ...([{ ...NO_DRAWING, crescent }, NO_DRAWN_BROWS, mouth] as const),
      ...([grid, chartY, 100] as const),
    ).chinFollows01;
  expect(chinOf(false)).toBe(1);
  expect(chinOf(true)).toBeGreaterThan(0);
  expect(chinOf(true)).toBeLessThan(0.6);
});
