import { describe, expect, it } from 'vitest';
import { gaussian } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { MouthLine } from '../mouth/mouth-line.ts';
import { planGrid } from '../plate-grid.ts';
import { readLogColours } from './log-colours.ts';
import { evenRestLight } from './rest-light.ts';

const IOD = 40;
const SIZE = 160;
const MIDDLE = 80;
const EYES = 50;
const flat = (v: number) => ({ values: new Float32Array(41).fill(v * IOD) });
/** A shut mouth of plain lips, 1.1 IOD below the eyes. */
const mouth: MouthLine = {
  centreXPx: MIDDLE,
  centreYPx: EYES + 1.1 * IOD,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 0.35 * IOD,
  skew: 0,
  upper: flat(0),
  lower: flat(0),
  upperOuter: flat(0.08),
  lowerOuter: flat(-0.1),
  gapPx: 0,
};

/** Skin with a spot of light (or shade) at a place of the head frame, IOD. */
function faceWith(spot: { a: number; v: number; levels: number } | undefined): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const a = (x + 0.5 - MIDDLE) / IOD;
      const v = (EYES - y - 0.5) / IOD;
      const more = spot ? spot.levels * gaussian(a - spot.a, 0.09) * gaussian(v - spot.v, 0.07) : 0;
      rgba.set([180 + more, 140 + more, 120 + more, 255], 4 * (y * SIZE + x));
    }
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** A face that ends a little outside of the cheek, before a ground that is nearly black. */
function beforeTheDark(): Picture {
  const plate = faceWith(undefined);
  for (let y = 0; y < SIZE; y++) {
    for (let x = Math.ceil(MIDDLE + 0.72 * IOD); x < SIZE; x++) {
      plate.rgba.set([12, 10, 14, 255], 4 * (y * SIZE + x));
    }
  }
  return plate;
}

/** What the green of the spot's middle changes by, levels. */
function changeAt(
  spot: { a: number; v: number; levels: number },
  plate: Picture = faceWith(spot),
): number {
  const grid = planGrid({ xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE });
  const count = grid.columns * grid.rows;
  const chartX = new Float32Array(count);
  const chartY = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    chartX[i] = ((i % grid.columns) * grid.cellPx - MIDDLE) / IOD;
    chartY[i] = (EYES - Math.floor(i / grid.columns) * grid.cellPx) / IOD;
  }
  const faceWeight = new Float32Array(count).fill(1);
  const colours = readLogColours(plate, grid, faceWeight);
  const light = evenRestLight({
    plate,
    grid,
    mouth,
    iodPx: IOD,
    chartX,
    chartY,
    faceWeight,
    colours,
  });
  const pixel = Math.floor(EYES - spot.v * IOD) * SIZE + Math.floor(MIDDLE + spot.a * IOD);
  const at = light ? light.pixels.indexOf(pixel) : -1;
  return light && at >= 0 ? light.change[3 * at + 1] : 0;
}

describe('light of a smile that is let go', () => {
  it('loses half of the shine on both cheeks', () => {
    for (const a of [-0.6, 0.6]) {
      const change = changeAt({ a, v: -0.5, levels: 60 });
      expect(change).toBeLessThan(-15);
      expect(change).toBeGreaterThan(-60);
    }
  });

  it('keeps shine elsewhere, and shade on the cheeks', () => {
    expect(changeAt({ a: 0, v: 0.4, levels: 60 })).toBe(0);
    expect(Math.abs(changeAt({ a: 0.6, v: -0.5, levels: -30 }))).toBeLessThan(3);
  });

  it('loses part of the shade under the lower lip, but no hair', () => {
    const change = changeAt({ a: 0, v: -1.36, levels: -30 });
    expect(change).toBeGreaterThan(5);
    expect(change).toBeLessThan(30);
    expect(changeAt({ a: 0, v: -1.36, levels: -110 })).toBeLessThan(3);
  });

  it('leaves lips that are darker than the skin as they are', () => {
    expect(changeAt({ a: 0, v: -1.17, levels: -30 })).toBeLessThan(2);
  });

  it('does not take a lit cheek before a dark ground for one that shines', () => {
    const spot = { a: 0.6, v: -0.5, levels: 0 };
    expect(Math.abs(changeAt(spot, beforeTheDark()))).toBeLessThan(3);
  });

  it('leaves even skin alone', () => {
    expect(changeAt({ a: 0.6, v: -0.5, levels: 0 })).toBe(0);
  });
});
