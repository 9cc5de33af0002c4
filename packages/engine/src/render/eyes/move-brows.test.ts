import { describe, expect, it } from 'vitest';
import { stateWith } from '../../../test/support/face-states.ts';
import {
  bars,
  dots,
  drawFlatFace,
  eyesOfFlatFace,
  FLAT_INK,
  FLAT_IOD,
  FLAT_LANDMARKS,
  FLAT_SIZE,
  FLAT_SKIN,
  type FlatShape,
} from '../../../test/support/flat-face.ts';
import type { ActionUnit } from '../../rig/action-units.ts';
import { findDrawnBrows } from '../../rig/drawing/drawn-brow.ts';
import { fitHeadPose } from '../../rig/head/head-pose.ts';
import { nodeXPx, planGrid } from '../../rig/plate-grid.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import { browsMove, paintDrawnBrows } from './move-brows.ts';

const HAIR: Rgb = [200, 90, 40];
const pose = fitHeadPose(FLAT_LANDMARKS);
const grid = planGrid({ xPx: 0, yPx: 0, widthPx: FLAT_SIZE, heightPx: FLAT_SIZE });
const still = new Float32Array(2 * grid.columns * grid.rows);

/** The frame after a state, and the picture without its brows. */
function paint(
  shapes: readonly FlatShape[],
  strengths: Partial<Record<ActionUnit, number>>,
  glasses = false,
  field = still,
  shaded = false,
) {
  const plate = drawFlatFace(...shapes);
  const found = findDrawnBrows(plate, eyesOfFlatFace(plate), FLAT_SKIN, FLAT_IOD);
  const drawnBrows = { ...found, shapes: found.shapes.map((brow) => ({ ...brow, shaded })) };
  const frame = Uint8Array.from(plate.rgba);
  for (const { fill } of drawnBrows.shapes) {
    fill.pixels.forEach((pixel, i) => {
      for (let k = 0; k < 3; k++) frame[4 * pixel + k] += fill.change[3 * i + k];
    });
  }
  const without = frame.slice();
  const rig = { drawnBrows, glasses: glasses ? ({} as never) : undefined, grid, pose };
  const out = { frame, widthPx: FLAT_SIZE, heightPx: FLAT_SIZE };
  paintDrawnBrows(rig, stateWith(strengths), field, out);
  return { frame, without, plate };
}

/** Where the left eye's brow lies: means of its pixels in its inner and outer third, IOD, and their count. */
function browIn({ frame, without }: ReturnType<typeof paint>) {
  const places: [x: number, y: number][] = [];
  for (let i = 0; i < frame.length; i += 4) {
    const x = (((i / 4) % FLAT_SIZE) + 0.5 - 200) / FLAT_IOD;
    const y = (160 - Math.floor(i / 4 / FLAT_SIZE) - 0.5) / FLAT_IOD;
    if (x > 0 && frame[i] < 120 && without[i] !== frame[i]) places.push([x, y]);
  }
  const xs = places.map(([x]) => x);
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const meanUp = (taken: typeof places) => taken.reduce((sum, [, y]) => sum + y / taken.length, 0);
  return {
    inner: meanUp(places.filter(([x]) => x < from + (to - from) / 3)),
    outer: meanUp(places.filter(([x]) => x > to - (to - from) / 3)),
    middle: (from + to) / 2,
    area: places.length / FLAT_IOD ** 2,
  };
}

/** Levels by which rows of a frame differ from another's at most. */
function off(a: Uint8Array, b: Uint8Array): number[] {
  return Array.from({ length: FLAT_SIZE }, (_, y) => {
    let most = 0;
    for (let i = 4 * y * FLAT_SIZE; i < 4 * (y + 1) * FLAT_SIZE; i++) {
      most = Math.max(most, Math.abs(a[i] - b[i]));
    }
    return most;
  });
}

describe('browsMove', () => {
  it('is what lets skin into their places', () => {
    expect(browsMove(stateWith({}))).toBe(false);
    expect(browsMove(stateWith({ AU12: 1, AU5: 1 }))).toBe(false);
    for (const unit of ['AU1', 'AU2', 'AU4', 'AU9'] as const) {
      expect(browsMove(stateWith({ [unit]: 0.01 }))).toBe(true);
    }
  });
});

