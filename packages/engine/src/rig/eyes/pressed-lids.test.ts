import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_BROW,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  socketAt,
} from '../../../test/support/eye-socket.ts';
import type { Picture } from '../../math/picture.ts';
import { pressLids } from './pressed-lids.ts';

const LID: [number, number, number] = [170, 145, 128];

function press(plate: Picture, edgePx = 4) {
  const face = { plate, iodPx: SOCKET_IOD, eyes: [SOCKET_EYE], brows: [SOCKET_BROW] };
  return pressLids({ ...face, edgePx });
}

/** A lid on whose rows the traces of compression lie. */
function noisy(): Picture {
  const plate = drawSocket(LID);
  for (let y = 50; y < 90; y++) {
    for (let x = 40; x < 120; x++) {
      for (let k = 0; k < 3; k++) plate.rgba[4 * (y * SOCKET_SIZE + x) + k] += y % 4 < 2 ? 15 : -15;
    }
  }
  return plate;
}

describe('pressLids', () => {
  it('blurs a lid across, so that no crisp line is left of it when a brow sinks', () => {
    const plate = noisy();
    const rows = [66, 67, 68, 69, 70, 71, 72, 73];
    const levels = rows.map((y) => socketAt(plate, press(plate), 80, y)[1]);
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(10);
  });

  it('leaves folds that run down the lid, and what is even', () => {
    const plain = drawSocket(LID);
    const at = (plate: Picture, x: number) => socketAt(plate, press(plate), x, 70)[1];
    expect(Math.abs(at(plain, 80) - LID[1])).toBeLessThan(3);
    const down = drawSocket(LID);
    for (let y = 50; y < 90; y++) down.rgba[4 * (y * SOCKET_SIZE + 80) + 1] -= 30;
    expect(at(down, 84) - at(down, 80)).toBeGreaterThan(25);
  });

  it('blurs a sharp picture less', () => {
    const plate = noisy();
    const spread = (edgePx: number) => {
      const levels = [68, 69, 70, 71].map((y) => socketAt(plate, press(plate, edgePx), 80, y)[1]);
      return Math.max(...levels) - Math.min(...levels);
    };
    expect(spread(0.7)).toBeGreaterThan(spread(4) + 5);
  });
});
