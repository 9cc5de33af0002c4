import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { FaceTone, Rgb } from '../skin/face-tone.ts';
import { lipRedness } from '../skin/lip-redness.ts';
import { DARKEST, type Logs } from '../skin/pixel-change.ts';
import { logsAround } from './colour-around.ts';
import { type MouthLine, mouthPoint } from './mouth-line.ts';

/** The lips of an open mouth as the picture shows them. */
export interface ShownLips {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly iodPx: number;
  readonly tone: Pick<FaceTone, 'lip' | 'mouthSkin' | 'chroma'>;
  /** Breadth of the picture's sharpest edges, px. */
  readonly edgePx: number;
}

/** What is brighter than the lip by these, ln, is gloss: of it nothing, and all. */
export const GLOSS = [0.08, 0.3] as const;
/** The upper lip faces down: its light against the lower lip's. */
const UPPER_LIGHT = 0.84;
/** Share of the upper lip's red that is its own, not the lower lip's. */
const OWN_RED = 0.4;

/** The colours that both lips have in their middle when they are shut: ln of red, green and blue, plus DARKEST. */
export function lipColours(lips: ShownLips): { readonly upper: Logs; readonly lower: Logs } {
  const lower = asRedAsLips(lipColour(lips, 'lower', 0.2, 0.75), lips);
  const own = lipColour(lips, 'upper', 0.15, 0.6);
  const upper = lower.map((v, k) =>
    mix(v + Math.log(UPPER_LIGHT), own[k], OWN_RED),
  ) as unknown as Logs;
  return { upper, lower };
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
  { plate, mouth }: ShownLips,
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
      logsAround(plate, ...mouthPoint(mouth, s, h), 0, logs);
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

/** 0..1: how far the picture is too soft to show the red of thin lips. */
export function softness01({ edgePx, iodPx }: Pick<ShownLips, 'edgePx' | 'iodPx'>): number {
  return smoothstep(...SOFT_EDGES, edgePx / iodPx);
}

/**
 * Lips that a grin draws thin are as pale as skin in a soft picture, whose colours run together: shut, they
 * were a line without lips.
 */
function asRedAsLips(lip: Logs, lips: ShownLips): Logs {
  const soft01 = softness01(lips);
  const { wanted, skin, reddening } = lipRedness(lips.tone);
  const lack = soft01 * clamp(wanted - (lip[0] - lip[1] - skin), 0, wanted);
  return reddening.map((change, k) => lip[k] + change * lack) as unknown as Logs;
}

/** How much less than hue brightness tells lips from skin: it is light and shade as well. */
const LUMA_TELLS = 0.3;

/** 0 on skin, 1 on what is as red as the lips. */
export function tellLipFromSkin(lip: Logs, skin: Rgb): (here: Logs) => number {
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
