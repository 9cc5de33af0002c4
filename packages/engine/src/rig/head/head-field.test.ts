import { describe, expect, it } from 'vitest';
import { type HeadStand, poseHead } from '../../../test/support/posed-head.ts';
import { planGrid, readField } from '../plate-grid.ts';
import { HEAD_ANCHORS } from './head-anchors.ts';
import { chartFace } from './head-field.ts';
import { fitHeadPose } from './head-pose.ts';

const DEGREES = Math.PI / 180;
const FRAME = { xPx: 0, yPx: 0, widthPx: 320, heightPx: 320 };
const grid = planGrid(FRAME);

/** A turned head is charted more loosely: its nose hides cheek, and the chart may not fold. */
const stands: readonly (readonly [string, HeadStand, number])[] = [
  ['from the front', {}, 0.02],
  ['turned by 35° to the right', { yaw: 35 * DEGREES }, 0.1],
  ['turned by 45° to the left', { yaw: -45 * DEGREES }, 0.12],
  ['down, tilted and turned', { pitch: 20 * DEGREES, roll: 25 * DEGREES, yaw: 20 * DEGREES }, 0.1],
];

describe.each(stands)('chartFace on a head %s', (_, stand, tolerance) => {
  const landmarks = poseHead(stand);
  const { chartX, chartY } = chartFace(grid, landmarks);

  it('has no fold within the face', () => {
    let least = 1;
    const { iodPx } = fitHeadPose(landmarks);
    for (let r = 0; r + 1 < grid.rows; r++) {
      for (let c = 0; c + 1 < grid.columns; c++) {
        const i = r * grid.columns + c;
        if (Math.hypot(chartX[i] / 1.05, (chartY[i] + 0.5) / 1.4) > 1) continue;
        const below = i + grid.columns;
        const area =
          (chartX[i + 1] - chartX[i]) * (chartY[i] - chartY[below]) -
          (chartX[i] - chartX[below]) * (chartY[i + 1] - chartY[i]);
        least = Math.min(least, (area * iodPx * iodPx) / grid.cellPx ** 2);
      }
    }
    // A cell of the picture covers at least a tenth of its own area of the face.
    expect(least).toBeGreaterThan(0.1);
  });

  it('puts what is seen of the face in its place, in the mean', () => {
    const pose = fitHeadPose(landmarks);
    let sum = 0;
    let count = 0;
    for (const [index, x, y, z] of HEAD_ANCHORS) {
      // The far side of a turned head stands edge-on or behind the nose.
      const facing = pose.rotation[6] * x + pose.rotation[8] * (z + 0.6);
      if (facing < 0.35) continue;
      const [px, py] = [landmarks[3 * index], landmarks[3 * index + 1]];
      const dx = readField(grid, chartX, px, py) - x;
      const dy = readField(grid, chartY, px, py) - y;
      sum += Math.hypot(dx, dy);
      count++;
    }
    expect(count).toBeGreaterThan(40);
    expect(sum / count).toBeLessThan(tolerance);
  });
});
