import { describe, expect, test } from 'vitest';
import { createPyramid } from '../../face/crop.ts';
import { headGreen, readTones } from './picture-tones.ts';

const SIDE = 96;

/** A picture of which the colour depends on the place, 0..1 across and down. */
function picture(colourAt: (x: number, y: number) => readonly [number, number, number]) {
  const rgba = new Uint8Array(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const colour = colourAt((i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE);
    rgba.set([...colour, 255], 4 * i);
  }
  return { rgba, widthPx: SIDE, heightPx: SIDE };
}

describe('readTones', () => {
  test('finds no hue in greys, and how dark they are', () => {
    const tones = readTones(
      createPyramid(
        picture((x) => (x < 0.2 ? [0, 0, 0] : x < 0.8 ? [102, 102, 102] : [255, 255, 255])),
      ),
    );
    expect(tones.darks01).toBeCloseTo(0);
    expect(tones.midtones01).toBeCloseTo(0.4);
    expect(tones.lightsGreen).toBeCloseTo(0);
    expect(tones.midtonesGreen).toBeCloseTo(0);
  });

  test('tells yellow lights from a green ground', () => {
    const varnished = readTones(
      createPyramid(
        picture((x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.2 ? [240, 210, 120] : [60, 40, 50])),
      ),
    );
    expect(varnished.lightsGreen).toBeGreaterThan(0.15);
    expect(varnished.midtonesGreen).toBeLessThan(-0.1);
    const garden = readTones(
      createPyramid(
        picture((x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.2 ? [240, 220, 215] : [60, 90, 40])),
      ),
    );
    expect(garden.lightsGreen).toBeLessThan(0);
    expect(garden.midtonesGreen).toBeGreaterThan(0.3);
  });
});

test('a head is as green as its middle, whatever lies around it', () => {
  const crop = (head: readonly number[]) =>
    Float32Array.from({ length: 3 * SIDE * SIDE }, (_, i) => {
      const pixel = Math.floor(i / 3);
      const x = (pixel % SIDE) / SIDE;
      return Math.abs(x - 0.5) < 0.27 ? head[i % 3]! : [20, 200, 20][i % 3]!;
    });
  expect(headGreen(crop([150, 150, 150]), SIDE)).toBeCloseTo(0);
  expect(headGreen(crop([200, 120, 110]), SIDE)).toBeLessThan(-0.1);
  expect(headGreen(crop([200, 180, 90]), SIDE)).toBeGreaterThan(0.2);
});
