import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { besideRepository, skipWithout } from '../../../test/support/scenes.ts';
import { animalWitness } from '../../face/animal-witness.ts';
import { createPyramid } from '../../face/crop.ts';
import type { Face, ModelRuntime } from '../../face/face.ts';
import { faceFromPoints, fitFaceToPoints } from '../../face/face-from-points.ts';
import { findFaces, isNobodys } from '../../face/find-faces.ts';
import { fitLargeEyes } from '../../face/fit-large-eyes.ts';
import { faceCover01, findPersonMask, personArea } from '../../face/person-mask.ts';
import type { Picture } from '../../math/picture.ts';
import { guessArtStyle } from '../../rig/style/art-style.ts';
import { analysePicture } from './analyse-picture.ts';
import { decodePicture } from './decode-picture.ts';
import { createNodeModelRuntime } from './model-runtime.ts';

const sample = (name: string) =>
  fileURLToPath(new URL(`../../../../../samples/${name}`, import.meta.url));

/** x,y of landmarks of the astronaut, image px, looked at and found right. */
const ASTRONAUT = [
  [468, 203.5, 101.1],
  [473, 246.7, 103.6],
  [33, 195.2, 100.6],
  [133, 213.6, 103.6],
  [362, 237.4, 105.7],
  [263, 256.1, 104.7],
  [159, 203.0, 97.7],
  [145, 203.5, 104.4],
  [386, 248.5, 100.3],
  [374, 246.9, 106.8],
  [61, 202.2, 139.5],
  [291, 245.5, 140.7],
  [13, 223.4, 143.5],
  [14, 223.0, 150.5],
  [1, 223.3, 130.8],
  [10, 226.6, 69.5],
  [152, 221.7, 178.2],
] as const;

/** One twentieth of the distance between the eyes. */
const GOLDEN_TOLERANCE_PX = 2;

/** x,y of the cat's eyes and mouth. */
const CAT_POINTS = [172, 114, 319, 137, 256, 270];

let runtime: ModelRuntime;
let astronaut: Picture;
let face: Face;

beforeAll(async () => {
  runtime = await createNodeModelRuntime();
  astronaut = await decodePicture(sample('photo-astronaut-smiling.png'));
  face = (await findFaces(astronaut, runtime))[0]!;
});

function point(landmarks: Float32Array, vertex: number): readonly [number, number] {
  return [landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!];
}

async function changed(change: (image: Sharp) => Sharp): Promise<Picture> {
  return decodePicture(
    await change(sharp(sample('photo-astronaut-smiling.png')).removeAlpha())
      .png()
      .toBuffer(),
  );
}

