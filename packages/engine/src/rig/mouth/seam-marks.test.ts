import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { createFaceState } from '../../expression/face-state.ts';
import { curveOf } from '../../math/curve.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { applyPlateChanges } from '../../render/apply-plate-changes.ts';
import { strengthIndex } from '../action-units.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import type { Rig } from '../rig.ts';
import type { Surface } from '../style/surface.ts';
import { findMouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';
import { healSeam } from './seam-marks.ts';

const IOD = 120;
const SIZE = 480;
const landmarks = poseHead({ iodPx: IOD, xPx: 240, yPx: 160 });
const { iodPx } = fitHeadPose(landmarks);
const surface: Surface = { edgePx: 2, lipEdgePx: 2, tilePx: 4, texture: new Float32Array(16) };
const UPPER = [150, 70, 70] as const;
const LOWER = [190, 110, 105] as const;

/** A shut mouth whose seam is straight. */
const place = {
  ...findMouthLine(landmarks, iodPx, skinPlate(SIZE, SIZE)),
  upper: curveOf(() => 0),
  lower: curveOf(() => 0),
  upperOuter: curveOf((s) => 0.1 * IOD * (1 - s * s)),
  lowerOuter: curveOf((s) => -0.14 * IOD * (1 - s * s)),
  gapPx: 0,
};

/** Two lips with a dark line of a breadth between them, px. */
function paint(sigmaPx: number, depth = 0.7): Picture {
  const plate = skinPlate(SIZE, SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [s, up] = mouthPlace(place, x + 0.5, y + 0.5);
      if (Math.abs(s) > 1.2 || Math.abs(up) > 0.2 * IOD) continue;
      const dark = 1 - depth * Math.exp(-0.5 * (up / sigmaPx) ** 2);
      const colour = up > 0 ? UPPER : LOWER;
      plate.rgba.set(
        colour.map((level) => Math.round(level * dark)),
        4 * (y * SIZE + x),
      );
    }
  }
  return plate;
}

function opened(plate: Picture, jaw: number) {
  const out = plate.rgba.slice();
  const state = createFaceState();
  for (const side of ['right', 'left'] as const) state.strengths[strengthIndex('AU26', side)] = jaw;
  const seamMarks = healSeam({ plate, mouth: place, iodPx, surface });
  applyPlateChanges({ face: plate, ownFolds: [], seamMarks } as unknown as Rig, state, out);
  /** Luma at a height above the seam, IOD. */
  return (h: number, s = 0) => {
    const [x, y] = mouthPoint(place, s, h * IOD);
    const at = 4 * (Math.floor(y) * SIZE + Math.floor(x));
    return luma709(out[at], out[at + 1], out[at + 2]);
  };
}

describe('the seam of lips that part', () => {
  it.each([
    [2, 0.7],
    [3.5, 0.55],
  ])('leaves no dark rim on them (σ %f px)', (sigmaPx, light) => {
    const plate = paint(sigmaPx);
    const [shut, open] = [opened(plate, 0), opened(plate, 0.5)];
    const [upper, lower] = [luma709(...UPPER), luma709(...LOWER)];
    for (const s of [-0.5, 0, 0.5]) {
      expect(shut(0.012, s)).toBeLessThan(0.65 * upper);
      expect(open(0.012, s)).toBeGreaterThan(light * upper);
      expect(open(-0.012, s)).toBeGreaterThan(light * upper);
      // Never brighter than the lip itself.
      for (let h = -0.05; h <= 0.05; h += 0.004) {
        expect(open(h, s)).toBeLessThan((h > 0 ? upper : lower) + 4);
      }
    }
  });

  it('leaves rims that are sampled across the seam no brighter than the darker lip', () => {
    const open = opened(paint(2.5), 0.5);
    expect(open(-0.004)).toBeLessThan(luma709(...UPPER) + 4);
  });

  it('stays while they are shut, and to a part while they hardly part', () => {
    const plate = paint(2.5);
    const [shut, slight, open] = [0, 0.15, 0.5].map((jaw) => opened(plate, jaw)(0.012));
    expect(shut).toBe(opened(plate, 0)(0.012));
    expect(slight).toBeGreaterThan(shut + 5);
    expect(slight).toBeLessThan(open - 5);
  });

  it('is none on lips without a line, at their ends, or in a mouth that is open', () => {
    const plain = healSeam({ plate: paint(2, 0), mouth: place, iodPx, surface });
    expect(Math.max(0, ...(plain?.change ?? []))).toBeLessThan(4);
    const dark = paint(2.5);
    const healed = healSeam({ plate: dark, mouth: place, iodPx, surface });
    expect(healed?.pixels.length).toBeGreaterThan(100);
    for (const pixel of healed?.pixels ?? []) {
      const [s] = mouthPlace(place, (pixel % SIZE) + 0.5, Math.floor(pixel / SIZE) + 0.5);
      expect(Math.abs(s)).toBeLessThan(0.92);
    }
    const open = { ...place, gapPx: 9 };
    expect(healSeam({ plate: dark, mouth: open, iodPx, surface })).toBeUndefined();
  });
});
