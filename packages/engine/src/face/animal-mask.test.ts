import { describe, expect, it } from 'vitest';
import type { Picture } from '../math/picture.ts';
import { createRandom } from '../math/random.ts';
import { findAnimalMask } from './animal-mask.ts';
import type { PersonMask } from './face.ts';
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

/** A picture of what a place shows: a colour, and how much it varies. */
function paintAll(
  seed: number,
  show: (x: number, y: number) => readonly [colour: readonly number[], noise: number],
): Picture {
  const random = createRandom(seed);
  const rgba = new Uint8Array(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [colour, noise] = show(i % SIDE, Math.floor(i / SIDE));
    const by = noise * (random() - 0.5);
    for (let k = 0; k < 3; k++) rgba[4 * i + k] = colour[k]! + by;
    rgba[4 * i + 3] = 255;
  }
  return { widthPx: SIDE, heightPx: SIDE, rgba };
}

/** Noisy fur of one colour on ground of another, and a dark thing that leans against the head. */
function paint(fur: readonly number[], ground: readonly number[]): Picture {
  return paintAll(5, (x, y) => {
    if (head(x, y)) return [fur, 30];
    return [x > 40 && x < 66 && y > 130 ? [50, 60, 90] : ground, 6];
  });
}

/** Visits the cells of a mask, at picture px, and whether they are the animal's. */
function forEachCell(
  { alpha, widthPx, heightPx, areaPx }: PersonMask,
  visit: (x: number, y: number, found: boolean) => void,
): void {
  alpha.forEach((a, i) => {
    const x = areaPx.xPx + (((i % widthPx) + 0.5) * areaPx.widthPx) / widthPx;
    const y = areaPx.yPx + ((Math.floor(i / widthPx) + 0.5) * areaPx.heightPx) / heightPx;
    visit(x, y, a > 110);
  });
}

describe('findAnimalMask', () => {
  const picture = paint([190, 130, 70], [120, 140, 150]);
  const face = faceFromPoints(POINTS, picture);

  it('follows the outline of head and ears, and leaves out what leans against it', () => {
    const mask = findAnimalMask(picture, face, undefined)!;
    let both = 0;
    let either = 0;
    forEachCell(mask, (x, y, found) => {
      const wanted = head(x, y);
      if (wanted && found) both++;
      if (wanted || found) either++;
    });
    expect(both / either).toBeGreaterThan(0.93);
  });

  it('decides about an ear whose inside looks much like the ground', () => {
    const pale = paintAll(5, (x, y) => {
      const inEar = y < 118 && head(x, y) && head(x - 3, y) && head(x + 3, y);
      if (inEar) return [[138, 138, 134], 18];
      return head(x, y) ? [[190, 130, 70], 30] : [[120, 140, 150], 26];
    });
    const { alpha } = findAnimalMask(pale, faceFromPoints(POINTS, pale), undefined)!;
    const doubts = alpha.reduce((sum, a) => sum + (a > 25 && a < 230 ? 1 : 0), 0);
    expect(doubts / alpha.length).toBeLessThan(0.004);
  });

  it('leaves out what has the same fur but hangs together with nothing of it', () => {
    const other = (x: number, y: number) => Math.hypot(x - 34, y - 268) < 26;
    const two = paintAll(5, (x, y) =>
      head(x, y) || other(x, y) ? [[190, 130, 70], 30] : [[120, 140, 150], 6],
    );
    const mask = findAnimalMask(two, faceFromPoints(POINTS, two), undefined)!;
    let [kept, seen] = [0, 0];
    forEachCell(mask, (x, y, found) => {
      if (!other(x, y)) return;
      seen++;
      if (found) kept++;
    });
    expect(seen).toBeGreaterThan(20);
    expect(kept / seen).toBeLessThan(0.1);
  });

  it('leaves out a black thing beside a pale cheek, whatever the colour of the muzzle', () => {
    const narrow = (x: number, y: number) => Math.hypot((x - 160) / 78, (y - 170) / 80) < 1;
    const thing = (x: number, y: number) => x > 52 && x < 90 && y > 135 && !narrow(x, y);
    const muzzle = (x: number, y: number) => Math.hypot((x - 160) / 30, (y - 195) / 26) < 1;
    const leaning = paintAll(9, (x, y) => {
      if (narrow(x, y)) return [muzzle(x, y) ? [38, 36, 34] : [232, 222, 205], 24];
      return [thing(x, y) ? [30, 29, 28] : [170, 140, 118], 6];
    });
    const mask = findAnimalMask(leaning, faceFromPoints(POINTS, leaning), undefined)!;
    const kept = { head: 0, thing: 0 };
    const all = { head: 0, thing: 0 };
    forEachCell(mask, (x, y, found) => {
      const kind = narrow(x, y) ? 'head' : thing(x, y) && y < 200 ? 'thing' : undefined;
      if (!kind) return;
      all[kind]++;
      if (found) kept[kind]++;
    });
    expect(kept.head).toBeGreaterThan(0.97 * all.head);
    expect(kept.thing).toBeLessThan(0.1 * all.thing);
  });

  it('gives the same mask whatever was looked at before', () => {
    const before = findAnimalMask(picture, face, undefined)!;
    const pale = paint([60, 70, 90], [200, 190, 150]);
    const other = findAnimalMask(pale, faceFromPoints(POINTS, pale), undefined)!;
    expect(other.alpha).not.toEqual(before.alpha);
    expect(findAnimalMask(picture, face, undefined)).toEqual(before);
  });

  it('keeps to the head where coat and ground cannot be told apart, or finds nothing', () => {
    const even = paint([120, 140, 150], [120, 140, 150]);
    const mask = findAnimalMask(even, face, undefined);
    const covered = mask ? mask.alpha.filter((a) => a > 110).length / mask.alpha.length : 0;
    expect(covered).toBeLessThan(0.6);
  });
});
