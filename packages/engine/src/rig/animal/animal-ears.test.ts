import { describe, expect, it } from 'vitest';
import type { PersonMask } from '../../face/face.ts';
import { createLayerDraft } from '../field-box.ts';
import type { HeadPose } from '../head/head-pose.ts';
import { planGrid, readPair } from '../plate-grid.ts';
import { addEar } from './animal-ear-motion.ts';
import { type AnimalEar, earShare, findEars, turnEar } from './animal-ears.ts';

const IOD = 50;
const FRAME = { widthPx: 400, heightPx: 400 };
const POSE: HeadPose = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  iodPx: IOD,
  originXPx: 200,
  originYPx: 220,
  originZPx: 0,
  yawRadians: 0,
  pitchRadians: 0,
  rollRadians: 0,
};

/** A round head whose ears end at the given height of the frame; undefined: none. */
function mask(tipY: number | undefined): PersonMask {
  const alpha = new Uint8Array(400 * 400);
  for (let i = 0; i < alpha.length; i++) {
    const x = (i % 400) - 200;
    const y = Math.floor(i / 400);
    const head = Math.hypot(x / 85, (y - 225) / 80) < 1;
    const ear =
      tipY !== undefined && y > tipY && y < 180 && Math.abs(Math.abs(x) - 55) < 0.35 * (y - tipY);
    alpha[i] = head || ear ? 255 : 0;
  }
  return { alpha, ...FRAME, areaPx: { xPx: 0, yPx: 0, ...FRAME } };
}

describe('findEars', () => {
  it('finds both upright ears, mirror images with the root on the head and the tip outside', () => {
    const ears = findEars(POSE, mask(90), FRAME);
    expect(ears.map((ear) => ear.side)).toEqual(['right', 'left']);
    const [right, left] = ears as [(typeof ears)[0], (typeof ears)[0]];
    expect(right.rootX + left.rootX).toBeCloseTo(400, -1);
    for (const ear of ears) {
      const tipX = ear.rootX + ear.axisX * ear.lengthPx;
      const tipY = ear.rootY + ear.axisY * ear.lengthPx;
      expect(Math.abs(tipX - 200)).toBeGreaterThan(40);
      expect(Math.abs(tipX - 200)).toBeLessThan(75);
      expect(tipY).toBeGreaterThan(85);
      expect(tipY).toBeLessThan(105);
      expect(ear.rootY).toBeGreaterThan(140);
    }
  });

  it('finds none on a round head, without an outline, or where the frame cuts them', () => {
    expect(findEars(POSE, mask(undefined), FRAME)).toEqual([]);
    expect(findEars(POSE, undefined, FRAME)).toEqual([]);
    expect(findEars({ ...POSE, originYPx: 120 }, shifted(mask(90), 100), FRAME)).toEqual([]);
  });
});

/** The mask moved up. */
function shifted(from: PersonMask, px: number): PersonMask {
  return { ...from, areaPx: { ...from.areaPx, yPx: -px } };
}

