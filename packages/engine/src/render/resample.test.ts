import { describe, expect, it } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { resamplePicture } from './resample.ts';

type Colour = (x: number, y: number) => readonly [number, number, number];

function paint(widthPx: number, heightPx: number, colour: Colour): Picture {
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) rgba.set([...colour(x, y), 255], 4 * (y * widthPx + x));
  }
  return { rgba, widthPx, heightPx };
}

const whole = ({ widthPx, heightPx }: Picture) => ({ xPx: 0, yPx: 0, widthPx, heightPx });
const pixel = (picture: Picture, x: number, y: number) => [
  ...picture.rgba.subarray(4 * (y * picture.widthPx + x), 4 * (y * picture.widthPx + x) + 4),
];

describe('resamplePicture', () => {
  it('copies whole pixels exactly where the size stays', () => {
    const picture = paint(31, 23, (x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256]);
    const crop = { xPx: 5, yPx: 3, widthPx: 20, heightPx: 18 };
    const out = resamplePicture(picture, crop, 20, 18);
    for (let y = 0; y < 18; y++) {
      for (let x = 0; x < 20; x++) expect(pixel(out, x, y)).toEqual(pixel(picture, x + 5, y + 3));
    }
    out.rgba.fill(0);
    expect(pixel(picture, 5, 3)).not.toEqual([0, 0, 0, 0]);
  });

  it.each([
    [100, 80, 37, 29],
    [40, 30, 256, 192],
    [900, 700, 90, 70],
    [1000, 40, 60, 2],
  ])('keeps a constant colour: %s × %s to %s × %s', (w, h, toW, toH) => {
    const picture = paint(w, h, () => [200, 31, 7]);
    const out = resamplePicture(picture, whole(picture), toW, toH);
    expect([out.widthPx, out.heightPx, out.rgba.length]).toEqual([toW, toH, 4 * toW * toH]);
    for (let i = 0; i < toW * toH; i++) {
      expect([...out.rgba.subarray(4 * i, 4 * i + 4)]).toEqual([200, 31, 7, 255]);
    }
  });

  it.each([2, 3, 5, 8])(
    'keeps a gradient straight and in its place when it shrinks %s times',
    (by) => {
      const side = 240;
      const picture = paint(side, side, (x, y) => [x, y, 0]);
      const out = resamplePicture(picture, whole(picture), side / by, side / by);
      const margin = 4;
      for (let i = margin; i < side / by - margin; i++) {
        // The middle of the output pixel, as a level of the gradient (whose pixel x has level x).
        const wanted = (i + 0.5) * by - 0.5;
        expect(Math.abs(pixel(out, i, 8)[0]! - wanted)).toBeLessThanOrEqual(1);
        expect(Math.abs(pixel(out, 8, i)[1]! - wanted)).toBeLessThanOrEqual(1);
      }
    },
  );

  it('takes only the crop, with fractions', () => {
    const picture = paint(200, 200, (x) => [x, x, x]);
    const crop = { xPx: 50.5, yPx: 20, widthPx: 100, heightPx: 100 };
    const out = resamplePicture(picture, crop, 50, 50);
    expect(Math.abs(pixel(out, 25, 25)[0]! - 101)).toBeLessThanOrEqual(1);
  });

  it('takes a small crop of a large picture from its own place', () => {
    const picture = paint(700, 300, (x, y) => [Math.round(x / 3), y % 256, 0]);
    const crop = { xPx: 211, yPx: 37, widthPx: 320, heightPx: 160 };
    const out = resamplePicture(picture, crop, 40, 20);
    for (let x = 0; x < 40; x++) {
      const wanted = (211 + (x + 0.5) * 8 - 0.5) / 3;
      expect(Math.abs(pixel(out, x, 10)[0]! - wanted)).toBeLessThanOrEqual(1);
    }
    for (let y = 0; y < 20; y++) {
      const wanted = 37 + (y + 0.5) * 8 - 0.5;
      expect(Math.abs(pixel(out, 20, y)[1]! - wanted)).toBeLessThanOrEqual(1);
    }
  });

  it('leaves no moiré of detail finer than the output', () => {
    const picture = paint(300, 300, (x, y) => ((x + y) % 2 ? [255, 255, 255] : [0, 0, 0]));
    const out = resamplePicture(picture, whole(picture), 110, 110);
    for (let i = 5; i < 105; i++) expect(Math.abs(pixel(out, i, i)[0]! - 127.5)).toBeLessThan(4);
  });
});
