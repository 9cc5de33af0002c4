import { describe, expect, it } from 'vitest';
import { type HeadStand, poseHead, skinPlate } from '../../test/support/posed-head.ts';
import type { Points3 } from '../math/points.ts';
import { findEyeLine } from './eyes/eye-line.ts';
import { fitHeadPose } from './head/head-pose.ts';
import { findMouthLine } from './mouth/mouth-line.ts';
import { readSourceUnits, type SourceUnits } from './source-units.ts';

const IOD = 60;
const plate = skinPlate(320, 320);

function read(landmarks: Points3<'frame-px'>, plain = false): SourceUnits {
  const pose = fitHeadPose(landmarks);
  const mouth = findMouthLine(landmarks, pose.iodPx, plate);
  const eyes = [
    findEyeLine(landmarks, 'right', plate, pose.iodPx),
    findEyeLine(landmarks, 'left', plate, pose.iodPx),
  ].map((eye) => (plain ? { ...eye, plain: DOT } : eye));
  return readSourceUnits(landmarks, pose, mouth, eyes);
}

const DOT = { along: 0, up: 0, halfWidth: 0.1, halfHeight: 0.1 };

/** A frontal head with some landmarks moved, IOD: away from the midline and up. */
function changed(
  moves: readonly (readonly [indices: readonly number[], out: number, up: number])[],
  plain = false,
) {
  const landmarks = poseHead({ iodPx: IOD });
  for (const [indices, out, up] of moves) {
    for (const index of indices) {
      landmarks[3 * index] += Math.sign(landmarks[3 * index] - 160) * out * IOD;
      landmarks[3 * index + 1] -= up * IOD;
    }
  }
  return read(landmarks, plain);
}

const CORNERS = [61, 291, 78, 308, 185, 409, 146, 375, 191, 415, 95, 324];
const LOWER_LIP = [14, 87, 317, 178, 402, 88, 318, 17, 84, 314, 181, 405];
const BROWS = [
  46, 53, 52, 65, 55, 70, 63, 105, 66, 107, 276, 283, 282, 295, 285, 300, 293, 334, 296, 336,
];

describe('readSourceUnits', () => {
  const stands: readonly (readonly [string, HeadStand])[] = [
    ['from the front', {}],
    ['turned to one side', { yaw: 0.35 }],
    ['turned to the other', { yaw: -0.35 }],
    ['looking down', { pitch: 0.2 }],
    ['tilted', { roll: 0.4 }],
  ];
  it.each(stands)('finds next to nothing on a face at rest seen %s', (_, stand) => {
    const units = read(poseHead({ iodPx: IOD, ...stand }));
    // The lips of the canonical mesh are a little apart.
    expect(units.lipGapRatio).toBeLessThan(0.14);
    for (const [unit, strength] of Object.entries(units)) {
      if (typeof strength !== 'number') continue;
      expect(strength, unit).toBeLessThan(0.35);
      expect(strength, unit).toBeGreaterThanOrEqual(0);
    }
  });

  it('sees a smile in corners that go up and out, and more of it the further they go', () => {
    const smiles = [0, 0.07, 0.12].map((d) => changed([[CORNERS, d, d]]).AU12);
    expect(smiles[1]).toBeGreaterThan(smiles[0] + 0.2);
    expect(smiles[2]).toBeGreaterThan(smiles[1]);
    expect(changed([[CORNERS, 0.12, 0.12]]).AU15).toBe(0);
    expect(changed([[CORNERS, 0.12, 0.12]]).AU6).toBeGreaterThan(0.2);
  });

  it('takes lids for tightened where the mouth smiles, but not in shapes without lids', () => {
    expect(changed([]).AU7).toBe(0);
    expect(changed([[CORNERS, 0.12, 0.12]]).AU7).toBeGreaterThan(0.3);
    expect(changed([[CORNERS, 0.12, 0.12]], true).AU7).toBe(0);
  });

  it('sees drawn-down corners, and no smile with them', () => {
    const units = changed([[CORNERS, 0, -0.12]]);
    expect(units.AU15).toBeGreaterThan(0.3);
    expect(units.AU12).toBe(0);
  });

  it('sees an open mouth', () => {
    const units = changed([[LOWER_LIP, 0, -0.3]]);
    expect(units.lipGapRatio).toBeGreaterThan(0.15);
    expect(units.AU26).toBeGreaterThan(0.3);
  });

  it('sees raised and lowered brows, never both', () => {
    const up = changed([[BROWS, 0, 0.16]]);
    expect(up.AU1).toBeGreaterThan(0.3);
    expect(up.AU2).toBeGreaterThan(0.3);
    expect(up.AU4).toBe(0);
    const down = changed([[BROWS, 0, -0.16]]);
    expect(down.AU4).toBeGreaterThan(0.3);
    expect([down.AU1, down.AU2]).toEqual([0, 0]);
  });

  it('sees wide eyes where lids leave white above the iris, but not in shapes without lids', () => {
    const lids = [159, 158, 160, 161, 157, 386, 385, 387, 388, 384];
    expect(changed([[lids, 0, 0.14]]).AU5).toBeGreaterThan(0.2);
    expect(changed([[lids, 0, 0.14]], true).AU5).toBe(0);
  });

  it('tells heads that are turned from profiles, to either side', () => {
    const at = (degrees: number) => read(poseHead({ iodPx: IOD, yaw: (degrees * Math.PI) / 180 }));
    for (const side of [-1, 1]) {
      expect(at(side * 10)).toMatchObject({ turned01: 0, profile01: 0 });
      expect(at(side * 32).turned01).toBeGreaterThan(0.5);
      expect(at(side * 32).profile01).toBe(0);
      expect(at(side * 65)).toMatchObject({ turned01: 1, profile01: 1 });
    }
  });

  it('stays within 0..1 whatever the landmarks do', () => {
    for (const size of [-0.6, 0.6]) {
      const units = changed([
        [CORNERS, size, size],
        [BROWS, 0, size],
        [LOWER_LIP, 0, -size],
      ]);
      for (const [unit, strength] of Object.entries(units)) {
        if (unit === 'lipGapRatio' || typeof strength !== 'number') continue;
        expect(strength >= 0 && strength <= 1 && Number.isFinite(strength)).toBe(true);
      }
    }
  });

  it('reads worry from the slant of each brow, none from brows that stand level', () => {
    const inner = [285, 336];
    const [right, left] = changed([[inner, 0, 0.04]]).worried;
    expect(left).toBeGreaterThan(right + 0.15);
    expect(right).toBeLessThan(0.1);
    const [lowered] = changed([[[107, 55], 0, -0.05]]).worried;
    expect(lowered).toBe(0);
    const whole = changed([[BROWS, 0, 0.1]]).worried;
    expect(Math.max(...whole)).toBeLessThan(0.1);
  });

  it('reads a scowl from the slant of each brow, none from brows that are low as a whole', () => {
    const [right, left] = changed([[[285, 336], 0, -0.06]]).scowling;
    expect(left).toBeGreaterThan(right + 0.3);
    expect(right).toBe(0);
    expect(Math.max(...changed([[BROWS, 0, -0.1]]).scowling)).toBe(0);
    expect(Math.max(...changed([[[107, 55, 285, 336], 0, 0.05]]).scowling)).toBe(0);
  });
});
