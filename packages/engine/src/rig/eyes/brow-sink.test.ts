import { describe, expect, it } from 'vitest';
import {
  socketBrow as brow,
  SOCKET_EYE as EYE,
  SOCKET_IOD as IOD_PX,
} from '../../../test/support/eye-socket.ts';
import { readCurve } from '../../math/curve.ts';
import { type Displacement, displaceByUnit } from '../unit-displacement.ts';
import { heightByBrow } from './brow-lift.ts';
import { browSink, heightBelowSinking, sinkAt } from './brow-sink.ts';

describe('brows', () => {
  it('come down as far as the skin below gives way, each part for itself', () => {
    // Above the inner corner, on the left of this eye, there are 8 px more than over its middle.
    const sink = (room: number) => browSink([EYE], [brow(room)], IOD_PX);
    const at = (room: number, t: number) =>
      sinkAt(sink(room), EYE, { alongPx: t * EYE.halfWidthPx, upPx: 0 });
    expect(at(6, -1)).toBeGreaterThan(at(6, 0) + 0.3);
    expect(at(6, 0)).toBeLessThan(at(9, 0));
    expect(at(0, 0)).toBeGreaterThan(0.2);
    expect(at(25, 0)).toBeCloseTo(1, 6);
    expect(at(25, -1)).toBeCloseTo(1, 6);
  });

  it('push the skin over the eye together evenly, the upper lid gives way, and the lower one stays', () => {
    const out: Displacement = { out: 0, up: 0 };
    const down = (alongPx: number, upPx: number) => {
      const height = heightBelowSinking(EYE, brow(18), { alongPx, upPx }, IOD_PX);
      displaceByUnit('AU4', 0.3, upPx / IOD_PX, { s: 2, h: 1 }, false, out, height);
      return -out.up;
    };
    for (const t of [-0.5, 0, 0.5]) {
      const along = t * EYE.halfWidthPx;
      const [top, low] = [readCurve(EYE.upper, t), readCurve(EYE.lower, t)];
      const hair = down(along, 31);
      expect(down(along, top) / hair).toBeCloseTo(0.36, 2);
      expect(down(along, (top + 26) / 2) / hair).toBeCloseTo((1 + 0.36) / 2, 2);
      expect(down(along, Math.min(low, top - 15)) / hair).toBeLessThan(0.01);
    }
    // Beside the eye the skin gives way as everywhere else, and there is no step on the way there.
    const beyond = { alongPx: 1.8 * EYE.halfWidthPx, upPx: 5 };
    expect(heightBelowSinking(EYE, brow(18), beyond, IOD_PX)).toBe(
      heightByBrow(brow(18), beyond, IOD_PX),
    );
    for (let along = -40; along < 40; along += 0.5) {
      for (const upPx of [-10, 0, 4, 12, 20]) {
        expect(Math.abs(down(along + 0.5, upPx) - down(along, upPx))).toBeLessThan(0.004);
      }
    }
  });
});
