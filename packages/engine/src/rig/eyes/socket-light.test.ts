import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_BROW,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  SOCKET_SKIN,
  socketAt,
} from '../../../test/support/eye-socket.ts';
import type { Picture } from '../../math/picture.ts';
import { lightSockets } from './socket-light.ts';

function litAt(plate: Picture, x: number, y: number): number[] {
  const lit = lightSockets({
    plate,
    eyes: [SOCKET_EYE],
    brows: [SOCKET_BROW],
    iodPx: SOCKET_IOD,
    tone: { skin: SOCKET_SKIN },
  });
  return socketAt(plate, lit, x, y);
}

describe('lightSockets', () => {
  it('takes a dark blue socket most of the way to the skin, in colour as well', () => {
    const [red, green, blue] = litAt(drawSocket([40, 40, 70]), 80, 68);
    expect(red).toBeGreaterThan(100);
    for (const [k, value] of [red, green, blue].entries())
      expect(value).toBeLessThan(SOCKET_SKIN[k]);
    expect(red / blue).toBeGreaterThan(0.9);
  });

  it('leaves lit sockets, lashes, the eye and the brow alone', () => {
    const lit = drawSocket([190, 160, 142]);
    expect(litAt(lit, 80, 68)).toEqual([190, 160, 142]);
    const dark = drawSocket([40, 40, 70]);
    for (const [x, y] of [
      [80, 86],
      [80, 82],
      [80, 56],
      [130, 70],
    ]) {
      const own = [0, 1, 2].map((k) => dark.rgba[4 * (y * SOCKET_SIZE + x) + k]);
      litAt(dark, x, y).forEach((value, k) => {
        expect(Math.abs(value - own[k])).toBeLessThan(4);
      });
    }
  });
});
