import { describe, expect, test } from 'vitest';
import { detectBeings } from './being-detector.ts';
import { createPyramid } from './crop.ts';
import { wholeFrame } from './detector.ts';
import type { ModelRuntime } from './face.ts';

const ANCHORS = 1917;
const CLASSES = 24;

/** Answers with these classes of these anchors, their boxes as the anchors are. */
function answering(seen: readonly (readonly [anchor: number, of: number, logit: number])[]) {
  const classes = new Float32Array(CLASSES * ANCHORS).fill(-20);
  for (const [anchor, of, logit] of seen) classes[CLASSES * anchor + of] = logit;
  const run: ModelRuntime['run'] = async () => [new Float32Array(4 * ANCHORS), classes];
  return { run } as unknown as ModelRuntime;
}

const pyramid = createPyramid({
  rgba: new Uint8Array(4 * 200 * 100),
  widthPx: 200,
  heightPx: 100,
});
const look = (runtime: ModelRuntime) => detectBeings(pyramid, runtime, wholeFrame(200, 100));

describe('detectBeings', () => {
  test('tells cats, dogs and cattle as animals, and where they are on the picture', async () => {
    // The last cell is the whole frame: its first anchor is a square of .95.
    const [being, ...others] = await look(answering([[ANCHORS - 6, 20, 2]]));
    expect(others).toEqual([]);
    expect(being).toMatchObject({ kind: 'animal', centreX: 100, centreY: 50 });
    expect(being!.width).toBeCloseTo(190);
    expect(being!.score01).toBeCloseTo(0.88, 2);
  });

  test('tells one being once, and a person apart from the animal that it holds', async () => {
    const beings = await look(
      answering([
        [ANCHORS - 6, 20, 2],
        [ANCHORS - 1, 8, 1],
        [ANCHORS - 6, 4, 3],
      ]),
    );
    expect(beings.map(({ kind }) => kind)).toEqual(['person', 'animal']);
  });

  test('tells nothing of chairs', async () => {
    expect(await look(answering([[ANCHORS - 6, 5, 4]]))).toEqual([]);
  });
});
