import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { readDrawnTeeth } from '../../rig/drawing/drawn-teeth.ts';
import type { MouthLine } from '../../rig/mouth/mouth-line.ts';
import type { PlateGrid } from '../../rig/plate-grid.ts';
import type { Rig } from '../../rig/rig.ts';
import { moveSlit } from '../slit.ts';
import type { MouthColours } from './mouth-colours.ts';
import { ownDepth, stretchInside } from './stretch-mouth.ts';

const SIZE = 160;
const HALF = 50;
const GAP = 30;
const grid: PlateGrid = { columns: 41, rows: 41, cellPx: 4, originXPx: 0, originYPx: 0 };

/** A mouth whose gap is 30 px high: a third teeth, a third dark, a third tongue. */
const mouth = {
  ...{ centreXPx: 80, centreYPx: 80, alongX: 1, alongY: 0, halfWidthPx: HALF, skew: 0 },
  upper: curveOf((s) => (GAP / 2) * (1 - s ** 6)),
  lower: curveOf((s) => (-GAP / 2) * (1 - s ** 6)),
  gapPx: GAP,
} as unknown as MouthLine;

const BANDS = { teeth: 240, dark: 20, tongue: 120 };

/** Grey, by the height below the middle of the mouth, px. */
function plateOf(levelAt: (y: number) => number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    rgba.fill(levelAt(Math.floor(i / SIZE) + 0.5 - 80), 4 * i, 4 * i + 3);
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

const banded = plateOf((y) => (y < -5 ? BANDS.teeth : y < 5 ? BANDS.dark : BANDS.tongue));

/** What of a rig's face and colours it needs besides. */
const face = { pose: { iodPx: 100 } } as unknown as Rig;
const SKIN = [150, 150, 150] as const;
const colours = { cavity: [40, 40, 40], tongue: [90, 90, 90] } as unknown as MouthColours;

/** Heights of the bands in the middle of the mouth, px, once its rims have moved up and down by these. */
function bandsAt(up: number, down: number, plate = banded) {
  const rim = (sign: number) => {
    const points = new Float32Array(2 * 49);
    for (let i = 0; i < 49; i++) {
      const t = -1 + i / 24;
      points.set([80 + HALF * t, 80 - sign * (GAP / 2) * (1 - t ** 6)], 2 * i);
    }
    return points;
  };
  const field = (by: number) => new Float32Array(2 * 41 * 41).map((_, i) => (i % 2 ? by : 0));
  const slit = moveSlit(grid, field(-up), field(down), rim(1), rim(-1));
  const frame = new Uint8Array(plate.rgba);
  const drawnTeeth = readDrawnTeeth(plate, mouth, SKIN);
  stretchInside({ ...face, mouth, plate, drawnTeeth }, colours, slit, 1.2, {
    frame,
    widthPx: SIZE,
    heightPx: SIZE,
  } as never);
  const column = Array.from({ length: SIZE }, (_, y) => frame[4 * (y * SIZE + 80)]);
  const inside = column.slice(Math.ceil(80 - GAP / 2 - up), Math.floor(80 + GAP / 2 + down));
  const count = (value: number) => inside.filter((v) => Math.abs(v - value) < 12).length;
  return {
    teeth: count(BANDS.teeth),
    dark: count(BANDS.dark),
    tongue: count(BANDS.tongue),
    below: inside.filter((v) => v < 110).length,
    frame,
  };
}

describe('stretchInside', () => {
  it('is the picture itself where nothing has moved', () => {
    const { frame } = bandsAt(0, 0);
    const off = frame.filter((v, i) => Math.abs(v - banded.rgba[i]) > 2);
    // Rims are read from tables, and hard edges answer to hundredths of a pixel.
    expect(off.length).toBeLessThan(0.01 * frame.length);
    expect(Math.max(...frame.map((v, i) => Math.abs(v - banded.rgba[i])))).toBeLessThan(24);
  });

  it('keeps the size of teeth and tongue where a mouth opens wider, and draws out the dark', () => {
    const rest = bandsAt(0, 0);
    const wide = bandsAt(4, 26);
    expect(Math.abs(wide.teeth - rest.teeth)).toBeLessThan(3);
    expect(Math.abs(wide.tongue - rest.tongue)).toBeLessThan(3);
    expect(wide.dark).toBeGreaterThan(rest.dark + 20);
  });

  it('leaves teeth their height that are alone in a mouth, and opens it below them', () => {
    const teeth = plateOf((y) => (Math.abs(y) < 15 ? BANDS.teeth : 150));
    const rest = bandsAt(0, 0, teeth);
    expect(rest.teeth).toBeGreaterThan(GAP - 4);
    const wide = bandsAt(2, 26, teeth);
    expect(Math.abs(wide.teeth - rest.teeth)).toBeLessThan(4);
    expect(wide.below).toBeGreaterThan(20);
    // Nothing of it where the mouth closes.
    expect(bandsAt(-6, -9, teeth).below).toBe(0);
  });

  it('pushes all of it together where a mouth closes', () => {
    const rest = bandsAt(0, 0);
    const narrow = bandsAt(-6, -9);
    for (const band of ['teeth', 'dark', 'tongue'] as const) {
      expect(narrow[band]).toBeLessThan(0.75 * rest[band]);
      expect(narrow[band]).toBeGreaterThan(0.25 * rest[band]);
    }
  });
});

describe('ownDepth', () => {
  it('runs from rim to rim and never back', () => {
    for (const gap of [5, 30, 31, 60]) {
      expect(ownDepth(0, gap, 30)).toBeCloseTo(0);
      expect(ownDepth(gap, gap, 30)).toBeCloseTo(30);
      for (let down = 1; down <= gap; down++) {
        expect(ownDepth(down, gap, 30)).toBeGreaterThan(ownDepth(down - 1, gap, 30));
      }
    }
  });

  it('draws clenched teeth out evenly', () => {
    expect(ownDepth(15, 60, 30, 0)).toBeCloseTo(7.5, 6);
    expect(ownDepth(45, 60, 30, 0)).toBeCloseTo(22.5, 6);
  });
});
