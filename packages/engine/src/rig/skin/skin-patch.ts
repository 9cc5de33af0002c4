import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import { standsOut } from '../drawing/drawn-pieces.ts';
import { pixelAt, type Rgb } from './face-tone.ts';
import type { PixelChange } from './pixel-change.ts';

/** Scaled or packed pictures have a faint rim of light around ink, which goes as well: as broad as this, IOD. */
const HALO_IOD = 0.03;

/** What hangs together with some pixels of a plate. Pixels are indices into it; the set grows. */
export function growPiece(
  pixels: Set<number>,
  widthPx: number,
  taken: (pixel: number) => boolean,
  rings = Number.POSITIVE_INFINITY,
): void {
  const rowOf = (pixel: number) => Math.floor(pixel / widthPx);
  let edge = [...pixels];
  for (let ring = 0; ring < rings && edge.length > 0; ring++) {
    const next: number[] = [];
    for (const pixel of edge) {
      for (const step of [-1, 1, -widthPx, widthPx]) {
        const beside = pixel + step;
        // The plate ends at its sides: the next index lies on the other one.
        if (Math.abs(step) === 1 && rowOf(beside) !== rowOf(pixel)) continue;
        if (pixels.has(beside) || !taken(beside)) continue;
        pixels.add(beside);
        next.push(beside);
      }
    }
    edge = next;
  }
}

/** Neighbours of a pixel, of eight, with which it joins a piece, and with which it leaves it. */
const JOINS = 5;
const LEAVES = 2;
const SMOOTH_PASSES = 2;

/** A piece without holes and stray pixels: those of most of its neighbours are what a pixel is. */
export function smoothPiece(piece: ReadonlySet<number>, widthPx: number): Set<number> {
  const steps = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => x + y * widthPx)).filter(Boolean);
  let now = new Set(piece);
  for (let pass = 0; pass < SMOOTH_PASSES; pass++) {
    const before = now;
    const inPiece = (pixel: number) => steps.filter((step) => before.has(pixel + step)).length;
    const beside = new Set([...before].flatMap((pixel) => steps.map((step) => pixel + step)));
    now = new Set(
      [...beside, ...before].filter((pixel) => {
        const count = inPiece(pixel);
        return before.has(pixel) ? count > LEAVES : count >= JOINS;
      }),
    );
  }
  return now;
}

/** A piece with what it encloses: holes from which no way of four neighbours leads out of its box. */
export function withoutHoles(piece: ReadonlySet<number>, widthPx: number): Set<number> {
  const { xPx, yPx, widthPx: across, heightPx: rows } = boxOfPixels(piece, widthPx);
  const box: number[] = [];
  for (let y = yPx; y < yPx + rows; y++) {
    for (let x = xPx; x < xPx + across; x++) box.push(y * widthPx + x);
  }
  const within = new Set(box);
  const isAtEdge = (pixel: number) => {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    return x === xPx || x === xPx + across - 1 || y === yPx || y === yPx + rows - 1;
  };
  const outside = new Set(box.filter((pixel) => isAtEdge(pixel) && !piece.has(pixel)));
  growPiece(outside, widthPx, (pixel) => within.has(pixel) && !piece.has(pixel));
  return new Set(box.filter((pixel) => !outside.has(pixel)));
}

/** The box of a plate around some of its pixels. */
export function boxOfPixels(pixels: Iterable<number>, widthPx: number): RectPx {
  let [left, right, top, foot] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0];
  for (const pixel of pixels) {
    const x = pixel % widthPx;
    const y = Math.floor(pixel / widthPx);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, foot] = [Math.min(top, y), Math.max(foot, y)];
  }
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: foot - top + 1 };
}

/**
 * Skin of one colour in the place of what is drawn on it, the light around its edges included.
 * @param piece its pixels
 * @param share01 how much of a pixel of the piece goes
 */
export function patchSkin(
  plate: Picture,
  piece: ReadonlySet<number>,
  skin: Rgb,
  iodPx: number,
  share01: (pixel: number) => number = () => 1,
): PixelChange {
  const { rgba, widthPx } = plate;
  const withRim = new Set(piece);
  const isSkin = (pixel: number) => !standsOut(colourOf(plate, pixel), skin);
  growPiece(withRim, widthPx, isSkin, HALO_IOD * iodPx);
  const pixels = [...withRim].sort((a, b) => a - b);
  const change = pixels.flatMap((pixel) => {
    const share = piece.has(pixel) ? share01(pixel) : 1;
    return skin.map((v, k) => share * (v - rgba[4 * pixel + k]));
  });
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}

/** Changes of places that share no pixel as one; undefined of none. */
export function joinChanges(changes: readonly PixelChange[]): PixelChange | undefined {
  if (changes.length === 0) return undefined;
  const places = changes
    .flatMap(({ pixels, change }) =>
      Array.from(pixels, (pixel, i) => ({ pixel, change: change.subarray(3 * i, 3 * i + 3) })),
    )
    .sort((a, b) => a.pixel - b.pixel);
  return {
    pixels: Uint32Array.from(places, ({ pixel }) => pixel),
    change: Float32Array.from(places.flatMap(({ change }) => Array.from(change))),
  };
}

/** Colour of a pixel of a plate. */
export function colourOf(plate: Picture, pixel: number): Rgb {
  const x = pixel % plate.widthPx;
  return pixelAt(plate, x + 0.5, Math.floor(pixel / plate.widthPx) + 0.5);
}
