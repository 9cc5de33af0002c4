import {
  curveOf,
  curveThrough,
  readCurve,
  type SampledCurve,
  smoothCurve,
} from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { lumaOfPixel } from '../../math/luma.ts';
import { nthInPlace } from '../../math/median.ts';
import type { RectPx } from '../../math/points.ts';
import { lumaOf, type Rgb } from '../skin/face-tone.ts';
import { type EyeLine, eyePlace, heightShare } from './eye-shape.ts';

/**
 * Of fewer pixels nothing is known of the white: of a far eye they may be skin of the nose, which would
 * stand as specks in an eye in shade.
 */
const LEAST_WHITE = 4;
/** … and of more than this many as many are read. */
const MOST_WHITE = 160;

/** Share of the opening's height, from below, in which the sclera's colour is read. */
const WHITE_BELOW = 0.7;
/**
 * What is darker than this part of the white counts less, by this power: it is lashes, liner or the lid's
 * edge. White in shade is not as dark.
 */
const SHADE = 0.55;
const DARK_COUNTS = 3;
/** … but no less than this part: where there is nothing else around, the white is as dark. */
const LEAST_COUNTS = 0.12;
/**
 * What has more of the skin's hue counts less, too, by so much for all of it: where a picture blurs both, much
 * of the white is skin.
 */
const SKIN_COUNTS = 3;
/** Which part of what is seen is as light or has as little of that hue as the white: so varnish stays yellow. */
const WHITEST = 0.1;
/** How near a place is, half widths of the eye: what lies along it counts as farther than what lies across. */
const NEAR = 0.22;
const ACROSS = 0.35;
/** Pixels between evaluations of the sclera's colour. */
const STEP = 4;

/** A pixel of the white that is seen, its place in px of the texture. */
interface WhiteSample {
  readonly x: number;
  readonly y: number;
  readonly rgb: Rgb;
  readonly weight: number;
}

/** How much of the skin's hue a colour has: 0 for grey, 1 for the skin. */
function skinHue(colour: Rgb, skin: Rgb): number {
  const luma = Math.max(1, lumaOf(colour));
  const skinLuma = Math.max(1, lumaOf(skin));
  let along = 0;
  let length = 1e-6;
  for (let k = 0; k < 3; k++) {
    const hue = skin[k] / skinLuma - 1;
    along += hue * (colour[k] / luma - 1);
    length += hue * hue;
  }
  return along / length;
}

function readWhite(
  rgb: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  { xPx, yPx, widthPx: w, heightPx: h }: RectPx,
  skin: Rgb,
): readonly WhiteSample[] {
  const seen: { x: number; y: number; rgb: Rgb; hue: number; luma: number }[] = [];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (known[i] < 0.9) continue;
      const dx = xPx + x + 0.5 - eye.iris.xPx;
      const dy = yPx + y + 0.5 - eye.iris.yPx;
      if (dx * dx + dy * dy < (1.12 * eye.iris.radiusPx) ** 2) continue;
      // Under the lid the white is in shadow, and thick lashes reach far into it.
      if (heightShare(eye, xPx + x + 0.5, yPx + y + 0.5) > WHITE_BELOW) continue;
      const colour: Rgb = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]];
      seen.push({ x, y, rgb: colour, hue: skinHue(colour, skin), luma: lumaOf(colour) });
    }
  }
  const at = (values: number[], share: number) =>
    nthInPlace(Float64Array.from(values), Math.floor(share * values.length));
  const least = at(
    seen.map(({ hue }) => hue),
    WHITEST,
  );
  const white = at(
    seen.map(({ luma }) => luma),
    1 - WHITEST,
  );
  const stride = Math.max(1, Math.floor(seen.length / MOST_WHITE));
  return seen
    .filter((_, s) => s % stride === 0)
    .map(({ hue, luma, ...place }) => {
      const light = Math.min(1, (luma + 1) / (SHADE * white + 1)) ** DARK_COUNTS;
      const bare = Math.exp(-SKIN_COUNTS * Math.max(0, hue - least));
      return { ...place, weight: Math.max(LEAST_COUNTS, light * bare) };
    });
}

