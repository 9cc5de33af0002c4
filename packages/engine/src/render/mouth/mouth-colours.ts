import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Rig } from '../../rig/rig.ts';
import { colourfulness, lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import { asMade } from '../as-made.ts';

/** Colours inside one mouth, sRGB 0..255, all taken from the face's own. */
export interface MouthColours {
  readonly tooth: Rgb;
  readonly gum: Rgb;
  readonly tongue: Rgb;
  /** The wet side of the lips, next to their rim. */
  readonly innerLip: Rgb;
  readonly cavity: Rgb;
  /** What the middle of the throat lacks of the cavity's light, 0..1. */
  readonly throatDark01: number;
}

/** Enamel in the light of the mouth against the skin beside it; the highlights are never passed. */
const ENAMEL_BRIGHTNESS = 1.28;
/** Skin beside the mouth against the whole face's, at least. */
const BARE_SKIN = 0.88;

/** Light of the dark parts of a mouth at most, levels: by the face's shadows, and by its nostrils. */
const MOST_DARK = { shadows: 62, nostrils: 66 } as const;
/**
 * The hollow of a mouth against that of a nostril: where these are pale, so is it. Painters seldom
 * make one darker than their darkest shadows: a black hole is cut into the canvas.
 */
const AGAINST_NOSTRIL = { seen: 0.62, painted: 0.92 } as const;
/** What the throat lacks of the light that falls on the walls of an open mouth. */
const THROAT_DARK = 0.54;
/** … and least in a painting whose nostrils are as pale as the second against the skin, from the first on. */
const LEAST_THROAT_DARK = 0.4;
const PALE_NOSTRILS = [0.27, 0.35] as const;
/** … whose teeth are as muted, against what enamel would be in a photo. */
const MUTED_ENAMEL = 0.8;

/** A tongue lies in the shade of the teeth, most of all a painted one: what is left of light there … */
const TONGUE_SHADE = { seen: 0.94, painted: 0.76 } as const;
/** … unless it could hardly be told from the throat: it is lighter by this at least. */
const ABOVE_DARK = { seen: 2.6, painted: 2.1 } as const;

/** A drawing's tongue is darker than its lips, and so told apart from them. */
export const FLAT_TONGUE = 0.84;

/** A drawing's lips differ from the skin by more, levels of a channel, or it has none. */
const LIPS_STAND_OUT = 24;

/** Share of the skin's colour in gums and tongue; the rest is the lips'. */
const UNPAINTED = 0.3;

/**
 * What enamel keeps of the skin's hue, which is the light's and the blood's: .27 to .59, in the
 * middle .45, in photos of people who show their teeth.
 */
const SKIN_IN_ENAMEL = 0.48;

/** What has more colour than this, levels, is no white even under a warm light. */
const MOST_OF_WHITE = 100;
const WHITE: Rgb = [250, 250, 250];

/** Enamel against the white of the eyes, which is wet and in the open. */
const ENAMEL_AGAINST_SCLERA = 0.84;

/** Enamel against the brightest of an open mouth without teeth; in shade it keeps at least so much. */
const AGAINST_INSIDE = 1.25;
const LEAST_IN_SHADE = 0.75;

/** Own teeth against what enamel would be on this face, at least, and by how much they are lifted at most. */
const LEAST_OWN_LIT = 0.86;
const MOST_LIFTED = 1.35;

/** Derives the mouth's colours from the face: grey faces get grey mouths. */
export function mixMouthColours(rig: Rig): MouthColours {
  const { mouthSkin, highlightLuma, shadowLuma, nostrilLuma } = rig.tone;
  // What was read for lips of a mouth that is one stroke is its ink.
  const lip = rig.pen ? mouthSkin : rig.tone.lip;
  const mouthLuma = Math.max(1, lumaOf(mouthSkin));
  const skinLuma = lumaAroundMouth(rig.tone);
  const drawn = rig.style === 'drawing';
  // Artists may fill a whole eye with its colour: that is no white.
  const white = drawn && colourfulness(rig.tone.white) > MOST_OF_WHITE ? WHITE : rig.tone.white;
  const whiteLuma = Math.max(1, lumaOf(white));
  const lipLuma = Math.max(1, lumaOf(lip));
  const pale01 = muted01(rig);
  // A mouth that the picture shows open without teeth is in shade: they do not shine there either.
  const shade01 = ({ toothlessLuma }: Rig['ownTeeth'], luma: number) =>
    toothlessLuma === undefined || drawn
      ? 1
      : clamp((AGAINST_INSIDE * toothlessLuma) / luma, LEAST_IN_SHADE, 1);
  // Enamel is lighter than the skin, on dark skin by far: there the white of the eyes says more.
  const brightLuma = Math.max(
    Math.min(skinLuma * ENAMEL_BRIGHTNESS + 4, highlightLuma),
    whiteLuma * (drawn ? 0.97 : ENAMEL_AGAINST_SCLERA),
  );
  const toothLuma = brightLuma * shade01(rig.ownTeeth, brightLuma) * mix(1, MUTED_ENAMEL, pale01);
  // It lies between the white of the eyes and the skin in colour: it is never colder than either.
  const fromSkin = mouthSkin.map((v) => 1 + SKIN_IN_ENAMEL * (v / mouthLuma - 1)) as unknown as Rgb;
  // Eyes that are redder than that show lids or are in shade: they say nothing of white.
  const readable = redToGreen(white) < redToGreen(fromSkin);
  const whitened = readable ? mix(0.65, 0.08, smoothstep(90, 165, skinLuma)) : 0;
  const whiteness = drawn ? 1 : whitened;
  const [red, green, blue] = white.map((w, k) =>
    clamp(toothLuma * mix(fromSkin[k], w / whiteLuma, whiteness), 0, 255),
  );
  // What is yellow all over, skin and whites alike, lies under varnish or lamplight: so do teeth.
  const bluest = Math.max(blueToGreen(white), blueToGreen(mouthSkin));
  const enamel: Rgb = [red, green, drawn ? blue : Math.min(blue, bluest * green)];
  const own = rig.ownTeeth.colour;
  const tooth = own && !drawn ? liftedFromShade(own, brightLuma) : (own ?? enamel);
  const dark = drawn
    ? clamp(Math.min(shadowLuma * 0.78, skinLuma * 0.22), 3, 44)
    : clamp(
        Math.max(
          Math.min(shadowLuma * 0.95, skinLuma * 0.27, MOST_DARK.shadows),
          Math.min(asMade(rig, AGAINST_NOSTRIL) * nostrilLuma, skinLuma * 0.36),
        ),
        3,
        MOST_DARK.nostrils,
      );
  // Flesh deepens in colour as it darkens; where the lips are grey it stays grey.
  const flesh = (base: Rgb, target: number, depth: number): Rgb => {
    const luma = Math.max(1e-3, lumaOf(base));
    const bent = base.map((v) => Math.max(0.01, v / luma) ** depth) as unknown as Rgb;
    const level = target / Math.max(0.1, lumaOf(bent));
    return bent.map((v) => clamp(v * level, 0, 255)) as unknown as Rgb;
  };
  // Lips may be painted; what lies behind them is not.
  const behind = lip.map((v, k) =>
    mix(v / lipLuma, mouthSkin[k] / mouthLuma, UNPAINTED),
  ) as unknown as Rgb;
  // Skin is yellower than what is under it: flesh is as blue as it is green, or nearly; in warm
  // light, under yellow varnish, as far as white itself is.
  const blueness = clamp(Math.max(blueToGreen(white), own ? blueToGreen(own) : 0), 0.8, 1);
  const rosy = (behind[1] + behind[2] / blueness) / 2;
  // A drawing without lips has no red to go by: all of its flesh's hue is known from others.
  const lipless = drawn && lip.every((v, k) => Math.abs(v - mouthSkin[k]) < LIPS_STAND_OUT);
  const half = lipless ? 1 : 0.5;
  const [g, b] = [mix(behind[1], rosy, half), mix(behind[2], rosy * blueness, half)];
  // Pale skin says less of a drawing's colours than its lines do where these are none of black.
  const chroma = Math.max(rig.tone.chroma, rig.pen ? colourfulness(rig.pen.colour) : 0);
  // … and has next to no hue that could be deepened into flesh.
  const inside: Rgb = [Math.max(behind[0], lipless ? (leastRed(chroma) * (g + b)) / 2 : 0), g, b];
  const depth = depthForRedness(inside, chroma, drawn);
  // Gums and tongue are the same flesh.
  const wet = Math.min(lipLuma * 0.85, skinLuma * 0.6);
  const shaded = drawn
    ? wet
    : Math.max(asMade(rig, TONGUE_SHADE) * wet, Math.min(wet, asMade(rig, ABOVE_DARK) * dark));
  const lit = flesh(inside, shaded, depth);
  const hollow = flesh(
    inside,
    dark,
    drawn ? MOST_DARK_DEPTH : Math.max(depth, Math.min(MOST_DARK_DEPTH, DARK_DEPTH * depth)),
  );
  // Ink knows no grey: what has neither colour nor lips has a black mouth, and a pen leaves its tongue out.
  const inked = lipless && chroma < GREY_CHROMA;
  const paper = mouthSkin.map((v) => v / FLAT_TONGUE) as unknown as Rgb;
  const moist = !inked ? lit : rig.pen ? paper : hollow;
  return {
    tooth,
    gum: moist,
    tongue: moist,
    innerLip: flesh(lip, Math.min(lipLuma * 0.78, skinLuma * 0.6), 1.15),
    cavity: hollow,
    throatDark01: mix(THROAT_DARK, LEAST_THROAT_DARK, pale01),
  };
}

/**
 * The picture's own teeth in the light: where lips hardly part they are all in its shade, and drawn
 * ones that stand in such a shade again would be grey.
 * @param brightLuma enamel in the light by the face's skin and eyes
 */
function liftedFromShade(own: Rgb, brightLuma: number): Rgb {
  const lift = clamp((LEAST_OWN_LIT * brightLuma) / Math.max(1, lumaOf(own)), 1, MOST_LIFTED);
  return own.map((v) => Math.min(255, v * lift)) as unknown as Rgb;
}

/** 0..1: a painting whose darkest places are pale, and with them all that an open mouth shows. */
export function muted01({ painted01, tone }: Pick<Rig, 'painted01' | 'tone'>): number {
  return painted01 * smoothstep(...PALE_NOSTRILS, tone.nostrilLuma / lumaAroundMouth(tone));
}

/** Around some mouths there is no bare skin: a beard's shade does not darken what lies behind. */
function lumaAroundMouth({ skin, mouthSkin }: Rig['tone']): number {
  return Math.max(1, lumaOf(mouthSkin), BARE_SKIN * lumaOf(skin));
}

function blueToGreen([, g, b]: Rgb): number {
  return b / Math.max(1, g);
}

function redToGreen([r, g]: Rgb): number {
  return r / Math.max(1e-3, g);
}

/** Red against the mean of green and blue of the flesh in a mouth, in a picture of full colour. */
const FLESH_REDNESS = 2.15;
/** … and in a pale one, what is above 1 of it against the lips' own. */
const FLESH_AGAINST_LIPS = 2.5;
/** Under painted lips flesh is less red than they are; a drawing's colours are all as strong. */
const LEAST_DEPTH = 0.9;
const LEAST_DEPTH_DRAWN = 1.35;
/** Lips in a glare are paler than flesh by far, but so little colour tells nothing of its hue. */
const MOST_DEPTH = 3.2;
/** The dark of the throat is redder than lit flesh, by this exponent, and then by no more than the next. */
const DARK_DEPTH = 1.25;
const MOST_DARK_DEPTH = 1.8;
/** Mean chroma (largest minus smallest channel) of faces in grey and in full colour. */
const GREY_CHROMA = 12;
const FULL_CHROMA = 50;

/** Red of flesh above what green and blue have, in a picture of so much colour. */
function fullRedness(chroma: number): number {
  return (FLESH_REDNESS - 1) * smoothstep(GREY_CHROMA, FULL_CHROMA, chroma);
}

/** Red against the mean of green and blue that can still be deepened to that of flesh. */
function leastRed(chroma: number): number {
  return (1 + fullRedness(chroma)) ** (1 / MOST_DEPTH);
}

/**
 * The exponent that makes a colour as red as the flesh in mouths is: pale lips, and lips in a
 * beard's shade, say too little of it.
 */
function depthForRedness(inside: Rgb, chroma: number, drawn: boolean): number {
  const own = inside[0] / Math.max(0.01, (inside[1] + inside[2]) / 2);
  const full = fullRedness(chroma);
  const pale = Math.min(FLESH_REDNESS - 1, FLESH_AGAINST_LIPS * (own - 1));
  const wanted = 1 + Math.max(full, pale);
  return clamp(
    Math.log(wanted) / Math.log(Math.max(1.05, own)),
    drawn ? LEAST_DEPTH_DRAWN : LEAST_DEPTH,
    MOST_DEPTH,
  );
}
