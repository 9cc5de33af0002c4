import { expect, test } from 'vitest';
import { shadeSeen01 } from './bleached-skin.ts';
import { DARKEST } from './pixel-change.ts';

test('a shade is seen wholly on ordinary skin, and less and less on skin that is nearly white', () => {
  const seen = [90, 150, 180, 200, 215, 230, 250].map((g) => shadeSeen01(Math.log(g + DARKEST)));
  expect(seen.slice(0, 3)).toEqual([1, 1, 1]);
  for (let i = 3; i < 6; i++) expect(seen[i]).toBeLessThan(seen[i - 1]!);
  expect(seen[6]).toBeGreaterThan(0.25);
  expect(seen[6]).toBeLessThan(0.5);
});
