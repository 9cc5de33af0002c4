import { describe, expect, it } from 'vitest';
import type { FaceChanges } from './hold-to-subject.ts';
import { holdToSubject } from './hold-to-subject.ts';
import { PLATE_CHANGES, type PlateChanges } from './plate-changes.ts';
import type { PixelChange } from './skin/pixel-change.ts';

/** Four pixels: the ground's, half and half, nearly and wholly the subject's. */
const ALPHAS = [0, 128, 252, 255];
const PICTURE = {
  rgba: Uint8Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 255 : 100 + i)),
  widthPx: 4,
  heightPx: 1,
};

const all: PixelChange = {
  pixels: Uint32Array.of(0, 1, 2, 3),
  change: Float32Array.from({ length: 12 }, (_, i) => i),
};
const none = Object.fromEntries(PLATE_CHANGES.map((name) => [name, undefined]));
const FACE: FaceChanges = {
  ownFolds: [undefined, { ...all, wholeAt: 0.5, besideMouth: all }],
  skinCreases: [{ ...all, name: 'frown', drives: [], stroke: false }],
  changes: { ...none, restLight: all } as PlateChanges,
};

function groundOf() {
  const subject = PICTURE.rgba.map((v, i) => {
    const alpha = ALPHAS[i >> 2]!;
    return i % 4 === 3 ? alpha : Math.round((v * alpha) / 255);
  });
  return { subject, behind: PICTURE.rgba.slice() };
}

describe('holdToSubject', () => {
  const kept = [Uint32Array.of(2, 3), Float32Array.of(6, 7, 8, 9, 10, 11)];

  it('leaves out what the ground shows through, of folds, creases and other changes', () => {
    const held = holdToSubject(FACE, groundOf(), PICTURE);
    const fold = held.ownFolds[1]!;
    for (const part of [fold, fold.besideMouth, held.skinCreases[0]!, held.changes.restLight!]) {
      expect([part.pixels, part.change]).toEqual(kept);
    }
    expect(held.ownFolds[0]).toBeUndefined();
    expect(held.changes.closedLips).toBeUndefined();
    expect(held.skinCreases[0]).toMatchObject({ name: 'frown', stroke: false });
  });

  it('gives the subject wholly what is changed, as the picture has it, and nothing else', () => {
    const ground = groundOf();
    const before = ground.subject.slice();
    holdToSubject(FACE, ground, PICTURE);
    expect(ground.subject.subarray(8)).toEqual(PICTURE.rgba.subarray(8));
    expect(ground.subject.subarray(0, 8)).toEqual(before.subarray(0, 8));
  });

  it('leaves all as it is where no ground stands still', () => {
    expect(holdToSubject(FACE, undefined, PICTURE)).toBe(FACE);
  });
});
