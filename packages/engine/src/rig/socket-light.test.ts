import { describe, expect, it } from 'vitest';
import { curveOf } from '../math/curve.ts';
import type { Picture } from '../math/picture.ts';
import type { EyeLine } from './eye-shape.ts';
import type { FaceTone } from './face-tone.ts';
import type { PlateGrid } from './plate-grid.ts';
import { lightSockets } from './socket-light.ts';

const SIZE = 160;
const IOD = 100;
const grid: PlateGrid = { columns: 81, rows: 81, cellPx: 2, originXPx: 0, originYPx: 0 };
const tone = { skin: [180, 180, 180] } as unknown as FaceTone;
const eye: EyeLine = {
  side: 'left',
  centreXPx: 80,
  centreYPx: 90,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 21,
  upper: curveOf((t) => 8 * (1 - t * t)),
  lower: curveOf((t) => -6 * (1 - t * t)),
  gapPx: 14,
  browGapPx: 24,
  iris: { xPx: 80, yPx: 89, radiusPx: 9 },
  open01: 1,
};

/** Skin with a grey socket between the lid (y 82) and the brow (y 58). */
function face(socket: number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(180);
  for (let y = 50; y < 100; y++) {
    for (let x = 50; x < 110; x++) rgba.fill(socket, 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

function liftAt(picture: Picture, x: number, y: number): number {
  const box = lightSockets(picture, grid, [eye], IOD, tone);
  const c = x / grid.cellPx - (box?.column ?? 0);
  const r = y / grid.cellPx - (box?.row ?? 0);
  if (!box || c < 0 || r < 0 || c >= box.columns || r >= box.rows) return 0;
  return box.logGain[r * box.columns + c];
}

describe('lightSockets', () => {
  it('lightens a dark socket, never beyond the skin around it', () => {
    const dark = face(60);
    const lift = liftAt(dark, 80, 70);
    expect(lift).toBeGreaterThan(0.2);
    expect(60 * Math.exp(lift)).toBeLessThan(180);
  });

  it('leaves lit sockets, the eye and the brow alone', () => {
    expect(lightSockets(face(175), grid, [eye], IOD, tone)).toBeUndefined();
    for (const [x, y] of [
      [80, 90],
      [80, 50],
      [130, 70],
    ]) {
      expect(liftAt(face(60), x, y)).toBeLessThan(0.02);
    }
  });
});
