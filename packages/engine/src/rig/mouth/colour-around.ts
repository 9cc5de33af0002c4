import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { DARKEST, type Logs } from '../skin/pixel-change.ts';

/** Writes ln of the mean colour of a square around a pixel: `r` px to each side. */
export function logsAround(
  { rgba, widthPx, heightPx }: Picture,
  x: number,
  y: number,
  r: number,
  out: Logs,
) {
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

/** Deviation of green from pixel to pixel around a place, ln: hair has much of it. */
export function roughnessAround(
  { rgba, widthPx, heightPx }: Picture,
  x: number,
  y: number,
  r: number,
): number {
  let sum = 0;
  for (let dy = -r; dy <= r; dy++) {
    const row = clamp(y + dy, 0, heightPx - 1) * widthPx;
    for (let dx = -r; dx < r; dx++) {
      const a = rgba[4 * (row + clamp(x + dx, 0, widthPx - 1)) + 1] + DARKEST;
      const b = rgba[4 * (row + clamp(x + dx + 1, 0, widthPx - 1)) + 1] + DARKEST;
      sum += Math.abs(a - b) / (a + b);
    }
  }
  return (2 * sum) / (2 * r * (2 * r + 1));
}
