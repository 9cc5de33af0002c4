import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawBaker } from './baker.ts';
import { drawBoy } from './boy.ts';
import { drawRedhead } from './redhead.ts';

test.each([
  ['drawing-baker', drawBaker],
  ['drawing-boy', drawBoy],
  ['drawing-redhead', drawRedhead],
])('samples/%s.svg is what its code draws', (name, draw) => {
  const file = new URL(`../../samples/${name}.svg`, import.meta.url);
  expect(draw() === readFileSync(file, 'utf8')).toBe(true);
});
