import { expect, it } from 'vitest';
import { fromAxes, onAxes } from './axes.ts';

const axes = { centreXPx: 40, centreYPx: 30, alongX: 0.6, alongY: 0.8 };

it('up is up in the picture where the axis runs to the right', () => {
  expect(onAxes({ ...axes, alongX: 1, alongY: 0 }, 43, 28)).toEqual([3, 2]);
});

it('a place on the axes is found again in the frame', () => {
  const [along, up] = onAxes(axes, 51, 17);
  expect(Math.hypot(along, up)).toBeCloseTo(Math.hypot(11, -13));
  const [x, y] = fromAxes(axes, along, up);
  expect(x).toBeCloseTo(51);
  expect(y).toBeCloseTo(17);
});
