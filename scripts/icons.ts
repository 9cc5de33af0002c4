// How the icons of home screens are drawn from the logo.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const web = join(import.meta.dirname, '..', 'packages', 'web');
const logo = readFileSync(join(web, 'src', 'components', 'brand', 'logo.svg'));
/** The side of the logo's viewBox; sharp draws it as large as that at this many dots an inch. */
const LOGO_PX = 64;
const SVG_DPI = 72;
/** `--page` by day. */
const BUTTER = '#ffefc4';

/** Where the icons lie. */
export const iconsFolder = join(web, 'public', 'icons');

export interface Icon {
  readonly name: string;
  readonly sidePx: number;
  /** How much of the side the logo takes. */
  readonly share01: number;
  /** Left clear without one. */
  readonly ground?: string;
}

/**
 * Of a maskable icon systems show at least the circle whose width is 0.8 of the side; the end of
 * the reel lies 0.61 of the logo's side from its middle. An iPhone fills what is clear with black.
 */
export const ICONS: readonly Icon[] = [
  { name: 'icon-192', sidePx: 192, share01: 1 },
  { name: 'icon-512', sidePx: 512, share01: 1 },
  { name: 'maskable-512', sidePx: 512, share01: 0.65, ground: BUTTER },
  { name: 'apple-touch-icon', sidePx: 180, share01: 0.78, ground: BUTTER },
];

/** The icon as a PNG. */
export async function drawIcon({ sidePx, share01, ground }: Icon): Promise<Buffer> {
  const logoPx = Math.round(sidePx * share01);
  const drawn = sharp(logo, { density: (SVG_DPI * logoPx) / LOGO_PX }).resize(logoPx, logoPx);
  const background = ground ?? '#0000';
  return await sharp({ create: { width: sidePx, height: sidePx, channels: 4, background } })
    .composite([{ input: await drawn.png().toBuffer() }])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}
