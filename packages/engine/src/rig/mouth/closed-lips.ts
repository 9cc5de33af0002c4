import { readCurve, smoothCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { median } from '../../math/median.ts';
import type { Picture } from '../../math/picture.ts';
import type { FaceTone, Rgb } from '../skin/face-tone.ts';
import { DARKEST, type PixelChange } from '../skin/fold-pixels.ts';
import { lipRedness } from '../skin/lip-redness.ts';
import { forEachAroundMouth } from './around-mouth.ts';
import { closedSeamAt, closedSeamWeight } from './closed-seam.ts';
import type { MouthAtRest } from './mouth-at-rest.ts';
import { type MouthLine, mouthPoint, placeOnAxes } from './mouth-line.ts';

/**
 * A smile that bares the teeth draws the lips thin and wide, and leaves the dark of the mouth on
 * their rims. This is what the lips of that mouth at rest need on top of what the picture shows:
 * their red over the whole height that lips have at rest, bow and all, lit as closed lips are, and
 * no black fringe. Change of the plate at full rest.
 */
export interface ClosedLipsInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly rest: MouthAtRest;
  readonly iodPx: number;
  readonly tone: Pick<FaceTone, 'lip' | 'mouthSkin' | 'chroma'>;
  /** Breadth of the picture's sharpest edges, px. */
  readonly edgePx: number;
  /** 0..1: hair over the upper lip; it hides the lip's upper rim. */
  readonly moustache01: number;
}

/** Thickness of lips at rest where they are thickest, IOD: least and most that is painted. */
const UPPER_THICK = [0.062, 0.11] as const;
const LOWER_THICK = [0.1, 0.155] as const;
/** … and against what the outer rims of the landmarks say, which lie outside thin lips' red. */
const UPPER_OF_RIM = 0.92;
const LOWER_OF_RIM = 0.92;
/** How much of the way to the lip's colour skin goes, and what is lip already. */
const SKIN_REDDENS = 0.75;
const LIP_EVENS = 0.45;
/** Gloss that is brighter than the lip by these, ln, goes by so much: shut lips turn from the light. */
const GLOSS = [0.08, 0.3] as const;
const GLOSS_GOES = 0.7;
/** Lips that no smile has thinned keep their gloss and red: of what they change in a grin, so much is left. */
const PARTED_EVENS = 0.15;
/** A pixel brighter than its surroundings by more, ln, is a glint. */
const GLINT = 0.05;
const FRINGE_GOES = 0.9;
/** The upper lip faces down: its light against the lower lip's. */
const UPPER_LIGHT = 0.84;
/** Share of the upper lip's red that is its own, not the lower lip's. */
const OWN_RED = 0.4;
/** A rim darker than the lip by these, ln of luma, is the mouth's dark. */
const FRINGE = [0.08, 0.3] as const;
/** … and of its red by no less than one over this of it: what is only redder is lip. */
const RED_LACKS = 2;
/** How far the dark reaches past the rims, IOD. */
const FRINGE_IOD = 0.05;
/** Radius of what counts as a pixel's surroundings, IOD. */
const AROUND_IOD = 0.012;
/** Hair: deviation of ln luma in a pixel's wider surroundings. */
const HAIR = [0.06, 0.13] as const;
const HAIR_AROUND_IOD = 0.03;
/**
 * The far end of a turned grin's lower lip climbs steeply to its corner. Level at rest it would end in an
 * upright edge: red that is below where shut lips end goes by so much, from these shares of half the mouth
 * on, to the skin so far below the lip, IOD.
 */
const TRIMS = 0.85;
const TAPERS = [0.5, 0.75] as const;
const SKIN_BELOW_IOD = 0.05;
/** Shade under the lower lip, ln, where it stands off the lip's rim, and its breadth, IOD. */
const UNDER_LIP = { shade: 0.14, off: 0.03, breadth: 0.045 } as const;
/**
 * The lower lip faces the light: shut, it is about as bright in its middle as the skin above the mouth, as far as
 * its own red lets it. Measured on 40 shut mouths of photos: .05 brighter, ln; those of grins were .17 darker.
 */
