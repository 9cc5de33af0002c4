import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Emotion } from '../../../expression/emotions.ts';
import { drawGoldenStrip } from '../golden-strip.ts';
import { createNodeModelRuntime } from '../model-runtime.ts';
import { drawRows } from './draw-rows.ts';

const PATH = join(import.meta.dirname, '../../../../../../samples/photo-astronaut-smiling.png');
const SETTINGS = { sizePx: 256 } as const;

/** Two emotions; taking up the first aborts, taking up the second is told. */
function abortingEmotions(controller: AbortController) {
  const emotions: Emotion[] = [0, 1];
  const taken: Emotion[] = [];
  for (const emotion of [0, 1] as const) {
    Object.defineProperty(emotions, emotion, {
      get() {
        taken.push(emotion);
        controller.abort();
        return emotion;
      },
    });
  }
  return { emotions, taken };
}

test.each([
  ['a sheet', undefined],
  ['a strip', 2],
])('%s is cancelled between two emotions', async (_, stripFrames) => {
  const controller = new AbortController();
  const { emotions, taken } = abortingEmotions(controller);
  const rows = drawRows(
    [{ path: PATH, settings: SETTINGS }],
    { emotions, stripFrames },
    controller.signal,
  );
  await expect(rows).rejects.toMatchObject({ code: 'cancelled' });
  expect(taken).toEqual([0]);
});

test('a sheet is cancelled while its only picture is read', async () => {
  const controller = new AbortController();
  const picture = {
    path: PATH,
    get settings() {
      controller.abort();
      return SETTINGS;
    },
  };
  const rows = drawRows([picture], { emotions: [], stripFrames: undefined }, controller.signal);
  await expect(rows).rejects.toMatchObject({ code: 'cancelled' });
});

test('golden frames are cancelled', async () => {
  const runtime = await createNodeModelRuntime();
  const strip = drawGoldenStrip('drawing-baker', runtime, AbortSignal.abort());
  await expect(strip).rejects.toMatchObject({ code: 'cancelled' });
});
