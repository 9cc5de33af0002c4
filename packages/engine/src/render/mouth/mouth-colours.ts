import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Rig } from '../../rig/rig.ts';
import { colourfulness, lumaOf, type Rgb, redAgainstRest } from '../../rig/skin/face-tone.ts';
import { asMade } from '../as-made.ts';
import { type Enamel, mixEnamel } from './enamel.ts';
import { blueToGreen, lumaAroundMouth, muted01, whiteOf } from './mouth-light.ts';

/** Colours inside one mouth, sRGB 0..255, all taken from the face's own. */
export interface MouthColours extends Enamel {
  readonly gum: Rgb;
  readonly tongue: Rgb;
  /** The wet side of the lips, next to their rim. */
  readonly innerLip: Rgb;
  readonly cavity: Rgb;
  /** The middle of the throat, where a mouth is darkest. */
  readonly throat: Rgb;
  /** 0..1: how much colour flesh has in this picture. */
  readonly coloured01: number;
}

/** Light of the dark parts of a mouth at most, levels: by the face's shadows, and by its nostrils. */
const MOST_DARK = { shadows: 50, nostrils: 54 } as const;
/**
 * The hollow of a mouth against that of a nostril: where these are pale, so is it. Painters seldom
 * make one darker than their darkest shadows: a black hole is cut into the canvas.
 */
const AGAINST_NOSTRIL = { seen: 0.5, painted: 0.8 } as const;
/** … and within a line that is drawn grey on grey, against that. */
const AGAINST_INK = 0.65;
/** What the throat lacks of the light that falls on the walls of an open mouth. */
const THROAT_DARK = 0.54;
/** … and least in a painting that is muted: see muted01. */
const LEAST_THROAT_DARK = 0.4;

/** A tongue lies in the shade of the teeth, most of all a painted one: what is left of light there … */
const TONGUE_SHADE = { seen: 0.78, painted: 0.7 } as const;
/** … unless it could hardly be told from the throat: it is lighter by this at least. */
const ABOVE_DARK = { seen: 2.3, painted: 1.9 } as const;

/**
 * Share of the flesh's hue in the rims of the lips where they turn inwards; the rest is the lips'. All of that, and
 * the rim of a pale mouth is a grey line between a red tongue and a red lip.
 */
const WET_SIDE_IN_RIM = 0.5;

/** A drawing's tongue is darker than its lips, and so told apart from them. */
export const FLAT_TONGUE = 0.84;

/** A drawing's lips differ from the skin by more, levels of a channel, or it has none. */
const LIPS_STAND_OUT = 24;

/** Share of the skin's colour in gums and tongue; the rest is the lips'. */
const UNPAINTED = 0.3;

