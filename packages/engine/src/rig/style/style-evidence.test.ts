import { describe, expect, test } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import type { Face } from '../../face/face.ts';
import type { Picture } from '../../math/picture.ts';
import { gatherStyleEvidence } from './style-evidence.ts';

const SIZE = 400;
const IOD = 100;
const MIDDLE = { xPx: 200, yPx: 180 };
const SKIN = [225, 185, 160] as const;
const BEARD = [70, 52, 44] as const;
const BLACK = [24, 20, 20] as const;

const FACE: Face = {
  landmarks: Float32Array.from(poseHead({ iodPx: IOD, ...MIDDLE })),
  confidence01: 0.8,
  foundBy: 'first-pass',
  boxPx: { xPx: 90, yPx: 90, widthPx: 220, heightPx: 240 },
};

/** A plate of skin; places are IOD from the middle between the eyes, y down. */
function draw(colourAt: (x: number, y: number) => readonly number[]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const x = ((i % SIZE) + 0.5 - MIDDLE.xPx) / IOD;
    const y = (Math.floor(i / SIZE) + 0.5 - MIDDLE.yPx) / IOD;
    rgba.set(colourAt(x, y), 4 * i);
  }
  return { rgba, widthPx: SIZE, heightPx: SIZE };
}

const inLens = (x: number, y: number) => Math.hypot(Math.abs(x) - 0.5, y) < 0.36;
const onNose = (x: number, y: number) => Math.abs(x) < 0.25 && y < 0.75;
const lensesOf = (colourAt: (x: number, y: number) => readonly number[]) =>
  gatherStyleEvidence(draw(colourAt), FACE).lenses;

describe('how dark lenses are', () => {
  test('against the cheeks below them', () => {
    expect(lensesOf((x, y) => (inLens(x, y) ? BLACK : SKIN))).toBeLessThan(0.3);
    expect(lensesOf(() => SKIN)).toBeCloseTo(1, 1);
  });

  test('against the nose, where a beard covers the cheeks', () => {
    const beard = (x: number, y: number) => (y > 0.4 && !onNose(x, y) ? BEARD : SKIN);
    expect(lensesOf((x, y) => (inLens(x, y) ? BLACK : beard(x, y)))).toBeLessThan(0.3);
    expect(lensesOf(beard)).toBeCloseTo(1, 1);
  });
});

describe('outlines', () => {
  /** A face with faint stripes of a fifth of the eyes' distance, so large. */
  const stripedAt = (iodPx: number) => {
    const [widthPx, heightPx] = [4 * iodPx, 4 * iodPx];
    const rgba = new Uint8Array(4 * widthPx * heightPx).fill(255);
    for (let i = 0; i < widthPx * heightPx; i++) {
      const x = (i % widthPx) / iodPx;
      rgba.fill(Math.floor(5 * x) % 2 ? 250 : 190, 4 * i, 4 * i + 3);
    }
    const place = { iodPx, xPx: 2 * iodPx, yPx: 1.8 * iodPx };
    const face = { ...FACE, landmarks: Float32Array.from(poseHead(place)) };
    return gatherStyleEvidence({ rgba, widthPx, heightPx }, face);
  };

  test('are as many as the picture has, also where it is so small that enlarging blurs them', () => {
    const large = stripedAt(48);
    const small = stripedAt(20);
    expect(large.ownOutlines01).toBeCloseTo(large.outlines01, 2);
    expect(small.outlines01).toBeLessThan(0.2 * large.outlines01);
    expect(small.ownOutlines01).toBeGreaterThan(0.6 * large.outlines01);
    expect(small.ownOutlines01).toBeLessThan(1.6 * large.outlines01);
  });
});
