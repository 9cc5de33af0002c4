import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import { asMade } from '../as-made.ts';
import { blueToGreen, lumaAroundMouth, muted01, whiteOf } from './mouth-light.ts';

/** Enamel of one mouth, sRGB 0..255. */
export interface Enamel {
  /** In the shade of lips that hardly part. */
  readonly tooth: Rgb;
  /** In the light, where a smile bares the row. */
  readonly baredTooth: Rgb;
  /** Light on the picture's own teeth in such a smile against what the picture shows, 1 and more. */
  readonly ownBaredLight: number;
}

/** Enamel in the light of the mouth against the skin beside it; the highlights are never passed. */
const ENAMEL_BRIGHTNESS = 1.28;
/** Enamel of a muted painting against what it would be in a photo: see muted01. */
const MUTED_ENAMEL = 0.8;
/**
 * What enamel keeps of the skin's hue, which is the light's and the blood's: .27 to .59, in the
 * middle .45, in photos of people who show their teeth.
 */
const SKIN_IN_ENAMEL = 0.48;
/** Enamel against the white of the eyes, which is wet and in the open. */
const ENAMEL_AGAINST_SCLERA = 0.84;
/** A drawing's teeth are as white as its eyes. */
const DRAWN_AGAINST_SCLERA = 0.97;
/** Enamel against the brightest of an open mouth without teeth; in shade it keeps at least so much. */
const AGAINST_INSIDE = 1.25;
const LEAST_IN_SHADE = 0.75;
/** Own teeth against what enamel would be on this face, at least, and by how much they are lifted at most. */
const LEAST_OWN_LIT = 0.86;
const MOST_LIFTED = 1.35;

/** Mixes enamel from the light, the skin and the eyes of a face, or from teeth that its picture shows. */
export function mixEnamel(rig: Rig): Enamel {
  const own = rig.ownTeeth.colour;
  if (rig.style === 'drawing') {
    const tooth = own ?? drawnEnamel(rig);
    return { tooth, baredTooth: tooth, ownBaredLight: 1 };
  }
  const brightLuma = enamelLuma(rig, ENAMEL_AGAINST_SCLERA);
  return {
    tooth: own ? liftedFromShade(own, brightLuma) : shadedEnamel(rig, brightLuma),
    ...baredEnamel(rig),
  };
}

function drawnEnamel(rig: Rig): Rgb {
  const white = whiteOf(rig);
  const level = enamelLuma(rig, DRAWN_AGAINST_SCLERA) / Math.max(1, lumaOf(white));
  return white.map((w) => clamp(w * level, 0, 255)) as unknown as Rgb;
}

/** Enamel is lighter than the skin, on dark skin by far: there the white of the eyes says more. */
function enamelLuma(rig: Rig, againstSclera: number): number {
  const fromSkin = lumaAroundMouth(rig.tone) * ENAMEL_BRIGHTNESS + 4;
  return Math.max(
    Math.min(fromSkin, rig.tone.highlightLuma),
    Math.max(1, lumaOf(whiteOf(rig))) * againstSclera,
  );
}

function shadedEnamel(rig: Rig, brightLuma: number): Rgb {
  const { tone, ownTeeth } = rig;
  const white = whiteOf(rig);
  const whiteLuma = Math.max(1, lumaOf(white));
  // A mouth that the picture shows open without teeth is in shade: they do not shine there either.
  const shade01 =
    ownTeeth.toothlessLuma === undefined
      ? 1
      : clamp((AGAINST_INSIDE * ownTeeth.toothlessLuma) / brightLuma, LEAST_IN_SHADE, 1);
  const luma = brightLuma * shade01 * mix(1, MUTED_ENAMEL, muted01(rig));
  // It lies between the white of the eyes and the skin in colour: it is never colder than either.
  const fromSkin = skinHue(tone.mouthSkin, SKIN_IN_ENAMEL);
  const whiteness = isReadable(white, fromSkin)
    ? mix(0.65, 0.08, smoothstep(90, 165, lumaAroundMouth(tone)))
    : 0;
  const [red, green, blue] = white.map((w, k) =>
    clamp(luma * mix(fromSkin[k], w / whiteLuma, whiteness), 0, 255),
  );
  return [red, green, Math.min(blue, bluestOf(rig) * green)];
}

/** Eyes that are redder than enamel by the skin show lids or are in shade: they say nothing of white. */
function isReadable(white: Rgb, fromSkin: Rgb): boolean {
  return redToGreen(white) < redToGreen(fromSkin);
}

