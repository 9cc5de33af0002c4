import { describe, expect, it } from 'vitest';
import { curveOf, readCurve } from '../../math/curve.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import {
  describeAnimalEyes,
  displaceAnimalLids,
  eyeDistance,
  LID_ENDS,
  lidTurn,
  moveCorners,
  sideShare,
  squintShare,
  turnEye,
  widenEye,
} from './animal-eyes.ts';

const IOD = 100;
const HALF = 28;
const round = (sign: number) => curveOf((t) => sign * HALF * Math.sqrt(Math.max(0, 1 - t * t)));

/** A round eye whose inner corner lies lower by `slant` radians. */
function lineOf(side: 'right' | 'left', slant = 0): EyeLine {
  const angle = side === 'right' ? slant : -slant;
  return {
    side,
    centreXPx: side === 'left' ? 180 : 80,
    centreYPx: 80,
    alongX: Math.cos(angle),
    alongY: Math.sin(angle),
    halfWidthPx: HALF,
    upper: round(1),
    lower: round(-1),
    gapPx: 2 * HALF,
    browGapPx: HALF,
    iris: { xPx: 80, yPx: 80, radiusPx: 0.9 * HALF },
    open01: 1,
  };
}

const [RIGHT, LEFT] = describeAnimalEyes([lineOf('right'), lineOf('left')]);

describe('describeAnimalEyes', () => {
  it.each([90, 170, 180, -175])('finds that slant on a head that is turned by %d°', (degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const turn = (line: EyeLine): EyeLine => {
      const [x, y] = [line.centreXPx, line.centreYPx];
      return {
        ...line,
        centreXPx: x * cos - y * sin,
        centreYPx: x * sin + y * cos,
        alongX: line.alongX * cos - line.alongY * sin,
        alongY: line.alongX * sin + line.alongY * cos,
      };
    };
    const eyes = describeAnimalEyes([turn(lineOf('right', 0.2)), turn(lineOf('left', 0.2))]);
    for (const { slantRadians } of eyes) expect(slantRadians).toBeCloseTo(0.2, 6);
  });

  it('finds the slant that both eyes share, whatever the head is tilted by', () => {
    const [right, left] = describeAnimalEyes([lineOf('right', 0.3), lineOf('left', 0.3)]);
    expect(right.slantRadians).toBeCloseTo(0.3, 6);
    expect(left.slantRadians).toBeCloseTo(0.3, 6);
    const tilted = (line: EyeLine, x: number, y: number): EyeLine => ({
      ...line,
      centreXPx: x,
      centreYPx: y,
      alongX: line.alongX * Math.cos(0.4) - line.alongY * Math.sin(0.4),
      alongY: line.alongX * Math.sin(0.4) + line.alongY * Math.cos(0.4),
    });
    const [one] = describeAnimalEyes([
      tilted(lineOf('right', 0.3), 0, 0),
      tilted(lineOf('left', 0.3), 100 * Math.cos(0.4), 100 * Math.sin(0.4)),
    ]);
    expect(one.slantRadians).toBeCloseTo(0.3, 6);
  });
});

