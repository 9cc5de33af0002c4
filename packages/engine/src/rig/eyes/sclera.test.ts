import { describe, expect, it } from 'vitest';
import { curveOf } from '../../math/curve.ts';
import { luma709 } from '../../math/luma.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { EyeLine } from './eye-shape.ts';
import { paintSclera } from './sclera.ts';

const [W, H] = [60, 30];
const SKIN: Rgb = [200, 140, 110];
const EYE: EyeLine = {
  side: 'right',
  centreXPx: 30,
  centreYPx: 15,
  alongX: 1,
  alongY: 0,
  halfWidthPx: 25,
  upper: curveOf(() => 8),
  lower: curveOf(() => -8),
  gapPx: 18,
  browGapPx: 20,
  iris: { xPx: 30, yPx: 15, radiusPx: 5 },
  open01: 1,
};

/** The ball above an eye's lid, 15 px aside, where between the lids its pixels are `colourAt`. */
function above(
  colourAt: (x: number, y: number) => Rgb,
  eye = EYE,
  skinAt: (x: number) => readonly number[] = () => SKIN,
): Rgb {
  const rgb = Float32Array.from(
    { length: 3 * W * H },
    (_, i) => skinAt(Math.floor(i / 3) % W)[i % 3]!,
  );
  const known = new Float32Array(W * H);
  for (let y = 11; y < 19; y++) {
    for (let x = 5; x < 55; x++) {
      rgb.set(colourAt(x, y), 3 * (y * W + x));
      known[y * W + x] = 1;
    }
  }
  paintSclera(rgb, known, eye, { xPx: 0, yPx: 0, widthPx: W, heightPx: H }, SKIN);
  const at = 3 * (5 * W + 45);
  return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
}

/** How much redder than blue a colour is, against its luma. */
const hue = (rgb: Rgb) => (rgb[0] - rgb[2]) / luma709(...rgb);

describe('paintSclera', () => {
  it('fills with the white, not with the lashes that reach into it', () => {
    const lashes = above((x) => (x % 5 < 2 ? [40, 30, 25] : [190, 185, 180]));
    expect(luma709(...lashes)).toBeGreaterThan(165);
  });

  it('keeps the white of a warm picture, and leaves out what is blurred into it of the skin', () => {
    const warm: Rgb = [200, 170, 140];
    expect(above(() => warm).map(Math.round)).toEqual([...warm]);
    const blurred = above((x) => (x % 3 === 0 ? warm : [198, 148, 116]));
    expect(hue(blurred)).toBeLessThan(0.7 * hue([198, 148, 116]) + 0.3 * hue(warm));
  });

  it('is no lighter than the light that falls on it, where nothing of it is seen in the shade', () => {
    // The iris lies over the far side, and with it half of the skin below in the shade of the nose.
    const eye: EyeLine = { ...EYE, iris: { xPx: 46, yPx: 15, radiusPx: 9 } };
    const lid = (share: number) => (x: number) => SKIN.map((v) => (x > 34 ? share : 1) * v);
    const white = (share: number) => luma709(...above(() => [210, 205, 200], eye, lid(share)));
    expect(white(1)).toBeGreaterThan(200);
    expect(white(0.9)).toBeCloseTo(white(1), 0);
    expect(white(0.3)).toBeLessThan(0.6 * white(1));
    expect(white(0)).toBeGreaterThan(50);
  });

  it('keeps the shade of its far side', () => {
    const shaded = above((x) => (x > 35 ? [120, 115, 110] : [210, 205, 200]));
    expect(luma709(...shaded)).toBeLessThan(140);
  });

  it('takes what a laugh leaves to be seen for lashes, and its white from the light on the skin below', () => {
    const lashes: Rgb = [92, 72, 62];
    expect(above(() => lashes).map(Math.round)).toEqual([...lashes]);
    const white = above(() => lashes, { ...EYE, laughs01: 1 });
    expect(luma709(...white)).toBeGreaterThan(0.5 * luma709(...SKIN));
    expect(luma709(...white)).toBeLessThan(0.8 * luma709(...SKIN));
    expect(hue(white)).toBeLessThan(0.7 * hue(SKIN));
    const bright = above(() => [190, 185, 180], { ...EYE, laughs01: 1 });
    expect(bright.map(Math.round)).toEqual([190, 185, 180]);
  });

  it('does so of an open eye of which paint leaves nothing light', () => {
    const painted = above(() => [40, 32, 28]);
    expect(luma709(...painted)).toBeGreaterThan(0.5 * luma709(...SKIN));
  });

  it('does so of a slit that no laugh made, too', () => {
    const slit = above(() => [50, 40, 35], { ...EYE, gapPx: 8 });
    expect(luma709(...slit)).toBeGreaterThan(0.5 * luma709(...SKIN));
    const shade: Rgb = [86, 66, 57];
    const open = luma709(...above(() => shade));
    const half = luma709(...above(() => shade, { ...EYE, gapPx: 13 }));
    expect(half).toBeGreaterThan(1.1 * open);
    expect(half).toBeLessThan(0.76 * luma709(...SKIN));
  });
});