describe('turnEar', () => {
  const ears = findEars(POSE, mask(90), FRAME);

  it('lays tips out and down, keeps what stands free rigid and the root still', () => {
    const moved = new Float64Array(2);
    for (const ear of ears) {
      const out = ear.side === 'left' ? 1 : -1;
      const at = (share: number): [number, number] => {
        const dx = share * ear.axisX * ear.lengthPx;
        const dy = share * ear.axisY * ear.lengthPx;
        turnEar(ear, dx, dy, { turn: 0.3, stretch: 0, narrow: 0 }, 1, moved);
        return [dx + moved[0]!, dy + moved[1]!];
      };
      const [x, y] = at(1);
      expect(out * (x - ear.axisX * ear.lengthPx)).toBeGreaterThan(5);
      expect(y - ear.axisY * ear.lengthPx).toBeGreaterThan(0);
      expect(Math.hypot(x, y)).toBeCloseTo(ear.lengthPx, 3);
      const [hx, hy] = at(0.5);
      expect(Math.hypot(x - hx, y - hy)).toBeCloseTo(ear.lengthPx / 2, 3);
      expect(
        earShare(ear, -0.6 * ear.axisX * ear.lengthPx, -0.6 * ear.axisY * ear.lengthPx),
      ).toBeCloseTo(0);
      expect(earShare(ear, 0.6 * ear.axisX * ear.lengthPx, 0.6 * ear.axisY * ear.lengthPx)).toBe(1);
    }
  });

  it('narrows an ear across its axis without shortening it', () => {
    const moved = new Float64Array(2);
    for (const ear of ears) {
      const motion = { turn: 0, stretch: 0, narrow: 0.3 };
      for (const along of [0, 20]) {
        const dx = along * ear.axisX + 10 * ear.axisY;
        const dy = along * ear.axisY - 10 * ear.axisX;
        turnEar(ear, dx, dy, motion, 1, moved);
        const [x, y] = [dx + moved[0]!, dy + moved[1]!];
        expect(x * ear.axisX + y * ear.axisY).toBeCloseTo(along, 6);
        expect(x * ear.axisY - y * ear.axisX).toBeCloseTo(7, 6);
      }
    }
  });

  it('lifts no scalp beside an ear that lies back: the skull keeps its top', () => {
    const moved = new Float64Array(2);
    for (const ear of ears) {
      const inwards = ear.side === 'left' ? -1 : 1;
      const rise = (along: number, aside: number) => {
        const a = along * ear.lengthPx;
        const b = inwards * aside * ear.widthPx;
        // Across the axis, to the head's middle.
        const dx = a * ear.axisX - b * ear.axisY;
        const dy = a * ear.axisY + b * ear.axisX;
        turnEar(ear, dx, dy, { turn: 0.8, stretch: 0, narrow: 0 }, 1, moved);
        return (moved[0]! * ear.axisX + moved[1]! * ear.axisY) / IOD;
      };
      for (const aside of [0.2, 0.5, 1]) {
        expect(rise(0, aside)).toBeLessThan(0.01);
        expect(rise(-0.3, aside)).toBeLessThan(0.01);
      }
      // What stands free turns as a whole.
      expect(rise(0.8, 0.4)).toBeGreaterThan(rise(0.8, 0) + 0.1);
    }
  });

  it('does not push the edge of a foot down into the head: no cell turns over', () => {
    const moved = new Float64Array(2);
    const step = 0.05 * IOD;
    for (const ear of ears) {
      const at = (x: number, y: number): [number, number] => {
        const motion = { turn: 0.8, stretch: -0.2, narrow: 0.25 };
        turnEar(ear, x, y, motion, earShare(ear, x, y), moved);
        return [x + moved[0]!, y + moved[1]!];
      };
      for (let y = -1.5 * IOD; y < IOD; y += step) {
        for (let x = -IOD; x < IOD; x += step) {
          const [ax, ay] = at(x, y);
          const [bx, by] = at(x + step, y);
          const [cx, cy] = at(x, y + step);
          expect((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe('addEar', () => {
  const grid = planGrid({ xPx: 0, yPx: 0, ...FRAME });
  const outside = new Float32Array(grid.columns * grid.rows);
  const plate = { rgba: new Uint8Array(4 * 400 * 400), ...FRAME };
  const goes = (ear: AnimalEar, along: number): [x: number, y: number] => {
    const draft = createLayerDraft(grid);
    addEar({ grid, pose: POSE, plate, outside }, ear, 'EAD103', draft);
    const moved = new Float64Array(2);
    readPair(grid, draft.upper, ear.rootX, ear.rootY - along * ear.lengthPx, moved);
    return [moved[0]!, moved[1]!];
  };
  const earAt = (rootY: number): AnimalEar => ({
    ...{ side: 'left', rootX: 260, rootY, axisX: 0, axisY: -1 },
    ...{ lengthPx: 60, widthPx: 60 },
  });

  it('moves an ear near the border as one piece: a tip that stayed behind would be a hook', () => {
    const travel = (rootY: number, along: number) => Math.hypot(...goes(earAt(rootY), along));
    // In the open, and with its tip .2 IOD below the border.
    for (const rootY of [160, 70]) {
      expect(travel(rootY, 0.95)).toBeGreaterThan(0.05 * IOD);
      expect(travel(rootY, 0.95) / travel(rootY, 0.6)).toBeGreaterThan(1.4);
    }
    expect(travel(70, 0.95)).toBeLessThan(0.7 * travel(160, 0.95));
  });

  it('lays ears down as far as frightened animals do, the narrow ones, too', () => {
    for (const widthPx of [60, 35]) {
      const [aside, down] = goes({ ...earAt(160), widthPx }, 0.95);
      expect(aside).toBeGreaterThan(0.4 * IOD);
      expect(down).toBeGreaterThan(0.2 * IOD);
    }
  });
});
