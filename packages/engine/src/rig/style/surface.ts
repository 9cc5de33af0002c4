import { clamp, mix } from '../../math/easing.ts';
import { lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import type { ArtStyle } from './art-style.ts';

/**
 * How the picture is made, so that what is drawn into it is made the same way: how sharp its
 * edges are, and the brush strokes, pores or grain on its skin.
 */
export interface Surface {
  /** Breadth of the sharpest edges of the face, px (contrast / steepest slope; 2 = as sharp as pixels allow). */
  readonly edgePx: number;
  /** The same of the lips' red against the skin, at least `edgePx`: paint there is often softer. */
  readonly lipEdgePx: number;
  /** Side of the square tile of texture, px. */
  readonly tilePx: number;
  /** Luma against its surroundings, about -.2..+.2, f32[tilePx²]. */
  readonly texture: Float32Array;
}

/** Breadth of an edge (contrast over steepest slope) that a Gaussian of σ = 1 blurs. */
const EDGE_OF_SIGMA = 2.5;

/** σ of the Gaussian that blurs a picture whose sharpest edges are so broad, px. */
export function blurOfEdge(edgePx: number): number {
  return edgePx / EDGE_OF_SIGMA;
}

/** σ of the Gaussian, against the picture's own, which keeps as soft as it is what is pushed together to this part: variances add. */
export function blurForPressed(part: number): number {
  return Math.sqrt(1 / part ** 2 - 1);
}

/** Corners of eyes and mouth, nostrils, lids' middles: where faces have their sharpest edges. */
const EDGES = [33, 133, 263, 362, 159, 145, 386, 374, 61, 291, 13, 98, 327, 468, 473];
/** Outer rims of both lips, away from the corners. */
const LIP_EDGES = [37, 267, 39, 269, 84, 314, 17, 181, 405];
/** Breadth of an edge: no sharper than pixels allow, and no softer than this, IOD. */
const SHARPEST_PX = 2;
const SOFTEST_IOD = 0.12;
/** Both cheeks and the forehead: the most lively of them gives the texture. */
const SKIN_PATCHES = [205, 425, 151];
const TILE_IOD = 0.3;
const TEXTURE_SIGMA_IOD = 0.035;
const MOST_TEXTURE = 0.14;
/** What stands out of a patch by so many times as much as half of it does is a mark: a hair, a fold. */
const MARK = 3;

/** Reads the surface of a face. */
export function readSurface(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  iodPx: number,
  style: ArtStyle,
): Surface {
  const at = (i: number) => [landmarks[3 * i], landmarks[3 * i + 1]] as const;
  const softest = SOFTEST_IOD * iodPx;
  // Where a photo has no edge it is that soft; a drawing's plain colours say nothing of its lines.
  const edgeless = style === 'drawing' ? [] : softest;
  const medianEdge = (places: readonly number[]) => {
    const breadths = places.flatMap((i) => sharpestEdge(plate, ...at(i), iodPx) ?? edgeless);
    breadths.sort((a, b) => a - b);
    return clamp(breadths[Math.floor(breadths.length / 2)] ?? 0, SHARPEST_PX, softest + 2);
  };
  const edgePx = medianEdge(EDGES);
  const tilePx = Math.max(4, Math.round(TILE_IOD * iodPx));
  // The median by liveliness: neither a patch in deep shadow nor one with a wisp of hair.
  const patches = SKIN_PATCHES.map((i) => {
    const texture = patchTexture(plate, ...at(i), tilePx, TEXTURE_SIGMA_IOD * iodPx);
    return { texture, power: texture.reduce((sum, v) => sum + v * v, 0) };
  }).sort((a, b) => a.power - b.power);
  return {
    edgePx,
    lipEdgePx: Math.max(edgePx, medianEdge(LIP_EDGES)),
    tilePx,
    // What is drawn on a drawing's skin, freckles say, is no texture.
    texture: style === 'drawing' ? new Float32Array(tilePx * tilePx) : patches[1].texture,
  };
}

/** Texture at a place, the tile repeated in mirrored turns so that it has no seams. */
export function textureAt({ tilePx, texture }: Surface, xPx: number, yPx: number): number {
  return texture[fold(Math.floor(yPx), tilePx) * tilePx + fold(Math.floor(xPx), tilePx)];
}

/** The same between its pixels, whose centres lie at .5: where what carries it moves, none of it jumps. */
export function textureBetween(surface: Surface, xPx: number, yPx: number): number {
  const [x, y] = [xPx - 0.5, yPx - 0.5];
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const row = (dy: number) =>
    mix(textureAt(surface, x0, y0 + dy), textureAt(surface, x0 + 1, y0 + dy), x - x0);
  return mix(row(0), row(1), y - y0);
}

function fold(i: number, size: number): number {
  const k = ((i % (2 * size)) + 2 * size) % (2 * size);
  return k < size ? k : 2 * size - 1 - k;
}

/**
 * Breadth of the steepest edge around a place: the contrast across it over its slope, px; undefined
 * where there is none.
 */
function sharpestEdge(plate: Picture, x: number, y: number, iodPx: number): number | undefined {
  const reach = Math.max(2, Math.round(0.07 * iodPx));
  let steepest = 0;
  let nx = 0;
  let ny = 0;
  let ex = x;
  let ey = y;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const gx = (lumaAt(plate, x + dx + 1, y + dy) - lumaAt(plate, x + dx - 1, y + dy)) / 2;
      const gy = (lumaAt(plate, x + dx, y + dy + 1) - lumaAt(plate, x + dx, y + dy - 1)) / 2;
      const g = Math.hypot(gx, gy);
      if (g <= steepest) continue;
      steepest = g;
      [nx, ny, ex, ey] = [gx / g, gy / g, x + dx, y + dy];
    }
  }
  if (steepest < 1) return undefined;
  let low = 255;
  let high = 0;
  const across = 0.06 * iodPx + 2;
  for (let t = -across; t <= across; t += 0.5) {
    const l = lumaAt(plate, ex + t * nx, ey + t * ny);
    low = Math.min(low, l);
    high = Math.max(high, l);
  }
  return (high - low) / steepest;
}

