import { describe, expect, it } from 'vitest';
import { usualAdjustments } from './adjustments.ts';
import { readKept } from './kept-studio.ts';

const bytes = new TextEncoder().encode('a face').buffer;
const picture = { id: 'one', name: 'face.png', type: 'image/png', bytes };
const order = {
  emotion: 1,
  face: { kind: 'points', points: [1, 2, 3, 4, 5, 6], insteadOf: { kind: 'face', id: 1 } },
  adjustments: { ...usualAdjustments, intensity01: 0.5, style: 'drawing' },
  take: 1,
};
const choices = {
  ...order,
  pictureId: 'one',
  orders: { render: { ...order, take: 0 } },
  unanswered: [{ key: 'the-order', order }],
  forgone: ['another-order'],
};

describe('what was kept before a reload', () => {
  it('is the picture as it was, and what was chosen for it', async () => {
    const kept = readKept(picture, choices);
    const { pictureId: _, ...rest } = choices;
    expect(kept.choices).toEqual(rest);
    expect(kept.picture).toMatchObject({ id: 'one', url: expect.stringMatching(/^blob:/) });
    const file = kept.picture?.file;
    expect([file?.name, file?.type]).toEqual(['face.png', 'image/png']);
    expect(await file?.text()).toBe('a face');
  });

  it('is also what the server said of that picture, but not of another', () => {
    const faces = { widthPx: 8, heightPx: 6, faces: [] };
    const facesOf = (kept: unknown) => readKept(picture, choices, kept).picture?.faces;
    expect(facesOf({ pictureId: 'one', faces })).toEqual(faces);
    expect(facesOf({ pictureId: 'two', faces })).toBeUndefined();
    expect(facesOf({ pictureId: 'one', faces: { ...faces, widthPx: 'wide' } })).toBeUndefined();
  });

  it('is nothing where nothing, or something else, was kept', () => {
    for (const strange of [undefined, null, 7, {}, { ...picture, bytes: 'a face' }]) {
      expect(readKept(strange, strange)).toEqual({ picture: null, choices: null });
    }
  });

  it('says of another picture, or of none, only what holds for every picture', () => {
    const { adjustments } = order;
    const general = {
      emotion: 1,
      face: { kind: 'automatic' },
      adjustments: { ...adjustments, style: null },
      take: 0,
      orders: {},
      unanswered: [],
      // The film of any picture is to be cancelled.
      forgone: ['another-order'],
    };
    expect(readKept({ ...picture, id: 'two' }, choices).choices).toEqual(general);
    expect(readKept(undefined, choices).choices).toEqual(general);
  });

  it('loses only what this version of the page does not know any more', () => {
    const unknown = { ...choices, adjustments: { ...order.adjustments, intensity01: 0.33 } };
    expect(readKept(picture, unknown).choices).toMatchObject({
      emotion: 1,
      adjustments: usualAdjustments,
    });
    const { insteadOf: _, ...placed } = order.face;
    expect(readKept(picture, { ...choices, face: placed }).choices).toMatchObject({
      face: { ...placed, insteadOf: { kind: 'automatic' } },
      adjustments: order.adjustments,
    });
    expect(readKept(picture, { ...choices, orders: 'none' }).choices?.orders).toEqual({});
    const { unanswered: __, forgone: ___, ...before } = choices;
    const nothing = { unanswered: [], forgone: [] };
    expect(readKept(picture, before).choices).toMatchObject({ ...order, ...nothing });
    expect(readKept(picture, { ...choices, emotion: 9 }).choices).toBeNull();
  });
});
