import sharp, { type Sharp } from 'sharp';

export const CARD_WIDTH_PX = 128;
export const CARD_HEIGHT_PX = 96;

export type CardColour = 'red' | 'green' | 'blue' | 'grey';

const COLOURS: Readonly<Record<CardColour, readonly [number, number, number]>> = {
  red: [220, 40, 40],
  green: [40, 200, 60],
  blue: [40, 60, 220],
  grey: [128, 128, 128],
};

/** Red and green above, blue and grey below: each way of turning and mirroring it can be told. */
export function drawCard(): Sharp {
  const rgb = Buffer.alloc(3 * CARD_WIDTH_PX * CARD_HEIGHT_PX);
  for (let y = 0; y < CARD_HEIGHT_PX; y++) {
    for (let x = 0; x < CARD_WIDTH_PX; x++) {
      const left = x < CARD_WIDTH_PX / 2;
      const colour = y < CARD_HEIGHT_PX / 2 ? (left ? 'red' : 'green') : left ? 'blue' : 'grey';
      rgb.set(COLOURS[colour], 3 * (y * CARD_WIDTH_PX + x));
    }
  }
  return sharp(rgb, { raw: { width: CARD_WIDTH_PX, height: CARD_HEIGHT_PX, channels: 3 } });
}

/** The nearest of the card's colours. */
export function nameColour(rgb: ArrayLike<number>): CardColour {
  const distance = (name: CardColour) =>
    COLOURS[name].reduce((sum, value, k) => sum + Math.abs(value - rgb[k]!), 0);
  const names = Object.keys(COLOURS) as CardColour[];
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}
