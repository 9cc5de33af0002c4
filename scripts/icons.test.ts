import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawIcon, ICONS, iconsFolder } from './icons.ts';

/** Of 255, and all that another processor's rounding may do. */
const UNSEEN = 2;

const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();

test.each(ICONS)('$name shows the logo as it is now', async (icon) => {
  const kept = await pixelsOf(readFileSync(join(iconsFolder, `${icon.name}.png`)));
  const drawn = await pixelsOf(await drawIcon(icon));
  expect(kept.length).toBe(icon.sidePx ** 2 * 4);
  const difference = drawn.reduce((sum, value, i) => sum + Math.abs(value - (kept[i] ?? 0)), 0);
  expect(difference / drawn.length).toBeLessThan(UNSEEN);
});
