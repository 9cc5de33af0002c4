import { describe, expect, it } from 'vitest';
import { SOCKET_EYE, SOCKET_IOD, SOCKET_SIZE } from '../../../test/support/eye-socket.ts';
import { createFaceState } from '../../expression/face-state.ts';
import { strengthIndex } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { grainLid } from './shut-lid.ts';

const LEVEL = 150;

/** A frame of one level with the grain of a lid that is so far down. */
function grained(shut01: number, lidSkin01 = 1): Uint8Array {
  const texture = Float32Array.from({ length: 64 }, (_, i) => (i % 2 ? 0.1 : -0.1));
  const surface = { edgePx: 2, lipEdgePx: 2, tilePx: 8, texture };
  const rig = { pose: { iodPx: SOCKET_IOD }, surface, lidCreaseIod: 0.05, shutLids: {} };
  const state = createFaceState();
  for (const side of ['right', 'left'] as const) {
    state.strengths[strengthIndex('AU43', side)] = shut01;
  }
  const rim = (at: number) => new Float32Array(160).fill(at);
  const slit = {
    ...{ centreXPx: 80, centreYPx: 90, alongX: 1, alongY: 0, startPx: -21, endPx: 21 },
    ...{ top: rim(8 - 13 * shut01), bottom: rim(-5), gapPx: 13 * (1 - shut01) },
  };
  const frame = new Uint8Array(4 * SOCKET_SIZE ** 2).fill(LEVEL);
  const out = { frame, widthPx: SOCKET_SIZE, heightPx: SOCKET_SIZE };
  grainLid(
    {
      ...{ rig: rig as unknown as Rig, state, eye: SOCKET_EYE, slit, restGapPx: 14 },
      texture: { lidSkin01 } as Parameters<typeof grainLid>[0]['texture'],
    },
    out as unknown as Kernels,
  );
  return frame;
}

describe('grainLid', () => {
  const spread = (frame: Uint8Array, y: number) => {
    const row = Array.from({ length: 16 }, (_, i) => frame[4 * (y * SOCKET_SIZE + 72 + i)]);
    return Math.max(...row) - Math.min(...row);
  };

  it('gives the skin of a shut lid the grain of the face, as strong as there', () => {
    expect(spread(grained(1), 86)).toBeGreaterThan(0.15 * LEVEL);
  });

  it('comes with the lid as that comes down', () => {
    expect(spread(grained(0), 80)).toBe(0);
    const half = spread(grained(0.3), 80);
    expect(half).toBeGreaterThan(4);
    expect(half).toBeLessThan(0.15 * LEVEL);
  });

  it('leaves what lies below the rim, and what is no skin', () => {
    expect(spread(grained(1), 97)).toBe(0);
    expect(spread(grained(1, 0), 86)).toBe(0);
  });
});
