import { describe, expect, it } from 'vitest';
import type { Picture } from '../../math/picture.ts';
import { findArm } from './glasses-arm.ts';
import { BESIDE_DRAWN, type EyeAxes } from './glasses-lines.ts';

const IOD = 100;
const SIZE = 400;
const SKIN = [150, 110, 90] as const;
const INK = [20, 12, 12] as const;
const GOLD = [255, 245, 235] as const;

const AXES: EyeAxes = {
  ...{ middleXPx: 200, middleYPx: 180, alongX: 1, alongY: 0, iodPx: IOD, half: 0.4 },
  beside: BESIDE_DRAWN.slice(0, 4),
  turned: true,
};

/** Skin with a colour where a place, IOD from the middle between the eyes, y up, has one. */
function draw(colourAt: (x: number, y: number) => readonly number[] | undefined): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = ((i % SIZE) + 0.5 - 200) / IOD;
    const y = (180 - Math.floor(i / SIZE) - 0.5) / IOD;
    rgba.set(colourAt(x, y) ?? SKIN, 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** An arm on the right of the picture that rises by `slope`, from the lens to the ear. */
const arm = (colour: readonly number[], slope: number) => (x: number, y: number) =>
  x > 0.65 && Math.abs(y - 0.05 - slope * (x - 0.65)) < 0.018 ? colour : undefined;

describe('findArm', () => {
  it.each([
    ['dark', INK, 0.1],
    ['dark', INK, -0.5],
    ['bright', GOLD, 0.2],
  ] as const)('finds one that is %s, where it lies', (tone, colour, slope) => {
    const found = findArm(draw(arm(colour, slope)), AXES, -0.6);
    expect(found?.tone).toBe(tone);
    expect(found?.side).toBe(1);
    expect(found?.sure).toBe(true);
    for (const p of [0, 2]) {
      const x = ((found?.line[p] ?? 0) - 200) / IOD;
      const y = (180 - (found?.line[p + 1] ?? 0)) / IOD;
      expect(Math.abs(y - 0.05 - slope * (x - 0.65))).toBeLessThan(0.05);
    }
  });

  it('looks for it on the side that is turned to the viewer, of turned heads only', () => {
    const plate = draw(arm(INK, 0.1));
    expect(findArm(plate, AXES, 0.6)).toBeUndefined();
    expect(findArm(plate, { ...AXES, turned: false }, -0.6)).toBeUndefined();
  });

  it.each([
    ['the edge of hair', (x: number, y: number) => (y > 0.1 + 0.2 * x ? INK : undefined)],
    ['the end of a brow', (x: number, y: number) => (x < 0.85 ? arm(INK, 0.1)(x, y) : undefined)],
    [
      'a strand that curls',
      (x: number, y: number) =>
        Math.abs(y - 0.1 - 0.12 * Math.sin(9 * x)) < 0.02 ? INK : undefined,
    ],
  ])('takes %s for no arm that tells of glasses', (_, colourAt) => {
    expect(findArm(draw(colourAt), AXES, -0.6)?.sure ?? false).toBe(false);
  });
});