/** What is yellow all over, skin and whites alike, lies under varnish or lamplight: so do teeth. */
function bluestOf(rig: Rig): number {
  return Math.max(blueToGreen(whiteOf(rig)), blueToGreen(rig.tone.mouthSkin));
}

/** Channels of a skin over its luma, whose difference from grey is only so much. */
function skinHue(skin: Rgb, share: number): Rgb {
  const luma = Math.max(1, lumaOf(skin));
  return skin.map((v) => 1 + share * (v / luma - 1)) as unknown as Rgb;
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

/**
 * Rows that photos of smiles show are, shade between crowns and all, about as light as the face's
 * highlights (.8 to 1.07 of them, in the middle 1, in ten of them) and 1.08 to 1.43 of the skin beside
 * the mouth, on dark skin 2.5. Drawn crowns lose about an eighth to their shade. In a painting such
 * white is modern: both viewers said so of an old master.
 */
const BARED_AGAINST_HIGHLIGHT = { seen: 1.15, painted: 0.9 } as const;
const BARED_AGAINST_SKIN = 1.12;
const MOST_BARED_LUMA = 246;
/** Where the mouth's skin is darker than the face's, so is the light on it, but by no more. */
const LEAST_LIGHT_HERE = 0.92;
/** Bared teeth are whiter than shaded ones: .06 to .64 of the skin's hue, in the middle .3, in those photos. */
const SKIN_IN_BARED = { seen: 0.3, painted: 0.5 } as const;
/** … but yellow light leaves them as yellow, to nearly all of it … */
const MOST_SKIN_IN_BARED = 0.9;
/** … if the eyes are lit well enough to tell, against the skin. */
const WHITES_TELL = 0.5;
/** Own teeth that a smile bares, as a row, against drawn ones. */
const OWN_AGAINST_BARED = 0.84;
const MOST_OWN_LIT = 1.6;
const MOST_DRAWN_BY_OWN = 1.8;
/** As they are lifted out of the lips' shade they lose so much of its hue. */
const SHADE_HUE_LOST = 0.6;

function baredEnamel(rig: Rig): Pick<Enamel, 'baredTooth' | 'ownBaredLight'> {
  const { tone, ownTeeth } = rig;
  const { mouthSkin } = tone;
  const white = whiteOf(rig);
  const seesWhite = isReadable(white, skinHue(mouthSkin, SKIN_IN_ENAMEL));
  const here = clamp(lumaOf(mouthSkin) / Math.max(1, lumaOf(tone.skin)), LEAST_LIGHT_HERE, 1);
  const bright = Math.max(
    asMade(rig, BARED_AGAINST_HIGHLIGHT) * tone.highlightLuma * here,
    BARED_AGAINST_SKIN * lumaAroundMouth(tone),
    seesWhite ? lumaOf(white) : 0,
  );
  const luma = Math.min(MOST_BARED_LUMA, bright) * mix(1, MUTED_ENAMEL, muted01(rig));
  const hue = skinHue(mouthSkin, skinInBared(rig, lumaOf(white)));
  const hueLuma = Math.max(0.1, lumaOf(hue));
  const own = ownTeeth.colour;
  if (!own) {
    return {
      baredTooth: hue.map((v) => Math.min(255, (v * luma) / hueLuma)) as unknown as Rgb,
      ownBaredLight: 1,
    };
  }
  const ownLuma = Math.max(1, lumaOf(own));
  const ownBaredLight = clamp((OWN_AGAINST_BARED * luma) / ownLuma, 1, MOST_OWN_LIT);
  const level = Math.max(ownBaredLight, Math.min(luma / ownLuma, MOST_DRAWN_BY_OWN));
  const whitened = SHADE_HUE_LOST * smoothstep(1, MOST_OWN_LIT, level);
  const baredTooth = own.map((v, k) =>
    Math.min(255, level * mix(v, (ownLuma * hue[k]) / hueLuma, whitened)),
  ) as unknown as Rgb;
  return { baredTooth, ownBaredLight };
}

/** Share of the skin's hue at which enamel has no more blue than the bluest of whites and skin. */
function skinInBared(rig: Rig, whiteLuma: number): number {
  const least = asMade(rig, SKIN_IN_BARED);
  const { mouthSkin } = rig.tone;
  const bluest = bluestOf(rig);
  if (bluest >= 1 || whiteLuma < WHITES_TELL * lumaAroundMouth(rig.tone)) return least;
  const [, green, blue] = skinHue(mouthSkin, 1);
  const share = (1 - bluest) / Math.max(1e-3, bluest * (green - 1) - (blue - 1));
  return clamp(share, least, MOST_SKIN_IN_BARED);
}

function redToGreen([r, g]: Rgb): number {
  return r / Math.max(1e-3, g);
}