/** Luma of a square of skin against its own blur, less its mean; marks are no more than texture. */
function patchTexture(
  plate: Picture,
  cx: number,
  cy: number,
  size: number,
  sigmaPx: number,
): Float32Array {
  const reach = Math.max(1, Math.ceil(2 * sigmaPx));
  const wide = size + 2 * reach;
  const luma = new Float32Array(wide * wide);
  const rows = new Float32Array(wide * size);
  const kernel: number[] = [];
  for (let k = -reach; k <= reach; k++) kernel.push(Math.exp(-0.5 * (k / sigmaPx) ** 2));
  const norm = kernel.reduce((a, b) => a + b, 0);
  for (let y = 0; y < wide; y++) {
    for (let x = 0; x < wide; x++) {
      luma[y * wide + x] = lumaAt(plate, cx - wide / 2 + x, cy - wide / 2 + y);
    }
    for (let x = 0; x < size; x++) {
      let sum = 0;
      kernel.forEach((w, k) => {
        sum += w * luma[y * wide + x + k];
      });
      rows[y * size + x] = sum / norm;
    }
  }
  const texture = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      kernel.forEach((w, k) => {
        sum += w * rows[(y + k) * size + x];
      });
      const own = luma[(y + reach) * wide + x + reach];
      texture[y * size + x] = own / Math.max(8, sum / norm) - 1;
    }
  }
  const sizes = texture.map(Math.abs).sort();
  const most = Math.min(MOST_TEXTURE, MARK * sizes[sizes.length >> 1]);
  return texture.map((v) => clamp(v, -most, most));
}
