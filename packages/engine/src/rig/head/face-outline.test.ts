import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { depthInFace } from './face-outline.ts';

const IOD = 60;
const landmarks = poseHead({ iodPx: IOD, xPx: 160, yPx: 140 });

describe('depthInFace', () => {
  it('grows from the outline inwards', () => {
    const nose = depthInFace(landmarks, 160, 140 + 0.5 * IOD);
    const cheek = depthInFace(landmarks, 160 + 0.7 * IOD, 140 + 0.5 * IOD);
    expect(nose).toBeGreaterThan(0.9 * IOD);
    expect(cheek).toBeLessThan(nose - 0.4 * IOD);
    expect(cheek).toBeGreaterThan(0.1 * IOD);
  });

  it('is 0 on the outline and outside it', () => {
    for (const index of [152, 234, 454, 10]) {
      const [x, y] = [landmarks[3 * index], landmarks[3 * index + 1]];
      expect(depthInFace(landmarks, x, y)).toBeLessThan(0.01);
      expect(depthInFace(landmarks, x + 1.2 * (x - 160), y + 1.2 * (y - 170))).toBe(0);
    }
  });
});
