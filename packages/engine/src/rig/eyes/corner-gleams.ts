import { readCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf, medianColour, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { DARKEST, type PixelChange, pushChange } from '../skin/pixel-change.ts';
import { type EyeLine, eyePlace, eyePoint } from './eye-shape.ts';

/** Around the inner corner, IOD, gleams go wholly up to the first distance, not at all from the second on. */
const AROUND_IOD = [0.09, 0.15] as const;
/** On the ball, beyond this part of the way to the corner, its white stays. */
const BESIDE_BALL = [0.85, 1] as const;
/** What surrounds a pixel is read so far around it, IOD, on a grid of so many steps to either side. */
const REACH_IOD = 0.08;
const STEPS = 3;
/** A gleam is lighter than that by this, ln. */
const LIGHTER = [0.05, 0.15] as const;

/**
 * Takes the gleams at the inner corners of eyes, wet spots and dabs of light paint, back to the skin around
 * them: where a narrowed eye pushes that together and aside, they would be slanted specks.
 * @returns undefined where there are none
 */
export function fadeCornerGleams(input: {
  readonly plate: Picture;
  readonly eyes: readonly EyeLine[];
  readonly iodPx: number;
}): PixelChange | undefined {
  const { plate, eyes, iodPx } = input;
  const found = new Map<number, readonly [lacks: readonly number[], share01: number]>();
  for (const eye of eyes) {
    const inner = eye.side === 'right' ? 1 : -1;
    const [cx, cy] = eyePoint(eye, inner, readCurve(eye.upper, inner));
    const reach = Math.ceil(AROUND_IOD[1] * iodPx);
    const [x0, y0] = [Math.floor(cx) - reach, Math.floor(cy) - reach];
    for (let y = Math.max(0, y0); y < Math.min(plate.heightPx, y0 + 2 * reach + 1); y++) {
      for (let x = Math.max(0, x0); x < Math.min(plate.widthPx, x0 + 2 * reach + 1); x++) {
        const away = Math.hypot(x + 0.5 - cx, y + 0.5 - cy) / iodPx;
        const here = (1 - smoothstep(...AROUND_IOD, away)) * besideBall(eye, inner, x, y);
        if (here === 0) continue;
        const own = pixelAt(plate, x, y);
        const skin = colourAround(plate, x + 0.5, y + 0.5, REACH_IOD * iodPx);
        const lighter = lnOf(lumaOf(own)) - lnOf(lumaOf(skin));
        const share = here * smoothstep(...LIGHTER, lighter);
        if (share === 0) continue;
        found.set(y * plate.widthPx + x, [skin.map((v, k) => lnOf(v) - lnOf(own[k])), share]);
      }
    }
  }
  if (found.size === 0) return undefined;
  const pixels = [...found.keys()].sort((a, b) => a - b);
  const change: number[] = [];
  for (const pixel of pixels) pushChange(change, plate.rgba, 4 * pixel, ...found.get(pixel)!);
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** 0 on the ball, 1 on the skin around it. */
function besideBall(eye: EyeLine, inner: number, x: number, y: number): number {
  const [t, up] = eyePlace(eye, x + 0.5, y + 0.5);
  const between = up < readCurve(eye.upper, t) && up > readCurve(eye.lower, t);
  return between ? smoothstep(...BESIDE_BALL, inner * t) : 1;
}

function colourAround(plate: Picture, x: number, y: number, reachPx: number): Rgb {
  const colours: Rgb[] = [];
  for (let j = -STEPS; j <= STEPS; j++) {
    for (let i = -STEPS; i <= STEPS; i++) {
      colours.push(pixelAt(plate, x + (i / STEPS) * reachPx, y + (j / STEPS) * reachPx));
    }
  }
  return medianColour(colours);
}

function lnOf(level: number): number {
  return Math.log(level + DARKEST);
}