describe('widenEye and turnEye', () => {
  const moved = new Float64Array(2);

  it('opens the lids of a wide eye, the upper one most, and moves nothing far from it', () => {
    widenEye(RIGHT, 80, 80 - HALF, moved);
    const rises = -moved[1]! / HALF;
    expect(rises).toBeGreaterThan(0.02);
    widenEye(RIGHT, 80, 80 + HALF, moved);
    expect(moved[1]! / HALF).toBeGreaterThan(0.2 * rises);
    expect(moved[1]! / HALF).toBeLessThan(0.6 * rises);
    widenEye(RIGHT, 80 + HALF, 80, moved);
    expect(moved[0]! / HALF).toBeLessThan(0.3 * rises);
    widenEye(RIGHT, 80 + 2.5 * HALF, 80, moved);
    expect(Math.abs(moved[0]!) + Math.abs(moved[1]!)).toBe(0);
  });

  it('opens round eyes less than narrow ones, and never beyond the round ball', () => {
    const share = (flat: number) => {
      const flatten = (line: EyeLine): EyeLine => {
        const upper = curveOf((t) => flat * HALF * Math.sqrt(Math.max(0, 1 - t * t)));
        const lower = curveOf((t) => -flat * HALF * Math.sqrt(Math.max(0, 1 - t * t)));
        return { ...line, upper, lower, gapPx: 2 * flat * HALF };
      };
      const [eye] = describeAnimalEyes([flatten(lineOf('right')), flatten(lineOf('left'))]);
      return eye.rises;
    };
    expect(share(1)).toBeLessThan(0.08);
    expect(share(0.8)).toBeGreaterThan(1.5 * share(1));
    for (const flat of [0.4, 0.6, 0.8]) expect(1 + share(flat)).toBeLessThan(1 / flat);
  });

  it('brings inner corners down in anger and up in sorrow, on both sides', () => {
    for (const [eye, inner] of [
      [RIGHT, 80 + HALF],
      [LEFT, 180 - HALF],
    ] as const) {
      turnEye(eye, inner, 80, lidTurn('AU4', 0), moved);
      expect(moved[1]).toBeGreaterThan(0.05 * HALF);
      turnEye(eye, inner, 80, lidTurn('AU1', 0), moved);
      expect(moved[1]).toBeLessThan(-0.05 * HALF);
    }
  });

  it('turns slanting eyes further out of their slant than into it', () => {
    expect(lidTurn('AU1', 0.4)).toBeLessThan(1.5 * lidTurn('AU1', 0));
    expect(lidTurn('AU4', 0.4)).toBeLessThan(0.5 * lidTurn('AU4', 0));
    expect(lidTurn('AU4', 0.5)).toBeGreaterThanOrEqual(0);
  });

  it('turns slanting eyes out of it as they narrow in joy and disgust, by a unit that both sides share', () => {
    for (const unit of ['AU43', 'AU6'] as const) {
      expect(lidTurn(unit, 0.4)).toBeLessThan(lidTurn(unit, 0) - 0.3);
    }
    // An eye that is seen from aside would fold at its inner corner.
    expect(lidTurn('AU6', 0.9)).toBe(lidTurn('AU6', 0.4));
    expect(lidTurn('AU10', 0.4)).toBe(0);
  });

  it('folds nowhere', () => {
    const at = (x: number, y: number, move: 'wide' | 'turned') => {
      if (move === 'wide') widenEye(RIGHT, x, y, moved);
      else turnEye(RIGHT, x, y, lidTurn('AU1', 0.4), moved);
      return [x + moved[0]!, y + moved[1]!] as const;
    };
    for (const move of ['wide', 'turned'] as const) {
      for (let y = 10; y < 150; y += 3) {
        for (let x = 10; x < 150; x += 3) {
          const [ax, ay] = at(x, y, move);
          const [bx, by] = at(x + 0.5, y, move);
          const [cx, cy] = at(x, y + 0.5, move);
          expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe('displaceAnimalLids', () => {
  const lid = (o: number) => {
    const top = readCurve(RIGHT.line.upper, o) / IOD;
    return {
      outwards: o,
      aboveUpper: 0,
      aboveLower: 2 * top,
      gap: 2 * top,
      widest: 0.56,
      slantRadians: 0,
    };
  };
  const upper = (unit: 'AU4' | 'AU1' | 'AU43' | 'AU7', o: number) =>
    displaceAnimalLids(unit, lid(o), false);

  it('brings the inner half down in anger, the outer half in sorrow', () => {
    expect(upper('AU4', -0.6)).toBeLessThan(1.2 * upper('AU4', 0.6));
    expect(upper('AU1', 0.6)).toBeLessThan(-0.05);
  });

  it('opens the inner half in sorrow: lids that only come down look grim', () => {
    expect(upper('AU1', -0.6)).toBeGreaterThan(0.03);
  });

  it('keeps the upper lid of an angry eye a curve: no straight slanted cut', () => {
    const rim = (o: number) => lid(o).gap / 2 + 0.68 * upper('AU4', o) + 0.42 * upper('AU7', o);
    const chord = (rim(-0.95) + rim(0.15)) / 2;
    expect(rim(-0.4) - chord).toBeGreaterThan(0.12 * (HALF / IOD));
  });

  it('closes slanting eyes evenly in anger', () => {
    const slanting = (o: number) =>
      displaceAnimalLids('AU4', { ...lid(o), slantRadians: 0.4 }, false);
    expect(slanting(-0.6) / slanting(0.6)).toBeLessThan(1.2);
    expect(upper('AU4', -0.6) / upper('AU4', 0.6)).toBeGreaterThan(1.4);
  });

  it('narrows a round eye to a lens: what is left of the gap gets less towards the corners', () => {
    const left = (o: number) => {
      const { gap } = lid(o);
      return (gap + 0.5 * upper('AU43', o)) / gap;
    };
    expect(left(0)).toBeGreaterThan(0.4);
    expect(left(0.8)).toBeLessThan(left(0));
    expect(left(0.8)).toBeGreaterThan(0);
  });

  it('leaves a narrowed eye a lens, its lower rim round: no straight cut', () => {
    const height = (o: number, strength: number) => {
      const place = lid(o);
      const low = { ...place, aboveUpper: -place.gap, aboveLower: 0 };
      return -place.gap / 2 + strength * displaceAnimalLids('AU6', low, true);
    };
    const contented = 0.85;
    for (const side of [-1, 1]) {
      expect(height(0, contented)).toBeLessThan(height(0.5 * side, contented));
      expect(height(0.5 * side, contented)).toBeLessThan(height(0.9 * side, contented));
    }
  });

  it('comes together sooner towards the corners with either lid: round eyes have no blunt ends', () => {
    const part = (unit: 'AU6' | 'AU43', lower: boolean, o: number) => {
      const { gap, ...rest } = lid(o);
      const place = lower ? { ...rest, gap, aboveUpper: -gap, aboveLower: 0 } : { ...rest, gap };
      return displaceAnimalLids(unit, place, lower) / gap;
    };
    for (const [unit, lower] of [
      ['AU6', true],
      ['AU43', false],
    ] as const) {
      expect(part(unit, lower, 0.85) / part(unit, lower, 0)).toBeGreaterThan(1.3);
      expect(part(unit, lower, 0.3) / part(unit, lower, 0)).toBeLessThan(1.08);
    }
  });

  it('does nothing where there is no gap', () => {
    for (const unit of ['AU4', 'AU1', 'AU43', 'AU7'] as const) {
      expect(Math.abs(upper(unit, LID_ENDS))).toBeLessThan(1e-9);
    }
  });
});

describe('moveCorners', () => {
  const moved = new Float64Array(2);
  const lift = (unit: 'AU1' | 'AU4' | 'AU6', outwards: number, slant = 0) => {
    for (const eye of describeAnimalEyes([lineOf('right', slant), lineOf('left', slant)])) {
      const { line } = eye;
      const t = line.side === 'left' ? outwards : -outwards;
      const x = line.centreXPx + t * HALF * line.alongX;
      moveCorners(eye, unit, x, line.centreYPx + t * HALF * line.alongY, IOD, moved);
    }
    return -moved[1]!;
  };

  it('lets outer corners sink with sorrow and inner ones with anger, the other ones little', () => {
    expect(lift('AU1', 1)).toBeLessThan(-4);
    // Pulled further, the opening is stretched out of its round.
    expect(lift('AU1', 1)).toBeGreaterThan(-8);
    expect(Math.abs(lift('AU1', -1))).toBeLessThan(0.4 * Math.abs(lift('AU1', 1)));
    expect(lift('AU4', -1)).toBeLessThan(-2);
    expect(Math.abs(lift('AU4', 1))).toBeLessThan(0.4 * Math.abs(lift('AU4', -1)));
  });

  it('lifts inner corners in contentment only where eyes slant', () => {
    expect(Math.abs(lift('AU6', -1))).toBeLessThan(1);
    expect(lift('AU6', -1, 0.4)).toBeGreaterThan(4);
  });
});

it('narrows slanting and far eyes less in contentment', () => {
  const [slanting] = describeAnimalEyes([lineOf('right', 0.4), lineOf('left', 0.4)]);
  expect(squintShare(RIGHT, 1)).toBe(1);
  expect(squintShare(slanting, 1)).toBeLessThan(0.95);
  expect(squintShare(RIGHT, 0.5)).toBeLessThan(0.8);
  expect(squintShare({ ...RIGHT, slantRadians: -0.25 }, 1)).toBeLessThan(0.6);
});

it('moves the far side of a turned head less, and both sides alike else', () => {
  const [near, far] = [RIGHT, { ...LEFT, line: { ...LEFT.line, halfWidthPx: 0.65 * HALF } }];
  expect(sideShare(near, far)).toBe(1);
  expect(sideShare(far, near)).toBeLessThan(0.6);
  expect(sideShare(RIGHT, LEFT)).toBe(1);
});

it('eyeDistance is 1 on the outline', () => {
  expect(eyeDistance(RIGHT, 80 + HALF, 80)).toBeCloseTo(1, 1);
  expect(eyeDistance(RIGHT, 80, 80 - HALF)).toBeCloseTo(1, 1);
});
