import { describe, expect, it } from 'vitest';
import {
  socketBrow as brow,
  SOCKET_EYE as EYE,
  SOCKET_IOD as IOD_PX,
} from '../../../test/support/eye-socket.ts';
import { nodeXPx, nodeYPx, planGrid } from '../plate-grid.ts';
import { layGlassesHold, lidsFree01 } from './glasses-hold.ts';

const REACH = 90;
const { centreXPx: X, centreYPx: Y } = EYE;
const GRID = planGrid({ xPx: X - REACH, yPx: Y - REACH, widthPx: 2 * REACH, heightPx: 2 * REACH });
/** A rim around the eye, its upper edge so high over it, px. */
const RIM_TOP = 12;
const RIM = Float64Array.of(
  ...[X - 50, Y - RIM_TOP, X + 50, Y - RIM_TOP],
  ...[X + 50, Y + 40, X - 50, Y + 40, X - 50, Y - RIM_TOP],
);
const FRAME = { lines: [RIM], halfThicknessPx: 1, opaque: false };

/** How far nodes over the eye's middle count as being from the frame, by their height over it, px. */
function distances(bands: readonly ReturnType<typeof brow>[]) {
  const { nodes, raising } = layGlassesHold(GRID, FRAME, IOD_PX, [EYE], bands);
  const found = [...nodes].map((node, n) => ({
    aside: Math.abs(nodeXPx(GRID, node) - X),
    up: Y - nodeYPx(GRID, node),
    apart: raising[n]!,
  }));
  return found.filter(({ aside }) => aside < GRID.cellPx).sort((a, b) => a.up - b.up);
}

describe('glasses', () => {
  it('hold the hair of a brow that rises above them nearly as one piece', () => {
    const band = brow(25);
    const low = band.lower.values[band.lower.values.length >> 1]!;
    const high = band.upper.values[band.upper.values.length >> 1]!;
    const spread = (bands: readonly (typeof band)[]) => {
      const hair = distances(bands).filter(({ up }) => up >= low && up <= high);
      expect(hair.length).toBeGreaterThan(2);
      const apart = hair.map((node) => node.apart);
      return Math.max(...apart) - Math.min(...apart);
    };
    expect(spread([])).toBeGreaterThan(0.03);
    expect(spread([band])).toBeLessThan(0.4 * spread([]));
  });

  it('let the skin go little by little up to such a brow and above it, and hold what is seen through them', () => {
    const band = brow(25);
    const held = distances([band]);
    const outside = held.filter(({ up }) => up > RIM_TOP);
    outside.slice(1).forEach(({ apart }, i) => {
      expect(apart).toBeGreaterThanOrEqual(outside[i]!.apart - 1e-6);
    });
    const inside = (bands: readonly (typeof band)[]) =>
      distances(bands).filter(({ up }) => up < RIM_TOP);
    expect(inside([band])).toEqual(inside([]));
  });

  it('hold a brow that sinks by the distance of each hair: pushed together by more, skin would fold', () => {
    const held = (bands: readonly ReturnType<typeof brow>[]) =>
      layGlassesHold(GRID, FRAME, IOD_PX, [EYE], bands);
    expect(held([brow(25)]).distance).toEqual(held([]).distance);
    expect(held([brow(25)]).raising).not.toEqual(held([]).raising);
  });

  it('let both eyes shut as far as the one that they hold more: one that stays open is no blink', () => {
    const rim = (over: number, x = X) =>
      RIM.map((v, i) => (i % 2 ? (v === Y - RIM_TOP ? Y - over : v) : v + x - X));
    const far = { ...EYE, side: 'right' as const, centreXPx: X - 70 };
    const shuts = (over: number, beside = over) => {
      const lines = [rim(over), rim(beside, far.centreXPx)];
      return layGlassesHold(GRID, { ...FRAME, lines }, IOD_PX, [EYE, far]);
    };
    expect(shuts(40).shuts01).toBe(1);
    expect(shuts(10).shuts01).toBe(0);
    expect(shuts(40, 10).shuts01).toBe(0);
    expect(Math.max(...lidsFree01(shuts(40, 10), GRID))).toBe(0);
    expect(Math.max(...lidsFree01(shuts(40), GRID))).toBe(1);
  });

  it('let skin change its colour nearer to them than it moves freely, and nothing of themselves', () => {
    const lines = [RIM.map((v) => (v === Y - RIM_TOP ? Y - 40 : v))];
    const hold = layGlassesHold(GRID, { ...FRAME, lines }, IOD_PX, [EYE]);
    const free = lidsFree01(hold, GRID);
    const at = (apart: number) => {
      const found = [...hold.nodes].filter((_, n) => Math.abs(hold.distance[n]! - apart) < 0.006);
      return Math.max(...found.map((node) => free[node]!));
    };
    expect(at(0)).toBeLessThan(0.1);
    expect(at(0.05)).toBe(1);
  });
});