const AS_BRIGHT = 0.03;
const MOST_GLOW = 0.12;
const LEAST_GLOW = 0.03;
/** A sharp picture shows how bright they are: part of the glow that is left there (see SOFT_EDGES). */
const SHARP_GLOWS = 0.35;
/** Where no red tells it from skin, in a grey picture, it is darker by this instead, and loses light by at most that. */
const GREY_DARKER = 0.13;
const GREY_LOSES = 0.18;
const FULL_CHROMA = 40;
/** What lights red lips lights their red least: part of the glow that red gets. */
const GLOW_RED = 0.8;
/** Lips that are redder than skin by these, ln, are painted, and as dark as they are. */
const PAINTED = [0.25, 0.55] as const;
/** Where it glows, shares of its thickness: all of it but its rims. */
const GLOWS_FROM = [0.1, 0.5] as const;
const GLOWS_TO = [0.75, 1.1] as const;

type Logs = [number, number, number];

/** For a mouth that is open in the picture, and how it lies at rest. */
export function fillClosedLips(input: ClosedLipsInput): PixelChange {
  const { plate, mouth, rest, iodPx } = input;
  const radius = Math.max(1, Math.round(AROUND_IOD * iodPx));
  const hairRadius = Math.max(2, Math.round(HAIR_AROUND_IOD * iodPx));
  const lower = asRedAsLips(lipColour(input, 'lower', 0.2, 0.75), input);
  const own = lipColour(input, 'upper', 0.15, 0.6);
  const upper = lower.map((v, k) =>
    mix(v + Math.log(UPPER_LIGHT), own[k], OWN_RED),
  ) as unknown as Logs;
  const redness = tellLipFromSkin(lower, input.tone.mouthSkin);
  const light = lightAlong(input);
  const weighs = closedSeamWeight(input.edgePx / iodPx);
  const softest = SHADE_OF_EDGE * input.edgePx;
  const glow = glowOf(lower, input);
  const bow = thickness(rest.upperThick.values, UPPER_OF_RIM, UPPER_THICK, iodPx, upperShape);
  const pout = thickness(rest.lowerThick.values, LOWER_OF_RIM, LOWER_THICK, iodPx, lowerShape);
  const edge = Math.max(0.02 * iodPx, 0.8 * input.edgePx);
  const pixels: number[] = [];
  const change: number[] = [];
  const here: Logs = [0, 0, 0];
  const skinHere: Logs = [0, 0, 0];
  const trims = TRIMS * rest.drawnThin01;
  const below = (s: number) => readCurve(mouth.lowerOuter, s) - SKIN_BELOW_IOD * iodPx;
  const moved = new Float64Array(2);
  const reach = Math.ceil(mouth.halfWidthPx + 0.3 * iodPx);
  forEachAroundMouth(plate, mouth, reach, (pixel, s, up) => {
    if (Math.abs(s) >= 1) return;
    const x = pixel % plate.widthPx;
    const y = Math.floor(pixel / plate.widthPx);
    const top = readCurve(mouth.upper, s);
    const bottom = readCurve(mouth.lower, s);
    const above = up >= (top + bottom) / 2;
    const out = above ? up - top : bottom - up;
    if (out < -0.025 * iodPx) return;
    const thick = above
      ? readCurve(mouth.upperOuter, s) - top
      : bottom - readCurve(mouth.lowerOuter, s);
    rest.move(x + 0.5, y + 0.5, !above, moved);
    const [t, height] = placeOnAxes(rest, [moved[0], moved[1]]);
    const offSeam = (above ? 1 : -1) * (height - readCurve(rest.seam, t));
    const high = above ? bow * upperShape(t) : pout * lowerShape(t);
    if (Math.abs(t) >= 1 || offSeam > Math.max(high + 0.12 * iodPx, FRINGE_IOD * iodPx)) return;
    const lip = 1 - smoothstep(-edge, edge, offSeam - high);
    const fringed = 1 - smoothstep(0.4, 1, out / Math.max(1, Math.min(thick, FRINGE_IOD * iodPx)));
    const shade = above
      ? 0
      : UNDER_LIP.shade *
        (1 - lip) *
        (1 - t * t) *
        gaussian((offSeam - high) / iodPx - UNDER_LIP.off, UNDER_LIP.breadth);
    if (lip + fringed + shade < 0.005) return;
    const ends = 1 - smoothstep(0.9, 1, Math.abs(t));
    const inside = smoothstep(-0.025 * iodPx, -0.005 * iodPx, out);
    around(plate, x, y, radius, here);
    const v = Math.max(0, offSeam) / Math.max(1, high);
    const target = above ? upper : lower;
    const line = weighs * closedSeamAt(t);
    const lit =
      readCurve(light, s) +
      (above ? lightOnUpper(v, line, softest / high) : lightOnLower(v, line, softest / high));
    const lacks = target[1] + lit - here[1];
    const hair = smoothstep(...HAIR, roughness(plate, x, y, hairRadius));
    const covered = above ? input.moustache01 : 0;
    const ownLip = redness(here) * (1 - smoothstep(0.9, 1.2, out / Math.max(1, thick)));
    const gloss = GLOSS_GOES * smoothstep(...GLOSS, -lacks);
    const red =
      lip *
      mix(PARTED_EVENS, 1, rest.drawnThin01) *
      Math.max(mix(SKIN_REDDENS * (1 - hair) * (1 - covered), LIP_EVENS, ownLip), ownLip * gloss);
    // The mouth's own dark on the rim, of either lip.
    const lacksRed = target[0] + lit - here[0];
    const fringe =
      FRINGE_GOES * fringed * smoothstep(...FRINGE, Math.min(lacks, RED_LACKS * lacksRed));
    const share = ends * inside * Math.max(red, fringe);
    const under = shade * (1 - hair);
    const glows = above
      ? 0
      : glow *
        lip *
        ends *
        rest.drawnThin01 *
        (1 - t * t) *
        (1 - hair) *
        (smoothstep(...GLOWS_FROM, v) - smoothstep(...GLOWS_TO, v));
    const beyond = above ? 0 : trims * smoothstep(...TAPERS, Math.abs(t)) * (1 - lip) * ownLip;
    if (share < 0.01 && under < 0.005 && beyond < 0.01 && Math.abs(glows) < 0.005) return;
    if (beyond > 0) around(plate, ...mouthPoint(mouth, s, below(s)), 2 * radius, skinHere);
    pixels.push(pixel);
    const at = 4 * pixel;
    const glint = Math.log(plate.rgba[at + 1] + DARKEST) - here[1];
    const dull = share * GLOSS_GOES * Math.max(0, glint - GLINT);
    for (let k = 0; k < 3; k++) {
      const paler = beyond * clamp(skinHere[k] - here[k], -0.7, 0.7);
      const gain = Math.exp(
        share * clamp(target[k] + lit - here[k], -0.7, 1.6) +
          paler +
          (k === 0 && glows > 0 ? GLOW_RED : 1) * glows -
          under -
          dull,
      );
      change.push((plate.rgba[at + k] + DARKEST) * (gain - 1));
    }
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** How much less than hue brightness tells lips from skin: it is light and shade as well. */
const LUMA_TELLS = 0.3;

/** 0 on skin, 1 on what is as red as the lips. */
function tellLipFromSkin(lip: Logs, skin: Rgb): (here: Logs) => number {
  const features = ([r, g, b]: readonly number[]): Logs => [r - g, g - b, LUMA_TELLS * g];
  const from = features(skin.map((v) => Math.log(v + DARKEST)));
  const step = features(lip).map((v, k) => v - from[k]);
  const length2 = Math.max(1e-4, step[0] ** 2 + step[1] ** 2 + step[2] ** 2);
  return (here) => {
    const [a, b, c] = features(here);
    const along = (a - from[0]) * step[0] + (b - from[1]) * step[1] + (c - from[2]) * step[2];
    return smoothstep(0.15, 0.85, along / length2);
  };
}

/** Height of the upper lip's red along the mouth against its peaks: the bow dips between them. */
function upperShape(t: number): number {
  const q = Math.abs(t);
  if (q >= 1) return 0;
  return q < BOW_PEAK
    ? 1 - 0.09 * (1 + Math.cos((Math.PI * q) / BOW_PEAK))
    : 1 - ((q - BOW_PEAK) / (1 - BOW_PEAK)) ** 1.6;
}
/** Where the bow peaks on either side, share of half the mouth. */
const BOW_PEAK = 0.2;

function lowerShape(t: number): number {
  return t * t >= 1 ? 0 : 1 - Math.abs(t) ** 2.2;
}

/** Peak of a lip's red at rest, px: what its rims at rest say, within bounds. */
function thickness(
  rim: ArrayLike<number>,
  share: number,
  [least, most]: readonly [number, number],
  iodPx: number,
  shape: (t: number) => number,
): number {
  const peaks = Array.from(rim, (thick, i) => {
    const t = -1 + (2 * i) / (rim.length - 1);
    return Math.abs(t) < 0.6 ? thick / shape(t) : Number.NaN;
  })
    .filter((peak) => !Number.isNaN(peak))
    .sort((a, b) => a - b);
  return clamp(share * peaks[peaks.length >> 1], least * iodPx, most * iodPx);
}

/** Shade next to the seam falls off over no less than this share of the breadth of the lips' edges. */
const SHADE_OF_EDGE = 0.28;

/** Light on closed lips from the seam (0) to the outer rim (1), ln against their middle. */
function lightOnUpper(v: number, line: number, softest: number): number {
  return -0.22 * line * Math.exp(-v / Math.max(0.25, softest)) + 0.04 * smoothstep(0.5, 1, v);
}
function lightOnLower(v: number, line: number, softest: number): number {
  return (
    -0.2 * line * Math.exp(-v / Math.max(0.16, softest)) +
    0.05 * gaussian(v - 0.5, 0.2) -
    0.1 * smoothstep(0.8, 1.1, v)
  );
}

/** What the lower lip lacks of the skin's light in its middle, ln; below 0 what it has too much in a grey picture. */
function glowOf(lower: Logs, { tone, edgePx, iodPx }: ClosedLipsInput): number {
  const [r, g] = [0, 1].map((k) => Math.log(tone.mouthSkin[k] + DARKEST));
  const painted = smoothstep(...PAINTED, lower[0] - lower[1] - (r - g));
  const coloured = Math.min(1, tone.chroma / FULL_CHROMA);
  const wanted = mix(-GREY_DARKER, AS_BRIGHT, coloured);
  // Red lips lack green; what lights them is seen in their red and green alike.
  const lacks = wanted - (lower[0] + lower[1] - r - g) / 2;
  const glow = (1 - painted) * clamp(lacks, mix(-GREY_LOSES, LEAST_GLOW, coloured), MOST_GLOW);
  return glow > 0 ? glow * mix(SHARP_GLOWS, 1, smoothstep(...SOFT_EDGES, edgePx / iodPx)) : glow;
}

/** Places of a lip that are redder than this share of its places say its colour, up to the next. */
const REDDEST = [0.3, 0.85] as const;
/** This share of a lip's places is surely not gloss; what is darker than most by more, ln, is the mouth's dark. */
const MATT = 0.45;
const LIP_LIGHTS = 0.6;

/**
 * Mean ln of the redder part of a lip's colours between two shares of its thickness, without its gloss: where
 * that was counted, whole lips were painted as white as it, in grey pictures above all.
 */
function lipColour(
  { plate, mouth }: ClosedLipsInput,
  lip: 'upper' | 'lower',
  from: number,
  to: number,
): Logs {
  const rim = lip === 'upper' ? mouth.upper : mouth.lower;
  const outer = lip === 'upper' ? mouth.upperOuter : mouth.lowerOuter;
  const seen: Logs[] = [];
  for (let i = -12; i <= 12; i++) {
    const s = (0.7 * i) / 12;
    for (let k = 0; k <= 4; k++) {
      const h = mix(readCurve(rim, s), readCurve(outer, s), mix(from, to, k / 4));
      const logs: Logs = [0, 0, 0];
      around(plate, ...mouthPoint(mouth, s, h), 0, logs);
      seen.push(logs);
    }
  }
  seen.sort((a, b) => a[0] - a[1] - (b[0] - b[1]));
  const red = seen.slice(Math.floor(REDDEST[0] * seen.length), Math.ceil(REDDEST[1] * seen.length));
  const lit = seen.map((logs) => logs[1]).sort((a, b) => a - b);
  const dark = lit[Math.floor(0.75 * lit.length)] - LIP_LIGHTS;
  const onLip = lit.filter((green) => green > dark);
  const matt = onLip[Math.floor(MATT * onLip.length)] + GLOSS[0];
  return [0, 1, 2].map(
    (k) => red.reduce((sum, logs) => sum + logs[k] - Math.max(0, logs[1] - matt), 0) / red.length,
  ) as unknown as Logs;
}

/** Breadths of the lips' edges, IOD, up to which thin lips show their own red, and from which none of it. */
const SOFT_EDGES = [0.03, 0.06] as const;

/**
 * Lips that a grin draws thin are as pale as skin in a soft picture, whose colours run together: shut, they
 * were a line without lips.
 */
function asRedAsLips(lip: Logs, { tone, edgePx, iodPx }: ClosedLipsInput): Logs {
  const soft01 = smoothstep(...SOFT_EDGES, edgePx / iodPx);
  const { wanted, skin, reddening } = lipRedness(tone);
  const lack = soft01 * clamp(wanted - (lip[0] - lip[1] - skin), 0, wanted);
  return reddening.map((change, k) => lip[k] + change * lack) as unknown as Logs;
}

/** How the lower lip's light changes along the mouth, ln against its middle. */
function lightAlong({ plate, mouth }: ClosedLipsInput) {
  const values = mouth.lower.values.map((_, i) => {
    const s = clamp(-1 + (2 * i) / (mouth.lower.values.length - 1), -0.75, 0.75);
    const logs: Logs = [0, 0, 0];
    let sum = 0;
    for (const share of [0.35, 0.5, 0.65]) {
      const rim = readCurve(mouth.lower, s);
      const h = mix(rim, readCurve(mouth.lowerOuter, s), share);
      around(plate, ...mouthPoint(mouth, s, h), 1, logs);
      sum += logs[1] / 3;
    }
    return sum;
  });
  const middle = median(values);
  return smoothCurve({ values: values.map((v) => clamp(v - middle, -0.2, 0.2)) }, 24);
}

/** Writes ln of the mean colour of a square around a pixel. */
function around({ rgba, widthPx, heightPx }: Picture, x: number, y: number, r: number, out: Logs) {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let dy = -r; dy <= r; dy++) {
    const row = clamp(Math.floor(y) + dy, 0, heightPx - 1) * widthPx;
    for (let dx = -r; dx <= r; dx++) {
      const at = 4 * (row + clamp(Math.floor(x) + dx, 0, widthPx - 1));
      red += rgba[at];
      green += rgba[at + 1];
      blue += rgba[at + 2];
    }
  }
  const area = (2 * r + 1) ** 2;
  out[0] = Math.log(red / area + DARKEST);
  out[1] = Math.log(green / area + DARKEST);
  out[2] = Math.log(blue / area + DARKEST);
}

/** Deviation of green from pixel to pixel around a place, ln: hair has much of it. */
function roughness({ rgba, widthPx, heightPx }: Picture, x: number, y: number, r: number): number {
  let sum = 0;
  for (let dy = -r; dy <= r; dy++) {
    const row = clamp(y + dy, 0, heightPx - 1) * widthPx;
    for (let dx = -r; dx < r; dx++) {
      const a = rgba[4 * (row + clamp(x + dx, 0, widthPx - 1)) + 1] + DARKEST;
      const b = rgba[4 * (row + clamp(x + dx + 1, 0, widthPx - 1)) + 1] + DARKEST;
      sum += Math.abs(a - b) / (a + b);
    }
  }
  return (2 * sum) / (2 * r * (2 * r + 1));
}
