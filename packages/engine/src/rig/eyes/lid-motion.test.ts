import { describe, expect, it } from 'vitest';
import { bareFace } from '../../../test/support/bare-face.ts';
import { poseHead } from '../../../test/support/posed-head.ts';
import { readCurve } from '../../math/curve.ts';
import { ACTION_UNITS, type ActionUnit } from '../action-units.ts';
import type { DeformationInput } from '../basis.ts';
import { shapePlainEye } from '../drawing/drawn-eye.ts';
import { createLayerDraft, type LayerDraft } from '../field-box.ts';
import { nodeXPx, nodeYPx, readPair } from '../plate-grid.ts';
import { type EyeLine, eyePoint, type PlainEye } from './eye-shape.ts';
import { addLids } from './lid-motion.ts';

const IOD = 90;
const SIZE = 360;
const FACE = bareFace(poseHead({ iodPx: IOD, xPx: 180, yPx: 150 }), SIZE);
const LIDDED = ['AU5', 'AU6', 'AU7', 'AU41', 'AU43'] as const;

function withEyes(change: Partial<EyeLine>, face = FACE): DeformationInput {
  return { ...face, eyes: face.eyes.map((eye) => ({ ...eye, ...change })) };
}

function lids(unit: ActionUnit, face: DeformationInput, side = 0): LayerDraft {
  const draft = createLayerDraft(face.grid);
  addLids(face, face.eyes[side], unit, draft);
  return draft;
}

/** What a unit leaves of the gap in the middle of an eye, share. */
function gapLeft(unit: ActionUnit, face: DeformationInput): number {
  const [eye] = face.eyes;
  const { upper, lower } = lids(unit, face);
  const moved = (field: Float32Array, rim: number) => {
    const d = new Float64Array(2);
    readPair(face.grid, field, ...eyePoint(eye, 0, rim), d);
    return rim + d[0] * eye.alongY - d[1] * eye.alongX;
  };
  const [top, low] = [readCurve(eye.upper, 0), readCurve(eye.lower, 0)];
  return (moved(upper, top) - moved(lower, low)) / (top - low);
}

/** An eye as tall as it is broad, times `ratio`. */
function roundEyes(ratio: number): DeformationInput {
  const [{ halfWidthPx }] = FACE.eyes;
  const half = ratio * halfWidthPx;
  const values = Float32Array.from({ length: 41 }, (_, i) => half * (1 - ((i - 20) / 20) ** 2));
  return withEyes({
    upper: { values },
    lower: { values: values.map((v) => -v) },
    gapPx: 2 * half,
  });
}

describe('addLids', () => {
  it('opens, narrows and shuts an eye, and moves nothing for units without lids', () => {
    expect(gapLeft('AU5', FACE)).toBeGreaterThan(1.1);
    for (const unit of ['AU6', 'AU7', 'AU41'] as const) {
      expect(gapLeft(unit, FACE)).toBeLessThan(0.99);
      expect(gapLeft(unit, FACE)).toBeGreaterThan(0.4);
    }
    expect(Math.abs(gapLeft('AU43', FACE))).toBeLessThan(0.1);
    for (const unit of ACTION_UNITS) {
      if (LIDDED.some((lidded) => lidded === unit)) continue;
      const { upper, lower, firstRow, lastRow } = lids(unit, FACE);
      expect(firstRow).toBeGreaterThan(lastRow);
      for (const layer of [upper, lower]) expect(layer.every((d) => d === 0)).toBe(true);
    }
  });

  it('shuts an eye behind glasses as far as these let both eyes', () => {
    const none = { nodes: new Uint32Array(), distance: new Float32Array() };
    const behind = (shuts01: number) =>
      gapLeft('AU43', { ...FACE, glasses: { ...none, raising: none.distance, shuts01 } });
    expect(behind(0)).toBe(1);
    expect(behind(1)).toBeCloseTo(gapLeft('AU43', FACE), 6);
  });

  it('does not tear a shut eye open', () => {
    const shut = withEyes({ open01: 0 });
    for (const unit of ['AU5', 'AU6', 'AU7', 'AU41'] as const) {
      expect(lids(unit, shut).upper.every((d) => d === 0)).toBe(true);
    }
  });

  it('narrows wide eyes in a smile by half as much of their gap as others, and no less in anger', () => {
    const taken = (unit: ActionUnit, ratio: number) => 1 - gapLeft(unit, roundEyes(ratio));
    expect(taken('AU6', 0.43) / taken('AU6', 0.31)).toBeCloseTo(0.5, 1);
    expect(taken('AU6', 0.37)).toBeLessThan(taken('AU6', 0.33));
    expect(taken('AU7', 0.43) / taken('AU7', 0.31)).toBeGreaterThan(0.9);
  });

  it('shuts a cartoon’s huge round eyes by about half', () => {
    expect(gapLeft('AU43', roundEyes(0.38))).toBeLessThan(0.1);
    const huge = gapLeft('AU43', roundEyes(0.6));
    expect(huge).toBeGreaterThan(0.4);
    expect(huge).toBeLessThan(0.65);
  });

  it('narrows an eye by less where a smile has done so already', () => {
    expect(gapLeft('AU6', { ...FACE, squint01: 1 })).toBeGreaterThan(gapLeft('AU6', FACE) + 0.05);
  });

  it('lets go of a squint by lower lids alone, which lie over the iris', () => {
    const [{ iris, halfWidthPx, lower }] = FACE.eyes;
    const radiusPx = 0.25 * halfWidthPx;
    const over = readCurve(lower, 0) + radiusPx - 0.03 * FACE.pose.iodPx;
    const [{ centreXPx, centreYPx }] = FACE.eyes;
    const squinting = withEyes({
      iris: { ...iris, xPx: centreXPx, yPx: centreYPx - over, radiusPx },
    });
    const { upper, lower: lids7 } = lids('AU7', { ...squinting, released: true });
    expect(upper.every((d) => d === 0)).toBe(true);
    expect(Math.min(...lids7)).toBeLessThan(-0.015 * FACE.pose.iodPx);
    const heavier = gapLeft('AU41', { ...squinting, squint01: 1 });
    expect(heavier).toBeLessThanOrEqual(gapLeft('AU41', squinting));
  });

  it('marks every row that it writes', () => {
    const { upper, lower, firstRow, lastRow } = lids('AU43', FACE);
    const { columns } = FACE.grid;
    for (const layer of [upper, lower]) {
      layer.forEach((d, i) => {
        const row = Math.floor(i / (2 * columns));
        if (d !== 0) expect(row >= firstRow && row <= lastRow).toBe(true);
      });
    }
  });
});