describe('findFaces', () => {
  test('finds the landmarks of a smiling face at the first pass', () => {
    expect(face.foundBy).toBe('first-pass');
    expect(face.confidence01).toBeGreaterThan(0.8);
    for (const [vertex, x, y] of ASTRONAUT) {
      const [foundX, foundY] = point(face.landmarks, vertex);
      expect(Math.hypot(foundX - x, foundY - y), `vertex ${vertex}`).toBeLessThan(
        GOLDEN_TOLERANCE_PX,
      );
    }
  });

  test('refines the eyes: irises lie between their lids', () => {
    for (const [iris, upper, lower] of [
      [468, 159, 145],
      [473, 386, 374],
    ] as const) {
      expect(point(face.landmarks, iris)[1]).toBeGreaterThan(point(face.landmarks, upper)[1]);
      expect(point(face.landmarks, iris)[1]).toBeLessThan(point(face.landmarks, lower)[1]);
    }
  });

  test('gives the same landmarks twice', async () => {
    const [again] = await findFaces(astronaut, runtime);
    expect(again!.landmarks).toEqual(face.landmarks);
  });

  test('mirrors with the picture', async () => {
    const [mirrored] = await findFaces(await changed((image) => image.flop()), runtime);
    // The subject's right eye becomes the left one.
    const [x, y] = point(mirrored!.landmarks, 473);
    const [wantedX, wantedY] = point(face.landmarks, 468);
    expect(Math.hypot(512 - x - wantedX, y - wantedY)).toBeLessThan(GOLDEN_TOLERANCE_PX);
  });

  test.each([0.4, 2.3])('finds the same at %s times the size', async (scale) => {
    const size = Math.round(512 * scale);
    const [scaled] = await findFaces(await changed((image) => image.resize(size, size)), runtime);
    for (const [vertex, x, y] of ASTRONAUT) {
      const [foundX, foundY] = point(scaled!.landmarks, vertex);
      const off = Math.hypot((foundX * 512) / size - x, (foundY * 512) / size - y);
      expect(off, `vertex ${vertex}`).toBeLessThan(2 * GOLDEN_TOLERANCE_PX);
    }
  });

  test.each([
    [90, 512 - 101, 203],
    [180, 512 - 203, 512 - 101],
    [270, 101, 512 - 203],
  ])('finds a face that is turned by %s degrees', async (degrees, x, y) => {
    const [turned] = await findFaces(await changed((image) => image.rotate(degrees)), runtime);
    const [foundX, foundY] = point(turned!.landmarks, 468);
    expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(2 * GOLDEN_TOLERANCE_PX);
  });

  test('finds a small face in a panorama', async () => {
    const wide = await changed((image) => image.extend({ left: 3000, background: '#456' }));
    const [found] = await findFaces(wide, runtime);
    expect(found!.foundBy).toBe('first-pass');
    const [x, y] = point(found!.landmarks, 468);
    expect(Math.hypot(x - 3203.5, y - 101)).toBeLessThan(2 * GOLDEN_TOLERANCE_PX);
  });

  test('does not take a face whose other eye is cut off', async () => {
    const half = await changed((image) =>
      image.extract({ left: 225, top: 20, width: 250, height: 250 }),
    );
    await expect(findFaces(half, runtime)).rejects.toMatchObject({ code: 'no_face_found' });
  });

  test('returns several faces, the largest first', async () => {
    const two = await changed((image) =>
      image.extend({ right: 300, background: '#888' }).composite([]),
    );
    const small = await sharp(sample('photo-astronaut-smiling.png')).resize(280, 280).toBuffer();
    const both = await decodePicture(
      await sharp(Buffer.from(two.rgba), { raw: { width: 812, height: 512, channels: 4 } })
        .composite([{ input: small, left: 520, top: 100 }])
        .png()
        .toBuffer(),
    );
    const faces = await findFaces(both, runtime);
    expect(faces).toHaveLength(2);
    expect(faces[0]!.boxPx.widthPx).toBeGreaterThan(faces[1]!.boxPx.widthPx);
    expect(point(faces[1]!.landmarks, 1)[0]).toBeGreaterThan(520);
  });

  /** The astronaut's head and shoulders, so often and so wide, on plain ground. */
  async function scene(widthPx: number, heightPx: number, heads: readonly number[]) {
    const head = sharp(sample('photo-astronaut-smiling.png')).removeAlpha();
    const cut = head.extract({ left: 100, top: 0, width: 250, height: 250 });
    const inputs = await Promise.all(heads.map((px) => cut.clone().resize(px).png().toBuffer()));
    const apart = Math.floor(widthPx / heads.length);
    const ground = { width: widthPx, height: heightPx, channels: 3, background: '#9ab' } as const;
    const image = sharp({ create: ground })
      .composite(inputs.map((input, i) => ({ input, left: apart * i + 40, top: heightPx >> 1 })))
      .ensureAlpha();
    return { rgba: new Uint8Array(await image.raw().toBuffer()), widthPx, heightPx };
  }

  test('finds those of a group who are smaller than the first that it finds', async () => {
    const faces = await findFaces(
      await scene(1600, 1000, [95, 190, 95, 105, 95, 95, 105, 95]),
      runtime,
    );
    expect(faces).toHaveLength(8);
    expect(point(faces[0]!.landmarks, 1)[0]).toBeGreaterThan(240);
    expect(point(faces[0]!.landmarks, 1)[0]).toBeLessThan(430);
  });

  test('finds a face that is tiny in a large picture where nothing else is found', async () => {
    const faces = await findFaces(await scene(4000, 2500, [150]), runtime);
    expect(faces).toHaveLength(1);
    // The model puts the nose's tip at 223, 131 of the whole picture.
    const [x, y] = point(faces[0]!.landmarks, 1);
    expect(Math.hypot(x - (40 + 0.6 * 123), y - (1250 + 0.6 * 131))).toBeLessThan(4);
  });

  test('finds the face of an animal that is small in its picture', async () => {
    const parts = { left: 900, top: 800, right: 1500, bottom: 500, extendWith: 'copy' } as const;
    const cat = sharp(sample('cat-chelsea.png')).removeAlpha().extend(parts);
    const scene = await decodePicture(await cat.png().toBuffer());
    const [found] = await findFaces(scene, runtime);
    const iod = Math.hypot(CAT_POINTS[2]! - CAT_POINTS[0]!, CAT_POINTS[3]! - CAT_POINTS[1]!);
    for (const [vertex, at] of [
      [468, 0],
      [473, 2],
    ] as const) {
      const [x, y] = point(found!.landmarks, vertex);
      const off = Math.hypot(x - 900 - CAT_POINTS[at]!, y - 800 - CAT_POINTS[at + 1]!);
      expect(off / iod).toBeLessThan(0.2);
    }
  });

  test.each([
    ['and fills its picture', 0],
    ['and is small in it', 500],
  ])('finds the face of an animal that holds its head aside %s', async (_, around) => {
    const [degrees, background] = [30, '#b09a80'] as const;
    const turned = sharp(sample('cat-chelsea.png')).removeAlpha().rotate(degrees, { background });
    const { data, info } = await turned.png().toBuffer({ resolveWithObject: true });
    const sides = { top: around, bottom: around, left: around, right: around, background };
    const scene = await decodePicture(await sharp(data).extend(sides).png().toBuffer());
    const [found] = await findFaces(scene, runtime);
    const iod = Math.hypot(CAT_POINTS[2]! - CAT_POINTS[0]!, CAT_POINTS[3]! - CAT_POINTS[1]!);
    const turn = (degrees * Math.PI) / 180;
    for (const [vertex, at] of [
      [468, 0],
      [473, 2],
    ] as const) {
      const [dx, dy] = [CAT_POINTS[at]! - 225.5, CAT_POINTS[at + 1]! - 150];
      const atX = info.width / 2 + around + dx * Math.cos(turn) - dy * Math.sin(turn);
      const atY = info.height / 2 + around + dx * Math.sin(turn) + dy * Math.cos(turn);
      const [x, y] = point(found!.landmarks, vertex);
      expect(Math.hypot(x - atX, y - atY) / iod).toBeLessThan(0.3);
    }
  });

  test('refuses a picture without a face and asks for three points', async () => {
    const empty = await decodePicture(
      await sharp({ create: { width: 200, height: 120, channels: 3, background: '#7a9' } })
        .png()
        .toBuffer(),
    );
    await expect(findFaces(empty, runtime)).rejects.toMatchObject({
      code: 'no_face_found',
      message: expect.stringContaining('three points'),
    });
  });

  test('refuses a face that is too small and says how large it must be', async () => {
    const tiny = await changed((image) => image.resize(110, 110));
    await expect(findFaces(tiny, runtime)).rejects.toMatchObject({
      code: 'face_too_small',
      message: expect.stringContaining('at least 12'),
    });
  });
});

