import { clamp } from '../../math/easing.ts';

/**
 * Colours that are told apart by how light they are and by their hue: ln of luma, and of red and blue
 * against green. What lies in shade keeps its hue and lies near what is lit.
 */
export type Feature = readonly [light: number, red: number, blue: number];

/** Added to levels, so that the darkest ones do not differ by noise. */
const LIFT = 12;
/** What differences count: hue says more than light, and blue, which pictures keep badly, less than red. */
const WEIGHTS = [1, 3, 1.8] as const;

/** Feature of a colour, levels 0..255. */
export function featureOf(red: number, green: number, blue: number): Feature {
  const g = Math.log(green + LIFT);
  return [
    WEIGHTS[0] * Math.log(0.2126 * red + 0.7152 * green + 0.0722 * blue + LIFT),
    WEIGHTS[1] * (Math.log(red + LIFT) - g),
    WEIGHTS[2] * (Math.log(blue + LIFT) - g),
  ];
}

/** Colours of one kind of thing: some typical ones. */
export type Palette = readonly Feature[];

const ROUNDS = 6;

/**
 * Typical colours of samples: k-means from places spread over their light, so that the result is the
 * same every time.
 */
export function paletteOf(samples: readonly Feature[], count: number): Palette {
  if (samples.length === 0) return [];
  const sorted = samples.toSorted((a, b) => a[0] - b[0]);
  let centres: Feature[] = Array.from(
    { length: Math.min(count, sorted.length) },
    (_, k) => sorted[Math.floor(((k + 0.5) / Math.min(count, sorted.length)) * sorted.length)],
  );
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (const sample of samples) {
      const sum = sums[nearest(centres, sample)];
      for (let k = 0; k < 3; k++) sum[k] += sample[k];
      sum[3]++;
    }
    // Colours of a few stray samples are none of the thing's.
    centres = sums
      .filter(([, , , n]) => n >= LEAST_SHARE * samples.length)
      .map(([a, b, c, n]): Feature => [a / n, b / n, c / n]);
  }
  return centres;
}

const LEAST_SHARE = 0.03;

function nearest(palette: Palette, sample: Feature): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++) {
    if (distance2(palette[i], sample) < distance2(palette[best], sample)) best = i;
  }
  return best;
}

function distance2(a: Feature, b: Feature): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** How far a colour is from the nearest of a palette. */
export function distanceTo(palette: Palette, sample: Feature): number {
  let least = Number.POSITIVE_INFINITY;
  for (const colour of palette) least = Math.min(least, distance2(colour, sample));
  return Math.sqrt(least);
}

/** What is this far from any colour of the hair, also as a part of its way to the skin's, is something else: paint on the skin. */
const STRANGE = { off: 0.7, share: 0.4 } as const;

/** 0..1: how surely a colour is hair's and not skin's; .5 halfway. */
export function hairShare(hair: Palette, skin: Palette, sample: Feature): number {
  const toHair = distanceTo(hair, sample);
  const toSkin = distanceTo(skin, sample);
  if (toHair > Math.max(STRANGE.off, STRANGE.share * toSkin))
    return 0.5 * Math.min(1, toSkin / toHair);
  return clamp(toSkin / Math.max(1e-6, toSkin + toHair), 0, 1);
}
