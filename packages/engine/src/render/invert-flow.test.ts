import { describe, expect, it } from 'vitest';
import { poseHead, skinPlate } from '../../test/support/posed-head.ts';
import { createFaceState } from '../expression/face-state.ts';
import { planPerformance } from '../expression/performance.ts';
import type { PlateGrid } from '../rig/plate-grid.ts';
import { readPair } from '../rig/plate-grid.ts';
import { buildRig } from '../rig/rig.ts';
import { createDisplacementField, displaceNodes } from './displacement-field.ts';
import { createFlowGrid, invertFlow } from './invert-flow.ts';
import type { FlowGrid } from './kernels/kernels.ts';

const grid: PlateGrid = { columns: 24, rows: 18, cellPx: 4, originXPx: 6, originYPx: 10 };
const whole = (g: PlateGrid) => ({ column0: 0, row0: 0, column1: g.columns, row1: g.rows });

function invert(displacement: Float32Array, logGain?: Float32Array, warmth = 0): FlowGrid {
  const flow = createFlowGrid(grid, whole(grid));
  const gain = logGain ?? new Float32Array(grid.columns * grid.rows);
  invertFlow(grid, displacement, gain, warmth, whole(grid), flow);
  return flow;
}

function forEachNode(flow: FlowGrid, visit: (i: number, x: number, y: number) => void): void {
  for (let r = 0; r < flow.rows; r++) {
    for (let c = 0; c < flow.columns; c++) {
      const x = flow.originXPx + c * flow.cellPx;
      visit(4 * (r * flow.columns + c), x, flow.originYPx + r * flow.cellPx);
    }
  }
}

describe('invertFlow', () => {
  it('leaves every node where it is when nothing moves', () => {
    const flow = invert(new Float32Array(2 * grid.columns * grid.rows));
    forEachNode(flow, (i, x, y) => {
      expect(Array.from(flow.cells.subarray(i, i + 4), (v) => v + 0)).toEqual([x, y, 1, 0]);
    });
  });

  it('undoes a translation, also beyond the grid', () => {
    const displacement = new Float32Array(2 * grid.columns * grid.rows).map((_, i) =>
      i % 2 ? -9.5 : 6.25,
    );
    const flow = invert(displacement);
    forEachNode(flow, (i, x, y) => {
      expect(flow.cells[i]).toBeCloseTo(x - 6.25, 3);
      expect(flow.cells[i + 1]).toBeCloseTo(y + 9.5, 3);
    });
  });

  it('undoes a magnification', () => {
    const displacement = new Float32Array(2 * grid.columns * grid.rows);
    for (let r = 0; r < grid.rows; r++) {
      for (let c = 0; c < grid.columns; c++) {
        displacement.set([0.3 * 4 * (c - 12), 0.3 * 4 * (r - 9)], 2 * (r * grid.columns + c));
      }
    }
    const flow = invert(displacement);
    forEachNode(flow, (i, x, y) => {
      expect(flow.cells[i]).toBeCloseTo(54 + (x - 54) / 1.3, 2);
      expect(flow.cells[i + 1]).toBeCloseTo(46 + (y - 46) / 1.3, 2);
    });
  });

  it('takes the gain from where the light falls in the source, and warms what it darkens', () => {
    const count = grid.columns * grid.rows;
    const displacement = new Float32Array(2 * count).map((_, i) => (i % 2 ? 0 : 8));
    const logGain = Float32Array.from({ length: count }, (_, i) => (i % grid.columns) * -0.01);
    const flow = invert(displacement, logGain, 0.5);
    forEachNode(flow, (i, x) => {
      const column = Math.max(0, (x - 8 - grid.originXPx) / 4);
      expect(flow.cells[i + 2]).toBeCloseTo(Math.exp(-0.01 * column), 4);
      expect(flow.cells[i + 3]).toBeCloseTo(0.005 * column, 4);
    });
    const bright = invert(
      displacement,
      logGain.map((v) => -v),
      0.5,
    );
    forEachNode(bright, (i) => {
      expect(bright.cells[i + 2]).toBeGreaterThanOrEqual(1);
      // What fills a furrow cools.
      expect(bright.cells[i + 3]).toBeLessThanOrEqual(0);
    });
  });

  it('finds where skin comes from that is squeezed and drawn out by turns', () => {
    // Columns are drawn out to these lengths, cells: Newton jumps to and fro between such.
    const lengths = [0.3, 0.5, 1.6, 1.3];
    const displacement = new Float32Array(2 * grid.columns * grid.rows);
    for (let c = 0; c < grid.columns; c++) {
      let moved = 0;
      for (let r = 0; r < grid.rows; r++) {
        displacement[2 * (r * grid.columns + c) + 1] = grid.cellPx * moved;
        moved += lengths[r % lengths.length] - 1;
      }
    }
    const flow = invert(displacement);
    const d = new Float64Array(2);
    let looked = 0;
    forEachNode(flow, (i, x, y) => {
      const [fromX, fromY] = [flow.cells[i], flow.cells[i + 1]];
      const lowest = grid.originYPx + (grid.rows - 1) * grid.cellPx;
      if (fromY < grid.originYPx + grid.cellPx || fromY > lowest - grid.cellPx) return;
      readPair(grid, displacement, fromX, fromY, d);
      expect(Math.hypot(fromX + d[0] - x, fromY + d[1] - y)).toBeLessThan(0.15);
      looked++;
    });
    expect(looked).toBeGreaterThan(200);
  });

  it('writes a box of nodes as the whole grid has them', () => {
    const displacement = new Float32Array(2 * grid.columns * grid.rows).map((_, i) =>
      Math.sin(i / 17),
    );
    const all = invert(displacement);
    const box = { column0: 3, row0: 5, column1: 11, row1: 9 };
    const part = createFlowGrid(grid, box);
    const gain = new Float32Array(grid.columns * grid.rows);
    invertFlow(grid, displacement, gain, 0, box, part);
    expect([part.columns, part.rows, part.originXPx, part.originYPx]).toEqual([8, 4, 18, 30]);
    for (let r = 0; r < 4; r++) {
      const from = 4 * ((r + 5) * grid.columns + 3);
      expect(part.cells.subarray(32 * r, 32 * (r + 1))).toEqual(all.cells.slice(from, from + 32));
    }
  });
});

