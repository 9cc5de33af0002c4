import { describe, expect, it } from 'vitest';
import {
  archDepth,
  sampleDrawnTeeth,
  sampleLowerTeeth,
  sampleUpperTeeth,
  type ToothSample,
} from './teeth.ts';

type Sampler = typeof sampleDrawnTeeth;
const upper =
  (apart01: number): Sampler =>
  (x, y, soft, out) =>
    sampleUpperTeeth(x, y, soft, apart01, out);
const rows: readonly (readonly [string, Sampler])[] = [
  ['sampleUpperTeeth of a smile', upper(1)],
  ['sampleUpperTeeth of tips', upper(0)],
  ['sampleDrawnTeeth', sampleDrawnTeeth],
];
/** A drawing's white reaches the corners of a broad smile; real rows end at the premolars, IOD. */
const ARCH_HALF = { real: 0.6, drawn: 0.76 };

describe.each(rows)('%s', (name, sampleTeeth) => {
  const archHalf = name === 'sampleDrawnTeeth' ? ARCH_HALF.drawn : ARCH_HALF.real;
  const sample = (x: number, y: number, soft = 0.01): ToothSample => {
    const out = { coverage: 9, gum: 9, light: 9 };
    sampleTeeth(x, y, soft, out);
    return out;
  };

  it('is the same on both sides', () => {
    for (let x = 0; x < 0.7; x += 0.013) {
      for (let y = -0.2; y < 0.25; y += 0.017) expect(sample(-x, y)).toEqual(sample(x, y));
    }
  });

  it('is the same at every call, whatever was sampled before', () => {
    const first = sample(0.11, -0.03);
    sample(0.5, 0.2);
    expect(sample(0.11, -0.03)).toEqual(first);
  });

  it('stays in range', () => {
    for (let x = -0.8; x < 0.8; x += 0.011) {
      for (let y = -0.3; y < 0.4; y += 0.019) {
        const { coverage, gum, light } = sample(x, y);
        expect(coverage >= 0 && coverage <= 1).toBe(true);
        expect(gum >= 0 && coverage + gum <= 1 + 1e-6).toBe(true);
        expect(light > 0.3 && light < 1.2).toBe(true);
      }
    }
  });

  it('has no tooth outside the arch, nor far below the closed seam', () => {
    for (let y = -0.3; y < 0.4; y += 0.02) {
      for (const x of [archHalf, 0.8, 2]) {
        expect(sample(x, y).coverage).toBe(0);
        expect(sample(x, y).gum).toBe(0);
      }
    }
    for (let x = -0.6; x < 0.6; x += 0.02) {
      expect(sample(x, -0.13).coverage).toBe(0);
      expect(sample(x, -0.13).gum).toBe(0);
    }
  });

  it('covers the middle above its edge', () => {
    expect(sample(0.06, 0).coverage).toBeGreaterThan(0.95);
    expect(sample(0.06, 0.03).coverage).toBeGreaterThan(0.95);
  });

  it('has soft edges: no step larger than its feather allows', () => {
    for (const x of [0.03, 0.2, 0.33]) {
      for (let y = -0.2; y < 0.2; y += 0.001) {
        const step = Math.abs(sample(x, y + 0.001, 0.02).coverage - sample(x, y, 0.02).coverage);
        // Smoothstep over ±soft: at most 1.5 / (2·soft) a unit.
        expect(step).toBeLessThan(0.001 * 40);
      }
    }
  });
});

describe('sampleUpperTeeth', () => {
  const light = (x: number, y = -0.01) => {
    const out = { coverage: 0, gum: 0, light: 0 };
    sampleUpperTeeth(x, y, 0.006, 1, out);
    return out.light;
  };

  it('is darker where crowns meet: a valley between them, not a line', () => {
    expect(light(0)).toBeLessThan(light(0.0685));
    expect(light(0.137)).toBeLessThan(light(0.0685));
    for (let x = 0; x < 0.4; x += 0.001) {
      expect(Math.abs(light(x + 0.001) - light(x))).toBeLessThan(0.05);
    }
  });

  it('has gaps between the tips, where crowns are rounded', () => {
    const valley = (y: number) => light(0, y) / light(0.0685, y);
    expect(valley(-0.05)).toBeLessThan(valley(0.05) - 0.05);
  });

  it('has the largest crowns in the middle', () => {
    // Lower edges on the way outwards: the central incisor and the canine stand lowest.
    const edge = (x: number) => {
      const out = { coverage: 0, gum: 0, light: 0 };
      for (let y = -0.15; y < 0.1; y += 0.001) {
        sampleUpperTeeth(x, y, 0.004, 1, out);
        if (out.coverage > 0.5) return y;
      }
      return 1;
    };
    expect(edge(0.0685)).toBeLessThan(edge(0.19));
    expect(edge(0.0685)).toBeLessThan(edge(0.45));
  });
});

describe('sampleLowerTeeth', () => {
  const sample = (x: number, above: number, bare: number) => {
    const out: ToothSample = { coverage: 9, gum: 9, light: 9 };
    sampleLowerTeeth(x, above, bare, 0.006, out);
    return out;
  };

  it('shows no tooth where the lip covers the row', () => {
    for (let x = -0.6; x < 0.6; x += 0.02) {
      for (let above = 0; above < 0.2; above += 0.01) {
        expect(sample(x, above, -0.02).coverage).toBe(0);
      }
    }
  });

  it('shows tips as high as the lip is drawn off them, lower and dimmer to the sides', () => {
    expect(sample(0.04, 0.02, 0.04).coverage).toBeGreaterThan(0.95);
    expect(sample(0.04, 0.06, 0.04).coverage).toBe(0);
    expect(sample(0.3, 0.02, 0.04).coverage).toBeLessThan(0.05);
    expect(sample(0.22, 0, 0.04).light).toBeLessThan(0.9 * sample(0.04, 0, 0.04).light);
    expect(sample(-0.13, 0.01, 0.04)).toEqual(sample(0.13, 0.01, 0.04));
  });
});

it('archDepth recedes evenly from the middle outwards', () => {
  for (let x = 0; x < 0.6; x += 0.05) {
    expect(archDepth(x + 0.05)).toBeLessThan(archDepth(x));
    expect(archDepth(-x)).toBe(archDepth(x));
  }
});
