import { describe, expect, it } from 'vitest';
import { runOnGround } from './run-on-ground.ts';

const SIDE = 80;
const REACH = 12;

/** A ground in red that ends where `hidden` says; what hides it is black. */
function drawGround(
  red: (x: number, y: number) => number,
  hidden: (x: number, y: number) => boolean,
) {
  const colours = new Float32Array(3 * SIDE * SIDE);
  const ground = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < ground.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    if (hidden(x, y)) continue;
    ground[i] = 1;
    colours[3 * i] = red(x, y);
  }
  return { cells: { columns: SIDE, rows: SIDE, colours }, ground };
}

/** An edge through the middle of the left side, as steep as `slope`; light above it. */
const edge = (slope: number) => (x: number, y: number) =>
  0.3 + 0.5 * Math.min(1, Math.max(0, 0.5 - (y - 40 + slope * x)));

describe('runOnGround', () => {
  it.each([0, 0.3, 0.6])('lets an edge of slope %f run on straight', (slope) => {
    const red = edge(slope);
    const { cells, ground } = drawGround(red, (x) => x >= 40);
    const colours = runOnGround(cells, ground, REACH);
    for (let y = 4; y < SIDE - 4; y++) {
      for (let x = 41; x < 50; x++) {
        // Two cells beside the edge there is either colour.
        if (Math.abs(y - 40 + slope * x) < 2.5) continue;
        expect(Math.abs(colours[3 * (y * SIDE + x)]! - red(x, y))).toBeLessThan(0.2);
      }
    }
  });

  // Of 432 cells behind the border; without their haste edges of 11° and 7° lose 72 and 255.
  it.each([
    [3, 0],
    [5, 40],
    [8, 80],
  ])('lets edges go on that meet the border at a small angle: slope %i', (slope, most) => {
    const across = (x: number, y: number) => (y - 40 + slope * (x - 40)) / Math.hypot(1, slope);
    const red = (x: number, y: number) => 0.3 + 0.5 * Math.min(1, Math.max(0, 0.5 - across(x, y)));
    const { cells, ground } = drawGround(red, (x) => x >= 40);
    const colours = runOnGround(cells, ground, REACH);
    let wrong = 0;
    for (let x = 41; x < 47; x++) {
      for (let y = 4; y < SIDE - 4; y++) {
        if (Math.abs(across(x, y)) < 2.5) continue;
        if (Math.abs(colours[3 * (y * SIDE + x)]! - red(x, y)) > 0.25) wrong++;
      }
    }
    expect(wrong).toBeLessThanOrEqual(most);
  });

  it('lets plain colours run on as they are, as far as it reaches', () => {
    const { cells, ground } = drawGround(
      () => 0.6,
      (x) => x >= 40,
    );
    const colours = runOnGround(cells, ground, REACH);
    for (let x = 0; x < SIDE; x++) {
      const red = colours[3 * (30 * SIDE + x)]!;
      if (x < 40 + REACH - 1) expect(red).toBeCloseTo(0.6, 4);
      if (x > 40 + REACH) expect(red).toBe(0);
    }
  });

  it('leaves the ground itself as it is', () => {
    const { cells, ground } = drawGround(edge(0.3), (x, y) => Math.hypot(x - 40, y - 40) < 20);
    const colours = runOnGround(cells, ground, REACH);
    ground.forEach((known, i) => {
      if (known === 1) expect(colours[3 * i]).toBe(cells.colours[3 * i]);
    });
  });
});
