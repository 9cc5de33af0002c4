import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { addLikelyCatchLight, isDull, takeCatchLight } from './catch-light.ts';
import type { EyeLine } from './eye-shape.ts';
import { boundGlint } from './glint.ts';

const SIZE = 60;
const AREA = { xPx: 10, yPx: 20, widthPx: SIZE, heightPx: SIZE };
const IRIS = { xPx: 40, yPx: 50, radiusPx: 14 };
const [BROWN, WHITE] = [90, 225];

const EYE: EyeLine = {
  side: 'right',
  centreXPx: 40,
  centreYPx: 50,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 30,
  upper: curveOf(() => 12),
  lower: curveOf(() => -12),
  gapPx: 24,
  browGapPx: 30,
  iris: IRIS,
  open01: 1,
};

/** A ball whose iris shines in a spot at (x, up) from its middle, of `radiusPx`, and that without. */
function ballWith(x: number, up: number, radiusPx: number, level = 240) {
  const plain = new Float32Array(3 * SIZE * SIZE);
  const rgb = new Float32Array(3 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const dx = AREA.xPx + (i % SIZE) + 0.5 - IRIS.xPx;
    const rise = IRIS.yPx - (AREA.yPx + Math.floor(i / SIZE) + 0.5);
    const ball = Math.hypot(dx, rise) < IRIS.radiusPx ? BROWN : WHITE;
    plain.fill(ball, 3 * i, 3 * i + 3);
    const shines = Math.hypot(dx - x, rise - up) < radiusPx;
    rgb.fill(shines ? level : ball, 3 * i, 3 * i + 3);
  }
  return { plain, rgb };
}

function taken(x: number, up: number, radiusPx: number, level?: number) {
  const { plain, rgb } = ballWith(x, up, radiusPx, level);
  const seen = rgb.slice();
  const ball = takeCatchLight(rgb, plain, EYE, AREA);
  return { ball, plain, seen, ...boundGlint(ball) };
}

describe('takeCatchLight', () => {
  it('takes a catch-light off the iris, and both together are the eye as it was', () => {
    const { ball, plain, seen, glintPlace } = taken(-4, 5, 2.5);
    expect(Math.abs(glintPlace!.xPx - 36)).toBeLessThan(0.5);
    expect(Math.abs(glintPlace!.yPx - 45)).toBeLessThan(0.5);
    for (let j = 0; j < seen.length; j++) {
      expect(ball.rgb[j]! + ball.glint[j]!).toBeCloseTo(seen[j]!, 3);
      expect(ball.rgb[j]).toBeCloseTo(plain[j]!, 3);
    }
  });

  it.each([
    ['the iris is a little lighter', -4, 5, 2.5, BROWN + 20],
    ['its lower half shines, which no lid reaches', -4, -6, 2.5, 240],
    ['the white looks in over a rim that lies elsewhere', 0, 22, 10, WHITE],
    ['most of the iris is pale', 0, 3, 9, 200],
  ] as const)('takes nothing off where %s', (_, x, up, radiusPx, level) => {
    const { ball, seen, glintPlace } = taken(x, up, radiusPx, level);
    expect(glintPlace).toBeUndefined();
    expect(ball.rgb).toEqual(seen);
  });
});

describe('addLikelyCatchLight', () => {
  it('gives a dull iris one on its upper half, as bright as light, and no more than lids hide', () => {
    for (const hidden01 of [1, 0.5]) {
      const { ball } = taken(0, 0, 0);
      expect(isDull(ball, EYE)).toBe(true);
      addLikelyCatchLight(ball, EYE, hidden01, 1);
      expect(isDull(ball, EYE)).toBe(false);
      const { xPx, yPx } = boundGlint(ball).glintPlace!;
      expect(Math.hypot(xPx - IRIS.xPx, yPx - IRIS.yPx)).toBeLessThan(0.6 * IRIS.radiusPx);
      expect(yPx).toBeLessThan(IRIS.yPx - 0.2 * IRIS.radiusPx);
      expect(Math.max(...ball.glint)).toBeGreaterThan(120 * hidden01);
      expect(Math.max(...ball.glint)).toBeLessThan(150 * hidden01);
    }
  });

  it('goes where the eye has its top on a head that lies on its side', () => {
    const { ball } = taken(0, 0, 0);
    addLikelyCatchLight(ball, { ...EYE, alongX: 0, alongY: 1 }, 1, 1);
    expect(boundGlint(ball).glintPlace!.xPx).toBeGreaterThan(IRIS.xPx + 0.2 * IRIS.radiusPx);
  });

  it('is not asked for where an eye shines', () => {
    expect(isDull(taken(-4, 5, 2.5).ball, EYE)).toBe(false);
  });
});
