import { describe, expect, test } from 'vitest';
import { at } from '../../test/support/mesh-flips.ts';
import type { Picture } from '../math/picture.ts';
import type { Face } from './face.ts';
import { faceFromPoints } from './face-from-points.ts';
import { placeAnimalMouth } from './place-animal-mouth.ts';

const SIZE = { widthPx: 400, heightPx: 400 };
const EYES = [140, 120, 260, 120] as const;
const NOSE_Y = 215;
const LINE_Y = 250;

/** A dog's muzzle: a light coat with a black nose far below the eyes and a line to both sides below that. */
function muzzle(): Picture {
  const rgba = new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx);
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const inNose = Math.hypot((x - 200) / 24, (y - NOSE_Y) / 17) < 1;
      const inLine = Math.abs(y - LINE_Y) < 3 && Math.abs(x - 200) < 40;
      const tone = inNose ? 25 : inLine ? 90 : 210;
      rgba.set([tone, tone, tone, 255], 4 * (y * SIZE.widthPx + x));
    }
  }
  return { rgba, ...SIZE };
}

const found = (mouthY: number, foundBy: Face['foundBy'] = 'search'): Face => ({
  ...faceFromPoints([...EYES, 200, mouthY], SIZE),
  foundBy,
});

describe('placeAnimalMouth', () => {
  test('takes a mouth that lies on the nose down to the line below it', () => {
    const face = found(NOSE_Y - 12);
    const placed = placeAnimalMouth(muzzle(), face).landmarks;
    const [x, y] = at(placed, 13);
    expect(Math.abs(x - 200)).toBeLessThan(6);
    expect(Math.abs(y - LINE_Y)).toBeLessThan(8);
    // Eyes stay, and the nose comes along by a part of it.
    for (const vertex of [33, 133, 159, 145, 362, 263, 468]) {
      expect(at(placed, vertex)).toEqual(at(face.landmarks, vertex));
    }
    expect(at(placed, 4)[1]).toBeGreaterThan(at(face.landmarks, 4)[1] + 5);
  });

  test('leaves one that lies right, and one that was given', () => {
    const right = found(LINE_Y);
    expect(placeAnimalMouth(muzzle(), right)).toBe(right);
    const given = found(NOSE_Y - 12, 'points');
    expect(placeAnimalMouth(muzzle(), given)).toBe(given);
  });

  test('leaves one where neither nose nor line is seen', () => {
    const rgba = new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx).fill(210);
    const face = found(NOSE_Y - 12);
    expect(placeAnimalMouth({ rgba, ...SIZE }, face)).toBe(face);
  });
});
