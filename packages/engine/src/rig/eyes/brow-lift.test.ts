import { describe, expect, it } from 'vitest';
import {
  socketBrow as brow,
  SOCKET_EYE as EYE,
  SOCKET_IOD as IOD_PX,
} from '../../../test/support/eye-socket.ts';
import { type Displacement, displaceByUnit } from '../unit-displacement.ts';
import { browRise, heightByBrow, lidHold } from './brow-lift.ts';

describe('brows', () => {
  it('go up by less the less skin there is to unfold below them', () => {
    const travel = (unit: 'AU1' | 'AU2', room: number) =>
      browRise(unit, [EYE], [brow(room)], IOD_PX);
    for (const unit of ['AU1', 'AU2'] as const) {
      expect(travel(unit, 9)).toBeLessThan(0.8);
      expect(travel(unit, 25)).toBe(1);
    }
    expect(travel('AU1', 14)).toBeLessThan(travel('AU1', 18));
    expect(browRise('AU12', [EYE], [brow(5)], IOD_PX)).toBe(1);
  });

  it('that are set high have less way left, and stand higher all the same', () => {
    const stands = (roomIod: number) =>
      roomIod + 0.14 * browRise('AU1', [EYE], [brow(roomIod * IOD_PX)], IOD_PX);
    expect(browRise('AU1', [EYE], [brow(0.36 * IOD_PX)], IOD_PX)).toBeLessThan(0.75);
    for (let room = 0.1; room < 0.5; room += 0.02) {
      expect(stands(room + 0.02)).toBeGreaterThan(stands(room));
    }
  });

  it.each(['AU1', 'AU2', 'AU4', 'AU9'] as const)(
    'move as one piece across their hair in %s',
    (unit) => {
      const out: Displacement = { out: 0, up: 0 };
      // High on the forehead, where the face's own chart would take them apart.
      const band = brow(40);
      for (const alongPx of [-25, 0, 25]) {
        const ways = [48, 53, 58].map((upPx) => {
          const height = heightByBrow(band, { alongPx, upPx }, IOD_PX);
          displaceByUnit(unit, 0.5, upPx / IOD_PX, { s: 2, h: 1 }, false, out, height);
          return [out.out, out.up];
        });
        for (const way of ways) {
          expect(way[0]).toBeCloseTo(ways[0][0], 5);
          expect(way[1]).toBeCloseTo(ways[0][1], 5);
        }
      }
    },
  );

  it('draw out the skin above a crease, and hardly the lid below it', () => {
    // Rows between the rim, 8, and the brow, 33; the crease lies at 16.
    const heldAt = (upPx: number, crease: number) =>
      lidHold(EYE, brow(25), { alongPx: 0, upPx }, IOD_PX, crease);
    expect(heldAt(16, 0.08)).toBeGreaterThan(0.88);
    expect(heldAt(16, 0)).toBeLessThan(0.85);
    for (const crease of [0, 0.08]) {
      expect(heldAt(8, crease)).toBeCloseTo(1, 6);
      expect(heldAt(33, crease)).toBeCloseTo(0, 6);
    }
    let before = 1;
    for (let upPx = 9; upPx <= 33; upPx++) {
      expect(heldAt(upPx, 0.08)).toBeLessThanOrEqual(before);
      before = heldAt(upPx, 0.08);
    }
  });
});
