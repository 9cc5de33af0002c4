import { describe, expect, it } from 'vitest';
import { createFaceState } from '../../expression/face-state.ts';
import { curveOf } from '../../math/curve.ts';
import { strengthIndex } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Slit } from '../slit.ts';
import { reddenRims } from './redden-rims.ts';

const SIZE = 200;
const IOD = 100;
const SKIN: Rgb = [200, 160, 140];
const RED: Rgb = [190, 100, 100];

/** An oval opening of half an IOD by .3 in the middle of the frame. */
const slit: Slit = {
  centreXPx: 100,
  centreYPx: 100,
  alongX: 1,
  alongY: 0,
  startPx: -25,
  endPx: 25,
  top: Float32Array.from({ length: 160 }, (_, i) => 15 * Math.sqrt(1 - (i / 79.5 - 1) ** 2)),
  bottom: Float32Array.from({ length: 160 }, (_, i) => -15 * Math.sqrt(1 - (i / 79.5 - 1) ** 2)),
  gapPx: 30,
};

const flat = (value: number) => curveOf(() => value);

interface Face {
  readonly lip?: Rgb;
  readonly chroma?: number;
  readonly style?: Rig['style'];
  readonly jaw?: number;
}

/** Paints a mouth into a frame of one colour; what lies `below` its lower rim by px. */
function around(ground: Rgb, { lip = RED, chroma = 60, style = 'photo', jaw = 1 }: Face = {}) {
  const frame = new Uint8ClampedArray(4 * SIZE * SIZE);
  for (let i = 0; i < frame.length; i += 4) frame.set([...ground, 255], i);
  const rig = {
    style,
    tone: { mouthSkin: SKIN, lip, chroma },
    pose: { iodPx: IOD },
    surface: { lipEdgePx: 2 },
    mouth: { upperOuter: flat(6), upper: flat(0), lower: flat(0), lowerOuter: flat(-10) },
  } as unknown as Rig;
  const state = createFaceState();
  for (const side of ['right', 'left'] as const) state.strengths[strengthIndex('AU26', side)] = jaw;
  reddenRims(rig, state, slit, { frame, widthPx: SIZE, heightPx: SIZE } as unknown as Kernels);
  return (x: number, belowRim: number): Rgb => {
    const rim = 15 * Math.sqrt(1 - (x / 25) ** 2);
    const i = 4 * (Math.round(100 + rim + belowRim) * SIZE + 100 + x);
    return [frame[i], frame[i + 1], frame[i + 2]];
  };
}

const redness = ([r, g]: Rgb) => r / g;

describe('the lips of a dropped jaw', () => {
  it('are red all around where they were bare skin', () => {
    const at = around(SKIN);
    for (const x of [-14, 0, 14]) {
      expect(redness(at(x, 3))).toBeGreaterThan(1.3 * redness(SKIN));
      // They end, and so does their red.
      expect(at(x, 20)).toEqual(SKIN);
    }
    // The upper lip as well, a little less: it is in shade.
    expect(redness(at(0, -33))).toBeGreaterThan(1.2 * redness(SKIN));
  });

  it('keep the red that they have', () => {
    expect(around(RED)(0, 3)).toEqual(RED);
  });

  it('get some where the picture’s are as pale as skin, but less', () => {
    const pale = redness(around(SKIN, { lip: SKIN })(0, 3));
    expect(pale).toBeGreaterThan(1.1 * redness(SKIN));
    expect(pale).toBeLessThan(redness(around(SKIN)(0, 3)));
  });

  it('stay as they are in grey pictures, in drawings, under hair, and while the jaw is shut', () => {
    const grey: Rgb = [160, 160, 160];
    expect(around(grey, { chroma: 0, lip: grey })(0, 3)).toEqual(grey);
    expect(around(SKIN, { style: 'drawing' })(0, 3)).toEqual(SKIN);
    const hair: Rgb = [60, 52, 48];
    expect(around(hair)(0, 3)).toEqual(hair);
    expect(around(SKIN, { jaw: 0.05 })(0, 3)).toEqual(SKIN);
  });
});
