import { describe, expect, it } from 'vitest';
import { ACTION_UNITS, type ActionUnit } from './action-units.ts';
import {
  BROW_PIECE,
  type Displacement,
  displaceByUnit,
  openingProfile,
  UNIT_REACH,
} from './unit-displacement.ts';

/** Half the mouth's width and its height on a face at rest, IOD. */
const CORNER = 0.4;
const SEAM = -1.05;

/** Where things are on one side of a face at rest: outwards, up, IOD. */
const PLACES = {
  'inner brow': [0.2, 0.34],
  'middle brow': [0.5, 0.38],
  'outer brow': [0.75, 0.32],
  forehead: [0.2, 0.62],
  'outer forehead': [0.7, 0.6],
  cheek: [0.66, -0.45],
  'nose wing': [0.25, -0.6],
  'nose bridge': [0.1, -0.18],
  'lip corner': [CORNER, SEAM],
  'upper lip': [0, SEAM + 0.06],
  'lower lip': [0, SEAM - 0.1],
  chin: [0, -1.56],
} as const;
type Place = keyof typeof PLACES;
const IDLE_PLACES: readonly (readonly [number, number])[] = [
  [0.4, 1.6],
  [2, -0.5],
  [0.6, -3.2],
];

function move(unit: ActionUnit, a: number, v: number, lower = v < SEAM): Displacement {
  const out = { out: 9, up: 9 };
  displaceByUnit(unit, a, v, { s: a / CORNER, h: v - SEAM }, lower, out);
  return out;
}

const moveAt = (unit: ActionUnit, place: Place) => move(unit, PLACES[place][0], PLACES[place][1]);

/** What FACS says (Ekman, Friesen and Hager 2002), with least and most motion at strength 1, IOD. */
const LEAST = 0.012;
const MOST = 0.3;
const FACS: readonly (readonly [ActionUnit, Place, 'up' | 'down' | 'out' | 'in'])[] = [
  ['AU1', 'inner brow', 'up'],
  ['AU1', 'forehead', 'up'],
  ['AU2', 'outer brow', 'up'],
  ['AU2', 'outer forehead', 'up'],
  ['AU4', 'inner brow', 'down'],
  ['AU4', 'inner brow', 'in'],
  ['AU4', 'middle brow', 'down'],
  ['AU6', 'cheek', 'up'],
  ['AU9', 'nose wing', 'up'],
  ['AU9', 'nose bridge', 'up'],
  ['AU9', 'inner brow', 'down'],
  ['AU9', 'upper lip', 'up'],
  ['AU10', 'upper lip', 'up'],
  ['AU10', 'nose wing', 'up'],
  ['AU12', 'lip corner', 'up'],
  ['AU12', 'lip corner', 'out'],
  ['AU15', 'lip corner', 'down'],
  ['AU16', 'lower lip', 'down'],
  ['AU17', 'chin', 'up'],
  ['AU17', 'lower lip', 'up'],
  ['AU18', 'lip corner', 'in'],
  ['AU20', 'lip corner', 'out'],
  ['AU24', 'upper lip', 'down'],
  ['AU24', 'lower lip', 'up'],
  ['AU25', 'upper lip', 'up'],
  ['AU25', 'lower lip', 'down'],
  ['AU26', 'lower lip', 'down'],
  ['AU26', 'chin', 'down'],
];
/** The lids are moved along the eye's own axes. */
const LID_UNITS: readonly ActionUnit[] = ['AU5', 'AU7', 'AU41', 'AU43'];
/** Ears are animals' only: see animal-ears. */
const EAR_UNITS: readonly ActionUnit[] = ['EAD101', 'EAD103'];

