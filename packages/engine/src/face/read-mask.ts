import type { PersonMask } from './face.ts';

/** The mask at a place, px of what its area lies in (image or frame), bilinear, 0..255; outside its area 0. */
export function readMask(mask: PersonMask, xPx: number, yPx: number): number {
  const { areaPx, widthPx, heightPx, alpha } = mask;
  const mx = ((xPx - areaPx.xPx) / areaPx.widthPx) * widthPx - 0.5;
  const my = ((yPx - areaPx.yPx) / areaPx.heightPx) * heightPx - 0.5;
  if (mx < -1 || my < -1 || mx > widthPx || my > heightPx) return 0;
  const x = Math.max(0, Math.min(widthPx - 1.001, mx));
  const y = Math.max(0, Math.min(heightPx - 1.001, my));
  const c = Math.floor(x);
  const r = Math.floor(y);
  const fx = x - c;
  const fy = y - r;
  const i = r * widthPx + c;
  return (
    (alpha[i] * (1 - fx) + alpha[i + 1] * fx) * (1 - fy) +
    (alpha[i + widthPx] * (1 - fx) + alpha[i + widthPx + 1] * fx) * fy
  );
}
