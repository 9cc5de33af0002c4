import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModelRuntime } from '../../face/face.ts';
import { fitFaceToPoints } from '../../face/face-from-points.ts';
import { findFaces } from '../../face/find-faces.ts';
import { guessArtStyle } from '../../rig/style/art-style.ts';
import { decodePicture } from './decode-picture.ts';
import { createNodeModelRuntime } from './model-runtime.ts';

const folder = new URL('../../../../../samples/', import.meta.url);
const read = (name: string) => decodePicture(new Uint8Array(readFileSync(new URL(name, folder))));

/** x,y of both irises as they are drawn and painted, px. */
const OURS = [
  ['drawing-boy.png', 'drawing', 326, 453, 494, 453],
  ['drawing-redhead.png', 'drawing', 328, 404, 492, 404],
  ['painting-elder.png', 'painting', 291, 394, 461, 388],
  ['painting-woman.png', 'painting', 333, 382, 501, 387],
  ['painting-youth.png', 'painting', 308, 399, 475, 406],
] as const;

let runtime: ModelRuntime;
beforeAll(async () => {
  runtime = await createNodeModelRuntime();
});

describe('our sample pictures', () => {
  test.each(OURS)(
    '%s: found at once, eyes in place, mouth shut',
    async (name, style, ...irises) => {
      const picture = await read(name);
      const faces = await findFaces(picture, runtime);
      expect(faces).toHaveLength(1);
      const { landmarks, foundBy } = faces[0]!;
      expect(foundBy).toBe('first-pass');
      expect(guessArtStyle(picture, faces[0]!).style).toBe(style);
      const at = (vertex: number): [number, number] => [
        landmarks[vertex * 3]!,
        landmarks[vertex * 3 + 1]!,
      ];
      const iodPx = Math.hypot(irises[2] - irises[0], irises[3] - irises[1]);
      for (const [vertex, x, y] of [
        [468, irises[0], irises[1]],
        [473, irises[2], irises[3]],
      ] as const) {
        const [foundX, foundY] = at(vertex);
        expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(0.04 * iodPx);
      }
      const lipGapPx = Math.hypot(at(13)[0] - at(14)[0], at(13)[1] - at(14)[1]);
      expect(lipGapPx).toBeLessThan(0.02 * iodPx);
    },
  );

  test('the animals are found without their points, eyes in place', async () => {
    const points = JSON.parse(readFileSync(new URL('points.json', folder), 'utf8'));
    for (const [name, [rightX, rightY, leftX, leftY, mouthX, mouthY]] of Object.entries<number[]>(
      points,
    ) as [string, [number, number, number, number, number, number]][]) {
      const picture = await read(name);
      const [face, ...others] = await findFaces(picture, runtime);
      expect(others).toEqual([]);
      expect(face!.foundBy).toBe('animal-search');
      expect(guessArtStyle(picture, face!).style).toBe('animal');
      const iodPx = Math.hypot(leftX - rightX, leftY - rightY);
      for (const [vertex, x, y, share] of [
        [468, rightX, rightY, 0.08],
        [473, leftX, leftY, 0.08],
        // Where the muzzle of a head that is turned ends is found less surely.
        [13, mouthX, mouthY, 0.35],
      ] as const) {
        const [foundX, foundY] = [0, 1].map((k) => face!.landmarks[3 * vertex + k]!);
        expect(Math.hypot(foundX! - x, foundY! - y), `${name} ${vertex}`).toBeLessThan(
          share * iodPx,
        );
      }
    }
  });

  test('the given points lie on the eyes of the animals', async () => {
    const points = JSON.parse(readFileSync(new URL('points.json', folder), 'utf8')) as Record<
      string,
      number[]
    >;
    for (const [name, six] of Object.entries(points)) {
      const picture = await read(name);
      const face = await fitFaceToPoints(picture, runtime, six);
      expect(guessArtStyle(picture, face).style, name).toBe('animal');
      const iodPx = Math.hypot(six[2]! - six[0]!, six[3]! - six[1]!);
      const miss = Math.hypot(
        face.landmarks[468 * 3]! - six[0]!,
        face.landmarks[468 * 3 + 1]! - six[1]!,
      );
      expect(miss, name).toBeLessThan(0.08 * iodPx);
    }
  });

  test('every picture has a line in the credits', () => {
    const credits = readFileSync(new URL('CREDITS.md', folder), 'utf8');
    for (const file of readdirSync(folder)) {
      if (!/\.(png|jpe?g|webp|avif)$/.test(file)) continue;
      expect(credits, file).toContain(file.replace(/\.\w+$/, ''));
    }
  });
});
