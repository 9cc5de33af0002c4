import { describe, expect, it } from 'vitest';
import { almondEye } from '../../../test/support/almond-eye.ts';
import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { type BrowBand, besideBrow, browLowerPx, findBrowBands } from './brow-band.ts';

const SIDE_PX = 200;
const IOD_PX = 100;
const EYE = almondEye('right', 100, 120);

/** A brow of the mesh from 65 to 135 across, its edges 24 and 34 px above the eye. */
const LANDMARKS = new Float32Array(3 * 478) as Points3<'frame-px'>;
for (let k = 0; k < 5; k++) {
  LANDMARKS.set([65 + 17.5 * k, 96, 0], 3 * [46, 53, 52, 65, 55][k]);
  LANDMARKS.set([65 + 17.5 * k, 86, 0], 3 * [70, 63, 105, 66, 107][k]);
}

/** Skin with dark hair between two rows. */
function face(hairFromPx: number, hairToPx: number): Picture {
  const rgba = new Uint8Array(4 * SIDE_PX * SIDE_PX).fill(255);
  for (let y = 0; y < SIDE_PX; y++) {
    const luma = y >= hairFromPx && y < hairToPx ? 50 : 190;
    for (let x = 0; x < SIDE_PX; x++)
      rgba.fill(luma, 4 * (y * SIDE_PX + x), 4 * (y * SIDE_PX + x) + 3);
  }
  return { widthPx: SIDE_PX, heightPx: SIDE_PX, rgba };
}

function onlyBand(picture: Picture): BrowBand {
  return findBrowBands(LANDMARKS, picture, [EYE], IOD_PX)[0];
}

describe('findBrowBands', () => {
  it('reaches down to where the hair ends, below the mesh', () => {
    const shallow = onlyBand(face(84, 97));
    const deep = onlyBand(face(88, 101));
    expect(browLowerPx(shallow, 0)).toBeGreaterThan(21);
    expect(browLowerPx(deep, 0)).toBeLessThan(browLowerPx(shallow, 0) - 2);
  });

  it('leaves skin above the lid to be stretched, however dark it is there', () => {
    const band = onlyBand(face(84, 112));
    expect(browLowerPx(band, 0)).toBeGreaterThan(12);
  });

  it('stays near the mesh where no hair is seen', () => {
    const band = onlyBand(face(0, 0));
    expect(browLowerPx(band, 0)).toBeCloseTo(22, 0);
  });
});

describe('a far brow that the mesh has on its lid', () => {
  const near = almondEye('right', 60, 120);
  const far = almondEye('left', 150, 120);
  /** Edges of the far brow's band, px above the eye; the near one's lie at 40 and 50. */
  const rooms = (lower: number) => {
    const landmarks = new Float32Array(3 * 478) as Points3<'frame-px'>;
    for (let k = 0; k < 5; k++) {
      landmarks.set([25 + 17.5 * k, 80, 0], 3 * [46, 53, 52, 65, 55][k]);
      landmarks.set([25 + 17.5 * k, 70, 0], 3 * [70, 63, 105, 66, 107][k]);
      landmarks.set([185 - 17.5 * k, 120 - lower, 0], 3 * [276, 283, 282, 295, 285][k]);
      landmarks.set([185 - 17.5 * k, 110 - lower, 0], 3 * [300, 293, 334, 296, 336][k]);
    }
    const bands = findBrowBands(landmarks, face(0, 0), [near, far], IOD_PX);
    return [near, far].map((eye, k) => browLowerPx(bands[k], 0) - readCurve(eye.upper, 0));
  };

  it('is taken to lie nearly as high as the near one', () => {
    const [nearRoom, farRoom] = rooms(14);
    expect(farRoom).toBeGreaterThan(0.7 * nearRoom);
    expect(farRoom).toBeLessThan(0.8 * nearRoom);
  });

  it('stays where it is if there is skin below it', () => {
    const [nearRoom, farRoom] = rooms(27);
    expect(farRoom).toBeGreaterThan(0.4 * nearRoom);
    expect(farRoom).toBeLessThan(0.7 * nearRoom);
  });
});

describe('besideBrow', () => {
  it('is 0 on the hair and grows to both sides of it', () => {
    const band = onlyBand(face(0, 0));
    expect(besideBrow(band, 0, 28)).toBe(0);
    expect(besideBrow(band, 0, 40)).toBeCloseTo(6, 0);
    expect(besideBrow(band, 0, 10)).toBeCloseTo(-12, 0);
  });
});
