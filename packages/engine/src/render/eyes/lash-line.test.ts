import { describe, expect, it } from 'vitest';
import { SOCKET_EYE, SOCKET_IOD } from '../../../test/support/eye-socket.ts';
import type { Rig } from '../../rig/rig.ts';
import { type LashLine, lashesAt, lashSigmaPx } from './lash-line.ts';

const SIGMA = lashSigmaPx(SOCKET_IOD);
const HALF = 21;

/** What the lashes of a shut lid take, and how warm they are, so far out along the eye and above the seam, px. */
function lashes(
  outwardsPx: number,
  abovePx: number,
  { soft = 1, edgePx = 100, side = SOCKET_EYE.side } = {},
): { taken: number; warm: number } {
  const rig = { pose: { iodPx: SOCKET_IOD }, surface: { edgePx } } as unknown as Rig;
  const line: LashLine = {
    ...{ rig, eye: { ...SOCKET_EYE, side }, soft },
    ...{ sigma: SIGMA, half: HALF },
  };
  const [taken, warm] = lashesAt(line, side === 'right' ? -outwardsPx : outwardsPx, abovePx);
  return { taken, warm };
}

describe('lashesAt', () => {
  it('are thicker and darker towards the temple, on both eyes alike', () => {
    for (const side of ['right', 'left'] as const) {
      const [outer, inner] = [15, -15].map((out) => lashes(out, 0, { side }).taken);
      expect(outer).toBeGreaterThan(1.4 * inner);
      const [outerEdge, innerEdge] = [15, -15].map((out) => lashes(out, SIGMA, { side }).taken);
      expect(outerEdge / outer).toBeGreaterThan(1.4 * (innerEdge / inner));
    }
  });

  it('fray out below the seam', () => {
    expect(lashes(12, -2 * SIGMA).taken).toBeGreaterThan(2 * lashes(12, 2 * SIGMA).taken);
  });

  it('stand in tufts, unless the picture is too soft to show any', () => {
    const spread = (edgePx: number) => {
      const taken = Array.from({ length: 40 }, (_, i) => lashes(8 + i / 8, 0, { edgePx }).taken);
      return Math.max(...taken) - Math.min(...taken);
    };
    expect(spread(2)).toBeGreaterThan(spread(100) + 0.1);
    expect(spread(100)).toBeLessThan(0.05);
  });

  it('are an even stroke on a lid that has no skin, and warm only on one that has', () => {
    const drawn = [-15, 0, 15].map((out) => lashes(out, SIGMA, { soft: 0, edgePx: 2 }));
    expect(new Set(drawn.map(({ taken }) => taken)).size).toBe(1);
    expect(drawn[0].warm).toBe(0);
    expect(lashes(0, 0).warm).toBeGreaterThan(0.5);
  });
});
