import { describe, expect, it } from 'vitest';
import { bareFace } from '../../test/support/bare-face.ts';
import { poseHead } from '../../test/support/posed-head.ts';
import { type ActionUnit, strengthIndex } from './action-units.ts';
import { buildBases } from './deformation.ts';
import { seenEyes } from './eyes/hidden-eye.ts';
import { addBox } from './field-box.ts';
import { readPair } from './plate-grid.ts';

const IOD = 30;
const SIZE = 120;
const CHIN = 152;
/** Beside the bridge of the nose, on the left. */
const INNER_BROW = 285;

type Side = 'right' | 'left';
const BOTH: readonly Side[] = ['right', 'left'];

interface Stand {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
}

/** Where a unit takes a landmark, IOD: across and along the head as it tilts. */
function take(
  unit: ActionUnit,
  sides: readonly Side[],
  landmark: number,
  stand: Stand,
  seen: typeof seenEyes = seenEyes,
) {
  const landmarks = poseHead({ iodPx: IOD, xPx: 60, yPx: 40, ...stand });
  const face = bareFace(landmarks, SIZE);
  const input = { ...face, eyes: seen(face.eyes) };
  const { units } = buildBases(input, { jawBeyond: undefined, browsBeyond: undefined });
  const moved = new Float32Array(2 * face.grid.columns * face.grid.rows);
  for (const side of sides) {
    const { upper } = units[strengthIndex(unit, side)];
    if (upper) addBox(moved, face.grid.columns, upper, 1);
  }
  const d = new Float64Array(2);
  readPair(face.grid, moved, landmarks[3 * landmark], landmarks[3 * landmark + 1], d);
  const [cos, sin] = [Math.cos(stand.roll ?? 0), Math.sin(stand.roll ?? 0)];
  return { across: (d[0] * cos + d[1] * sin) / IOD, up: (d[0] * sin - d[1] * cos) / IOD };
}

const jawTakes = (stand: Stand) => take('AU26', BOTH, CHIN, stand);

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

describe('a frown in profile', () => {
  it('does not dent the bridge of the nose: of the side that is hidden no skin is seen to move across', () => {
    const far = (seen?: typeof seenEyes) => take('AU4', ['left'], INNER_BROW, { yaw: 1.1 }, seen);
    expect(Math.abs(far().across)).toBeLessThan(1e-4);
    expect(far().up).toBeLessThan(-0.01);
    // As it would be of an eye that is seen.
    expect(far((eyes) => eyes).across).toBeLessThan(-0.003);
  });
});
