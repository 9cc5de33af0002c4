import { readCurve, smoothCurve } from '../../math/curve.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { median } from '../../math/median.ts';
import { DARKEST, type Logs } from '../skin/pixel-change.ts';
import { logsAround } from './colour-around.ts';
import { type ShownLips, softness01 } from './lip-colour.ts';
import { mouthPoint } from './mouth-line.ts';

/** How light falls on lips that are shut: across each of them, along the mouth, and on the lower one's middle. */

/** Shade next to the seam falls off over no less than this share of the breadth of the lips' edges. */
const SHADE_OF_EDGE = 0.28;

/** How far next to the seam the shade of lips falls off at least in a picture with such edges, px. */
export function softestShadePx(edgePx: number): number {
  return SHADE_OF_EDGE * edgePx;
}

/**
 * Light on the upper lip when it is shut, ln against its middle.
 * @param v 0 at the seam, 1 at the outer rim
 * @param line how dark the seam is here: see closedSeamAt
 * @param softest softestShadePx against the lip's height here
 */
export function lightOnUpper(v: number, line: number, softest: number): number {
  return -0.22 * line * Math.exp(-v / Math.max(0.25, softest)) + 0.04 * smoothstep(0.5, 1, v);
}

/** … and on the lower lip, which is lit in its middle and turns from the light at its rim. */
export function lightOnLower(v: number, line: number, softest: number): number {
  return (
    -0.2 * line * Math.exp(-v / Math.max(0.16, softest)) +
    0.05 * gaussian(v - 0.5, 0.2) -
    0.1 * smoothstep(0.8, 1.1, v)
  );
}

/** How the lower lip's light changes along the mouth, ln against its middle. */
export function lightAlong({ plate, mouth }: ShownLips) {
  const values = mouth.lower.values.map((_, i) => {
    const s = clamp(-1 + (2 * i) / (mouth.lower.values.length - 1), -0.75, 0.75);
    const logs: Logs = [0, 0, 0];
    let sum = 0;
    for (const share of [0.35, 0.5, 0.65]) {
      const rim = readCurve(mouth.lower, s);
      const h = mix(rim, readCurve(mouth.lowerOuter, s), share);
      logsAround(plate, ...mouthPoint(mouth, s, h), 1, logs);
      sum += logs[1] / 3;
    }
    return sum;
  });
  const middle = median(values);
  return smoothCurve({ values: values.map((v) => clamp(v - middle, -0.2, 0.2)) }, 24);
}

/**
 * The lower lip faces the light: shut, it is about as bright in its middle as the skin above the mouth, as far as
 * its own red lets it. Measured on 40 shut mouths of photos: .05 brighter, ln; those of grins were .17 darker.
 */
const AS_BRIGHT = 0.03;
const MOST_GLOW = 0.12;
const LEAST_GLOW = 0.03;
/** A sharp picture shows how bright they are: part of the glow that is left there (see softness01). */
const SHARP_GLOWS = 0.35;
/** Where no red tells it from skin, in a grey picture, it is darker by this instead, and loses light by at most that. */
const GREY_DARKER = 0.13;
const GREY_LOSES = 0.18;
const FULL_CHROMA = 40;
/** Lips that are redder than skin by these, ln, are painted, and as dark as they are. */
const PAINTED = [0.25, 0.55] as const;

/** What the lower lip lacks of the skin's light in its middle, ln; below 0 what it has too much in a grey picture. */
export function glowOf(lower: Logs, lips: ShownLips): number {
  const { tone } = lips;
  const [r, g] = [0, 1].map((k) => Math.log(tone.mouthSkin[k] + DARKEST));
  const painted = smoothstep(...PAINTED, lower[0] - lower[1] - (r - g));
  const coloured = Math.min(1, tone.chroma / FULL_CHROMA);
  const wanted = mix(-GREY_DARKER, AS_BRIGHT, coloured);
  // Red lips lack green; what lights them is seen in their red and green alike.
  const lacks = wanted - (lower[0] + lower[1] - r - g) / 2;
  const glow = (1 - painted) * clamp(lacks, mix(-GREY_LOSES, LEAST_GLOW, coloured), MOST_GLOW);
  return glow > 0 ? glow * mix(SHARP_GLOWS, 1, softness01(lips)) : glow;
}

/** Where it glows, shares of its thickness: all of it but its rims. */
const GLOWS_FROM = [0.1, 0.5] as const;
const GLOWS_TO = [0.75, 1.1] as const;

/** 0..1: how much of its glow the lower lip has from the seam (0) to the outer rim (1). */
export function glowAcross(v: number): number {
  return smoothstep(...GLOWS_FROM, v) - smoothstep(...GLOWS_TO, v);
}