const IRIS = { along: 0.04, up: -0.03, halfWidth: 0.06, halfHeight: 0.07 };
const DOT: PlainEye = { along: 0.05, up: -0.04, halfWidth: 0.1, halfHeight: 0.12 };
const TALL: PlainEye = { along: -0.1, up: 0.08, halfWidth: 0.22, halfHeight: 0.35, iris: IRIS };

describe('addLids of an eye without lids', () => {
  /** Displacement of both layers where every node of the grid is asked, f32[2·N]. */
  function askAll(face: DeformationInput, plain: PlainEye, unit: ActionUnit): Float32Array {
    const { grid, faceWeight } = face;
    const [eye] = face.eyes;
    const all = new Float32Array(2 * grid.columns * grid.rows);
    for (let i = 0; i < grid.columns * grid.rows; i++) {
      const x = (nodeXPx(grid, i) - eye.centreXPx) / IOD;
      const y = (nodeYPx(grid, i) - eye.centreYPx) / IOD;
      const along = x * eye.alongX + y * eye.alongY - plain.along;
      const up = x * eye.alongY - y * eye.alongX - plain.up;
      const px = faceWeight[i] * IOD * shapePlainEye(plain, unit, along, up);
      if (px === 0) continue;
      all[2 * i] += px * eye.alongY;
      all[2 * i + 1] -= px * eye.alongX;
    }
    return all;
  }

  it.each([
    ['upright', 0, 180, 150],
    ['tilted', 0.4, 180, 150],
    ['tilted far', -1.2, 180, 150],
    ['across the left border', 0, 40, 150],
    ['across a corner', 0.7, 370, 10],
    ['beyond the frame', 0, 700, 150],
  ])('moves all that its shape moves, %s', (_, roll, xPx, yPx) => {
    const posed = bareFace(poseHead({ iodPx: IOD, xPx, yPx, roll }), SIZE);
    const face = { ...posed, pose: { ...posed.pose, iodPx: IOD } };
    for (const plain of [DOT, TALL]) {
      for (const unit of LIDDED) {
        const { upper, lower, firstRow, lastRow } = lids(unit, withEyes({ plain }, face));
        const all = askAll(face, plain, unit);
        for (const layer of [upper, lower]) expect(layer.every((d, i) => d === all[i])).toBe(true);
        const rows = [...all.keys()]
          .filter((i) => all[i] !== 0)
          .map((i) => Math.floor(i / (2 * face.grid.columns)));
        if (rows.length === 0) expect(firstRow).toBeGreaterThan(lastRow);
        else expect([firstRow, lastRow]).toEqual([rows[0], rows.at(-1)]);
      }
    }
  });

  it('keeps still where the face does', () => {
    const still = { ...FACE, faceWeight: FACE.faceWeight.map(() => 0) };
    const { upper } = lids('AU43', withEyes({ plain: DOT }, still));
    expect(upper.every((d) => d === 0)).toBe(true);
  });
});
