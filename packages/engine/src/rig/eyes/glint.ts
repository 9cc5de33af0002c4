import { luma601OfPixel } from '../../math/luma.ts';
import type { RectPx } from '../../math/points.ts';

/** The pixels of an eye's ball, and what shines on it apart from them. */
export interface BallPixels {
  readonly areaPx: RectPx;
  /** f32[3·W·H], 0..255: the ball, reflections taken out. */
  readonly rgb: Float32Array;
  /** f32[3·W·H]: what the reflections add. */
  readonly glint: Float32Array;
}

/** Where reflections are. */
export interface GlintBounds {
  /** Frame px; empty (x0 > x1) in a dull eye. */
  readonly glintArea: {
    readonly x0: number;
    readonly x1: number;
    readonly y0: number;
    readonly y1: number;
  };
  /** The brightest reflection's middle and half its height; undefined in a dull eye. */
  readonly glintPlace: GlintPlace | undefined;
}

export interface GlintPlace {
  readonly xPx: number;
  readonly yPx: number;
  readonly halfPx: number;
}

/** Finds them. */
export function boundGlint(ball: BallPixels): GlintBounds {
  return { glintArea: areaOf(ball), glintPlace: placeOf(ball) };
}

function placeOf({ areaPx, glint }: BallPixels): GlintPlace | undefined {
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  let sumYY = 0;
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const bright = luma601OfPixel(glint, i) ** 2;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    weight += bright;
    sumX += bright * (areaPx.xPx + (i % areaPx.widthPx) + 0.5);
    sumY += bright * y;
    sumYY += bright * y * y;
  }
  if (weight === 0) return undefined;
  const yPx = sumY / weight;
  return { xPx: sumX / weight, yPx, halfPx: Math.sqrt(Math.max(0, sumYY / weight - yPx * yPx)) };
}

/** Reflections that add less are left out of their area, levels. */
const FAINT = 1.5;

function areaOf({ areaPx, glint }: BallPixels): GlintBounds['glintArea'] {
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    if (luma601OfPixel(glint, i) < FAINT) continue;
    const x = areaPx.xPx + (i % areaPx.widthPx);
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx);
    box.x0 = Math.min(box.x0, x - 1);
    box.x1 = Math.max(box.x1, x + 2);
    box.y0 = Math.min(box.y0, y - 1);
    box.y1 = Math.max(box.y1, y + 2);
  }
  return box;
}
