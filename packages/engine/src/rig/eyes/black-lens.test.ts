import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { blackLenses } from './black-lens.ts';
import type { EyeLine } from './eye-shape.ts';

const SIZE = 100;
const IOD = 40;
const SKIN = [85, 83, 84] as const;

function eyeAt(xPx: number, halfWidthPx: number): EyeLine {
  return {
    side: xPx < 50 ? 'right' : 'left',
    centreXPx: xPx,
    centreYPx: 50,
    alongX: 1,
    alongY: 0,
    halfWidthPx,
    upper: curveOf((t) => 3 * (1 - t * t)),
    lower: curveOf((t) => -3 * (1 - t * t)),
    gapPx: 6,
    browGapPx: 10,
    iris: { xPx, yPx: 50, radiusPx: 3 },
    open01: 1,
  };
}

/** Of two eyes on a ground of one light; the left one is skin with a shadow. */
function lensesOn(light: number, farHalfPx: number): readonly number[] {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    rgba.fill(i % SIZE < 50 ? light - (i % 5) : 60, 4 * i, 4 * i + 3);
  }
  const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
  return blackLenses(plate, [eyeAt(30, 10), eyeAt(70, farHalfPx)], SKIN, IOD);
}

describe('blackLenses', () => {
  it('tells black lenses from eyes in deep shade', () => {
    expect(lensesOn(9, 10)).toEqual([1, 0]);
    expect(lensesOn(24, 10)).toEqual([0, 0]);
  });

  it('takes a far eye that is hardly seen to lie behind one, too', () => {
    expect(lensesOn(9, 4)).toEqual([1, 1]);
  });
});
