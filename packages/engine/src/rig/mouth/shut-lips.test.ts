import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { createFaceState, type FaceState } from '../../expression/face-state.ts';
import { LOWER_INNER_LIP } from '../../face/landmark-indices.ts';
import { createDisplacementField, displaceNodes } from '../../render/displacement-field.ts';
import { strengthIndex } from '../action-units.ts';
import { buildRig, type Rig } from '../rig.ts';
import { lipGaps, shareToMeet } from './shut-lips.ts';

const IOD = 80;

const rigs = new Map<number, Rig>();

/** A mouth that is open in the picture by `gap` IOD. */
function openMouth(gap: number): Rig {
  const known = rigs.get(gap);
  if (known) return known;
  const landmarks = poseHead({ iodPx: IOD, xPx: 200, yPx: 160 });
  LOWER_INNER_LIP.forEach((index, i) => {
    const bend = 1 - ((i - 5) / 5) ** 2;
    landmarks[3 * index + 1] += gap * IOD * bend;
  });
  const plate = skinPlate(400, 400);
  const input = { plate, landmarks, mask: undefined } as const;
  const rig = buildRig({ ...input, style: 'photo', foundBy: 'first-pass' });
  rigs.set(gap, rig);
  return rig;
}

function gapsOf(gap: number, change: (state: FaceState) => void): number[] {
  const rig = openMouth(gap);
  const state = createFaceState();
  change(state);
  const field = createDisplacementField(rig);
  displaceNodes(rig, state, field);
  return lipGaps(rig, field.upper, field.lower).map((px) => px / rig.pose.iodPx);
}

function setBoth(state: FaceState, unit: 'AU25' | 'AU26', strength: number): void {
  for (const side of ['right', 'left'] as const) {
    state.strengths[strengthIndex(unit, side)] = strength;
  }
}

describe.each([0.08, 0.16, 0.28])('a mouth open by %f IOD', (gap) => {
  it('is open at rest', () => {
    expect(Math.max(...gapsOf(gap, () => {}))).toBeGreaterThan(0.8 * gap);
  });

  it.each([
    ['alone', 0],
    ['while the jaw rises', -0.4],
    ['while the jaw rises far', -0.8],
  ])('shuts %s, without burying its lips', (_, jaw) => {
    const gaps = gapsOf(gap, (state) => {
      state.shutMouth01 = 1;
      setBoth(state, 'AU26', jaw);
      setBoth(state, 'AU25', 1.5 * jaw);
    });
    for (const left of gaps) {
      expect(left).toBeLessThan(0.012);
      expect(left).toBeGreaterThan(-0.168);
    }
    expect(Math.max(...gaps)).toBeGreaterThan(jaw < -0.5 ? -0.16 : -0.06);
  });

  it('closes steadily', () => {
    let before = 1;
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const widest = Math.max(
        ...gapsOf(gap, (state) => {
          state.shutMouth01 = share;
        }),
      );
      expect(widest).toBeLessThan(before);
      before = widest;
    }
  });
});

describe('shareToMeet', () => {
  it('closes what is open and no more', () => {
    expect(shareToMeet([10, 20], [-10, -20], 100)).toBeCloseTo((10 + 1.4) / 20);
    expect(shareToMeet([-5, -5], [-25, -25], 100)).toBe(0);
    expect(shareToMeet([40, 40], [20, 20], 100)).toBe(1);
  });
});
