import { describe, expect, it } from 'vitest';
import type { Slit } from '../slit.ts';
import { GlintPainter, glintDown } from './shift-glint.ts';

/** A slit around (50, 50), `topPx` high over its axis and 10 px deep below it. */
function slitUnder(topPx: number): Slit {
  return {
    centreXPx: 50,
    centreYPx: 50,
    alongX: 1,
    alongY: 0,
    startPx: -30,
    endPx: 30,
    top: new Float32Array(160).fill(topPx),
    bottom: new Float32Array(160).fill(-10),
    gapPx: topPx + 10,
  };
}

describe('glintDown', () => {
  it('leaves a reflection where it is while it is clear of the lid', () => {
    expect(glintDown(slitUnder(12), 50, 44, 4)).toBe(0);
  });

  it('takes it down with the lid, so far below it as it should stay', () => {
    // The lid lies 2 px over the axis, the reflection 6.
    expect(glintDown(slitUnder(2), 50, 44, 4)).toBeCloseTo(8, 9);
  });

  it('leaves it in the upper half of a narrow slit', () => {
    const down = glintDown(slitUnder(-6), 50, 44, 4);
    expect(down).toBeCloseTo(6 + 6 + 0.45 * 4, 6);
  });
});

describe('GlintPainter', () => {
  const SIZE = 9;
  const at = 3 * (4 * SIZE + 4);
  /** An orange iris with a white spot in the middle of 9 × 9 px. */
  const rgb = Float32Array.from({ length: 3 * SIZE * SIZE }, (_, j) => [200, 120, 20][j % 3]!);
  const glint = new Float32Array(3 * SIZE * SIZE);
  glint.set([55, 135, 235], at);
  const glintArea = { x0: 3, x1: 6, y0: 3, y1: 6 };
  const ball = {
    areaPx: { xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE },
    rgb,
    glint,
    glintArea,
    glintPlace: { xPx: 4.5, yPx: 4.5, halfPx: 0.5 },
  };

  it('keeps a reflection white wherever it comes to lie', () => {
    for (const under of [
      [200, 120, 20],
      [5, 5, 5],
    ]) {
      const colour = Float64Array.from(under);
      new GlintPainter(ball).paint(4.5, 4.5, colour);
      expect([...colour].map(Math.round)).toEqual([255, 255, 255]);
    }
  });

  it('changes nothing beside it', () => {
    const colour = Float64Array.of(5, 5, 5);
    new GlintPainter(ball).paint(8.5, 4.5, colour);
    expect([...colour]).toEqual([5, 5, 5]);
  });
});
