import { describe, expect, it } from 'vitest';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { readSurface, textureAt, textureBetween } from './surface.ts';

const SIZE = 400;
const IOD = 100;

/** A picture of luma levels by a formula. */
function paint(level: (x: number, y: number) => number): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++)
      rgba.fill(level(x, y), 4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

/** Every landmark in the middle, where the edge is. */
const middle = new Float32Array(478 * 3).fill(SIZE / 2) as Points3<'frame-px'>;

/** A vertical edge blurred by a Gaussian (its integral by the logistic curve). */
const edge = (sigma: number) =>
  paint((x) => 60 + 140 / (1 + Math.exp((-1.702 * (x - SIZE / 2)) / sigma)));

describe('readSurface', () => {
  it('finds edges broader the more they are blurred', () => {
    const of = (sigma: number) => readSurface(edge(sigma), middle, IOD, 'photo').edgePx;
    expect(of(0.3)).toBeLessThan(2.2);
    // Contrast over steepest slope of a Gaussian's integral is √(2π) σ.
    expect(of(2)).toBeGreaterThan(4);
    expect(of(2)).toBeLessThan(6);
    expect(of(4)).toBeGreaterThan(of(2) * 1.5);
  });

  it('finds lips that are painted softer than the eyes', () => {
    // Eyes lie on a sharp edge, lips on a blurred one.
    const sharp = 100;
    const soft = 300;
    const landmarks = middle.slice().fill(sharp) as Points3<'frame-px'>;
    for (const i of [37, 267, 39, 269, 84, 314, 17, 181, 405])
      landmarks.fill(soft, 3 * i, 3 * i + 3);
    const step = (x: number, at: number, sigma: number) =>
      70 / (1 + Math.exp((-1.702 * (x - at)) / sigma));
    const both = paint((x) => 40 + step(x, sharp, 0.4) + step(x, soft, 3));
    const { edgePx, lipEdgePx } = readSurface(both, landmarks, IOD, 'painting');
    expect(lipEdgePx).toBeGreaterThan(2 * edgePx);
    const { edgePx: eyes, lipEdgePx: lips } = readSurface(edge(2), middle, IOD, 'photo');
    expect(lips).toBe(eyes);
  });

  it('takes no softness from the plain colours of a drawing that leaves out lips', () => {
    // Eyes lie on a sharp edge, lips on nothing.
    const landmarks = middle.slice() as Points3<'frame-px'>;
    for (const i of [37, 267, 39, 269, 84, 314, 17, 181, 405]) landmarks.fill(60, 3 * i, 3 * i + 3);
    const of = (style: 'photo' | 'drawing') => readSurface(edge(0.3), landmarks, IOD, style);
    expect(of('drawing').lipEdgePx).toBe(of('drawing').edgePx);
    expect(of('photo').lipEdgePx).toBeGreaterThan(10);
    // Nor is a drawing without any edge soft.
    expect(
      readSurface(
        paint(() => 200),
        middle,
        IOD,
        'drawing',
      ).edgePx,
    ).toBe(2);
  });

  it('takes strokes as texture, slow shading not, and nothing from a drawing', () => {
    const rms = (picture: Picture, style: 'photo' | 'drawing' = 'photo') => {
      const { texture } = readSurface(picture, middle, IOD, style);
      return Math.sqrt(texture.reduce((sum, v) => sum + v * v, 0) / texture.length);
    };
    const strokes = paint((x) => 120 + 12 * Math.sin(x));
    expect(rms(strokes)).toBeGreaterThan(0.04);
    expect(rms(paint((x) => 60 + 0.3 * x))).toBeLessThan(0.01);
    expect(rms(strokes, 'drawing')).toBe(0);
  });
});

describe('the texture of a patch with a hair in it', () => {
  it('is that of its skin: the hair would be mirrored as a rhombus', () => {
    const skin = (x: number, y: number) => 120 + 4 * Math.sin(1.3 * x + 0.7 * y);
    const haired = paint((x, y) => (Math.abs(x - y) < 1 ? 60 : skin(x, y)));
    const most = (picture: Picture) =>
      Math.max(...readSurface(picture, middle, IOD, 'photo').texture.map(Math.abs));
    expect(most(haired)).toBeLessThan(3 * most(paint(skin)));
    expect(most(haired)).toBeGreaterThan(0.5 * most(paint(skin)));
  });
});

describe('textureAt', () => {
  it('repeats its tile without a seam', () => {
    const surface = readSurface(
      paint((x, y) => 120 + 9 * Math.sin(x / 2 + y / 3)),
      middle,
      IOD,
      'photo',
    );
    const { tilePx } = surface;
    for (let k = 0; k < 10; k++) {
      expect(textureAt(surface, tilePx - 1, k)).toBe(textureAt(surface, tilePx, k));
      expect(textureAt(surface, -1, k)).toBe(textureAt(surface, 0, k));
      expect(textureAt(surface, k + 2 * tilePx, 3)).toBe(textureAt(surface, k, 3));
    }
    expect(textureAt(surface, 1, 1)).not.toBe(textureAt(surface, 4, 1));
  });

  it('goes on between its pixels, and is itself in their middles', () => {
    const picture = paint((x, y) => 120 + 9 * Math.sin(x / 2 + y / 3));
    const surface = readSurface(picture, middle, IOD, 'photo');
    for (let k = 0; k < 10; k++) {
      expect(textureBetween(surface, k + 0.5, 3.5)).toBeCloseTo(textureAt(surface, k, 3), 6);
      for (const [x, y] of [
        [k, 2.5],
        [2.5, k],
      ] as const) {
        const [before, after] = [-1e-6, 1e-6].map((d) => textureBetween(surface, x + d, y + d));
        expect(Math.abs(before! - after!)).toBeLessThan(1e-5);
      }
    }
  });
});
