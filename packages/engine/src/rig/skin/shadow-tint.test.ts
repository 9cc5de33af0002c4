import { describe, expect, it } from 'vitest';
import { poseHead } from '../../../test/support/posed-head.ts';
import { luma709 } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import { findEyeLine } from '../eyes/eye-line.ts';
import { readCoatTint, readShadowTint } from './shadow-tint.ts';

const SIZE = 400;
const IOD = 90;
const landmarks = poseHead({ iodPx: IOD, xPx: SIZE / 2, yPx: 170 });

/** Skin with stripes of shade; `fall` says by which power of its light each channel falls. */
function striped(skin: readonly number[], fall: readonly number[]): Picture {
  const rgba = new Uint8Array(4 * SIZE * SIZE).fill(255);
  for (let y = 0; y < SIZE; y++) {
    const light = 1 - 0.2 * Math.max(0, Math.sin(y / 2)) ** 4;
    for (let x = 0; x < SIZE; x++) {
      for (let k = 0; k < 3; k++) rgba[4 * (y * SIZE + x) + k] = skin[k] * light ** fall[k];
    }
  }
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

const luma = (t: readonly number[]) => luma709(t[0], t[1], t[2]);

describe('readShadowTint', () => {
  it("is warm on skin, more so where the picture's own shadows are, and keeps the luma", () => {
    const warm = readShadowTint(striped([210, 160, 130], [0.5, 1, 1.2]), landmarks, IOD, {
      chroma: 80,
    });
    const plain = readShadowTint(striped([210, 160, 130], [1, 1, 1]), landmarks, IOD, {
      chroma: 80,
    });
    expect(warm[0]).toBeLessThan(plain[0] - 0.1);
    expect(warm[2]).toBeGreaterThan(warm[1]);
    expect(luma(warm)).toBeCloseTo(1, 6);
    expect(luma(plain)).toBeCloseTo(1, 6);
  });

  it('is neutral in a grey picture', () => {
    const grey = readShadowTint(striped([150, 150, 150], [1, 1, 1]), landmarks, IOD, { chroma: 0 });
    expect(grey).toEqual([1, 1, 1]);
  });
});

describe('readCoatTint', () => {
  it('deepens brown in the shade of a brown coat, and greys none of a white or grey one', () => {
    const tintOf = (coat: readonly number[]) => {
      const plate = striped(coat, [1, 1, 1]);
      const eyes = (['right', 'left'] as const).map((side) =>
        findEyeLine(landmarks, side, plate, IOD, 'animal'),
      );
      return readCoatTint(plate, eyes, IOD);
    };
    const [red, , blue] = tintOf([170, 115, 60]);
    expect(red).toBeLessThan(0.85);
    expect(blue).toBeGreaterThan(1.15);
    expect(luma(tintOf([170, 115, 60]))).toBeCloseTo(1, 6);
    for (const coat of [
      [90, 90, 90],
      [240, 240, 238],
    ]) {
      for (const share of tintOf(coat)) expect(Math.abs(share - 1)).toBeLessThan(0.01);
    }
  });
});
