import { describe, expect, it } from 'vitest';
import {
  drawSocket,
  SOCKET_BROW,
  SOCKET_EYE,
  SOCKET_IOD,
  SOCKET_SIZE,
  SOCKET_SKIN,
  socketAt,
} from '../../../test/support/eye-socket.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { planGrid } from '../plate-grid.ts';
import { shutLids } from './shut-lids.ts';

const AREA = { xPx: 0, yPx: 0, widthPx: SOCKET_SIZE, heightPx: SOCKET_SIZE };
const GRID = planGrid(AREA);
const VIOLET = [70, 40, 66] as const;

/** Luma of a place once the lid is shut. */
function shutAt(
  plate: Picture,
  x: number,
  y: number,
  more: Partial<Parameters<typeof shutLids>[0]> = {},
): number {
  const change = shutLids({
    ...{ plate, iodPx: SOCKET_IOD, grid: GRID, lidCreaseIod: 0.05, glassesHold: undefined },
    ...{ eyes: [SOCKET_EYE], brows: [SOCKET_BROW], tone: { skin: SOCKET_SKIN } },
    ...more,
  });
  const [r, g, b] = socketAt(plate, change, x, y);
  return luma709(r, g, b);
}

/** Skin around an eye whose rim has a dark band of so many px over it, in which every fourth column is pale. */
function lashedSocket(bandPx: number): Picture {
  const plate = drawSocket([190, 160, 141]);
  for (let y = 82 - bandPx; y < 84; y++) {
    for (let x = 55; x < 105; x++) {
      plate.rgba.set(x % 4 ? VIOLET : [150, 120, 120], 4 * (y * SOCKET_SIZE + x));
    }
  }
  return plate;
}

describe('shutLids', () => {
  it('gives a lid skin in the place of lashes and shade that it would draw out over the ball', () => {
    const plate = lashedSocket(7);
    const skin = luma709(...SOCKET_SKIN);
    for (const x of [74, 77, 80, 83]) {
      expect(shutAt(plate, x, 77)).toBeGreaterThan(0.75 * skin);
      expect(shutAt(plate, x, 77)).toBeLessThan(1.1 * skin);
    }
    expect(Math.abs(shutAt(plate, 80, 77) - shutAt(plate, 82, 77))).toBeLessThan(4);
  });

  it('leaves the lash line on the rim', () => {
    const plate = lashedSocket(7);
    expect(shutAt(plate, 81, 81)).toBeCloseTo(luma709(...VIOLET), 0);
  });

  it('models the lid over the ball: lighter in its middle than at its crease and its corners', () => {
    const plate = drawSocket([190, 160, 141]);
    const middle = shutAt(plate, 80, 77);
    expect(middle).toBeGreaterThan(shutAt(plate, 80, 71) + 4);
    expect(middle).toBeGreaterThan(shutAt(plate, 66, 83) + 4);
  });

  it('folds into a crease above it, a shade that is as warm as the skin', () => {
    const plate = drawSocket([190, 160, 141]);
    const change = shutLids({
      ...{ plate, iodPx: SOCKET_IOD, grid: GRID, lidCreaseIod: 0.05, glassesHold: undefined },
      ...{ eyes: [SOCKET_EYE], brows: [SOCKET_BROW], tone: { skin: SOCKET_SKIN } },
    });
    const column = Array.from({ length: 20 }, (_, i) => socketAt(plate, change, 80, 60 + i));
    const lumas = column.map(([r, g, b]) => luma709(r, g, b));
    const fold = lumas.indexOf(Math.min(...lumas));
    expect(lumas[fold]).toBeLessThan(lumas[0] - 8);
    expect(lumas[fold]).toBeLessThan(Math.max(...lumas.slice(fold)) - 16);
    const [r, , b] = column[fold];
    expect(r / b).toBeGreaterThan(column[0][0] / column[0][2] + 0.01);
  });

  it('leaves the hair of a brow that lies low', () => {
    const plate = drawSocket([190, 160, 141]);
    const low = { ...SOCKET_BROW, lower: { values: SOCKET_BROW.lower.values.map((v) => v - 14) } };
    for (let x = 55; x < 105; x++) plate.rgba.set([30, 20, 20], 4 * (70 * SOCKET_SIZE + x));
    expect(shutAt(plate, 80, 70, { brows: [low] })).toBeLessThan(40);
  });

  it('leaves lids that are shut in the picture, and those that have no skin to shut with', () => {
    const plate = lashedSocket(7);
    const own = luma709(...VIOLET);
    const flat = { ...SOCKET_EYE, gapPx: 2 };
    const huge = { ...SOCKET_EYE, gapPx: 22 };
    expect(shutAt(plate, 81, 77)).toBeGreaterThan(2 * own);
    expect(shutAt(plate, 81, 77, { eyes: [flat] })).toBeCloseTo(own, 0);
    expect(shutAt(plate, 81, 77, { eyes: [huge] })).toBeCloseTo(own, 0);
  });

  it('leaves what lies on the frame of glasses, and what is plainly lighter than a lid', () => {
    const plate = lashedSocket(7);
    const nodes = Uint32Array.from({ length: GRID.columns * GRID.rows }, (_, i) => i);
    const hold = (distance: number) => {
      const apart = new Float32Array(nodes.length).fill(distance);
      return { nodes, distance: apart, raising: apart, shuts01: 1 };
    };
    expect(shutAt(plate, 81, 77, { glassesHold: hold(0) })).toBeCloseTo(luma709(...VIOLET), 0);
    plate.rgba.fill(255, 4 * (76 * SOCKET_SIZE + 80), 4 * (76 * SOCKET_SIZE + 81));
    expect(shutAt(plate, 81, 77, { glassesHold: hold(1) })).toBeGreaterThan(110);
    expect(shutAt(plate, 80, 76)).toBeGreaterThan(215);
  });
});
