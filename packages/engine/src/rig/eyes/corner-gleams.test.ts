import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  SOCKET_SKIN,
  socketAt,
} from '../../../test/support/eye-socket.ts';
import { fadeCornerGleams } from './corner-gleams.ts';

/** Green of a white dab in the plate, and of what it is faded to. */
function faded(x: number, y: number): number {
  const plate = drawSocket(SOCKET_SKIN);
  for (const dy of [0, 1]) {
    plate.rgba.fill(250, 4 * ((y + dy) * SOCKET_SIZE + x), 4 * ((y + dy) * SOCKET_SIZE + x + 2));
  }
  const change = fadeCornerGleams({ plate, eyes: [SOCKET_EYE], iodPx: SOCKET_IOD });
  return socketAt(plate, change, x, y)[1];
}

describe('fadeCornerGleams', () => {
  // The inner corner of a left eye is on the picture's left: x 59.
  it('takes a gleam at the inner corner back to the skin around it', () => {
    expect(faded(55, 92)).toBeCloseTo(SOCKET_SKIN[1], 0);
  });

  it('leaves what is light elsewhere, and the white of the eye', () => {
    for (const [x, y] of [
      [101, 92],
      [55, 110],
      [68, 89],
    ]) {
      expect(faded(x, y)).toBe(250);
    }
  });

  it('changes nothing on even skin', () => {
    const plate = drawSocket(SOCKET_SKIN);
    expect(fadeCornerGleams({ plate, eyes: [SOCKET_EYE], iodPx: SOCKET_IOD })).toBeUndefined();
  });
});
