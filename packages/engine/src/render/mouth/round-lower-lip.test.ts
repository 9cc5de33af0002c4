import { describe, expect, it } from 'vitest';
import { createFaceState } from '../../expression/face-state.ts';
import { curveOf } from '../../math/curve.ts';
import { strengthIndex } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Slit } from '../slit.ts';
import { roundLowerLip } from './round-lower-lip.ts';

const SIZE = 200;
/** Half the height of an opening of half an IOD by .3, by its share of the way. */
const RIM = Float32Array.from({ length: 160 }, (_, i) => 15 * Math.sqrt(1 - (i / 79.5 - 1) ** 2));
const slit: Slit = {
  ...{ centreXPx: 100, centreYPx: 100, alongX: 1, alongY: 0, startPx: -25, endPx: 25 },
  top: RIM,
  bottom: RIM.map((height) => -height),
  gapPx: 30,
};

interface Face {
  readonly ground?: number | readonly [red: number, green: number, blue: number];
  /** Which of red, green and blue is asked for. */
  readonly channel?: 0 | 1 | 2;
  readonly style?: Rig['style'];
  readonly jaw?: number;
}

/** Light of the frame's middle column so far below the mouth's middle, px; up is negative. */
function lightAt(face: Face = {}): (down: number) => number {
  const { ground = 120, channel = 1, style = 'photo', jaw = 1 } = face;
  const pixel = typeof ground === 'number' ? [ground, ground, ground] : ground;
  const frame = Uint8ClampedArray.from({ length: 4 * SIZE * SIZE }, (_, i) => pixel[i % 4] ?? 255);
  const curve = (value: number) => curveOf(() => value);
  const rig = {
    style,
    tone: { highlightLuma: 230 },
    shadowTint: [0.8, 1, 1.1],
    pose: { iodPx: 100 },
    mouth: { lower: curve(0), lowerOuter: curve(-10) },
  } as unknown as Rig;
  const state = createFaceState();
  for (const side of ['right', 'left'] as const) state.strengths[strengthIndex('AU26', side)] = jaw;
  roundLowerLip(rig, state, slit, { frame, widthPx: SIZE, heightPx: SIZE } as unknown as Kernels);
  return (down) => frame[4 * ((100 + down) * SIZE + 100) + channel];
}

describe('the lower lip of a dropped jaw', () => {
  it('is round: in the light, over a shade, and nothing else is', () => {
    const at = lightAt();
    expect(at(15 + 4)).toBeGreaterThan(1.09 * 120);
    expect(at(15 + 13)).toBeLessThan(0.9 * 120);
    expect(at(-(15 + 2))).toBe(120);
    expect(at(15 + 40)).toBe(120);
  });

  it('gets no brighter than the face’s highlights, and less the nearer it is to those', () => {
    expect(lightAt({ ground: 229 })(15 + 4)).toBeLessThan(231);
    const gain = (ground: number) => lightAt({ ground })(15 + 4) / ground;
    expect(gain(200)).toBeLessThan(gain(120) - 0.03);
  });

  it('shines as wet things do: in the light, a red lip is less red', () => {
    const ground = [150, 75, 60] as const;
    const [red, , blue] = ([0, 1, 2] as const).map((channel) =>
      lightAt({ ground, channel })(15 + 4),
    );
    expect(red).toBeGreaterThan(160);
    expect(red / blue).toBeLessThan(0.96 * (150 / 60));
  });

  it('stays as it is in drawings and while the jaw is shut', () => {
    for (const face of [{ style: 'drawing' }, { jaw: 0.05 }] as const) {
      expect(lightAt(face)(15 + 4)).toBe(120);
    }
  });
});
