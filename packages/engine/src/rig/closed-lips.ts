import { readCurve, smoothCurve } from '../math/curve.ts';
import { clamp, mix, smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import type { PixelChange } from './fold-pixels.ts';
import { type MouthLine, mouthPoint, mouthS } from './mouth-line.ts';

/**
 * A smile that bares the teeth draws the lips thin and leaves the dark of the mouth on their rims.
 * What lips need to look like lips when such a mouth shuts: their red up to their outer rim, and no
 * black fringe in the corners. Change of the plate at full closing.
 */
export interface ClosedLipsInput {
  readonly plate: Picture;
  readonly mouth: MouthLine;
  readonly iodPx: number;
}

/** Part of the way from a pixel's surroundings to the lip's red. */
const UPPER_REDDENS = 0.7;
const FRINGE_GOES = 0.85;
/** The upper lip faces down: its light against the lower lip's. */
const UPPER_LIGHT = 0.8;
/** Share of the upper lip's red that is its own, not the lower lip's. */
const OWN_RED = 0.4;
/** A rim darker than the lip by these, ln of luma, is the mouth's dark. */
const FRINGE = [0.08, 0.3] as const;
/** How far the dark reaches past the rims, IOD. */
const FRINGE_IOD = 0.05;
/** Radius of what counts as a pixel's surroundings, IOD. */
const AROUND_IOD = 0.012;
/** Added before logarithms, levels. */
const DARKEST = 10;

type Logs = [number, number, number];

/** undefined where the mouth is shut already. */
export function fillClosedLips(input: ClosedLipsInput): PixelChange | undefined {
  const { plate, mouth, iodPx } = input;
  if (mouth.gapPx === 0) return undefined;
  const radius = Math.max(1, Math.round(AROUND_IOD * iodPx));
  const lower = lipColour(input, 'lower', 0.3, 0.7);
  const own = lipColour(input, 'upper', 0.15, 0.5);
  const upper = lower.map((v, k) =>
    mix(v + Math.log(UPPER_LIGHT), own[k], OWN_RED),
  ) as unknown as Logs;
  const light = lightAlong(input);
  const pixels: number[] = [];
  const change: number[] = [];
  const here: Logs = [0, 0, 0];
  const reach = Math.ceil(mouth.halfWidthPx + 0.3 * iodPx);
  const x0 = Math.max(0, Math.floor(mouth.centreXPx - reach));
  const x1 = Math.min(plate.widthPx, Math.ceil(mouth.centreXPx + reach));
  const y0 = Math.max(0, Math.floor(mouth.centreYPx - reach));
  const y1 = Math.min(plate.heightPx, Math.ceil(mouth.centreYPx + reach));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const dx = x + 0.5 - mouth.centreXPx;
      const dy = y + 0.5 - mouth.centreYPx;
      const t = (dx * mouth.alongX + dy * mouth.alongY) / mouth.halfWidthPx;
      if (Math.abs(t) >= 1) continue;
      const up = dx * mouth.alongY - dy * mouth.alongX;
      const s = mouthS(mouth, t);
      const top = readCurve(mouth.upper, s);
      const bottom = readCurve(mouth.lower, s);
      const above = up >= (top + bottom) / 2;
      const out = above ? up - top : bottom - up;
      const thick = above
        ? readCurve(mouth.upperOuter, s) - top
        : bottom - readCurve(mouth.lowerOuter, s);
      if (thick < 1 || out > Math.max(1.2 * thick, FRINGE_IOD * iodPx)) continue;
      around(plate, x, y, radius, here);
      const ends = 1 - smoothstep(0.86, 1, Math.abs(t));
      const target = above ? upper : lower;
      const lit = readCurve(light, s);
      const lacks = target[1] + lit - here[1];
      const inside = smoothstep(-0.025 * iodPx, -0.005 * iodPx, out);
      // The red of the upper lip, evened out to its outer rim.
      const red = above ? UPPER_REDDENS * (1 - smoothstep(0.7, 1.15, out / thick)) : 0;
      // The mouth's own dark on the rim, of either lip.
      const fringe =
        FRINGE_GOES *
        smoothstep(...FRINGE, lacks) *
        (1 - smoothstep(0.4, 1, out / Math.min(thick, FRINGE_IOD * iodPx)));
      const share = ends * inside * Math.max(red, fringe);
      if (share < 0.01) continue;
      pixels.push(y * plate.widthPx + x);
      for (let k = 0; k < 3; k++) {
        const gain = Math.exp(share * clamp(target[k] + lit - here[k], -0.5, 1.6));
        change.push((plate.rgba[4 * (y * plate.widthPx + x) + k] + DARKEST) * (gain - 1));
      }
    }
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Median of ln of a lip's colours between two shares of its thickness. */
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
  return [0, 1, 2].map((k) => {
    const sorted = seen.map((logs) => logs[k]).sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
  }) as unknown as Logs;
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
  const middle = [...values].sort((a, b) => a - b)[values.length >> 1];
  return smoothCurve({ values: values.map((v) => clamp(v - middle, -0.3, 0.3)) }, 12);
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
