import { readCurve } from '../math/curve.ts';
import { smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import { type FaceTone, lumaOf, type Rgb } from './face-tone.ts';
import { type MouthLine, mouthPoint, mouthS } from './mouth-line.ts';

/** What the picture itself shows between parted lips. */
export interface OwnTeeth {
  /** 0..1: share of the opening that is teeth; below about .1 there is nothing to reuse. */
  readonly share01: number;
  /** Mean colour of those teeth; undefined where there are none. */
  readonly colour: Rgb | undefined;
}

/** Enamel is at least this bright against the skin beside the mouth, and less coloured. */
const ENAMEL_LUMA = 0.72;
const ENAMEL_CHROMA = 0.75;

/** Looks for teeth in a mouth that is open in the picture. */
export function findOwnTeeth(plate: Picture, mouth: MouthLine, tone: FaceTone): OwnTeeth {
  if (mouth.gapPx === 0) return { share01: 0, colour: undefined };
  const skinLuma = lumaOf(tone.mouthSkin);
  const skinChroma = chromaOf(tone.mouthSkin) / Math.max(1, skinLuma);
  let all = 0;
  let count = 0;
  const sum = [0, 0, 0];
  for (let s = -0.8; s <= 0.8; s += 0.04) {
    const top = readCurve(mouth.upper, s);
    const low = readCurve(mouth.lower, s);
    for (let k = 0.15; k < 0.9; k += 0.1) {
      const [x, y] = mouthPoint(mouth, s, low + (top - low) * k);
      const i = 4 * (Math.floor(y) * plate.widthPx + Math.floor(x));
      const c: Rgb = [plate.rgba[i] ?? 0, plate.rgba[i + 1] ?? 0, plate.rgba[i + 2] ?? 0];
      all++;
      const l = lumaOf(c);
      const coloured = chromaOf(c) / Math.max(1, l);
      if (l < ENAMEL_LUMA * skinLuma || coloured > Math.max(0.12, ENAMEL_CHROMA * skinChroma))
        continue;
      count++;
      for (let j = 0; j < 3; j++) sum[j] += c[j];
    }
  }
  const share01 = count / Math.max(1, all);
  if (share01 < 0.1) return { share01: 0, colour: undefined };
  return { share01, colour: [sum[0] / count, sum[1] / count, sum[2] / count] };
}

function chromaOf([r, g, b]: Rgb): number {
  return Math.max(r, g, b) - Math.min(r, g, b);
}

/**
 * How much of a place shows the inside of the source's own mouth, 0..1.
 * @param softPx feather at the rims of the lips
 */
export function ownMouthShare(mouth: MouthLine, xPx: number, yPx: number, softPx: number): number {
  const dx = xPx - mouth.centreXPx;
  const dy = yPx - mouth.centreYPx;
  const s = mouthS(mouth, (dx * mouth.alongX + dy * mouth.alongY) / mouth.halfWidthPx);
  if (Math.abs(s) >= 1) return 0;
  const up = dx * mouth.alongY - dy * mouth.alongX;
  const below = readCurve(mouth.upper, s) - up;
  const above = up - readCurve(mouth.lower, s);
  return smoothstep(-0.5 * softPx, softPx, below) * smoothstep(-0.5 * softPx, softPx, above);
}