/**
 * The white of eyes in the shade of their lids against the skin below them: its light, and the part of the
 * skin's hue in it. Of 242 eyes that are open it has .9 to 1 in the mean, .54 in a tenth of them; of those
 * narrower than a fifth of their width .56, since lashes and their shade are most of what is seen there.
 */
const WHITE_LIGHT = 0.84;
const WHITE_HUE = 0.5;
/**
 * Gap over width of eyes of which no more than that is seen, and from which on they are open enough: soft pictures
 * blur lashes far in.
 */
const NARROW = [0.2, 0.34] as const;

/** Skin below an eye is looked at from this far below its rim on, radii of the iris. */
const BELOW_RIM = 0.4;

/** Visits the pixels of a texture in which the skin below an eye is; t is -1..1 between its corners. */
function forEachBelow(
  eye: EyeLine,
  { xPx, yPx, widthPx, heightPx }: RectPx,
  visit: (pixel: number, t: number) => void,
): void {
  for (let i = 0; i < widthPx * heightPx; i++) {
    const x = xPx + (i % widthPx) + 0.5;
    const [t, up] = eyePlace(eye, x, yPx + Math.floor(i / widthPx) + 0.5);
    if (up <= readCurve(eye.lower, t) - BELOW_RIM * eye.iris.radiusPx) visit(i, t);
  }
}