describe('large drawn eyes', () => {
  test('get their own irises and lower lids', async () => {
    const picture = await decodePicture(sample('drawing-boy.png'));
    const [{ landmarks }] = (await findFaces(picture, runtime)) as [Face];
    // The irises as drawing-boy.svg has them: at (326.2, 453.7) and (493.8, 453.7), radius 23.6.
    for (const [iris, x] of [
      [468, 326.2],
      [473, 493.8],
    ] as const) {
      const [cx, cy] = point(landmarks, iris);
      expect(Math.hypot(cx - x, cy - 453.7)).toBeLessThan(4);
      const [rimX, rimY] = point(landmarks, iris + 1);
      expect(Math.abs(Math.hypot(rimX - cx, rimY - cy) - 23.6)).toBeLessThan(3);
    }
    for (const lid of [145, 374]) {
      expect(Math.abs(point(landmarks, lid)[1] - 482)).toBeLessThan(4);
    }
  });

  test('leave the eyes of people alone', async () => {
    const pyramid = createPyramid(astronaut);
    expect(fitLargeEyes(pyramid, face.landmarks)).toEqual(face.landmarks);
  });
});

describe('fitFaceToPoints', () => {
  test('puts the eyes of a cat where the points are', async () => {
    const cat = await decodePicture(sample('cat-chelsea.png'));
    const found = await fitFaceToPoints(cat, runtime, CAT_POINTS);
    const [x, y] = point(found.landmarks, 468);
    expect(Math.hypot(x - 172, y - 114)).toBeLessThan(8);
    // The cat's eyes are round: as high as they are wide with their inner corners, within three tenths.
    const [upper, lower] = [159, 145].map((vertex) => point(found.landmarks, vertex)[1]);
    const [outer, inner] = [33, 133].map((vertex) => point(found.landmarks, vertex)[0]);
    expect((lower! - upper!) / (inner! - outer!)).toBeGreaterThan(0.7);
    expect(found.foundBy).toBe('points');
    expect(guessArtStyle(cat, found).style).toBe('animal');
  });

  test('finds the landmarks of a person from rough points', async () => {
    const found = await fitFaceToPoints(astronaut, runtime, [205, 100, 245, 104, 223, 146]);
    const [x, y] = point(found.landmarks, 10);
    expect(Math.hypot(x - 226.6, y - 69.5)).toBeLessThan(8);
  });

  test('refuses points outside of the picture', async () => {
    await expect(
      fitFaceToPoints(astronaut, runtime, [205, 100, 245, 104, 223, 9999]),
    ).rejects.toMatchObject({ code: 'bad_points' });
  });
});