/** Derives the mouth's colours from the face: grey faces get grey mouths. */
export function mixMouthColours(rig: Rig): MouthColours {
  const { mouthSkin, shadowLuma, nostrilLuma } = rig.tone;
  // What was read for lips of a mouth that is one stroke is its ink.
  const lip = rig.pen ? mouthSkin : rig.tone.lip;
  const mouthLuma = Math.max(1, lumaOf(mouthSkin));
  const skinLuma = lumaAroundMouth(rig.tone);
  const drawn = rig.style === 'drawing';
  const white = whiteOf(rig);
  const lipLuma = Math.max(1, lumaOf(lip));
  const own = rig.ownTeeth.colour;
  const dark = drawn
    ? Math.max(
        clamp(Math.min(shadowLuma * 0.78, skinLuma * 0.22), 3, 44),
        rig.pen ? AGAINST_INK * lumaOf(rig.pen.colour) : 0,
      )
    : clamp(
        Math.max(
          Math.min(shadowLuma * 0.95, skinLuma * 0.22, MOST_DARK.shadows),
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
  // light, under yellow varnish, as far as white itself is, which is never yellower than skin:
  // what is read for it behind tinted lenses may be.
  const bluest = Math.max(blueToGreen(white), blueToGreen(mouthSkin), own ? blueToGreen(own) : 0);
  const blueness = clamp(bluest, 0.8, 1);
  const rosy = (behind[1] + behind[2] / blueness) / 2;
  // A drawing without lips has no red to go by: all of its flesh's hue is known from others.
  const onPaper = drawn && outlined(rig.tone);
  const lipless = onPaper || (drawn && alike(lip, mouthSkin));
  // Pale skin says less of a drawing's colours than its lines do where these are none of black.
  const chroma = Math.max(rig.tone.chroma, rig.pen ? colourfulness(rig.pen.colour) : 0);
  // Pale lips of a face that is painted, powdered or filtered say as little: its own darks do.
  const redDarks = drawn ? 0 : rednessOfDarks(rig.tone);
  const beyond = drawn ? 0 : rednessBeyond(rig.tone);
  const red = Math.max(fullRedness(chroma), redDarks) + beyond;
  // What has next to no hue could not be deepened into flesh.
  const leastRed = lipless ? toBeDeepened(red) : toBeDeepened(redDarks);
  const ownRed = (2 * behind[0]) / (behind[1] + behind[2]);
  const pale01 = 1 - smoothstep(1, Math.max(1.01, leastRed), ownRed);
  // Yellow that is deepened as far as pale lips are would be ochre, or green where no red is added.
  const half = lipless ? 1 : behind[2] < behind[1] ? mix(0.5, 1, pale01) : 0.5;
  const blue = lipless ? blueness : mix(blueness, blueness ** (1 / MOST_DEPTH), pale01);
  const [g, b] = [mix(behind[1], rosy, half), mix(behind[2], rosy * blue, half)];
  const inside: Rgb = [Math.max(behind[0], (leastRed * (g + b)) / 2), g, b];
  const depth = depthForRedness(inside, red, drawn);
  // Gums and tongue are the same flesh.
  const wet = Math.min(lipLuma * 0.85, skinLuma * 0.6);
  const wetRim = Math.min(lipLuma * 0.78, skinLuma * 0.6);
  const wetSide = flesh(inside, wetRim, depth);
  const shaded = drawn
    ? wet
    : Math.max(asMade(rig, TONGUE_SHADE) * wet, Math.min(wet, asMade(rig, ABOVE_DARK) * dark));
  const lit = flesh(inside, shaded, depth);
  const hollowDepth = drawn ? MOST_DARK_DEPTH : deepened(depth, MOST_DARK_DEPTH);
  const hollow = flesh(inside, dark, hollowDepth);
  const left = 1 - mix(THROAT_DARK, LEAST_THROAT_DARK, muted01(rig));
  const throat = flesh(inside, left * dark, deepened(hollowDepth, MOST_THROAT_DEPTH));
  // Ink knows no grey: what has neither colour nor lips has a black mouth, and a pen leaves its tongue out.
  const inked = onPaper || (lipless && chroma < GREY_CHROMA);
  const paper = mouthSkin.map((v) => v / FLAT_TONGUE) as unknown as Rgb;
  const moist = !inked ? lit : rig.pen ? paper : hollow;
  return {
    ...mixEnamel(rig),
    gum: moist,
    tongue: moist,
    innerLip: flesh(lip, wetRim, 1.15).map((v, k) =>
      mix(v, wetSide[k], drawn ? 0 : WET_SIDE_IN_RIM),
    ) as unknown as Rgb,
    cavity: hollow,
    throat,
    coloured01: drawn ? 0 : Math.min(1, red / (FLESH_REDNESS - 1)),
  };
}

/**
 * Channels of paper are as pale as this and differ by this at most, levels: cream is one, skin is none. A pale face that
 * is shaded in colour differs by more throughout: by 36 to 43 where a pen on cream has 21.
 */
const PALEST_SKIN = 200;
const CREAM = 32;

/** Are the lips an outline, paper between lines? */
function outlined({ lipPalest, mouthSkin, chroma }: Rig['tone']): boolean {
  const pale = Math.min(...mouthSkin) > PALEST_SKIN;
  return pale && Math.max(colourfulness(mouthSkin), chroma) < CREAM && alike(lipPalest, mouthSkin);
}

function alike(lip: Rgb, skin: Rgb): boolean {
  return lip.every((v, k) => Math.abs(v - skin[k]) < LIPS_STAND_OUT);
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
/**
 * What light has left flesh more often is redder, by this exponent, and by no more than the next ones: the
 * dark of a mouth against lit flesh, and the throat against that. In 61 photos of open mouths red is twice the mean
 * of green and blue at a luma of 75, three times it at 40, and four times below 25 (medians).
 */
const DARK_DEPTH = 1.25;
const MOST_DARK_DEPTH = 1.8;
const MOST_THROAT_DEPTH = 2.4;
/** Mean chroma (largest minus smallest channel) of faces in grey and in full colour. */
const GREY_CHROMA = 12;
const FULL_CHROMA = 50;

function deepened(depth: number, most: number): number {
  return Math.max(depth, Math.min(most, DARK_DEPTH * depth));
}

/** Red of flesh above what green and blue have, in a picture of so much colour. */
function fullRedness(chroma: number): number {
  return (FLESH_REDNESS - 1) * smoothstep(GREY_CHROMA, FULL_CHROMA, chroma);
}

/** Red against the mean of green and blue that can still be deepened to so much more of it. */
function toBeDeepened(redness: number): number {
  return (1 + redness) ** (1 / MOST_DEPTH);
}

/** Redness of a face's nostrils from the first of which on its darks have a colour, and all of flesh's at the second. */
const RED_DARKS = [1.08, 1.7] as const;

/** Red of flesh above what green and blue have, as the darks of a face tell it. */
function rednessOfDarks({ nostrilRedness }: Rig['tone']): number {
  return (FLESH_REDNESS - 1) * smoothstep(...RED_DARKS, nostrilRedness);
}

/**
 * Under a red light, or by a painter who saw skin orange, skin is as red as flesh is elsewhere: flesh is redder than
 * skin by so much, and at most so red. As red as that skin only, it was a grey brown hole in it.
 */
const FLESH_AGAINST_SKIN = 1.2;
const REDDEST_FLESH = 2.7;

/** What the flesh of a face whose skin is so red has above any other's. */
function rednessBeyond({ skin }: Rig['tone']): number {
  const redder = Math.min(REDDEST_FLESH, FLESH_AGAINST_SKIN * redAgainstRest(skin));
  return Math.max(0, redder - FLESH_REDNESS);
}

/**
 * The exponent that makes a colour as red as the flesh in mouths is: pale lips, and lips in a
 * beard's shade, say too little of it.
 */
function depthForRedness(inside: Rgb, full: number, drawn: boolean): number {
  const own = inside[0] / Math.max(0.01, (inside[1] + inside[2]) / 2);
  const pale = Math.min(FLESH_REDNESS - 1, FLESH_AGAINST_LIPS * (own - 1));
  const wanted = 1 + Math.max(full, pale);
  return clamp(
    Math.log(wanted) / Math.log(Math.max(1.05, own)),
    drawn ? LEAST_DEPTH_DRAWN : LEAST_DEPTH,
    MOST_DEPTH,
  );
}
