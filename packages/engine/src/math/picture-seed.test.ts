import { expect, test } from 'vitest';
import { pictureSeed } from './picture-seed.ts';

const picture = (widthPx: number, heightPx: number, value = 7) => ({
  rgba: new Uint8Array(4 * widthPx * heightPx).fill(value),
  widthPx,
  heightPx,
});

test('the same pixels give the same seed, on every machine', () => {
  expect(pictureSeed(picture(8, 4))).toBe(pictureSeed(picture(8, 4)));
  expect(pictureSeed(picture(8, 4))).toBe(3_515_151_804);
});

test('one changed level, another shape or a swapped channel give another seed', () => {
  const base = pictureSeed(picture(8, 4));
  for (const offset of [0, 1, 2, 4 * 31]) {
    const changed = picture(8, 4);
    changed.rgba[offset]! ^= 1;
    expect(pictureSeed(changed)).not.toBe(base);
  }
  expect(pictureSeed(picture(4, 8))).not.toBe(base);
});

test('a seed is an unsigned number of 32 bits', () => {
  for (let value = 0; value < 64; value++) {
    const seed = pictureSeed(picture(3, 3, value));
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
  }
});
