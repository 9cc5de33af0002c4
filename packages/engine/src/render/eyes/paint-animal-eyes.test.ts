import { expect, it } from 'vitest';
import { createFaceState } from '../../expression/face-state.ts';
import type { Rig } from '../../rig/rig.ts';
import { gazePx } from './paint-animal-eyes.ts';

it.each([
  ['upright', 0, [3, -8]],
  ['on its side', Math.PI / 2, [8, 3]],
  ['upside down', Math.PI, [-3, 8]],
] as const)('looks along the axes of a head that is %s', (_, rollRadians, [x, y]) => {
  const pose = { iodPx: 100, rollRadians } as Rig['pose'];
  const state = { ...createFaceState(), gazeX: 0.03, gazeY: 0.08 };
  const gaze = gazePx({ pose }, state);
  expect(gaze[0]).toBeCloseTo(x, 6);
  expect(gaze[1]).toBeCloseTo(y, 6);
});
