import { describe, expect, it } from 'vitest';
import { mirrorLandmarks, mirrorPicture } from '../../../test/support/mirror.ts';
import { poseHead, skinPlate } from '../../../test/support/posed-head.ts';
import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { createRandom } from '../../math/random.ts';
import { findMouthLine, type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { findMuzzle } from './animal-muzzle.ts';

const IOD = 90;
const LANDMARKS = poseHead({ iodPx: IOD, xPx: 260, yPx: 200 });

function meshMouth(plate: Picture): MouthLine {
  return findMouthLine(LANDMARKS, IOD, plate);
}

/** A plate with a dark line at `up(x)` px over the mesh's mouth, x px from its middle. */
function withLine(up: (x: number) => number | undefined, depth = 0.5): Picture {
  const plate = skinPlate(520, 520);
  const mesh = meshMouth(plate);
  const rgba = plate.rgba.slice();
  const middle = readCurve(mesh.upper, 0);
  for (let y = 0; y < 520; y++) {
    for (let x = 0; x < 520; x++) {
      const here = up(x + 0.5 - mesh.centreXPx);
      if (here === undefined) continue;
      const away = mesh.centreYPx - middle - here - (y + 0.5);
      const keep = 1 - depth * Math.exp(-0.5 * (away / 2) ** 2);
      for (let k = 0; k < 3; k++) rgba[4 * (y * 520 + x) + k] *= keep;
    }
  }
  return { ...plate, rgba };
}

const find = (plate: Picture) => findMuzzle(meshMouth(skinPlate(520, 520)), plate, IOD);

describe('findMuzzle', () => {
  it('finds a line that rises to a point, with its ends', () => {
    const up = (x: number) => (Math.abs(x) < 30 ? 12 - 0.5 * Math.abs(x) : undefined);
    const { mouth, known01 } = find(withLine(up));
    const mesh = meshMouth(skinPlate(520, 520));
    const level = mesh.centreYPx - readCurve(mesh.upper, 0);
    expect(known01).toBe(1);
    expect(mouth.gapPx).toBe(0);
    expect(mouth.halfWidthPx).toBeGreaterThan(24);
    expect(mouth.halfWidthPx).toBeLessThan(40);
    for (const s of [-0.6, -0.3, 0, 0.3, 0.6]) {
      const [x, y] = mouthPoint(mouth, s, readCurve(mouth.upper, s));
      expect(Math.abs(level - y - (12 - 0.5 * Math.abs(x - mesh.centreXPx)))).toBeLessThan(3.5);
    }
  });

  it('has its middle at the point, wherever the ends are', () => {
    const up = (x: number) => (x > -22 && x < 36 ? 10 - 0.45 * Math.abs(x) : undefined);
    const { mouth } = find(withLine(up));
    const [x] = mouthPoint(mouth, 0, 0);
    expect(Math.abs(x - meshMouth(skinPlate(520, 520)).centreXPx)).toBeLessThan(4);
  });

  it('finds the mirrored mouth in a mirror image', () => {
    const plate = withLine((x) => (x > -22 && x < 36 ? 10 - 0.45 * Math.abs(x) : undefined));
    const random = createRandom(3);
    // Where nothing tells one place from another, either will do.
    for (let i = 0; i < plate.rgba.length; i++) {
      if (i % 4 < 3) plate.rgba[i] *= 0.9 + 0.1 * random();
    }
    // Not on the border between two pixels, of which only one can be read.
    const landmarks = poseHead({ iodPx: IOD, xPx: 260.31, yPx: 200 });
    const of = (points: typeof landmarks, picture: Picture) =>
      findMuzzle(findMouthLine(points, IOD, picture), picture, IOD).mouth;
    const mouth = of(landmarks, plate);
    const mirrored = of(mirrorLandmarks(landmarks, 520), mirrorPicture(plate));
    expect(Math.abs(mirrored.halfWidthPx - mouth.halfWidthPx)).toBeLessThan(0.1);
    expect(Math.abs(520 - mirrored.centreXPx - mouth.centreXPx)).toBeLessThan(0.1);
  });

  it('knows nothing of a coat without a line, of a faint one, and of the slope of a nose', () => {
    expect(find(skinPlate(520, 520)).known01).toBe(0);
    expect(find(withLine((x) => (Math.abs(x) < 40 ? 0 : undefined), 0.08)).known01).toBe(0);
    expect(find(withLine((x) => (Math.abs(x) < 26 ? 1.1 * x : undefined))).known01).toBe(0);
  });

  it('leaves the mesh’s mouth shut where it knows nothing', () => {
    const { mouth } = find(skinPlate(520, 520));
    expect(mouth.gapPx).toBe(0);
    expect(mouth.halfWidthPx).toBe(meshMouth(skinPlate(520, 520)).halfWidthPx);
  });
});
