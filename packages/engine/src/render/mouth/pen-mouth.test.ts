import { describe, expect, it } from 'vitest';
import { createFaceState } from '../../expression/face-state.ts';
import { curveOf } from '../../math/curve.ts';
import { type ActionUnit, strengthIndex } from '../../rig/action-units.ts';
import type { PenLine } from '../../rig/drawing/pen-line.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Slit } from '../slit.ts';
import type { MouthColours } from './mouth-colours.ts';
import { paintPenMouth, planPenMouth } from './pen-mouth.ts';

const SIZE = 200;
const HALF = 40;
const SKIN = 200;
const MOUTH = [130, 2, 74] as const;

/** A slit whose rims meet on a parabola, so high in its middle, or lie so far apart. */
function slitOf(middlePx: number, gapPx: number): Slit {
  const rim = (way: number) =>
    Float32Array.from({ length: 160 }, (_, i) => {
      const arch = 1 - (i / 79.5 - 1) ** 2;
      return (middlePx + (way * gapPx) / 2) * arch;
    });
  return {
    ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, startPx: -HALF, endPx: HALF },
    ...{ top: rim(1), bottom: rim(-1), gapPx },
  };
}

const xs = Float64Array.from({ length: 65 }, (_, k) => 1.2 * HALF * (k / 32 - 1));
/** A smile that reaches beyond the corners of the mouth's line, and is thickest in its middle. */
const pen: PenLine = {
  xs,
  ys: xs.map((x) => -12 * (1 - (x / (1.2 * HALF)) ** 2)),
  radii: xs.map((x) => 1 + 8 * (1 - (x / (1.2 * HALF)) ** 2)),
  ...{ colour: MOUTH, halfPx: 9, plain: true, solid: true },
};
const seam = curveOf((s) => -12 * (1 - s * s));
const rig = {
  ...{ pen, pose: { iodPx: 100 } },
  mouth: { halfWidthPx: HALF, skew: 0, upper: seam, lower: seam },
} as unknown as Pick<Rig, 'mouth' | 'pen' | 'pose'>;

function stateOf(strengths: Partial<Record<ActionUnit, number>>) {
  const state = createFaceState();
  for (const [unit, strength] of Object.entries(strengths)) {
    for (const side of ['right', 'left'] as const) {
      state.strengths[strengthIndex(unit as ActionUnit, side)] = strength;
    }
  }
  return state;
}

describe('a mouth that is a solid shape', () => {
  it('gets thicker in its middle as it smiles, and bends to its very ends', () => {
    const shapeOf = (solid: boolean) =>
      planPenMouth(rig, { ...pen, solid }, stateOf({ AU12: 1 }), slitOf(-20, 0))!.lines[0]!;
    const [solid, line] = [shapeOf(true), shapeOf(false)];
    expect(solid.radii[48]).toBeGreaterThan(1.2 * pen.radii[32]);
    expect(line.radii[48]).toBeCloseTo(pen.radii[32], 1);
    expect(solid.radii[0]).toBeCloseTo(pen.radii[0], 1);
    // Beyond the corners the other one goes on as the picture shows it.
    const fall = ({ xs, ys }: typeof solid) => {
      const k = xs.findIndex((x) => x > -HALF);
      return ys[0] - ys[k];
    };
    expect(fall(solid)).toBeGreaterThan(fall(line) + 2);
  });

  it('is hollow where it opens: all of its colour, darkest under the upper rim', () => {
    const frame = new Uint8ClampedArray(4 * SIZE * SIZE).fill(SKIN);
    const out = { frame, widthPx: SIZE, heightPx: SIZE } as unknown as Kernels;
    const slit = slitOf(0, 34);
    paintPenMouth(rig, pen, stateOf({ AU26: 1 }), {} as MouthColours, slit, out);
    const column = Array.from({ length: SIZE }, (_, y) => {
      const i = 4 * (y * SIZE + 100);
      return [frame[i], frame[i + 1], frame[i + 2]];
    });
    const inside = column.filter(([r]) => r < 132);
    expect(inside.length).toBeGreaterThan(40);
    for (const [r, g, b] of inside) {
      expect(g).toBeLessThan(6);
      expect(b / r).toBeCloseTo(MOUTH[2] / MOUTH[0], 1);
    }
    const lights = inside.map(([r]) => r);
    const darkest = lights.indexOf(Math.min(...lights));
    expect(lights[darkest]).toBeLessThan(0.7 * MOUTH[0]);
    expect(darkest).toBeLessThan(lights.length / 2);
    expect(lights.at(-1)).toBeGreaterThan(0.95 * MOUTH[0]);
  });
});
