import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import type { EyeLine } from './eye-shape.ts';
import { openLaughing } from './laughing-eyes.ts';

const IOD = 100;

/** An eye, 40 px broad, whose rims' middles lie so high above the line between its corners, px. */
function eyeOf(side: EyeLine['side'], upperPx: number, lowerPx: number): EyeLine {
  return {
    ...{ side, centreXPx: 50, centreYPx: 50, alongX: 1, alongY: 0, halfWidthPx: 20 },
    upper: curveOf((t) => upperPx * (1 - t * t)),
    lower: curveOf((t) => lowerPx * (1 - t * t)),
    ...{ gapPx: upperPx - lowerPx, browGapPx: 20, open01: 0 },
    iris: { xPx: 50, yPx: 50, radiusPx: 9 },
  };
}

/** A mouth, 80 px broad, its lips so far apart, its corners 10 px above its middle. */
function mouthOf(gapPx: number): MouthLine {
  const upper = curveOf((t) => -10 * (1 - t * t));
  const lower = curveOf((t) => -(10 + gapPx) * (1 - t * t));
  return {
    ...{ centreXPx: 50, centreYPx: 120, alongX: 1, alongY: 0, halfWidthPx: 40, skew: 0, gapPx },
    ...{ upper, lower, upperOuter: upper, lowerOuter: lower },
  };
}

const both = (upperPx: number, lowerPx: number) => [
  eyeOf('right', upperPx, lowerPx),
  eyeOf('left', upperPx, lowerPx),
];

describe('openLaughing', () => {
  it('opens the crescents of a laugh, both alike', () => {
    const [right, left] = openLaughing(
      [eyeOf('right', 4, -0.5), ...both(6, -1).slice(1)],
      mouthOf(20),
      IOD,
    );
    expect([right.open01, left.open01]).toEqual([1, 1]);
    expect(right.laughs01).toBe(1);
  });

  it.each([
    ['lids that are cast down', 2, -5, 20],
    ['lids that are shut', -3, -4, 20],
    ['slits over lips that are hardly apart', 6, -1, 4],
  ])('leaves %s as they are', (_, upperPx, lowerPx, gapPx) => {
    const eyes = both(upperPx, lowerPx);
    expect(openLaughing(eyes, mouthOf(gapPx), IOD).map((eye) => eye.open01)).toEqual([0, 0]);
  });

  it('leaves eyes that are open anyway as they are', () => {
    const eyes = both(8, -2).map((eye) => ({ ...eye, gapPx: 10, open01: 1 }));
    expect(openLaughing(eyes, mouthOf(20), IOD)).toEqual(eyes);
  });
});
