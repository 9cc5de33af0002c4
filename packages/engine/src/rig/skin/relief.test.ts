import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { ACTION_UNITS, strengthIndex } from '../action-units.ts';
import { chartFace } from '../head/head-field.ts';
import { planGrid } from '../plate-grid.ts';
import type { FaceTone } from './face-tone.ts';
import { RELIEFS, reliefAt, reliefBounds } from './relief.ts';
import { buildShading } from './shading.ts';

const drawn = ACTION_UNITS.filter(
  (unit) => RELIEFS[unit].furrows.length + RELIEFS[unit].bulges.length > 0,
);

describe.each(drawn)('the relief of %s', (unit) => {
  const relief = RELIEFS[unit];

  it('has broad furrows of skin depth: narrow ones read as scars', () => {
    for (const { sigma, depth, path } of relief.furrows) {
      expect(sigma).toBeGreaterThanOrEqual(0.024);
      expect(sigma).toBeLessThan(0.1);
      expect(depth).toBeGreaterThan(0);
      expect(depth).toBeLessThan(0.05);
      expect(path.length % 2 === 0 && path.length >= 4).toBe(true);
      expect(path.every(Number.isFinite)).toBe(true);
    }
  });

  it('is flat outside its box and never steep', () => {
    const [a0, a1, v0, v1] = reliefBounds(relief);
    let steepest = 0;
    for (let a = 0; a < 1.6; a += 0.05) {
      for (let v = -2; v < 1.4; v += 0.05) {
        const { height, furrow } = reliefAt(relief, a, v);
        expect(furrow).toBeLessThanOrEqual(0);
        if (a < a0 || a > a1 || v < v0 || v > v1) {
          expect(Math.abs(height)).toBeLessThan(0.0008);
        }
        const beside = reliefAt(relief, a + 0.004, v).height;
        const above = reliefAt(relief, a, v + 0.004).height;
        steepest = Math.max(steepest, Math.hypot(beside - height, above - height) / 0.004);
      }
    }
    // A slope of 1 is 45°: skin folds are far softer at the scale that is drawn.
    expect(steepest).toBeLessThan(0.9);
  });
});

const grid = planGrid({ xPx: 0, yPx: 0, widthPx: 320, heightPx: 320 });
const landmarks = poseHead();
const { chartX, chartY } = chartFace(grid, landmarks);
const faceWeight = new Float32Array(grid.columns * grid.rows).fill(1);

function shade(lightX: number, lightY: number, yawRadians = 0) {
  const tone = { lightX, lightY } as FaceTone;
  return buildShading({ grid, chartX, chartY, faceWeight, iodPx: 60, tone }, { yawRadians });
}

describe('buildShading', () => {
  const bases = shade(0.4, 0.8);

  it('gives one basis for each side of each unit, none where the skin stays smooth', () => {
    expect(bases).toHaveLength(2 * ACTION_UNITS.length);
    for (const unit of ACTION_UNITS) {
      for (const side of ['right', 'left'] as const) {
        const basis = bases[strengthIndex(unit, side)];
        expect(basis !== undefined, unit).toBe(drawn.includes(unit));
      }
    }
  });

  it('stays within an e-fold of light at strength 1 and fades out at its box', () => {
    for (const basis of bases) {
      if (!basis) continue;
      const { columns, rows, logGain } = basis;
      expect(logGain).toHaveLength(columns * rows);
      for (const v of logGain) expect(Math.abs(v)).toBeLessThan(1);
      for (let c = 0; c < columns; c++) {
        expect(Math.abs(logGain[c])).toBeLessThan(0.06);
        expect(Math.abs(logGain[(rows - 1) * columns + c])).toBeLessThan(0.06);
      }
    }
  });

  it('keeps each side to its own half of the face', () => {
    for (const unit of drawn) {
      for (const side of ['right', 'left'] as const) {
        const basis = bases[strengthIndex(unit, side)]!;
        for (let r = 0; r < basis.rows; r++) {
          for (let c = 0; c < basis.columns; c++) {
            if (basis.logGain[r * basis.columns + c] === 0) continue;
            const x = chartX[(basis.row + r) * grid.columns + basis.column + c];
            expect(side === 'left' ? x : -x).toBeGreaterThan(-0.25);
          }
        }
      }
    }
  });

  it('is mirrored where the light comes from straight above', () => {
    const even = shade(0, 0.8);
    for (const unit of drawn) {
      const sum = (side: 'right' | 'left') =>
        even[strengthIndex(unit, side)]!.logGain.reduce((total, v) => total + Math.abs(v), 0);
      expect(sum('right') / sum('left')).toBeCloseTo(1, 1);
    }
  });

  it('darkens the furrow between the brows and the fold of a smile', () => {
    const darkest = (unit: 'AU4' | 'AU12' | 'AU9') =>
      Math.min(...bases[strengthIndex(unit, 'left')]!.logGain);
    for (const unit of ['AU4', 'AU12', 'AU9'] as const) {
      expect(darkest(unit)).toBeLessThan(-0.05);
    }
  });

  it('leaves no bruise in hard light from one side, and a cheek its shade in soft light', () => {
    const darkest = (lightX: number, lightY: number) => {
      const cheek = shade(lightX, lightY)[strengthIndex('AU6', 'left')];
      return Math.min(...(cheek?.logGain ?? []));
    };
    // More of it was called a brown or grey patch on the cheek (it was -.17).
    expect(darkest(-0.9, 0.2)).toBeGreaterThan(-0.15);
    expect(darkest(-0.9, 0.2)).toBeLessThan(-0.1);
    expect(darkest(-0.1, 0)).toBeLessThan(-0.05);
  });

  it('is fainter beside the nose of a head that turns away, and there alone', () => {
    const most = (yaw: number, unit: (typeof ACTION_UNITS)[number]) =>
      Math.max(...(shade(0.4, 0.8, yaw)[strengthIndex(unit, 'left')]?.logGain ?? []).map(Math.abs));
    for (const unit of ['AU9', 'AU10'] as const) {
      expect(most(-0.55, unit)).toBeLessThan(0.8 * most(0, unit));
      expect(most(0.55, unit)).toBeLessThan(0.4 * most(0, unit));
    }
    expect(most(0.55, 'AU6')).toBe(most(0, 'AU6'));
  });

  it('changes nothing where the face may not move', () => {
    const still = buildShading(
      {
        grid,
        chartX,
        chartY,
        faceWeight: new Float32Array(faceWeight.length),
        iodPx: 60,
        tone: { lightX: 0.4, lightY: 0.8 } as FaceTone,
      },
      { yawRadians: 0 },
    );
    expect(still.every((basis) => basis === undefined)).toBe(true);
  });
});
