import { expect, it } from 'vitest';
import { boxMeanLine } from './box-mean.ts';

const scratch = new Float32Array(8);

it('takes means along a line, which goes on beyond its ends', () => {
  const field = new Float32Array([0, 3, 6, 9, 3]);
  boxMeanLine(field, 0, 1, 5, 1, scratch);
  expect([...field]).toEqual([1, 3, 6, 6, 5]);
});

it('touches nothing beside its line', () => {
  const field = new Float32Array([1, 10, 2, 20, 3, 30]);
  boxMeanLine(field, 1, 2, 3, 1, scratch);
  [1, 40 / 3, 2, 20, 3, 80 / 3].forEach((v, i) => {
    expect(field[i]).toBeCloseTo(v, 4);
  });
});

it('spreads over more than the line is long', () => {
  const field = new Float32Array([2, 4]);
  boxMeanLine(field, 0, 1, 2, 3, scratch);
  expect(field[0]).toBeCloseTo((4 * 2 + 3 * 4) / 7, 5);
  expect(field[1]).toBeCloseTo((3 * 2 + 4 * 4) / 7, 5);
});
