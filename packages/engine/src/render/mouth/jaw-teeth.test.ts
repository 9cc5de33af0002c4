import { describe, expect, it } from 'vitest';
import { coverage, jawTeeth, toothLight } from './jaw-teeth.ts';

/** Half a cat's mouth, half of it open and the gap, IOD. */
const CAT = [0.28, 0.24, 0.3] as const;
const IOD_PX = 150;
const FEATHER = 0.004;

describe('the teeth on an animal’s jaw', () => {
  const teeth = jawTeeth(...CAT, IOD_PX);
  const at = (aside: number, above: number) => coverage(teeth, aside, above, FEATHER);

  it('are two canines, and nothing between or beside them', () => {
    const high = 0.6 * teeth.canineHeight;
    for (const side of [-1, 1]) {
      expect(at(side * teeth.canineAt, high)).toBeGreaterThan(0.95);
      for (const above of [0, high]) {
        expect(at(side * (teeth.canineAt + 0.06), above)).toBe(0);
        expect(at(side * (teeth.canineAt - 0.06), above)).toBe(0);
      }
    }
  });

  it('end in points that stay below the upper lip', () => {
    for (const gap of [0.12, 0.2, 0.3, 0.6]) {
      const { canineAt, canineHeight } = jawTeeth(CAT[0], CAT[1], gap, IOD_PX);
      expect(canineHeight).toBeLessThan(0.5 * gap);
      const open = { canineAt, canineHeight, seen01: 1 };
      expect(coverage(open, canineAt, canineHeight + 2 * FEATHER, FEATHER)).toBe(0);
      const breadth = (above: number) => {
        let count = 0;
        for (let x = -0.05; x < 0.05; x += 0.001)
          count += coverage(open, canineAt + x, above, FEATHER);
        return count;
      };
      expect(breadth(0.8 * canineHeight)).toBeLessThan(0.6 * breadth(0.4 * canineHeight));
    }
  });

  it('come gradually as lips part, and not at all in mouths as broad as a monkey’s', () => {
    expect(jawTeeth(CAT[0], CAT[1], 0.14, IOD_PX).seen01).toBe(0);
    expect(jawTeeth(CAT[0], CAT[1], 0.19, IOD_PX).seen01).toBeCloseTo(0.5);
    expect(teeth.seen01).toBe(1);
    expect(jawTeeth(0.46, 0.45, 0.4, IOD_PX).seen01).toBe(0);
  });

  it('are left out of pictures too small for them: they were specks', () => {
    expect(jawTeeth(...CAT, 75).seen01).toBe(0);
  });

  it('stay inside an opening that narrows', () => {
    expect(jawTeeth(CAT[0], 0.12, CAT[2], IOD_PX).canineAt).toBeLessThan(0.06);
  });

  it('are round, and darker at their root', () => {
    const light = (aside: number, up: number) =>
      toothLight(teeth, teeth.canineAt + aside, up * teeth.canineHeight);
    // Its middle bends outwards.
    expect(light(0.008, 0.7)).toBeGreaterThan(0.95);
    expect(light(0, 0)).toBeLessThan(0.7);
    expect(light(0.02, 0.2)).toBeLessThan(0.9 * light(0, 0.2));
  });
});
