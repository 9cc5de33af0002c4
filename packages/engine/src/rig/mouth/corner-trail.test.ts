import { describe, expect, test } from 'vitest';
import { followCornerTrail } from './corner-trail.ts';

const IOD = 100;
const SIZE = 120;
const SKIN = 180;
/** The corner, px; outwards is to the right. */
const CORNER = [30, 60] as const;

/** Plain skin, and ink of 4 px around a line that leaves the corner with a slope, up to a length. */
function trail(lengthPx: number, slope = 0, ink = 60) {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(SKIN);
  for (let x = CORNER[0] - 10; x < CORNER[0] + lengthPx; x++) {
    const middle = CORNER[1] - slope * Math.max(0, x - CORNER[0]);
    for (let y = Math.round(middle) - 2; y < Math.round(middle) + 2; y++) {
      rgba.fill(ink, 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
    }
  }
  const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
  return followCornerTrail(plate, (out, up) => [CORNER[0] + out, CORNER[1] - up], IOD);
}

describe('followCornerTrail', () => {
  test('follows a line to its end', () => {
    for (const length of [5, 12, 20]) expect(trail(length).length).toBeCloseTo(length / IOD, 1);
    expect(trail(12).length).toBeLessThan(trail(20).length);
    expect(trail(12).depth).toBeGreaterThan(0.3);
  });

  test('up and down', () => {
    for (const slope of [-0.6, 0.5]) {
      const found = trail(20, slope);
      expect(found.length).toBeGreaterThan(0.17);
      expect(found.heightAt(0.15)).toBeCloseTo(slope * 0.15, 1);
      expect(Math.sign(found.heightAt(0.15))).toBe(Math.sign(slope));
    }
  });

  test('finds none where there is only skin, nor along the edge of a shadow', () => {
    expect(trail(-5)).toMatchObject({ length: 0 });
    expect(trail(-5).depth).toBeLessThan(0.02);
    const rgba = new Uint8Array(4 * SIZE * SIZE).fill(SKIN);
    rgba.fill(60, 0, 4 * SIZE * CORNER[1]);
    const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
    const edge = followCornerTrail(plate, (out, up) => [CORNER[0] + out, CORNER[1] - up], IOD);
    expect(edge.length).toBe(0);
  });
});
