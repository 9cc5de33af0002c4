import { describe, expect, it } from 'vitest';
import { bareFace } from '../../test/support/bare-face.ts';
import { poseHead } from '../../test/support/posed-head.ts';
import { strengthIndex } from './action-units.ts';
import { buildBases } from './deformation.ts';
import { addBox } from './field-box.ts';
import { readPair } from './plate-grid.ts';

const IOD = 30;
const SIZE = 120;
const CHIN = 152;

interface Stand {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
}

/** Where a dropped jaw takes the chin, IOD: across and along the head as it tilts. */
function jawTakes(stand: Stand): { across: number; up: number } {
  const landmarks = poseHead({ iodPx: IOD, xPx: 60, yPx: 40, ...stand });
  const face = bareFace(landmarks, SIZE);
  const { units } = buildBases(face, { jawBeyond: undefined, browsBeyond: undefined });
  const moved = new Float32Array(2 * face.grid.columns * face.grid.rows);
  for (const side of ['right', 'left'] as const) {
    const { upper } = units[strengthIndex('AU26', side)];
    if (upper) addBox(moved, face.grid.columns, upper, 1);
  }
  const d = new Float64Array(2);
  readPair(face.grid, moved, landmarks[3 * CHIN], landmarks[3 * CHIN + 1], d);
  const [cos, sin] = [Math.cos(stand.roll ?? 0), Math.sin(stand.roll ?? 0)];
  return { across: (d[0] * cos + d[1] * sin) / IOD, up: (d[0] * sin - d[1] * cos) / IOD };
}

describe('a dropped jaw', () => {
  it('drops straight on a face that is seen from the front, however it tilts or bows', () => {
    const { across, up } = jawTakes({ roll: 0.4, pitch: 0.2 });
    expect(Math.abs(across)).toBeLessThan(0.012);
    expect(up).toBeLessThan(-0.15);
  });

  it.each([0.5, -0.5])('goes back, which a head turned by %s shows', (yaw) => {
    const { across, up } = jawTakes({ yaw, roll: 0.4 });
    expect(up).toBeLessThan(-0.15);
    // It turns about its hinge, and the chin lies nearly as far below that as before it.
    const back = -across / Math.sin(yaw);
    expect(back).toBeGreaterThan(0.6 * -up);
    expect(back).toBeLessThan(1.1 * -up);
  });
});
