import { curveOf } from '../../src/math/curve.ts';
import type { Picture } from '../../src/math/picture.ts';
import type { BrowBand } from '../../src/rig/eyes/brow-band.ts';
import type { EyeLine } from '../../src/rig/eyes/eye-shape.ts';
import type { PixelChange } from '../../src/rig/skin/pixel-change.ts';

export const SOCKET_SIZE = 160;
export const SOCKET_IOD = 100;
export const SOCKET_SKIN = [200, 170, 150] as const;
export const SOCKET_EYE: EyeLine = {
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

/** Hair of 10 px over that eye, `roomPx` above the middle of its lid. */
export function socketBrow(roomPx: number): BrowBand {
  return {
    side: 'left',
    middlePx: 0,
    halfLengthPx: 30,
    lower: curveOf(() => 8 + roomPx),
    upper: curveOf(() => 18 + roomPx),
  };
}

export const SOCKET_BROW = socketBrow(24);

/** Skin with a socket of a colour between the lid (y 82) and the brow (y 58). */
export function drawSocket(socket: readonly [number, number, number]): Picture {
  const rgba = new Uint8Array(4 * SOCKET_SIZE * SOCKET_SIZE).fill(255);
  for (let y = 0; y < SOCKET_SIZE; y++) {
    for (let x = 0; x < SOCKET_SIZE; x++) {
      const inSocket = x >= 50 && x < 110 && y >= 50 && y < 90;
      rgba.set(inSocket ? socket : SOCKET_SKIN, 4 * (y * SOCKET_SIZE + x));
    }
  }
  return { widthPx: SOCKET_SIZE, heightPx: SOCKET_SIZE, rgba };
}

/** Red, green and blue of a place with a change of the plate. */
export function socketAt(
  plate: Picture,
  change: PixelChange | undefined,
  x: number,
  y: number,
): number[] {
  const pixel = y * SOCKET_SIZE + x;
  const at = change ? change.pixels.indexOf(pixel) : -1;
  return [0, 1, 2].map(
    (k) => plate.rgba[4 * pixel + k] + (at < 0 ? 0 : (change?.change[3 * at + k] ?? 0)),
  );
}
