import { describe, expect, it } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { createRandom } from '../math/random.ts';
import { findAnimalMask } from './animal-mask.ts';
import { faceFromPoints } from './face-from-points.ts';

const SIDE = 320;
const POINTS = [130, 150, 190, 150, 160, 200];

/** A round head with two upright ears: 1 inside. */
function head(x: number, y: number): boolean {
  if (Math.hypot((x - 160) / 88, (y - 170) / 80) < 1) return true;
  for (const side of [-1, 1]) {
    const u = side * (x - 160);
    if (y > 40 && y < 130 && Math.abs(u - 62) < 0.28 * (y - 40)) return true;
  }
  return false;
}

/** Noisy fur of one colour on ground of another, and a dark thing that leans against the head. */
function paint(fur: readonly number[], ground: readonly number[]): Picture {
  const random = createRandom(5);
  const rgba = new Uint8Array(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = i % SIDE;
    const y = Math.floor(i / SIDE);
    const thing = x > 40 && x < 66 && y > 130;
    const inside = head(x, y);
    const colour = inside ? fur : thing ? [50, 60, 90] : ground;
    const noise = inside ? 30 * (random() - 0.5) : 6 * (random() - 0.5);
    for (let k = 0; k < 3; k++) rgba[4 * i + k] = colour[k]! + noise;
    rgba[4 * i + 3] = 255;
  }
  return { widthPx: SIDE, heightPx: SIDE, rgba };
}

describe('findAnimalMask', () => {
  const picture = paint([190, 130, 70], [120, 140, 150]);
  const face = faceFromPoints(POINTS, picture);

  it('follows the outline of head and ears, and leaves out what leans against it', () => {
    const mask = findAnimalMask(picture, face, undefined)!;
    const { areaPx } = mask;
    let both = 0;
    let either = 0;
    for (let i = 0; i < mask.alpha.length; i++) {
      const column = (i % mask.widthPx) + 0.5;
      const row = Math.floor(i / mask.widthPx) + 0.5;
      const x = areaPx.xPx + (column * areaPx.widthPx) / mask.widthPx;
      const y = areaPx.yPx + (row * areaPx.heightPx) / mask.heightPx;
      const wanted = head(x, y);
      const found = mask.alpha[i]! > 110;
      if (wanted && found) both++;
      if (wanted || found) either++;
    }
    expect(both / either).toBeGreaterThan(0.93);
  });

  it('leaves out a black thing beside a pale cheek, whatever the colour of the muzzle', () => {
    const narrow = (x: number, y: number) => Math.hypot((x - 160) / 78, (y - 170) / 80) < 1;
    const thing = (x: number, y: number) => x > 52 && x < 90 && y > 135 && !narrow(x, y);
    const random = createRandom(9);
    const rgba = new Uint8Array(4 * SIDE * SIDE);
    for (let i = 0; i < SIDE * SIDE; i++) {
      const x = i % SIDE;
      const y = Math.floor(i / SIDE);
      const muzzle = Math.hypot((x - 160) / 30, (y - 195) / 26) < 1;
      const fur = muzzle ? [38, 36, 34] : [232, 222, 205];
      const colour = narrow(x, y) ? fur : thing(x, y) ? [30, 29, 28] : [170, 140, 118];
      const noise = (narrow(x, y) ? 24 : 6) * (random() - 0.5);
      for (let k = 0; k < 3; k++) rgba[4 * i + k] = colour[k]! + noise;
      rgba[4 * i + 3] = 255;
    }
    const leaning: Picture = { widthPx: SIDE, heightPx: SIDE, rgba };
    const mask = findAnimalMask(leaning, faceFromPoints(POINTS, leaning), undefined)!;
    const { areaPx } = mask;
    const found = { head: 0, thing: 0 };
    const all = { head: 0, thing: 0 };
    for (let i = 0; i < mask.alpha.length; i++) {
      const x = areaPx.xPx + (((i % mask.widthPx) + 0.5) * areaPx.widthPx) / mask.widthPx;
      const row = Math.floor(i / mask.widthPx) + 0.5;
      const y = areaPx.yPx + (row * areaPx.heightPx) / mask.heightPx;
      const kind = narrow(x, y) ? 'head' : thing(x, y) && y < 200 ? 'thing' : undefined;
      if (!kind) continue;
      all[kind]++;
      if (mask.alpha[i]! > 110) found[kind]++;
    }
    expect(found.head).toBeGreaterThan(0.97 * all.head);
    expect(found.thing).toBeLessThan(0.1 * all.thing);
  });

  it('gives the same mask every time', () => {
    expect(findAnimalMask(picture, face, undefined)).toEqual(
      findAnimalMask(picture, face, undefined),
    );
  });

  it('keeps to the head where coat and ground cannot be told apart, or finds nothing', () => {
    const even = paint([120, 140, 150], [120, 140, 150]);
    const mask = findAnimalMask(even, face, undefined);
    const covered = mask ? mask.alpha.filter((a) => a > 110).length / mask.alpha.length : 0;
    expect(covered).toBeLessThan(0.6);
  });
});