describe('an animal of which the picture shows less than its head', () => {
  test.each([
    [217, 347, 365],
    [217, 322, 365],
  ])('has its eyes, and not whiskers or nostrils (from %i, %i)', async (left, top, side) => {
    const picture = await decodePicture(
      await sharp(sample('animal-fox.png'))
        .extract({ left, top, width: side, height: side })
        .png()
        .toBuffer(),
    );
    const [found] = await findFaces(picture, runtime);
    for (const [iris, x, y] of [
      [468, 317, 422],
      [473, 483, 422],
    ] as const) {
      const [foundX, foundY] = point(found!.landmarks, iris);
      expect(Math.hypot(foundX - (x - left), foundY - (y - top)), `${iris}`).toBeLessThan(17);
    }
  });
});

describe('a cat that fills its picture', () => {
  /** The sample without a part of its border. */
  async function closer(part: number, across: number, down: number) {
    const image = sharp(sample('cat-chelsea.png'));
    const { width, height } = await image.metadata();
    const [left, top] = [across * (1 - part) * width, down * (1 - part) * height].map(Math.round);
    const size = { width: Math.round(part * width), height: Math.round(part * height) };
    const cat = await decodePicture(
      await image
        .extract({ left: left!, top: top!, ...size })
        .png()
        .toBuffer(),
    );
    const at = [
      CAT_POINTS[0]! - left!,
      CAT_POINTS[1]! - top!,
      CAT_POINTS[2]! - left!,
      CAT_POINTS[3]! - top!,
    ];
    return { found: (await findFaces(cat, runtime))[0]!, at };
  }

  test('has a face, and not only an eye that is taken for one', async () => {
    const { found, at } = await closer(0.88, 0.3, 0.6);
    expect(found.foundBy).toBe('animal-search');
    const [nearX, nearY] = point(found.landmarks, 468);
    expect(Math.hypot(nearX - at[0]!, nearY - at[1]!)).toBeLessThan(12);
    const [farX, farY] = point(found.landmarks, 473);
    expect(Math.hypot(farX - at[2]!, farY - at[3]!)).toBeLessThan(25);
  });

  test('is not missed for what the first pass hardly believes beside an eye', async () => {
    const turned = sharp(sample('cat-chelsea.png')).rotate(8, { background: '#777' });
    const [found] = await findFaces(await decodePicture(await turned.png().toBuffer()), runtime);
    expect(found!.foundBy).toBe('animal-search');
    const [x, y] = point(found!.landmarks, 468);
    expect(Math.hypot(x - 197, y - 139)).toBeLessThan(12);
  });

  test('has a far eye that is about as high as the near one, without the stripe below', async () => {
    const { found } = await closer(0.95, 0.5, 0.3);
    const height = (upper: number, lower: number) =>
      point(found.landmarks, lower)[1] - point(found.landmarks, upper)[1];
    expect(height(386, 374) / height(159, 145)).toBeLessThan(1.35);
  });
});

describe('person mask', () => {
  test('covers the face and leaves the corner beside the head', async () => {
    const mask = await findPersonMask(astronaut, runtime, personArea(astronaut, face));
    expect(faceCover01(mask, face)).toBeGreaterThan(0.95);
    expect(mask.alpha[0]).toBeLessThan(40);
    expect(mask.areaPx.widthPx).toBeLessThan(512);
  });

  test('covers a face that the model does not know', async () => {
    const cat = await decodePicture(sample('cat-chelsea.png'));
    const settings = { faceIndex: 0, points: CAT_POINTS, style: 'photo' } as const;
    const { face: found, mask } = await analysePicture(cat, settings, runtime);
    expect(faceCover01(mask!, found)).toBeGreaterThan(0.8);
  });
});

