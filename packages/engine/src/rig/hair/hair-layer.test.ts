import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { clamp } from '../../math/easing.ts';
import { createRandom } from '../../math/random.ts';
import { findBrowBands } from '../eyes/brow-band.ts';
import { placeEyeLine } from '../eyes/eye-line.ts';
import { chartFace } from '../head/head-field.ts';
import { planGrid } from '../plate-grid.ts';
import { textureAt } from '../style/surface.ts';
import { takeHairOff } from './hair-layer.ts';

const SIZE = 320;
const HEAD = { iodPx: 60, xPx: 160, yPx: 170 };
const LANDMARKS = poseHead(HEAD);
const SKIN = [214, 168, 142] as const;
const HAIR = [58, 40, 32] as const;

const SURFACE = { edgePx: 2, lipEdgePx: 2, tilePx: 4, texture: new Float32Array(16) };
const PLAIN = { grain: 2, surface: SURFACE, painted01: 0 };

type Place = (x: number, up: number) => number;

/** What there is of hair, 0..1, at x and up in IOD from between the eyes: a head of it, and what hangs from it. */
const cap: Place = (x, up) => (up > 1 || Math.hypot(x / 1.2, up / 2.2) > 1 ? 1 : 0);
const fringeTo =
  (lowest: number): Place =>
  (x, up) =>
    Math.max(cap(x, up), up > lowest ? 1 : 0);

/** A face of plain skin with brows, grain and what `hair` says. */
function paint(hair: Place) {
  const random = createRandom(3);
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = ((i % SIZE) + 0.5 - HEAD.xPx) / HEAD.iodPx;
    const up = (HEAD.yPx - Math.floor(i / SIZE) - 0.5) / HEAD.iodPx;
    const brow = Math.abs(up - 0.33) < 0.045 && Math.abs(Math.abs(x) - 0.55) < 0.33;
    const share = Math.max(hair(x, up), brow ? 1 : 0);
    const grain = 6 * (random() - 0.5);
    for (let k = 0; k < 3; k++) rgba[4 * i + k] = SKIN[k] + share * (HAIR[k] - SKIN[k]) + grain;
  }
  const plate = { rgba, widthPx: SIZE, heightPx: SIZE };
  const eyes = [placeEyeLine(LANDMARKS, 'right'), placeEyeLine(LANDMARKS, 'left')];
  const grid = planGrid({ xPx: 0, yPx: 0, widthPx: SIZE, heightPx: SIZE });
  const input = {
    ...{ plate, mask: undefined, iodPx: HEAD.iodPx, grid, eyes },
    ...chartFace(grid, LANDMARKS),
    brows: findBrowBands(LANDMARKS, plate, eyes, HEAD.iodPx),
  };
  return { plate, input, layer: takeHairOff(input, PLAIN) };
}

const pixelAt = (x: number, up: number) =>
  Math.round(HEAD.yPx - up * HEAD.iodPx) * SIZE + Math.round(HEAD.xPx + x * HEAD.iodPx);

describe('takeHairOff', () => {
  it('finds none on a free forehead, whose shade may be as dark as hair', () => {
    expect(paint(cap).layer).toBeUndefined();
    const shade: Place = (x, up) =>
      Math.max(cap(x, up), 0.75 * Math.min(1, Math.max(0, (x + 0.2) / 1.1)));
    expect(paint(shade).layer).toBeUndefined();
    // A brim's, all across: dark below it, and light before the brows.
    const underBrim: Place = (x, up) => Math.max(cap(x, up), clamp((up - 0.4) / 0.3, 0, 1));
    expect(paint(underBrim).layer).toBeUndefined();
  });

  it('parts a picture into hair and a face with skin in its place, which make it up again', () => {
    const { plate, layer } = paint(fringeTo(0.6));
    const { rect, rgba, face } = layer!;
    const [under, brow] = [4 * pixelAt(0, 0.75), 4 * pixelAt(0.5, 0.33)];
    expect(Math.abs(face.rgba[under] - SKIN[0])).toBeLessThan(20);
    expect(plate.rgba[under]).toBeLessThan(80);
    expect(face.rgba[brow]).toBe(plate.rgba[brow]);
    for (let i = 0, at = 0; i < rect.widthPx * rect.heightPx; i++, at += 4) {
      const pixel =
        (rect.yPx + Math.floor(i / rect.widthPx)) * SIZE + rect.xPx + (i % rect.widthPx);
      for (let k = 0; k < 3; k++) {
        const made = rgba[at + k] + (1 - rgba[at + 3] / 255) * face.rgba[4 * pixel + k];
        expect(Math.abs(made - plate.rgba[4 * pixel + k])).toBeLessThan(4);
      }
    }
  });

  it('paints the skin in its place as the rest is painted', () => {
    const { input } = paint(fringeTo(0.6));
    // Strokes that run across.
    const texture = Float32Array.from({ length: 16 }, (_, i) =>
      Math.floor(i / 4) % 2 ? 0.1 : -0.1,
    );
    const surface = { ...SURFACE, texture };
    const { face } = takeHairOff(input, { grain: 2, surface, painted01: 1 })!;
    for (let y = 0; y < 4; y++) {
      const pixel = pixelAt(0, 0.75) + y * SIZE;
      const stroke = 1 + textureAt(surface, pixel % SIZE, Math.floor(pixel / SIZE));
      expect(Math.abs(face.rgba[4 * pixel] - stroke * SKIN[0])).toBeLessThan(6);
    }
  });

  it('leaves no line of a soft edge on the skin', () => {
    // A hat's edge that is blurred far into the skin, a little at last.
    const edge: Place = (x, up) => Math.max(cap(x, up), Math.min(1, Math.exp((up - 0.66) / 0.015)));
    const { face } = paint(edge).layer!;
    for (let up = 0.45; up < 0.75; up += 0.01) {
      let sum = 0;
      for (let x = -0.3; x <= 0.3; x += 0.02) sum += face.rgba[4 * pixelAt(x, up)] / 31;
      expect(Math.abs(sum - SKIN[0])).toBeLessThan(8);
    }
  });

  it('finds none on a head of which one eye is seen', () => {
    const { input } = paint(fringeTo(0.6));
    expect(takeHairOff({ ...input, eyes: input.eyes.slice(1) }, PLAIN)).toBeUndefined();
  });

  it('knows how much of a brow lies under hair', () => {
    expect(paint(fringeTo(0.6)).layer!.browsCovered).toEqual([0, 0]);
    const overOne: Place = (x, up) => Math.max(cap(x, up), x < 0 && up > 0.26 ? 1 : 0);
    const [right, left] = paint(overOne).layer!.browsCovered;
    expect(right).toBeGreaterThan(0.7);
    expect(left).toBe(0);
  });
});
