import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { fitHeadPose } from './head-pose.ts';
import { weighMotion } from './motion-weights.ts';

const FRAME = { xPx: 0, yPx: 0, widthPx: 320, heightPx: 320 };
const grid = planGrid(FRAME);

describe('weighMotion', () => {
  const pose = fitHeadPose(poseHead());
  const person = (widthPx: number, heightPx: number, alpha: (x: number, y: number) => number) => ({
    alpha: Uint8Array.from({ length: widthPx * heightPx }, (_, i) =>
      alpha((i % widthPx) / widthPx, Math.floor(i / widthPx) / heightPx),
    ),
    widthPx,
    heightPx,
    areaPx: FRAME,
  });

  it.each([
    ['without a mask', undefined],
    ['with everything a person', person(64, 64, () => 255)],
    ['with a person in the middle', person(64, 64, (x) => (Math.abs(x - 0.5) < 0.25 ? 255 : 0))],
  ])('moves the whole face and never the border, %s', (_, mask) => {
    const { faceWeight, headWeight } = weighMotion(grid, pose, mask, FRAME);
    for (const weight of [faceWeight, headWeight]) {
      for (let r = 0; r < grid.rows; r++) {
        for (let c = 0; c < grid.columns; c++) {
          const w = weight[r * grid.columns + c];
          expect(w >= 0 && w <= 1).toBe(true);
          const edge = Math.min(r, c, grid.rows - 1 - r, grid.columns - 1 - c);
          if (edge === 0) expect(w).toBe(0);
        }
      }
      const between = readField(grid, weight, 160, 140);
      expect(between).toBeGreaterThan(0.9);
    }
  });

  it('lets a jaw drop out of a frame that cuts off just below the chin, and only there', () => {
    expect(weighMotion(grid, pose, undefined, FRAME).jawBeyond).toBeUndefined();
    const low = fitHeadPose(poseHead({ yPx: FRAME.heightPx - 1.95 * pose.iodPx }));
    const { jawBeyond, faceWeight } = weighMotion(grid, low, undefined, FRAME);
    const chin = low.originYPx + 1.75 * low.iodPx;
    const both = (x: number, y: number) =>
      readField(grid, jawBeyond!, x, y) + readField(grid, faceWeight, x, y);
    expect(readField(grid, faceWeight, low.originXPx, chin)).toBeLessThan(0.5);
    expect(both(low.originXPx, chin)).toBeGreaterThan(0.9);
    expect(both(low.originXPx, FRAME.heightPx - 1)).toBeGreaterThan(0.8);
    for (let r = 0; r < grid.rows; r++) {
      for (const c of [0, grid.columns - 1]) expect(jawBeyond![r * grid.columns + c]).toBe(0);
    }
    for (const [i, beyond] of jawBeyond!.entries()) {
      expect(beyond >= 0 && beyond + faceWeight[i] <= 1.000001).toBe(true);
    }
  });

  it('lets brows rise out of a frame that cuts the forehead off, and only there', () => {
    expect(weighMotion(grid, pose, undefined, FRAME).browsBeyond).toBeUndefined();
    const high = fitHeadPose(poseHead({ yPx: 0.6 * pose.iodPx }));
    const { browsBeyond, faceWeight } = weighMotion(grid, high, undefined, FRAME);
    const at = (weight: Float32Array, v: number) =>
      readField(grid, weight, high.originXPx, high.originYPx - v * high.iodPx);
    expect(at(faceWeight, 0.42)).toBeLessThan(0.6);
    for (const v of [0.3, 0.42, 0.58]) expect(at(browsBeyond!, v)).toBeGreaterThan(0.95);
    for (let i = 0; i < faceWeight.length; i++) {
      expect(browsBeyond![i]).toBeGreaterThanOrEqual(faceWeight[i]);
    }
    for (let r = 0; r < grid.rows; r++) {
      for (const c of [0, grid.columns - 1]) expect(browsBeyond![r * grid.columns + c]).toBe(0);
    }
  });

  it('lets a head that the frame cuts off leave it and slide along its border, but never come in', () => {
    const high = fitHeadPose(poseHead({ yPx: 0.9 * pose.iodPx }));
    const middle = person(64, 64, (x) => (Math.abs(x - 0.5) < 0.3 ? 255 : 0));
    const { headGoes, headWeight } = weighMotion(grid, high, middle, FRAME);
    const crown = (goes: Float32Array) => readField(grid, goes, high.originXPx, 0);
    for (const way of ['up', 'left', 'right'] as const) {
      expect(crown(headGoes[way]), way).toBeGreaterThan(0.95);
    }
    expect(crown(headGoes.down)).toBe(0);
    // What comes in is stretched over much of the head, not beside the border.
    expect(readField(grid, headGoes.down, high.originXPx, 0.35 * high.iodPx)).toBeLessThan(0.6);
    expect(readField(grid, headGoes.down, high.originXPx, high.originYPx)).toBeGreaterThan(0.95);
    for (const [way, goes] of Object.entries(headGoes)) {
      for (let i = 0; i < headWeight.length; i++) {
        expect(goes[i] >= headWeight[i] && goes[i] <= 1).toBe(true);
        const row = Math.floor(i / grid.columns);
        const column = i % grid.columns;
        // Beside the person and below the neck the border stands still.
        const aside = column === 0 || column === grid.columns - 1 || row === grid.rows - 1;
        if (aside) expect({ way, row, column, goes: goes[i] }).toMatchObject({ goes: 0 });
      }
    }
  });

  it('frees heads whose outline is known, and holds others that the frame cuts off', () => {
    const high = fitHeadPose(poseHead({ yPx: 0.9 * pose.iodPx }));
    const everywhere = person(64, 64, () => 255);
    expect(weighMotion(grid, high, everywhere, FRAME).mobility01).toBeGreaterThan(0.8);
    expect(weighMotion(grid, high, undefined, FRAME).mobility01).toBeLessThan(0.2);
    expect(weighMotion(grid, high, undefined, FRAME).headGoes.up[1]).toBe(0);
  });

  it('leaves the ground beside a person alone', () => {
    const narrow = person(64, 64, (x) => (Math.abs(x - 0.5) < 0.25 ? 255 : 0));
    const { headWeight } = weighMotion(grid, pose, narrow, FRAME);
    for (const x of [20, 40, 280, 300]) expect(readField(grid, headWeight, x, 150)).toBe(0);
  });
});
