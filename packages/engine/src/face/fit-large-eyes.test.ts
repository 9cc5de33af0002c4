import { describe, expect, test } from 'vitest';
import { at } from '../../test/support/mesh-flips.ts';
import type { Picture } from '../math/picture.ts';
import { createPyramid } from './crop.ts';
import { faceFromPoints } from './face-from-points.ts';
import { fitLargeEyes } from './fit-large-eyes.ts';
import { EYES } from './landmark-indices.ts';

const SIZE = { widthPx: 400, heightPx: 400 };
const { landmarks: MESH } = faceFromPoints([140, 150, 260, 150, 200, 270], SIZE);
/** How much further down than the mesh's the lids are drawn. */
const DEEPER = 1.7;

type Eye = (typeof EYES)[number];

/** Height of a lid over the picture at x px, between its corners. */
function lidAt({ corners }: Eye, lid: readonly number[], x: number): number {
  const points = [corners[0], ...lid, corners[1]].map((v) => at(MESH, v));
  const i = points.findIndex(([px], k) => k > 0 && px >= x);
  const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!];
  return ay + ((by - ay) * (x - ax)) / (bx - ax);
}

const levelOf = ({ corners: [a, b] }: Eye) => (at(MESH, a)[1] + at(MESH, b)[1]) / 2;

/** Brown eyes without white on skin, whose lower lids hang. */
function drawn(): Picture {
  const rgba = new Uint8Array(4 * SIZE.widthPx * SIZE.heightPx);
  const covers = (eye: Eye, x: number, y: number) => {
    const [left, right] = eye.corners.map((v) => at(MESH, v)[0]);
    if (x <= left! || x >= right!) return false;
    const level = levelOf(eye);
    const low = level + DEEPER * (lidAt(eye, eye.lower, x) - level);
    return y > lidAt(eye, eye.upper, x) && y < low;
  };
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const inEye = EYES.some((eye) => covers(eye, x + 0.5, y + 0.5));
      const colour = inEye ? [120, 60, 40, 255] : [224, 168, 130, 255];
      rgba.set(colour, 4 * (y * SIZE.widthPx + x));
    }
  }
  return { rgba, ...SIZE };
}

describe('fitLargeEyes', () => {
  test.each([
    ['right', EYES[0]],
    ['left', EYES[1]],
  ] as const)('lets the lower lid of the %s eye down to where it is drawn', (_, eye) => {
    const fitted = fitLargeEyes(createPyramid(drawn()), MESH);
    for (const vertex of eye.lower.slice(2, 5)) {
      const deeper = (at(fitted, vertex)[1] - levelOf(eye)) / (at(MESH, vertex)[1] - levelOf(eye));
      expect(deeper, `vertex ${vertex}`).toBeGreaterThan(DEEPER - 0.2);
    }
  });
});
