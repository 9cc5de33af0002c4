import { luma601 } from '../math/luma.ts';
import type { Picture } from '../math/picture.ts';
import type { RectPx } from '../math/points.ts';
import { createPyramid, cropPicture } from './crop.ts';
import type { Face } from './face.ts';

/** Cells along the longer side of the area that is looked at. */
const CELLS_ACROSS = 112;
/** The area reaches this far around the middle of the eyes, IOD. */
const REACH_IOD = 3.8;
/** Half axes and middle of the oval that a head with its ears is expected in, IOD. */
const HEAD_HALF_WIDTH = 1.85;
const HEAD_HALF_HEIGHT = 2.15;
const HEAD_MIDDLE = -0.1;
/** Half width of what is surely the animal: the eyes and what lies between them and the mouth. */
const CORE_HALF_WIDTH = 0.72;
/** Colours of eyes, nose and mouth say nothing of the coat: cells this near to them, IOD. */
const FEATURE_RADIUS = 0.42;

/** A lattice over the area, in the head's own axes. */
export interface Lattice {
  readonly columns: number;
  readonly rows: number;
  readonly areaPx: RectPx;
  /** f32[4·N]: colour on opponent axes, about 0..255, and how much it varies inside the cell. */
  readonly colours: Float32Array;
  /** Size of the head's oval through each cell (1: its outline), and height, IOD. */
  readonly oval: Float32Array;
  readonly height: Float32Array;
  readonly core: Uint8Array;
  /** 1 on eyes, nose and mouth. */
  readonly features: Uint8Array;
}

/** Lays a lattice over head and surroundings of a face. */
export function layLattice(picture: Picture, face: Face): Lattice {
  const at = (i: number) => [face.landmarks[3 * i]!, face.landmarks[3 * i + 1]!] as const;
  const middle = (a: readonly [number, number], b: readonly [number, number]) =>
    [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
  const right = middle(at(33), at(133));
  const left = middle(at(362), at(263));
  const [eyesX, eyesY] = middle(right, left);
  const iod = Math.max(1, Math.hypot(left[0] - right[0], left[1] - right[1]));
  const acrossX = (left[0] - right[0]) / iod;
  const acrossY = (left[1] - right[1]) / iod;
  const [mouthX, mouthY] = middle(at(13), at(14));
  const mouth = ((mouthX - eyesX) * -acrossY + (mouthY - eyesY) * acrossX) / iod;
  const x0 = Math.max(0, Math.floor(eyesX - REACH_IOD * iod));
  const y0 = Math.max(0, Math.floor(eyesY - REACH_IOD * iod));
  const widthPx = Math.min(picture.widthPx, Math.ceil(eyesX + REACH_IOD * iod)) - x0;
  const heightPx = Math.min(picture.heightPx, Math.ceil(eyesY + REACH_IOD * iod)) - y0;
  const step = Math.max(1, Math.max(widthPx, heightPx) / CELLS_ACROSS);
  const columns = Math.max(2, Math.round(widthPx / step));
  const rows = Math.max(2, Math.round(heightPx / step));
  const areaPx = { xPx: x0, yPx: y0, widthPx, heightPx };
  const count = columns * rows;
  const colours = describeCells(picture, areaPx, columns, rows);
  const oval = new Float32Array(count);
  const height = new Float32Array(count);
  const core = new Uint8Array(count);
  const features = new Uint8Array(count);
  const places = [right, left, middle(at(13), at(14)), at(1)];
  for (let i = 0; i < count; i++) {
    const x = x0 + (((i % columns) + 0.5) * widthPx) / columns;
    const y = y0 + ((Math.floor(i / columns) + 0.5) * heightPx) / rows;
    if (places.some(([px, py]) => Math.hypot(x - px, y - py) < FEATURE_RADIUS * iod)) {
      features[i] = 1;
    }
    const dx = (x - eyesX) / iod;
    const dy = (y - eyesY) / iod;
    const u = dx * acrossX + dy * acrossY;
    const v = dx * acrossY - dy * acrossX;
    oval[i] = Math.hypot(u / HEAD_HALF_WIDTH, (v - HEAD_MIDDLE) / HEAD_HALF_HEIGHT);
    height[i] = v;
    const half = mouth / 2;
    if (Math.hypot(u / CORE_HALF_WIDTH, (v + half) / (half + 0.2)) < 1) core[i] = 1;
  }
  return {
    columns,
    rows,
    areaPx,
    colours,
    oval,
    height,
    core,
    features,
  };
}

/** Samples across a cell, and how much a doubling of the variation in it counts beside colours. */
const FINE = 3;
const TEXTURE_WEIGHT = 9;

/** Hue tells fur from ground more surely than brightness, which light and shade change. */
function describeCells(
  picture: Picture,
  { xPx, yPx, widthPx, heightPx }: RectPx,
  columns: number,
  rows: number,
): Float32Array {
  const w = FINE * columns;
  const rgb = cropPicture(createPyramid(picture), {
    widthPx: w,
    heightPx: FINE * rows,
    toImage: [widthPx / w, 0, xPx, 0, heightPx / (FINE * rows), yPx],
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
  const count = columns * rows;
  const out = new Float32Array(4 * count);
  const spread = new Float32Array(count);
  const share = 1 / (FINE * FINE);
  for (let i = 0; i < count; i++) {
    const start = FINE * Math.floor(i / columns) * w + FINE * (i % columns);
    let [r, g, b, squares] = [0, 0, 0, 0];
    for (let k = 0; k < FINE * FINE; k++) {
      const p = 3 * (start + Math.floor(k / FINE) * w + (k % FINE));
      r += share * rgb[p]!;
      g += share * rgb[p + 1]!;
      b += share * rgb[p + 2]!;
      squares += share * luma601(rgb[p]!, rgb[p + 1]!, rgb[p + 2]!) ** 2;
    }
    const luma = luma601(r, g, b);
    out[4 * i] = 0.6 * luma;
    out[4 * i + 1] = 1.2 * (r - g);
    out[4 * i + 2] = 0.9 * ((r + g) / 2 - b);
    spread[i] = Math.sqrt(Math.max(0, squares - luma * luma));
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      let n = 0;
      for (let y = Math.max(0, r - 1); y <= Math.min(rows - 1, r + 1); y++) {
        for (let x = Math.max(0, c - 1); x <= Math.min(columns - 1, c + 1); x++, n++) {
          sum += spread[y * columns + x]!;
        }
      }
      out[4 * (r * columns + c) + 3] = TEXTURE_WEIGHT * Math.log2(1 + sum / n);
    }
  }
  return out;
}
