import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_BROW,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  socketAt,
} from '../../../test/support/eye-socket.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Surface } from '../style/surface.ts';
import { evenLids } from './even-lids.ts';

const PLAIN: Surface = { edgePx: 2, lipEdgePx: 2, tilePx: 4, texture: new Float32Array(16) };

function evenAt(plate: Picture, x: number, y: number, surface = PLAIN, eye = SOCKET_EYE): number[] {
  const even = evenLids({
    ...{ plate, surface, iodPx: SOCKET_IOD },
    ...{ eyes: [eye], brows: [SOCKET_BROW] },
  });
  return socketAt(plate, even, x, y);
}

describe('evenLids', () => {
  it('evens out what differs along the lid, which would be streaks, but no fold', () => {
    const plate = drawSocket([170, 145, 128]);
    const folded = 70;
    for (let y = 60; y < 80; y++) {
      for (let x = 50; x < 110; x++) {
        const level = (y === folded || y === folded + 1 ? -30 : 0) + (x % 4 < 2 ? -25 : 25);
        for (let k = 0; k < 3; k++) plate.rgba[4 * (y * SOCKET_SIZE + x) + k] += level;
      }
    }
    const row = (y: number) => Array.from({ length: 24 }, (_, i) => evenAt(plate, 68 + i, y)[1]);
    const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(spread(row(66))).toBeLessThan(25);
    expect(mean(row(66)) - mean(row(folded))).toBeGreaterThan(15);
  });

  it('leaves lashes, the eye and the brow alone', () => {
    const plate = drawSocket([40, 40, 70]);
    for (const y of [86, 82, 56]) {
      for (let x = 70; x < 90; x++) plate.rgba[4 * (y * SOCKET_SIZE + x)] += x % 2 ? 40 : 0;
      const own = plate.rgba[4 * (y * SOCKET_SIZE + 80)];
      expect(Math.abs(evenAt(plate, 80, y)[0] - own)).toBeLessThan(4);
    }
  });

  it('leaves dark hair on the rim, and what is pale there goes', () => {
    const [x, y] = [80, 76];
    const marked = (level: number) => {
      const plate = drawSocket([170, 145, 128]);
      plate.rgba.fill(level, 4 * (y * SOCKET_SIZE + x), 4 * (y * SOCKET_SIZE + x) + 3);
      return evenAt(plate, x, y)[1] - level;
    };
    expect(Math.abs(marked(60))).toBeLessThan(12);
    expect(marked(230)).toBeLessThan(-40);
  });

  it('evens out the lids of a head that stands on its top as well', () => {
    const upright = drawSocket([170, 145, 128]);
    upright.rgba.fill(230, 4 * (64 * SOCKET_SIZE + 80), 4 * (64 * SOCKET_SIZE + 80) + 3);
    const turned = drawSocket([170, 145, 128]);
    for (let i = 0; i < SOCKET_SIZE ** 2; i++) {
      const from = 4 * (SOCKET_SIZE ** 2 - 1 - i);
      turned.rgba.set(upright.rgba.subarray(from, from + 4), 4 * i);
    }
    const eye = {
      ...SOCKET_EYE,
      centreXPx: SOCKET_SIZE - SOCKET_EYE.centreXPx,
      centreYPx: SOCKET_SIZE - SOCKET_EYE.centreYPx,
      alongX: -1,
    };
    expect(evenAt(upright, 80, 64)[1]).toBeLessThan(190);
    const there = [SOCKET_SIZE - 1 - 80, SOCKET_SIZE - 1 - 64] as const;
    expect(evenAt(turned, ...there, PLAIN, eye)[1]).toBeLessThan(190);
  });

  it('leaves the far eye of a turned head alone, whose lid may lie beside what is taken for it', () => {
    const plate = drawSocket([170, 145, 128]);
    plate.rgba.fill(20, 4 * (66 * SOCKET_SIZE + 80), 4 * (66 * SOCKET_SIZE + 81));
    const far = { ...SOCKET_EYE, halfWidthPx: 0.14 * SOCKET_IOD };
    expect(evenAt(plate, 80, 66)[1]).toBeGreaterThan(80);
    expect(evenAt(plate, 80, 66, PLAIN, far)[1]).toBe(20);
  });

  it('gives it the grain that the face has', () => {
    const texture = Float32Array.from({ length: 16 }, (_, i) => (i % 2 ? 0.1 : -0.1));
    const plate = drawSocket([190, 160, 142]);
    const grainy = (x: number) => evenAt(plate, x, 68, { ...PLAIN, texture })[1];
    expect(Math.abs(grainy(80) - grainy(81))).toBeGreaterThan(12);
  });
});
