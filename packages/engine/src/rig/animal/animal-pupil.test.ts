import { describe, expect, it } from 'vitest';
import {
  beforePupil,
  type EyeLook,
  findPupils,
  isSlit,
  openPupil,
  pupilShare,
} from './animal-pupil.ts';

const RADIUS = 30;
const IRIS = { irisPx: RADIUS, widestPx: 0.7 * RADIUS };

/** An eye with a light iris and a dark pupil of these half axes, its middle shifted by `dx`. */
function look(short: number, long: number, dx = 0, iris = 130): EyeLook {
  return {
    middleXPx: 50,
    middleYPx: 50,
    radiusPx: RADIUS,
    acrossX: 1,
    acrossY: 0,
    distance: (x, y) => Math.hypot(x - 50, y - 50) / RADIUS,
    luma: (x, y) => {
      if (Math.hypot(x - 50, y - 50) > RADIUS) return 220;
      return Math.hypot((x - 50 - dx) / short, (y - 50) / long) < 1 ? 12 : iris;
    },
  };
}

describe('findPupils', () => {
  it.each([
    [4, 14],
    [8, 11],
    [15, 15],
  ])('finds pupils of %d by %d px in both eyes', (short, long) => {
    const found = findPupils([look(short, long), look(short, long, 3)]);
    expect(found).toBeDefined();
    for (const [i, pupil] of found!.entries()) {
      expect(Math.abs(pupil.xPx - 50 - 3 * i)).toBeLessThan(2.2);
      expect(Math.abs(pupil.yPx - 50)).toBeLessThan(2.2);
      expect(pupil.shortPx / short).toBeGreaterThan(0.7);
      expect(pupil.shortPx / short).toBeLessThan(1.4);
      expect(pupil.longPx / long).toBeGreaterThan(0.7);
      expect(pupil.longPx / long).toBeLessThan(1.4);
    }
    expect(isSlit(found![0])).toBe(long > 1.3 * short);
  });

  it('finds them where they are, also between the places that it tries', () => {
    for (const dx of [-3, 0.5, 1.4]) {
      const [one, other] = findPupils([look(8, 11, dx), look(8, 11, -dx)])!;
      expect(Math.abs(one.xPx - 50 - dx)).toBeLessThan(0.6);
      // Nor does it lean to a side.
      expect(other.xPx - 50).toBeCloseTo(50 - one.xPx, 3);
    }
  });

  it('takes no dark ring around an iris for a pupil, and believes no two unlike eyes', () => {
    const patch = (): EyeLook => ({
      ...look(18, 18),
      luma: (x, y) => (Math.hypot(x - 50, y - 50) < 12 ? 150 : look(18, 18).luma(x, y)),
    });
    expect(findPupils([patch(), patch()])).toBeUndefined();
    expect(findPupils([look(8, 8), { ...look(8, 8), radiusPx: 0.6 * RADIUS }])).toBeUndefined();
  });

  it('finds none in eyes that are dark all over, nor in one eye alone', () => {
    expect(findPupils([look(8, 8, 0, 14), look(8, 8, 0, 14)])).toBeUndefined();
    expect(findPupils([look(8, 8), look(0.01, 0.01)])).toBeUndefined();
  });
});

describe('a pupil that opens', () => {
  const [pupil] = findPupils([look(5, 13), look(5, 13)])!;
  const at = new Float64Array(2);

  it('stays as it is at 0, grows to a disc at 1, narrows at -1', () => {
    expect(openPupil(pupil, IRIS, 0, true)).toEqual([pupil.longPx, pupil.shortPx]);
    const [long, short] = openPupil(pupil, IRIS, 1, true);
    expect(short).toBeCloseTo(long, 6);
    expect(short).toBeGreaterThan(0.6 * RADIUS);
    expect(openPupil(pupil, IRIS, -1, true)[1]).toBeLessThanOrEqual(pupil.shortPx);
  });

  it('takes its new edge from its old one, and leaves the rim of the iris', () => {
    const axes = openPupil(pupil, IRIS, 0.8, true);
    beforePupil(pupil, axes, RADIUS, pupil.xPx + axes[1], pupil.yPx, at);
    expect(Math.abs(at[0]! - pupil.xPx - pupil.shortPx)).toBeLessThan(1e-6);
    beforePupil(pupil, axes, RADIUS, pupil.xPx, pupil.yPx + axes[0], at);
    expect(Math.abs(at[1]! - pupil.yPx - pupil.longPx)).toBeLessThan(1e-6);
    beforePupil(pupil, axes, RADIUS, pupil.xPx + RADIUS, pupil.yPx, at);
    expect([...at]).toEqual([pupil.xPx + RADIUS, pupil.yPx]);
  });

  it('is drawn round and dark, under a soft edge, with a ring of iris around it', () => {
    const axes = openPupil(pupil, IRIS, 1, true);
    for (let angle = 0; angle < 6.28; angle += 0.3) {
      const at = (r: number) =>
        pupilShare(pupil, axes, pupil.xPx + r * Math.cos(angle), pupil.yPx + r * Math.sin(angle));
      expect(at(0.88 * IRIS.widestPx)).toBe(1);
      expect(at(IRIS.widestPx)).toBeCloseTo(0.5, 6);
      expect(at(1.12 * IRIS.widestPx)).toBe(0);
    }
  });

  it('never turns the order of points on a ray around', () => {
    for (const opening of [-1, -0.5, 0.5, 1]) {
      const axes = openPupil(pupil, IRIS, opening, true);
      for (let angle = 0; angle < 6.28; angle += 0.3) {
        let before = -1;
        for (let r = 0.5; r < RADIUS; r += 0.5) {
          const x = pupil.xPx + r * Math.cos(angle);
          const y = pupil.yPx + r * Math.sin(angle);
          beforePupil(pupil, axes, RADIUS, x, y, at);
          const back = Math.hypot(at[0]! - pupil.xPx, at[1]! - pupil.yPx);
          expect(back).toBeGreaterThan(before);
          before = back;
        }
      }
    }
  });
});
