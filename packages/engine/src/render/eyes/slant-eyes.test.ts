import { describe, expect, it } from 'vitest';
import { stateWith } from '../../../test/support/face-states.ts';
import {
  bars,
  dots,
  drawFlatFace,
  eyesOfFlatFace,
  FLAT_INK,
  FLAT_IOD,
  FLAT_LANDMARKS,
  FLAT_SIZE,
  FLAT_SKIN,
  type FlatShape,
} from '../../../test/support/flat-face.ts';
import type { ActionUnit } from '../../rig/action-units.ts';
import { findDrawnBrows } from '../../rig/drawing/drawn-brow.ts';
import { fitHeadPose } from '../../rig/head/head-pose.ts';
import { planGrid } from '../../rig/plate-grid.ts';
import { slantEyes } from './slant-eyes.ts';

const pose = fitHeadPose(FLAT_LANDMARKS);
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: FLAT_SIZE, heightPx: FLAT_SIZE });
const still = new Float32Array(2 * grid.columns * grid.rows);

/** Upper edge of the left eye's ink, IOD, towards the nose and towards the temple. */
function edgesAfter(strengths: Partial<Record<ActionUnit, number>>, ...more: FlatShape[]) {
  const plate = drawFlatFace(dots, ...more);
  const eyes = eyesOfFlatFace(plate);
  const drawnBrows = findDrawnBrows(plate, eyes, FLAT_SKIN, FLAT_IOD);
  const frame = Uint8Array.from(plate.rgba);
  slantEyes({ drawnBrows, eyes, grid, pose }, stateWith(strengths), still, {
    ...{ frame, widthPx: FLAT_SIZE, heightPx: FLAT_SIZE },
  });
  const topAt = (x: number) => {
    const column = Math.round(200 + x * FLAT_IOD);
    for (let y = 160 - Math.round(0.12 * FLAT_IOD); y < 180; y++) {
      if (frame[4 * (y * FLAT_SIZE + column)] < 120) return (160 - y) / FLAT_IOD;
    }
    return Number.NEGATIVE_INFINITY;
  };
  return { inner: topAt(0.445), outer: topAt(0.555), foot: frame };
}

describe('slantEyes', () => {
  it('comes down inwards in anger and outwards in sorrow, and not at all in surprise', () => {
    const rest = edgesAfter({});
    expect(rest.inner).toBeCloseTo(rest.outer, 1);
    const angry = edgesAfter({ AU4: 1 });
    expect(angry.inner).toBeLessThan(angry.outer - 0.03);
    const sad = edgesAfter({ AU1: 0.85, AU4: 0.3 });
    expect(sad.outer).toBeLessThan(sad.inner - 0.03);
    expect(edgesAfter({ AU1: 0.7, AU2: 0.8, AU5: 0.8 })).toEqual(rest);
  });

  it('leaves the lower half of an eye', () => {
    const { foot } = edgesAfter({ AU4: 1.4 });
    const at = 4 * ((160 + Math.round(0.06 * FLAT_IOD)) * FLAT_SIZE + 200 + FLAT_IOD / 2);
    expect(Array.from(foot.slice(at, at + 3))).toEqual(FLAT_INK);
  });

  it('is for faces without brows: where there are any they say it', () => {
    expect(edgesAfter({ AU4: 1 }, bars(0.35)).foot).toEqual(edgesAfter({}, bars(0.35)).foot);
  });
});
