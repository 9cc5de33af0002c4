import { describe, expect, it } from 'vitest';
import { lowerLipHeight, upperLipHeight } from './lip-shape.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';

const IOD = 100;

function restOf(thickPx: number): MouthAtRest {
  const even = { values: new Float64Array(41).fill(thickPx) };
  return { upperThick: even, lowerThick: even } as unknown as MouthAtRest;
}

describe('lips at rest', () => {
  it('have a bow above, which dips in the middle, and a plain arc below', () => {
    const upper = upperLipHeight(restOf(0.1 * IOD), IOD);
    const lower = lowerLipHeight(restOf(0.1 * IOD), IOD);
    for (const side of [-1, 1]) expect(upper(0.2 * side)).toBeGreaterThan(1.1 * upper(0));
    expect(lower(0)).toBeGreaterThan(lower(0.2));
    for (const t of [-1, 1, 1.2]) expect([upper(t), lower(t)]).toEqual([0, 0]);
  });

  it('are neither thinner nor thicker than lips are, whatever a grin leaves of them', () => {
    const peaks = (thickPx: number) => [
      upperLipHeight(restOf(thickPx), IOD)(0.2),
      lowerLipHeight(restOf(thickPx), IOD)(0),
    ];
    expect(peaks(0.01 * IOD)).toEqual([6.2, 10]);
    expect(peaks(0.5 * IOD)).toEqual([11, 15.5]);
  });
});