describe('displaceByUnit', () => {
  it.each(FACS)('%s moves the %s %s', (unit, place, direction) => {
    const { out, up } = moveAt(unit, place);
    const along = { up, down: -up, out, in: -out }[direction];
    expect(along).toBeGreaterThan(direction === 'up' || direction === 'down' ? 0.008 : LEAST);
    expect(along).toBeLessThan(MOST);
  });

  it('has a direction for every unit that moves skin', () => {
    const told = new Set(FACS.map(([unit]) => unit));
    const elsewhere = [...LID_UNITS, ...EAR_UNITS];
    for (const unit of ACTION_UNITS) {
      expect(told.has(unit) || elsewhere.includes(unit)).toBe(true);
    }
  });

  it.each([
    ['AU1', 'inner brow', 'outer brow'],
    ['AU2', 'outer brow', 'inner brow'],
    ['AU12', 'lip corner', 'chin'],
    ['AU26', 'chin', 'cheek'],
    ['AU9', 'nose wing', 'outer brow'],
  ] as const)('%s moves the %s more than the %s', (unit, more, less) => {
    const size = (place: Place) => {
      const { out, up } = moveAt(unit, place);
      return Math.hypot(out, up);
    };
    expect(size(more)).toBeGreaterThan(2 * size(less));
  });

  it('drops the sides of a jaw less than its chin, as they lie nearer to its hinge', () => {
    const drop = (a: number) => -move('AU26', a, -1.6).up / -move('AU26', 0, -1.6).up;
    // An arch of 1.25 a² behind the chin, which lies 1.4 IOD before the hinge.
    for (const a of [0.3, 0.5, 0.7, 0.9]) {
      expect(drop(a)).toBeGreaterThan(1 - (1.25 * a * a) / 1.4 - 0.13);
      expect(drop(a)).toBeLessThan(1 - (1.25 * a * a) / 1.4 + 0.13);
    }
  });

  it('lowers a brow along most of its length, its inner end and its tail by less', () => {
    const down = (a: number) => -move('AU4', a, BROW_PIECE.v).up;
    // Inner ends alone that come down are a steep V, drawn on.
    expect(down(0.45)).toBeGreaterThan(0.9 * down(0.2));
    expect(down(0.7)).toBeGreaterThan(0.45 * down(0.2));
    expect(down(0.7)).toBeLessThan(0.75 * down(0.2));
    expect(down(0)).toBeLessThan(0.85 * down(0.2));
  });

  it('wrinkles a nose as one piece: its tip goes along with the wings, and it gets no broader', () => {
    const wing = move('AU9', 0.27, -0.58);
    expect(wing.up).toBeGreaterThan(0.035);
    // A tip that stays hangs between them; one that rises as far is a snout.
    const tip = move('AU9', 0, -0.55).up;
    expect(tip).toBeGreaterThan(0.45 * wing.up);
    expect(tip).toBeLessThan(0.85 * wing.up);
    // Its ridge stays where bone carries it, and a shorter nose that gets broader is another person's.
    expect(move('AU9', 0, -0.1).up).toBeLessThan(0.1 * wing.up);
    // It gets a little narrower even: as broad and shorter it looks swollen.
    expect(wing.out).toBeLessThan(-0.12 * wing.up);
    expect(wing.out).toBeGreaterThan(-0.5 * wing.up);
    expect(move('AU9', 0.45, -0.4).up).toBeGreaterThan(0.025);
  });

  it.each(['AU6', 'AU12'] as const)(
    'leaves the wing of the nose where it is beside the cheek (%s)',
    (unit) => {
      const wing = moveAt(unit, 'nose wing').up;
      expect(wing).toBeLessThan(0.02);
      expect(moveAt(unit, 'cheek').up).toBeGreaterThan(2.5 * wing);
      // On the way to the cheek the skin is drawn out, but not torn.
      for (let a = 0.25; a < 0.6; a += 0.02) {
        expect(Math.abs(move(unit, a + 0.02, -0.6).up - move(unit, a, -0.6).up)).toBeLessThan(
          0.015,
        );
      }
    },
  );

  it('curls the lip in one smooth arc, and keeps the lower one as high as it was', () => {
    const lift = (a: number, v: number) => move('AU9', a, v).up + 0.7 * move('AU10', a, v).up;
    for (const v of [-0.95, -1.07]) {
      // From the middle to beyond the corner it only falls, and never bends sharply.
      for (let a = 0; a < 0.6; a += 0.02) {
        expect(lift(a + 0.02, v)).toBeLessThan(lift(a, v) + 0.001);
        expect(Math.abs(lift(a + 0.08, v) - 2 * lift(a + 0.04, v) + lift(a, v))).toBeLessThan(
          0.003,
        );
      }
      // Corners that stay make a frown of it.
      expect(lift(CORNER, v)).toBeLessThan(0.85 * lift(0, v));
      expect(lift(CORNER, v)).toBeGreaterThan(0.6 * lift(0, v));
    }
    const seam = lift(0.1, -1.07);
    expect(lift(0.1, -1.22)).toBeGreaterThan(0.55 * seam);
    expect(lift(0.1, -0.95)).toBeLessThan(1.15 * seam);
  });

  it.each([
    ['AU9', -1.12, -1.32],
    ['AU10', -1.1, -1.3],
  ] as const)('%s takes the lower lip along as one piece: it does not swell', (unit, rim, foot) => {
    const top = move(unit, 0, rim, true).up;
    expect(top).toBeGreaterThan(0.02);
    expect(top - move(unit, 0, foot, true).up).toBeLessThan(0.12 * top);
  });

  it('draws corners down in a bend that flattens towards them: at its very end it is no hook', () => {
    const drop = (a: number) => -move('AU15', a, -1.1).up;
    const steep = (a: number) => drop(a + 0.02) - drop(a - 0.02);
    expect(drop(CORNER)).toBeGreaterThan(0.08);
    expect(Math.abs(drop(0.02))).toBeLessThan(0.003);
    expect(steep(CORNER)).toBeLessThan(0.75 * steep(0.6 * CORNER));
    // Skin beside the corner goes along.
    expect(drop(CORNER + 0.1)).toBeGreaterThan(0.95 * drop(CORNER));
  });

  it.each(ACTION_UNITS)('%s has no step from place to place, away from the slit', (unit) => {
    let steepest = 0;
    for (const lower of [false, true]) {
      for (let a = 0; a <= 1.6; a += 0.04) {
        for (let v = -2.4; v <= 1.6; v += 0.04) {
          const here = move(unit, a, v, lower);
          for (const next of [move(unit, a + 0.004, v, lower), move(unit, a, v + 0.004, lower)]) {
            const step = Math.max(Math.abs(next.up - here.up), Math.abs(next.out - here.out));
            steepest = Math.max(steepest, step / 0.004);
          }
        }
      }
    }
    // A slope of -1 would fold skin over itself; a step would have one of 20 and more here.
    expect(steepest).toBeLessThan(1.6);
  });

  it.each(ACTION_UNITS)('%s moves nothing far away', (unit) => {
    for (const [a, v] of IDLE_PLACES) {
      if (unit.startsWith('EAD')) continue;
      const { out, up } = move(unit, a, v);
      expect(Math.hypot(out, up)).toBeLessThan(0.002);
    }
  });

  it.each(ACTION_UNITS)('%s joins both sides at the midline: nothing goes across it', (unit) => {
    for (let v = -1.9; v < 1; v += 0.05) {
      expect(Math.abs(move(unit, 0, v).out)).toBeLessThan(0.021);
    }
  });

  it.each(ACTION_UNITS)('%s has one layer beyond the mouth’s corners', (unit) => {
    for (const s of [1, 1.05, 1.6]) {
      for (let h = -0.8; h <= 0.8; h += 0.05) {
        const [upper, lower] = layers(unit, s * CORNER, SEAM + h);
        expect(Math.hypot(upper.out - lower.out, upper.up - lower.up)).toBe(0);
      }
    }
  });

  it.each(ACTION_UNITS)('%s moves each lip’s layer on past the slit without a step', (unit) => {
    for (const s of [0, 0.3, 0.6]) {
      for (const lower of [false, true]) {
        const below = move(unit, s * CORNER, SEAM - 0.002, lower);
        const above = move(unit, s * CORNER, SEAM + 0.002, lower);
        expect(Math.abs(above.up - below.up)).toBeLessThan(0.006);
        expect(Math.abs(above.out - below.out)).toBeLessThan(0.006);
      }
    }
  });

  it('parts the lips by what opens, and by nothing else', () => {
    const opens = new Set<ActionUnit>(['AU16', 'AU25', 'AU26']);
    for (const unit of ACTION_UNITS) {
      const [upper, lower] = layers(unit, 0.1, SEAM);
      const gap = upper.up - lower.up;
      if (opens.has(unit)) expect(gap, unit).toBeGreaterThan(0.01);
      else expect(gap, unit).toBeLessThan(0.001);
    }
  });
});

