import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { createLayerDraft, readBox } from '../field-box.ts';
import { chartFace } from '../head/head-field.ts';
import { fitHeadPose } from '../head/head-pose.ts';
import { planGrid } from '../plate-grid.ts';
import { narrowToRest } from './breadth-at-rest.ts';

const IOD = 90;
const X = 260;
const Y = 200;
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: 520, heightPx: 520 });

function cheeks(smile: number, roll = 0, held: number[] = []) {
  const landmarks = poseHead({ iodPx: IOD, xPx: X, yPx: Y, roll });
  const faceWeight = new Float32Array(grid.columns * grid.rows).fill(1);
  const distance = new Float32Array(held.length);
  const nodes = Uint32Array.from(held);
  const glasses = held.length ? { nodes, distance, raising: distance, shuts01: 1 } : undefined;
  const pose = fitHeadPose(landmarks);
  return narrowToRest(
    { grid, pose, ...chartFace(grid, landmarks), faceWeight, glasses, smile },
    createLayerDraft(grid),
  );
}

/** Displacement at a place of the head, IOD: x to the subject's left, y up. */
function at(box: ReturnType<typeof cheeks>, x: number, y: number, roll = 0) {
  const px = X + IOD * (x * Math.cos(roll) + y * Math.sin(roll));
  const py = Y + IOD * (x * Math.sin(roll) - y * Math.cos(roll));
  const [dx, dy] = [readBox(grid, box, 0, px, py), -readBox(grid, box, 1, px, py)];
  return {
    out: (dx * Math.cos(roll) - dy * Math.sin(roll)) / IOD,
    up: (dx * Math.sin(roll) + dy * Math.cos(roll)) / IOD,
  };
}

describe('narrowToRest', () => {
  it('brings the lower face in at its outline, alike on both sides, by some hundredths', () => {
    const box = cheeks(0.6);
    const left = at(box, 0.92, -0.92).out;
    expect(left).toBeLessThan(-0.02);
    expect(left).toBeGreaterThan(-0.05);
    expect(at(box, -0.92, -0.92).out).toBeCloseTo(-left, 2);
    expect(at(cheeks(0.3), 0.92, -0.92).out).toBeCloseTo(left / 2, 2);
  });

  it('brings the wings of the nose together, and leaves its ridge and tip', () => {
    const box = cheeks(0.64);
    for (const side of [-1, 1]) {
      const { out } = at(box, side * 0.33, -0.56);
      expect(side * out).toBeLessThan(-0.018);
      expect(side * out).toBeGreaterThan(-0.032);
    }
    for (const y of [-0.1, -0.35, -0.55]) expect(Math.abs(at(box, 0, y).out)).toBeLessThan(0.002);
  });

  it('leaves the mouth, the eyes, the temples and what lies beside the face alone', () => {
    const box = cheeks(0.64);
    for (const [x, y] of [
      [0, -1.1],
      [0.35, -1.1],
      [0.5, 0],
      [1, 0.4],
      [1.5, -0.9],
    ] as const) {
      const { out, up } = at(box, x, y);
      expect(Math.hypot(out, up)).toBeLessThan(0.004);
    }
  });

  it('goes across the face where that is tilted', () => {
    const { out, up } = at(cheeks(0.6, 0.5), 0.92, -0.92, 0.5);
    expect(out).toBeLessThan(-0.02);
    expect(Math.abs(up)).toBeLessThan(0.006);
  });

  it('holds still under glasses, and is nothing without a smile', () => {
    const all = Array.from({ length: grid.columns * grid.rows }, (_, i) => i);
    expect(cheeks(0.6, 0, all)).toBeUndefined();
    expect(cheeks(0)).toBeUndefined();
  });
});
