import { describe, expect, test } from 'vitest';
import { CANONICAL_UV, CANONICAL_VERTICES, TRIANGLES } from '../../face/canonical-mesh.ts';
import { cutModel } from '../../face/cut-model.ts';
import { readCatCascade, readModel, readWeights } from './models.ts';

/** Fields of one protobuf message: number → 32-bit words and varints, in order. */
function readMessage(bytes: Uint8Array, start: number, end: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: { field: number; value: number; start: number; end: number }[] = [];
  let at = start;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < end) {
    const key = varint();
    const entry = { field: key >> 3, value: 0, start: 0, end: 0 };
    if ((key & 7) === 0) entry.value = varint();
    else if ((key & 7) === 5) {
      entry.value = view.getFloat32(at, true);
      at += 4;
    } else {
      const length = varint();
      entry.start = at;
      entry.end = at + length;
      at += length;
    }
    found.push(entry);
  }
  return found;
}

describe('weights of the pinned packages', () => {
  test('hold the cascade of cats’ faces', async () => {
    const { sidePx, stages } = await readCatCascade();
    expect(sidePx).toBe(24);
    expect(stages).toHaveLength(20);
    expect(stages.reduce((sum, { votes }) => sum + votes.length, 0)).toBe(1275);
  });

  test.each([
    'detector-short',
    'detector-full',
    'mesh-attention-a',
    'mesh-attention-b',
    'person-mask',
    'beings',
  ] as const)('%s is a TensorFlow Lite model', async (name) => {
    const bytes = await readModel(name);
    expect(new TextDecoder().decode(bytes.subarray(4, 8))).toBe('TFL3');
  });

  test('the committed canonical mesh is the one of the package, figure for figure', async () => {
    const bytes = await readWeights('canonical-mesh');
    const mesh = readMessage(bytes, 0, bytes.length).find(({ field }) => field === 1)!;
    const fields = readMessage(bytes, mesh.start, mesh.end);
    const vertices = fields.filter(({ field }) => field === 3).map(({ value }) => value);
    const triangles = fields.filter(({ field }) => field === 4).map(({ value }) => value);
    expect(vertices).toHaveLength(5 * 468);
    for (let i = 0; i < 468; i++) {
      expect([...CANONICAL_VERTICES.subarray(3 * i, 3 * i + 3)]).toEqual(
        vertices.slice(5 * i, 5 * i + 3),
      );
      expect([...CANONICAL_UV.subarray(2 * i, 2 * i + 2)]).toEqual(
        vertices.slice(5 * i + 3, 5 * i + 5),
      );
    }
    expect([...TRIANGLES]).toEqual(triangles);
  });
});

describe('cutModel', () => {
  test('leaves the model that it is given untouched', async () => {
    const model = await readWeights('mesh-attention');
    const before = model.slice();
    cutModel(model, [0], [35]);
    expect(Buffer.compare(model, before)).toBe(0);
  });

  test('refuses a cut whose outputs need more than its inputs', async () => {
    const model = await readWeights('mesh-attention');
    expect(() => cutModel(model, [199, 200], [684, 693])).toThrow(RangeError);
  });
});