function layers(unit: ActionUnit, a: number, v: number): [Displacement, Displacement] {
  return [move(unit, a, v, false), move(unit, a, v, true)];
}

it('drops a jaw to an oval with pointed ends: blunt ones make a slot', () => {
  const gapAt = (s: number) => {
    const [upper, lower] = ([false, true] as const).map((below) => {
      const out = { out: 0, up: 0 };
      displaceByUnit('AU26', 0.4 * s, SEAM, { s, h: 0 }, below, out);
      return out.up;
    });
    return upper - lower;
  };
  expect(gapAt(0.9) / gapAt(0)).toBeLessThan(0.33);
  expect(gapAt(0.6) / gapAt(0)).toBeGreaterThan(0.65);
});

/** Motion that may be cut off at the end of a unit's reach, part of its largest. */
const LEFT_AT_REACH = 0.0015;

it('has faded where the reach of a unit ends: a cut is a step in the field', () => {
  const shareOf = (from: number, to: number, k: number) => from + ((to - from) * k) / 80;
  for (const unit of ACTION_UNITS) {
    const [maxA, minV, maxV] = UNIT_REACH[unit];
    if (maxA === 0) continue;
    let most = 0;
    let atBorder = 0;
    for (let i = 0; i <= 80; i++) {
      for (let k = 0; k <= 80; k++) {
        for (const { out, up } of layers(unit, shareOf(0, maxA, i), shareOf(minV, maxV, k))) {
          const moved = Math.hypot(out, up);
          most = Math.max(most, moved);
          // The sides of a jaw end with the face.
          const ends = k === 0 || k === 80 || (i === 80 && unit !== 'AU26');
          if (ends) atBorder = Math.max(atBorder, moved);
        }
      }
    }
    expect(atBorder / most, unit).toBeLessThan(LEFT_AT_REACH);
  }
});

describe('openingProfile', () => {
  it('is widest in the middle, even, and shut from the corners on', () => {
    expect(openingProfile(0)).toBe(1);
    for (let s = 0; s < 0.99; s += 0.02) {
      expect(openingProfile(s)).toBeGreaterThan(openingProfile(s + 0.01));
      expect(openingProfile(-s)).toBe(openingProfile(s));
    }
    expect([openingProfile(1), openingProfile(-1.3)]).toEqual([0, 0]);
  });
});
