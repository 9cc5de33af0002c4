import { mix } from '../../math/easing.ts';
import { type PenPath, penReader } from '../../math/pen-path.ts';
import { wholeOf } from '../../math/points.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { type Slit, slitRect } from '../slit.ts';

/**
 * Draws lines of one colour over the frame.
 * @param axes of the slit in which the paths are given, px along and up
 * @param share01 how much of them is seen
 */
export function inkPaths(
  axes: Pick<Slit, 'centreXPx' | 'centreYPx' | 'alongX' | 'alongY'>,
  paths: readonly PenPath[],
  colour: Rgb,
  share01: number,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const margin = 2 + Math.max(...paths.flatMap(({ radii }) => Array.from(radii)));
  const bounds = wholeOf(out);
  const heights = paths.flatMap(({ ys }) => Array.from(ys));
  const ends = paths.flatMap(({ xs }) => [xs[0], xs[xs.length - 1]]);
  const rect = slitRect(
    axes,
    Math.min(...ends) - margin,
    Math.max(...ends) + margin,
    Math.min(...heights) - margin,
    Math.max(...heights) + margin,
    bounds,
  );
  const readers = paths.map(penReader);
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - axes.centreXPx;
      const dy = y + 0.5 - axes.centreYPx;
      const along = dx * axes.alongX + dy * axes.alongY;
      const up = dx * axes.alongY - dy * axes.alongX;
      let line = 0;
      for (const read of readers) line = Math.max(line, read(along, up));
      if (line === 0) continue;
      const i = 4 * (y * out.widthPx + x);
      for (let k = 0; k < 3; k++) {
        out.frame[i + k] = Math.round(mix(out.frame[i + k], colour[k], share01 * line));
      }
    }
  }
}
