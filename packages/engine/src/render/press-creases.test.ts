import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../test/support/posed-head.ts';
import { createFaceState } from '../expression/face-state.ts';
import { strengthIndex } from '../rig/action-units.ts';
import { buildRig } from '../rig/rig.ts';
import { pressCreases, pressedShare, smoothCreases } from './press-creases.ts';

const rig = buildRig({
  plate: skinPlate(320, 320),
  landmarks: poseHead({ iodPx: 60, xPx: 160, yPx: 150 }),
  mask: undefined,
  style: 'photo',
  foundBy: 'first-pass',
});

function stateOf(strength: number) {
  const state = createFaceState();
  for (const side of ['right', 'left'] as const) {
    state.strengths[strengthIndex('AU9', side)] = strength;
    state.strengths[strengthIndex('AU4', side)] = strength;
  }
  return state;
}

describe('pressCreases', () => {
  it('darkens with the strength, and smoothCreases gives the picture back byte for byte', () => {
    const plate = Uint8Array.from(rig.plate.rgba);
    const sum = () => plate.reduce((all, v) => all + v, 0);
    const rest = sum();
    pressCreases(rig, stateOf(0.5), plate);
    const half = sum();
    smoothCreases(rig, plate);
    expect(plate).toEqual(rig.plate.rgba);
    pressCreases(rig, stateOf(1), plate);
    expect(half).toBeLessThan(rest);
    expect(sum()).toBeLessThan(half);
    smoothCreases(rig, plate);
    expect(plate).toEqual(rig.plate.rgba);
  });

  it('presses nothing where units are taken back, and nothing without end', () => {
    const plate = Uint8Array.from(rig.plate.rgba);
    pressCreases(rig, stateOf(-1), plate);
    expect(plate).toEqual(rig.plate.rgba);
    for (const crease of rig.skinCreases) {
      expect(pressedShare(crease, stateOf(40).strengths)).toBeLessThanOrEqual(1.15);
    }
  });

  it('leaves animals their coat', () => {
    const animal = buildRig({
      plate: skinPlate(320, 320),
      landmarks: poseHead({ iodPx: 60, xPx: 160, yPx: 150 }),
      mask: undefined,
      style: 'animal',
      foundBy: 'first-pass',
    });
    expect(animal.skinCreases).toHaveLength(0);
  });
});
