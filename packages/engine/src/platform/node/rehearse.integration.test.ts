import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFacelessPicture } from '../../../test/support/faceless-picture.ts';
import type { ModelRuntime } from '../../face/face.ts';
import { makeFilm, prepareFace } from './make-film.ts';
import { createNodeModelRuntime } from './model-runtime.ts';
import { REHEARSED_SIZES_PX, rehearse } from './rehearse.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../samples');

let folder: string;
let runtime: ModelRuntime;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-rehearse-'));
  runtime = await createNodeModelRuntime();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('leaves no trace: films after it are the same bytes as before', async () => {
  const shoot = async (name: string) => {
    const filmPath = join(folder, name);
    await makeFilm({
      source: join(SAMPLES, 'drawing-redhead.png'),
      emotion: 3,
      settings: { seconds: 2, frameRateHz: 12, sizePx: 256 },
      runtime,
      files: { filmPath },
    });
    return readFile(filmPath);
  };
  const before = await shoot('before.mp4');
  await rehearse(join(SAMPLES, 'photo-astronaut-smiling.png'), runtime);
  expect((await shoot('after.mp4')).equals(before)).toBe(true);
});

it('runs on cells of whole pixels and of fractions, for which V8 compiles apart', async () => {
  const source = join(SAMPLES, 'photo-astronaut-smiling.png');
  const whole = new Set<boolean>();
  for (const sizePx of REHEARSED_SIZES_PX) {
    const { scene } = await prepareFace(source, { sizePx }, runtime);
    whole.add(Number.isInteger(scene.rig.grid.cellPx));
  }
  expect(whole).toEqual(new Set([true, false]));
});

it('is broken off between its steps', async () => {
  let asked = 0;
  const signal = {
    get aborted() {
      asked += 1;
      return asked === 3;
    },
  };
  await rehearse(join(SAMPLES, 'photo-astronaut-smiling.png'), runtime, signal);
  expect(asked).toBe(3);
});

it('says so when there is no face to rehearse with', async () => {
  const faceless = await writeFacelessPicture(join(folder, 'faceless.png'));
  await expect(rehearse(faceless, runtime)).rejects.toMatchObject({ code: 'no_face_found' });
});
