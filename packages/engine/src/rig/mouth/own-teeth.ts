import { readCurve, type SampledCurve } from '../../math/curve.ts';
import { mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { colourfulness, type FaceTone, lumaOf, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';
import { upperRowEdge } from './teeth-edge.ts';

/** What the picture itself shows between parted lips. */
export interface OwnTeeth {
  /** 0..1: share of the opening that is teeth; 0 where there is nothing to reuse. */
  readonly share01: number;
  /** Colour of those teeth where light falls on them; undefined where there are none. */
  readonly colour: Rgb | undefined;
  /**
   * Lower edge of the upper row over s, px on the mouth's up axis; just above the lower rim
   * of the opening where the row reaches down to it.
   */
  readonly edge: SampledCurve;
  /** Luma that the brightest 15 % of an opening without teeth exceed; undefined of others. */
  readonly toothlessLuma: number | undefined;
}

const NO_TEETH = {
  share01: 0,
  colour: undefined,
  toothlessLuma: undefined,
} as const;

/** Luma and chroma per luma of enamel against the skin beside the mouth: it may lie in the lips' shadow, and be yellow. */
const ENAMEL_LUMA = [0.5, 0.7] as const;
const ENAMEL_CHROMA = [1.15, 1.45] as const;
/** Lips and tongue are more coloured than teeth, in any light. */
const FLESH_CHROMA = [0.85, 1.05] as const;
/** Share of the opening below which what looks like teeth is a gleam. */
const LEAST_TEETH = 0.12;
/** … and how many of its places, by luma, lie below what counts as bright in it. */
const BRIGHT = 0.85;
/**
 * Share of the enamel that counts as lit. The rest lies in the shade of lips and corners, and
 * between crowns: drawn teeth get that shade from where they are, and would have it twice.
 */
const LIT = 0.35;

/** Looks for teeth in a mouth that is open in the picture. */
export function findOwnTeeth(
  plate: Picture,
  mouth: MouthLine,
  tone: FaceTone,
  iodPx: number,
): OwnTeeth {
  if (mouth.gapPx === 0) return { ...NO_TEETH, edge: mouth.lower };
  const skinLuma = Math.max(1, lumaOf(tone.mouthSkin));
  const skinChroma = Math.max(0.11, chromaPerLuma(tone.mouthSkin));
  const lipChroma = Math.max(0.2, chromaPerLuma(tone.lip));
  const enamel01 = (colour: Rgb) => {
    const chroma = chromaPerLuma(colour);
    return (
      smoothstep(...ENAMEL_LUMA, lumaOf(colour) / skinLuma) *
      (1 - smoothstep(...ENAMEL_CHROMA, chroma / skinChroma)) *
      (1 - smoothstep(...FLESH_CHROMA, chroma / lipChroma))
    );
  };
  let count = 0;
  const places: EnamelPlace[] = [];
  for (let s = -0.8; s <= 0.8; s += 0.04) {
    const top = readCurve(mouth.upper, s);
    const low = readCurve(mouth.lower, s);
    for (let k = 0.15; k < 0.9; k += 0.1) {
      const c = pixelAt(plate, ...mouthPoint(mouth, s, low + (top - low) * k));
      const enamel = enamel01(c);
      places.push({ colour: c, luma: lumaOf(c), enamel });
      count += enamel;
    }
  }
  places.sort((a, b) => b.luma - a.luma);
  const share01 = count / places.length;
  if (share01 < LEAST_TEETH) {
    const toothlessLuma = places[places.length - 1 - Math.floor(BRIGHT * places.length)].luma;
    return { ...NO_TEETH, edge: mouth.lower, toothlessLuma };
  }
  const edge = upperRowEdge(plate, mouth, ENAMEL_LUMA[0] * skinLuma, iodPx);
  return { ...NO_TEETH, share01, colour: litColour(places, LIT * count), edge };
}

/** What was read at one place of an opening. */
interface EnamelPlace {
  readonly colour: Rgb;
  readonly luma: number;
  /** 0..1: how much of it is enamel. */
  readonly enamel: number;
}

/** Mean colour of so much of the enamel, the first places first. */
function litColour(brightest: readonly EnamelPlace[], amount: number): Rgb {
  const sum = [0, 0, 0];
  let taken = 0;
  for (const { colour, enamel } of brightest) {
    if (taken >= amount) break;
    taken += enamel;
    for (let j = 0; j < 3; j++) sum[j] += enamel * colour[j];
  }
  return [sum[0] / taken, sum[1] / taken, sum[2] / taken];
}

/** How colourful a colour is against its luma: the same in shade and in light. */
function chromaPerLuma(colour: Rgb): number {
  return colourfulness(colour) / Math.max(1, lumaOf(colour));
}

/**
 * How much of a place shows the inside of the source's own mouth, 0..1.
 * @param softPx feather at the rims of the lips
 * @param rest01 how much of what is not its upper teeth counts: that moves with the jaw
 */
export function ownMouthShare(
  mouth: MouthLine,
  teeth: OwnTeeth,
  xPx: number,
  yPx: number,
  softPx: number,
  rest01: number,
): number {
  const [s, up] = mouthPlace(mouth, xPx, yPx);
  if (Math.abs(s) >= 1) return 0;
  const below = readCurve(mouth.upper, s) - up;
  const above = up - readCurve(mouth.lower, s);
  const inside =
    smoothstep(-0.5 * softPx, softPx, below) * smoothstep(-0.5 * softPx, softPx, above);
  if (rest01 === 1) return inside;
  const row = smoothstep(-1.5 * softPx, 0.5 * softPx, up - readCurve(teeth.edge, s));
  return inside * mix(rest01, 1, row);
}