describe('paintDrawnBrows', () => {
  const face = [dots, bars(0.35)];
  const rest = browIn(paint(face, { AU1: 1e-6 }));

  it('draws what hardly moves as the picture has it', () => {
    const { frame, plate } = paint(face, { AU1: 1e-6 });
    expect(Math.max(...off(frame, plate.rgba))).toBeLessThan(2);
    expect(rest.inner).toBeCloseTo(0.35, 1);
  });

  it('tilts it inwards in anger and outwards in sorrow, raises it in surprise, and keeps its shape', () => {
    const angry = browIn(paint(face, { AU4: 1.9 }));
    const sad = browIn(paint(face, { AU1: 0.85, AU4: 0.3 }));
    const surprised = browIn(paint(face, { AU1: 0.75, AU2: 0.8 }));
    expect(angry.inner).toBeLessThan(angry.outer - 0.04);
    expect(angry.middle).toBeLessThan(rest.middle);
    expect(sad.inner).toBeGreaterThan(sad.outer + 0.04);
    expect(surprised.inner).toBeGreaterThan(rest.inner + 0.1);
    expect(surprised.outer).toBeGreaterThan(rest.outer + 0.1);
    for (const { area } of [angry, sad, surprised]) {
      expect(Math.abs(area / rest.area - 1)).toBeLessThan(0.05);
    }
  });

  it('raises its outer end in a smile without a frown', () => {
    const smiling = browIn(paint(face, { AU2: 0.35, AU6: 1, AU12: 1 }));
    expect(smiling.inner).toBeGreaterThan(rest.inner);
    expect(smiling.outer - smiling.inner).toBeLessThan(rest.outer - rest.inner + 0.01);
  });

  it('turns over a tilt that says something else', () => {
    const grim = browIn(paint([dots, bars(0.4, -0.35)], { AU1: 0.85, AU4: 0.3 }));
    expect(grim.inner).toBeGreaterThan(grim.outer);
    const worried = browIn(paint([dots, bars(0.4, 0.35)], { AU4: 1 }));
    expect(worried.inner).toBeLessThan(worried.outer);
  });

  it('rather goes up than onto the eye', () => {
    const { frame } = paint([dots, bars(0.18)], { AU4: 1.2 });
    const at = 4 * (160 * FLAT_SIZE + 200 + FLAT_IOD / 2);
    expect(Array.from(frame.slice(at, at + 3))).toEqual(FLAT_INK);
    const near = browIn(paint([dots, bars(0.18)], { AU4: 1.2 }));
    expect(near.inner).toBeLessThan(near.outer);
    expect(Math.min(near.inner, near.outer)).toBeGreaterThan(0.08);
  });

  it('goes over hair and eyes, but behind glasses, and, on shaded skin, behind hair', () => {
    const fringe =
      (down: number): FlatShape =>
      (_, y) =>
        y > down ? HAIR : undefined;
    const hairIn = ({ frame, without }: ReturnType<typeof paint>) => {
      let covered = 0;
      for (let i = 0; i < frame.length; i += 4) {
        if (without[i + 1] === HAIR[1] && frame[i + 1] !== HAIR[1]) covered++;
      }
      return covered;
    };
    const raised = { AU1: 0.75, AU2: 0.8 };
    expect(hairIn(paint([...face, fringe(0.43)], raised))).toBeGreaterThan(100);
    expect(hairIn(paint([...face, fringe(0.43)], raised, false, still, true))).toBe(0);
    const frameBelow: FlatShape = (_, y) => (y > 0.22 && y < 0.28 ? HAIR : undefined);
    expect(hairIn(paint([...face, frameBelow], { AU4: 1 }, true))).toBe(0);
    expect(hairIn(paint([...face, frameBelow], { AU4: 1 }))).toBeGreaterThan(20);
  });

  it('is carried and turned by the head', () => {
    const shift = still.map((_, i) => (i % 2 ? -8 : 12));
    const carried = browIn(paint(face, { AU1: 1e-6 }, false, shift));
    expect(carried.inner - rest.inner).toBeCloseTo(0.1, 2);
    expect(carried.middle - rest.middle).toBeCloseTo(0.15, 2);
    const turn = still.map((_, i) => {
      const node = i >> 1;
      const x = nodeXPx(grid, node) - 200;
      return i % 2 ? 0.1 * x : 0;
    });
    const turned = browIn(paint(face, { AU1: 1e-6 }, false, turn));
    expect(turned.inner - turned.outer).toBeGreaterThan(0.015);
  });
});
