import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import { standsOut } from './drawn-pieces.ts';
import type { Rgb } from './face-tone.ts';
import type { PixelChange } from './fold-pixels.ts';
import type { SeamInk } from './ink.ts';
import { type MouthLine, mouthPlace, mouthPoint } from './mouth-line.ts';

/** Beyond half its breadth a stroke's edge is gone after this, IOD; there the skin is read. */
const EDGE_IOD = 0.035;
/** Beyond its ends it is filled as far as this, share of half the mouth: their caps. */
const CAPS = 0.25;
/** Places along the seam at which skin must lie on both sides of a stroke, and how many of them. */
const PLACES = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6] as const;
const MOSTLY = 0.7;

/**
 * Skin in the place of a drawing's mouth that is a stroke and has no lips: change of the plate once it
 * opens. The line around the opening is drawn again, and halves of the old one would make it ragged.
 * Undefined where lips are drawn, or no line is.
 */
export function fillStroke(
  plate: Picture,
  mouth: MouthLine,
  ink: SeamInk | undefined,
  iodPx: number,
): PixelChange | undefined {
  if (!ink || mouth.gapPx > 0) return undefined;
  const off = (ink.halfIod + EDGE_IOD) * iodPx;
  const skinAt = (s: number, way: 1 | -1) => {
    const t = clamp(s, -0.95, 0.95);
    return colourAt(plate, ...mouthPoint(mouth, t, readCurve(mouth.upper, t) + way * off));
  };
  const bare = PLACES.filter((s) => !standsOut(skinAt(s, 1), skinAt(s, -1)));
  if (bare.length < MOSTLY * PLACES.length) return undefined;
  const pixels: number[] = [];
  const change: number[] = [];
  const reach = (1 + CAPS) * mouth.halfWidthPx + off;
  const y0 = Math.max(0, Math.floor(mouth.centreYPx - reach));
  const y1 = Math.min(plate.heightPx, Math.ceil(mouth.centreYPx + reach));
  const x0 = Math.max(0, Math.floor(mouth.centreXPx - reach));
  const x1 = Math.min(plate.widthPx, Math.ceil(mouth.centreXPx + reach));
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [s, up] = mouthPlace(mouth, x + 0.5, y + 0.5);
      if (Math.abs(s) > 1 + CAPS) continue;
      const above = up - readCurve(mouth.upper, clamp(s, -1, 1));
      const share = 1 - smoothstep(off, 1.4 * off, Math.abs(above));
      if (share === 0) continue;
      const skin = skinAt(s, above > 0 ? 1 : -1);
      const at = 4 * (y * plate.widthPx + x);
      pixels.push(y * plate.widthPx + x);
      for (let k = 0; k < 3; k++) change.push(share * (skin[k] - plate.rgba[at + k]));
    }
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

function colourAt({ rgba, widthPx, heightPx }: Picture, xPx: number, yPx: number): Rgb {
  const x = clamp(Math.floor(xPx), 0, widthPx - 1);
  const y = clamp(Math.floor(yPx), 0, heightPx - 1);
  const i = 4 * (y * widthPx + x);
  return [rgba[i], rgba[i + 1], rgba[i + 2]];
}