describe('guessArtStyle', () => {
  test('takes a photo for a photo', () => {
    expect(guessArtStyle(astronaut, face).style).toBe('photo');
  });

  test.each([
    ['grey', (image: Sharp) => image.greyscale()],
    ['dark', (image: Sharp) => image.linear(0.35, 0)],
    ['tilted', (image: Sharp) => image.rotate(25, { background: '#777' })],
    ['blurred', (image: Sharp) => image.blur(2)],
  ])('takes a %s photo of a person neither for a drawing nor for an animal', async (_, change) => {
    const picture = await changed(change);
    const [found] = await findFaces(picture, runtime);
    expect(['photo', 'painting']).toContain(guessArtStyle(picture, found!).style);
  });

  test.each([
    ['drawing-redhead.png', 'drawing'],
    ['painting-woman.png', 'painting'],
    ['painting-elder.png', 'painting'],
  ])('takes %s for a %s', async (name, style) => {
    const picture = await decodePicture(sample(name));
    const [found] = await findFaces(picture, runtime);
    expect(found!.foundBy).toBe('first-pass');
    expect(guessArtStyle(picture, found!).style).toBe(style);
  });

  test('believes a camera that took what looks painted, not that it took a drawing', async () => {
    for (const [name, style] of [
      ['painting-woman.png', 'photo'],
      ['drawing-boy.png', 'drawing'],
    ] as const) {
      const picture = { ...(await decodePicture(sample(name))), byCamera: true };
      const [found] = await findFaces(picture, runtime);
      expect(guessArtStyle(picture, found!).style).toBe(style);
    }
  });
});

describe('pictures beside the repository', () => {
  test.for([
    ['cartoon-3d-boy.jpg', 221, 'painting'],
    ['dog-shiba.jpg', 138, 'animal'],
    ['monkey.jpg', 61, 'animal'],
    ['painting-child.jpg', 65, 'painting'],
    ['painting-lady-seated.jpg', 39, 'painting'],
    ['painting-mona-lisa.jpg', 85, 'painting'],
    ['painting-pearl-earring.jpg', 123, 'painting'],
    ['photo-1900s-man.jpg', 56, 'photo'],
  ] as const)('%s is found at the first pass', async ([name, iodPx, style], context) => {
    const path = besideRepository(name);
    skipWithout(path, context);
    const picture = await decodePicture(path);
    const found = (await findFaces(picture, runtime))[0]!;
    expect(found.foundBy).toBe('first-pass');
    const [rightX, rightY] = point(found.landmarks, 468);
    const [leftX, leftY] = point(found.landmarks, 473);
    const iod = Math.hypot(leftX - rightX, leftY - rightY);
    expect(Math.abs(iod - iodPx)).toBeLessThan(0.05 * iodPx);
    expect(guessArtStyle(picture, found).style).toBe(style);
  });
});

describe('animalWitness', () => {
  test('sees an animal where a cat is, and a person where one is', async () => {
    const cat = await decodePicture(sample('cat-chelsea.png'));
    const found = await fitFaceToPoints(cat, runtime, CAT_POINTS);
    expect(await animalWitness(cat, found, runtime)).toBeGreaterThan(0.5);
    expect(await animalWitness(astronaut, face, runtime)).toBeLessThan(-0.15);
  });
});

describe('isNobodys', () => {
  /** As if the wider search had seen a face with these eyes and mouth, and was hardly sure of it. */
  async function doubted(name: string, points: readonly number[], confidence01 = 0.4) {
    const picture = await decodePicture(sample(name));
    const face = { ...faceFromPoints(points, picture), foundBy: 'search' as const, confidence01 };
    return isNobodys(createPyramid(picture), runtime, face);
  }
  const FOREHEAD = [360, 270, 440, 270, 400, 350];

  test('yes on the forehead of an animal', async () => {
    expect(await doubted('animal-fox.png', FOREHEAD)).toBe(true);
  });

  test('no where the search is surer, where eyes are seen, and where a person is', async () => {
    expect(await doubted('animal-fox.png', FOREHEAD, 0.55)).toBe(false);
    expect(await doubted('cat-chelsea.png', CAT_POINTS)).toBe(false);
    expect(await doubted('drawing-baker.png', [330, 690, 430, 690, 380, 755])).toBe(false);
  });
});
