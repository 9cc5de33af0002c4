import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { mouthPoint } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf, type Rgb } from '../../rig/skin/face-tone.ts';
import type { MouthColours } from './mouth-colours.ts';

/** A tongue in full colour against grey of its luma. */
const PINK: Rgb = [1.44, 0.86, 0.76];
/** Mean chroma of pictures in grey and in full colour, levels. */
const GREY = 3;
const COLOUR = 12;
/** A tongue's luma against the fur beside the mouth; no darker and no lighter than these. */
const TONGUE_LIGHT = 0.6;
const TONGUE_LUMA = [52, 118] as const;
/** The same of the dark behind it: light comes in through thin cheeks. */
const CAVITY_LIGHT = 0.15;
const CAVITY_LUMA = [9, 34] as const;
/** Canines are lighter than most coats and a little yellow; in the mouth's shade, against the face's highlights. */
const IVORY: Rgb = [1.04, 1, 0.87];
const IVORY_LIGHT = 0.66;
const IVORY_LUMA = [70, 215] as const;
/** Pixels between those that the picture's chroma is read at. */
const STRIDE = 16;

/**
 * Colours of an animal's mouth. Flesh is pink whatever the coat is, and grey in a grey picture; the
 * lip's edge is as dark as the line between the lips that the picture shows.
 */
export function mixMuzzleColours(rig: Rig): MouthColours {
  const { mouthSkin, highlightLuma } = rig.tone;
  const colourful = smoothstep(GREY, COLOUR, meanChroma(rig.plate));
  const lit = (hue: Rgb, luma: number) =>
    hue.map((v) => clamp(mix(1, v, colourful) * luma, 0, 255)) as unknown as Rgb;
  const tongue = lit(PINK, clamp(TONGUE_LIGHT * lumaOf(mouthSkin), ...TONGUE_LUMA));
  const cavity = lit(PINK, clamp(CAVITY_LIGHT * lumaOf(mouthSkin), ...CAVITY_LUMA));
  const tooth = lit(IVORY, clamp(IVORY_LIGHT * highlightLuma, ...IVORY_LUMA));
  const innerLip = seamColour(rig);
  const flesh = { tooth, baredTooth: tooth, ownBaredLight: 1, gum: tongue, tongue };
  return { ...flesh, innerLip, cavity, throat: cavity, coloured01: 0 };
}

/** Mean of the largest minus the smallest channel. */
function meanChroma({ rgba, widthPx, heightPx }: Picture): number {
  let sum = 0;
  let count = 0;
  for (let y = STRIDE >> 1; y < heightPx; y += STRIDE) {
    for (let x = STRIDE >> 1; x < widthPx; x += STRIDE) {
      const i = 4 * (y * widthPx + x);
      sum +=
        Math.max(rgba[i], rgba[i + 1], rgba[i + 2]) - Math.min(rgba[i], rgba[i + 1], rgba[i + 2]);
      count++;
    }
  }
  return sum / Math.max(1, count);
}

/** Median colour along the line between the lips. */
function seamColour({ mouth, plate }: Rig): Rgb {
  const seen: Rgb[] = [];
  for (let s = -0.6; s <= 0.6; s += 0.05) {
    const [x, y] = mouthPoint(mouth, s, readCurve(mouth.upper, s));
    const column = clamp(Math.floor(x), 0, plate.widthPx - 1);
    const row = clamp(Math.floor(y), 0, plate.heightPx - 1);
    const i = 4 * (row * plate.widthPx + column);
    seen.push([plate.rgba[i], plate.rgba[i + 1], plate.rgba[i + 2]]);
  }
  seen.sort((a, b) => lumaOf(a) - lumaOf(b));
  return seen[seen.length >> 1];
}
