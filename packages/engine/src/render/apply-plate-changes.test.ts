import { describe, expect, it } from 'vitest';
import { createFaceState } from '../expression/face-state.ts';
import { type ActionUnit, strengthIndex } from '../rig/action-units.ts';
import type { PlateChange } from '../rig/plate-changes.ts';
import type { Rig } from '../rig/rig.ts';
import { applyPlateChanges, lidsShut01 } from './apply-plate-changes.ts';

const DARK = 50;
const HEALS = 100;

type Units = Partial<Record<ActionUnit, number>>;

function stateUnder(units: Units) {
  const state = createFaceState();
  for (const [unit, strength] of Object.entries(units)) {
    for (const side of ['right', 'left'] as const)
      state.strengths[strengthIndex(unit as ActionUnit, side)] = strength ?? 0;
  }
  return state;
}

/** Level of the one pixel of a change of the plate under some units. */
function pixelUnder(change: PlateChange, units: Units, style: Rig['style'] = 'photo') {
  const plate = { rgba: new Uint8Array([DARK, DARK, DARK, 255]), widthPx: 1, heightPx: 1 };
  const pixel = {
    pixels: new Uint32Array([0]),
    change: new Float32Array([HEALS, HEALS, HEALS]),
  };
  const out = plate.rgba.slice();
  applyPlateChanges(
    { face: plate, ownFolds: [], [change]: pixel, style } as unknown as Rig,
    stateUnder(units),
    out,
  );
  return out[0];
}

const markUnder = (units: Units, style?: Rig['style']) => pixelUnder('cornerMarks', units, style);

describe('the marks beside the corners of a mouth', () => {
  it('stay on a mouth that is shut', () => {
    expect(markUnder({})).toBe(DARK);
    expect(markUnder({ AU20: 0.3 })).toBe(DARK);
  });

  it('go where lips are stretched and parted, and in part where the jaw drops to a ring', () => {
    const stretched = markUnder({ AU26: 0.5, AU20: 0.8 });
    const ring = markUnder({ AU26: 0.9 });
    expect(stretched).toBeGreaterThan(DARK + 0.9 * HEALS);
    expect(ring).toBeGreaterThan(DARK + 0.3 * HEALS);
    expect(ring).toBeLessThan(DARK + 0.6 * HEALS);
  });

  it('go from a drawing altogether: the ends of a line would hang in the air', () => {
    expect(markUnder({ AU26: 0.9 }, 'drawing')).toBe(DARK + HEALS);
  });
});

describe('lids that shut', () => {
  const shut = (units: Units) => lidsShut01(stateUnder(units));

  it('get skin little by little as they come down, all of it before they meet', () => {
    expect(shut({})).toBe(0);
    expect(shut({ AU43: 0.05 })).toBeLessThan(0.03);
    expect(shut({ AU43: 0.3 })).toBeGreaterThan(0.3);
    expect(shut({ AU43: 0.7 })).toBe(1);
  });

  it('are evened out by one of two changes where brows are raised as well', () => {
    const raised = { AU1: 1, AU2: 1 };
    expect(pixelUnder('evenLids', raised)).toBe(DARK + HEALS);
    expect(pixelUnder('evenLids', { ...raised, AU43: 1 })).toBe(DARK);
    expect(pixelUnder('shutLids', { ...raised, AU43: 1 })).toBe(DARK + HEALS);
  });

  it('get some of it where they droop, none where they are raised', () => {
    expect(shut({ AU41: 0.7 })).toBeGreaterThan(0.2);
    expect(shut({ AU41: -0.7, AU43: -0.2 })).toBe(0);
  });
});

describe('gleams at the inner corners of eyes', () => {
  it('go where eyes narrow in anger and disgust, and stay in smiles', () => {
    expect(pixelUnder('cornerGleams', { AU7: 0.7 })).toBe(DARK + HEALS);
    expect(pixelUnder('cornerGleams', { AU9: 0.7 })).toBe(DARK + HEALS);
    expect(pixelUnder('cornerGleams', { AU6: 1, AU12: 1 })).toBe(DARK);
  });
});
