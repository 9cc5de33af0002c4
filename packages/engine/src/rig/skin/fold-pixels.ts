import { mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { type PlateGrid, readField } from '../plate-grid.ts';
import type { BandNode } from './fold-bands.ts';
import { measureLack, nodeOf, readLack, smoothLack } from './fold-lack.ts';
import { type MoleInput, withoutMoles } from './fold-moles.ts';
import { ALONG_STEPS, findTurns } from './fold-turns.ts';
import { DARKEST, type PixelChange } from './pixel-change.ts';

/** Over which way along a fold its depth is averaged, to either side: IOD, and at least px. */
const ALONG_IOD = 0.05;
const LEAST_ALONG_PX = 3;
/** Dark specks up to this depth, ln, are the skin's own. */
const GRAIN_DEPTH = 0.03;
/** No pixel gets brighter than what is wanted by more than this, ln: skin between hairs would sparkle. */
const BRIGHT_GRAIN = 0.04;
/** A core deeper than this is a hair, unless what lies along it lacks as much as the next says. */
const HAIR_CORE = [0.12, 0.3] as const;
const IN_LINE = [0.12, 0.3] as const;
/**
 * What of a fold is finer than this, IOD, goes wholly where as much of it is filled as the second
 * says: a valley may stay, but not the line in it, which only pressed skin has.
 */
const LINE_IOD = 0.05;
const LINE_GOES = [0.42, 0.62] as const;

/**
 * From what the nodes want to pixels: lines that are finer than the grid go, the skin's grain stays.
 * @param wanted ln of red, green and blue (plus DARKEST) at the nodes of the grid
 * @param shares f32[N], 0..1: how much of the way to what is wanted pixels go
 * @param corners of the mouth, frame px
 */
export function fillPixels(
  plate: Picture,
  grid: PlateGrid,
  iodPx: number,
  nodes: readonly BandNode[],
  wanted: readonly Float32Array[],
  shares: Float32Array,
  corners: MoleInput['corners'],
): PixelChange {
  const along = Math.max(LEAST_ALONG_PX, ALONG_IOD * iodPx);
  const all = measureLack(plate, grid, nodes, wanted, along);
  const turns = findTurns(grid, nodes, all, along);
  const lack = withoutMoles(all, { grid, iodPx, turns, corners });
  const valley = smoothLack(lack, Math.max(1, Math.round(LINE_IOD * iodPx)));
  const pixels: number[] = [];
  const change: number[] = [];
  const { widthPx, rgba } = plate;
  const sums = [0, 0, 0];
  for (let y = lack.y0; y < lack.y1; y++) {
    for (let x = lack.x0; x < lack.x1; x++) {
      const node = nodeOf(grid, x, y);
      if (shares[node] === 0) continue;
      const share = readField(grid, shares, x + 0.5, y + 0.5);
      const length = Math.hypot(turns[0][node], turns[1][node]);
      if (share === 0 || length === 0) continue;
      const dx = (along * turns[0][node]) / (length * ALONG_STEPS);
      const dy = (along * turns[1][node]) / (length * ALONG_STEPS);
      // A fold is a line: what it lacks is the same a little further along it; grain is not.
      sums.fill(0);
      for (let k = -ALONG_STEPS; k <= ALONG_STEPS; k++) {
        for (let j = 0; j < 3; j++) sums[j] += readLack(lack, j, x + k * dx, y + k * dy);
      }
      for (let j = 0; j < 3; j++) sums[j] /= 2 * ALONG_STEPS + 1;
      // The core of a line that bends lacks more than its surroundings, and more than grain does.
      const more = readLack(lack, 1, x, y) - sums[1];
      const hair = smoothstep(...HAIR_CORE, more) * (1 - smoothstep(...IN_LINE, sums[1]));
      const core = more > GRAIN_DEPTH ? ((more - GRAIN_DEPTH) / more) * (1 - hair) : 0;
      pixels.push(y * widthPx + x);
      const ofLine = mix(share, 1, smoothstep(...LINE_GOES, share));
      // Of its colour goes more than of its shade: red that lost its dark is a sore.
      const ofHue = Math.sqrt(share);
      const shade = readLack(valley, 1, x, y);
      for (let j = 0; j < 3; j++) {
        const level = rgba[4 * (y * widthPx + x) + j];
        const broad = readLack(valley, j, x, y);
        const line = sums[j] - broad + core * (readLack(lack, j, x, y) - sums[j]);
        const ofValley = share * shade + ofHue * (broad - shade);
        // Lighter than the valley around it, what is left of its line would be a bright thread.
        const left = ofLine * Math.max(0, broad - ofValley);
        const rise = Math.min(
          ofValley + ofLine * line,
          Math.max(0, readLack(lack, j, x, y) - left + BRIGHT_GRAIN),
        );
        change.push((level + DARKEST) * (Math.exp(rise) - 1));
      }
    }
  }
  return { pixels: Uint32Array.from(pixels), change: Float32Array.from(change) };
}