describe('on a face', () => {
  const rig = buildRig({
    plate: skinPlate(320, 320),
    landmarks: poseHead({ yaw: 0.2, pitch: -0.05, iodPx: 62, yPx: 150 }),
    mask: undefined,
    style: 'photo',
    foundBy: 'first-pass',
  });
  const field = createDisplacementField(rig);
  const flow = createFlowGrid(rig.grid, whole(rig.grid));

  it.each([0, 1, 2, 3, 4, 5] as const)(
    'forward after inverse comes back to the node within .1 px: emotion %s at full strength',
    (emotion) => {
      const performance = planPerformance({
        emotion,
        intensity01: 1,
        seconds: 4,
        style: 'photo',
        seed: 1,
        loop: true,
        source: rig.sourceUnits,
      });
      const state = createFaceState();
      performance.stateAt(performance.apexSeconds, state);
      displaceNodes(rig, state, field);
      invertFlow(rig.grid, field.upper, field.logGain, 0, whole(rig.grid), flow);
      const d = new Float64Array(2);
      let moved = 0;
      let missed = 0;
      forEachNode(flow, (i, x, y) => {
        const sx = flow.cells[i];
        const sy = flow.cells[i + 1];
        if (sx === x && sy === y) return;
        moved++;
        readPair(rig.grid, field.upper, sx, sy, d);
        if (Math.hypot(sx + d[0] - x, sy + d[1] - y) > 0.1) missed++;
      });
      expect(moved).toBeGreaterThan(3000);
      // Only between the parted lips, where the upper layer ends, may a few nodes find no source.
      expect(missed / moved).toBeLessThan(0.002);
    },
  );
});