/** The mean colour of what lies below an eye. */
function skinBelow(rgb: Float32Array, eye: EyeLine, areaPx: RectPx): Rgb {
  const sum = [0, 0, 0];
  let count = 1e-6;
  forEachBelow(eye, areaPx, (i) => {
    for (let k = 0; k < 3; k++) sum[k] += rgb[3 * i + k];
    count++;
  });
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/**
 * The lightest fifth of what is seen of the white, against the skin below: from the first on down it is lashes,
 * liner and their shade, as in eyes that smile under dark paint; white in deep shade has the second.
 */
const ALL_DARK = [0.34, 0.48] as const;
const LIGHTER_THAN = 0.8;

/** 0..1: how surely nothing of the white is seen as light as it is. */
function allDark01(samples: readonly WhiteSample[], skin: Rgb): number {
  if (samples.length < LEAST_WHITE) return 0;
  const lumas = Float64Array.from(samples, ({ rgb }) => lumaOf(rgb));
  const light = nthInPlace(lumas, Math.floor(LIGHTER_THAN * lumas.length));
  return 1 - smoothstep(...ALL_DARK, light / Math.max(1, lumaOf(skin)));
}

/**
 * White that is hidden: lashes and their shade are all that is seen of it.
 * @param hidden01 how surely it is, 0..1
 */
function lightened(
  samples: readonly WhiteSample[],
  skin: Rgb,
  hidden01: number,
  { widthPx, heightPx }: RectPx,
): readonly WhiteSample[] {
  const luma = Math.max(1, lumaOf(skin));
  const whiteOf = (value: number) => WHITE_LIGHT * mix(luma, value, WHITE_HUE);
  const white: Rgb = [whiteOf(skin[0]), whiteOf(skin[1]), whiteOf(skin[2])];
  const middle = { x: widthPx / 2, y: heightPx / 2, rgb: white, weight: 1 };
  if (samples.length < LEAST_WHITE) {
    return hidden01 > 0.5 ? Array<WhiteSample>(LEAST_WHITE).fill(middle) : samples;
  }
  return samples.map(({ rgb, ...sample }) => {
    const lift = hidden01 * clamp(2 - (2 * lumaOf(rgb)) / (WHITE_LIGHT * luma), 0, 1);
    const mixed = (k: 0 | 1 | 2) => mix(rgb[k], white[k], lift);
    return { ...sample, rgb: [mixed(0), mixed(1), mixed(2)] };
  });
}

/**
 * White is no lighter than what falls on it: its light beyond the last of it that is seen follows that of the skin
 * below the eye, from where that lacks the first part on, and down to the second at most. Half a face may lie in the shade of its
 * nose, and an iris in that shade had a ring of the lit white around it.
 */
const EVEN_LIGHT = 0.75;
const LEAST_LIGHT = 0.3;
/** How often the light below an eye is smoothed along it. */
const LIGHT_PASSES = 12;

/** Luma of the skin below an eye, along it. */
function lightBelow(rgb: Float32Array, eye: EyeLine, areaPx: RectPx): SampledCurve {
  const sums = curveOf(() => 0).values;
  const counts = sums.slice();
  const last = sums.length - 1;
  forEachBelow(eye, areaPx, (i, t) => {
    if (Math.abs(t) > 1) return;
    const at = Math.round(((t + 1) / 2) * last);
    sums[at] += lumaOfPixel(rgb, i);
    counts[at]++;
  });
  const seen = [...sums.keys()].filter((i) => counts[i] > 0);
  if (seen.length === 0) return curveOf(() => 1);
  const light = curveThrough(
    seen.map((i) => -1 + (2 * i) / last),
    seen.map((i) => 1 + sums[i] / counts[i]),
  );
  return smoothCurve(light, LIGHT_PASSES);
}

/** 0..1: how far laughing lids, or narrow ones, let only lashes and their shade be seen beside the iris. */
export function whiteHidden01({ laughs01 = 0, gapPx, halfWidthPx }: EyeLine): number {
  return Math.max(laughs01, 1 - smoothstep(...NARROW, gapPx / (2 * halfWidthPx)));
}

/**
 * Fills what is not seen and not iris with the sclera of the same column, softly blended: far places
 * count less, so corners keep their own tone.
 */
export function paintSclera(
  rgb: Float32Array,
  known: Float32Array,
  eye: EyeLine,
  areaPx: RectPx,
  skin: Rgb,
): void {
  const seen = readWhite(rgb, known, eye, areaPx, skin);
  const below = skinBelow(rgb, eye, areaPx);
  const hidden01 = Math.max(whiteHidden01(eye), allDark01(seen, below));
  const samples = hidden01 > 0 ? lightened(seen, below, hidden01, areaPx) : seen;
  if (samples.length < LEAST_WHITE) return;
  const { widthPx: w, heightPx: h } = areaPx;
  // Smooth over the ball, so evaluated on a coarse lattice and read bilinearly.
  const columns = Math.ceil((w - 1) / STEP) + 1;
  const rows = Math.ceil((h - 1) / STEP) + 1;
  const lattice = new Float32Array(3 * columns * rows);
  const reach = NEAR * eye.halfWidthPx;
  const light = lightBelow(rgb, eye, areaPx);
  const lightAt = (x: number, y: number) =>
    readCurve(light, eyePlace(eye, areaPx.xPx + x + 0.5, areaPx.yPx + y + 0.5)[0]);
  const lit = samples.map(({ x, y }) => EVEN_LIGHT * lightAt(x, y));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let total = 1e-9;
      const sum = [0, 0, 0];
      const here = lightAt(c * STEP, r * STEP);
      for (const [s, sample] of samples.entries()) {
        const dx = sample.x - c * STEP;
        const dy = sample.y - r * STEP;
        const near = 1 / (0.05 + (dx * dx + ACROSS * dy * dy) / (reach * reach)) ** 2;
        const weight = near * sample.weight;
        total += weight;
        const falls = clamp(here / lit[s], LEAST_LIGHT, 1);
        for (let k = 0; k < 3; k++) sum[k] += weight * falls * sample.rgb[k];
      }
      for (let k = 0; k < 3; k++) lattice[3 * (r * columns + c) + k] = sum[k] / total;
    }
  }
  for (let y = 0; y < h; y++) {
    const r = Math.min(rows - 2, Math.floor(y / STEP));
    const fy = y / STEP - r;
    for (let x = 0; x < w; x++) {
      const c = Math.min(columns - 2, Math.floor(x / STEP));
      const fx = x / STEP - c;
      const at = 3 * (r * columns + c);
      for (let k = 0; k < 3; k++) {
        const top = lattice[at + k] * (1 - fx) + lattice[at + 3 + k] * fx;
        const low =
          lattice[at + 3 * columns + k] * (1 - fx) + lattice[at + 3 * columns + 3 + k] * fx;
        rgb[3 * (y * w + x) + k] = top * (1 - fy) + low * fy;
      }
    }
  }
}
