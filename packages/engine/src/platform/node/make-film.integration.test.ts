import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Decoder, Demuxer } from 'node-av';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emotion } from '../../expression/emotions.ts';
import type { ModelRuntime } from '../../face/face.ts';
import { renderFrame } from '../../render/render-frame.ts';
import type { WantedSettings } from '../../video/film-settings.ts';
import { directScene } from '../../video/set-scene.ts';
import { decodePicture } from './decode-picture.ts';
import { type FilmProgress, makeFilm, prepareFace, shootFilm } from './make-film.ts';
import { createNodeModelRuntime } from './model-runtime.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../samples');
const PHOTO = join(SAMPLES, 'photo-astronaut-smiling.png');

let folder: string;
let runtime: ModelRuntime;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodreel-make-'));
  runtime = await createNodeModelRuntime();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const short = { seconds: 2, frameRateHz: 12, sizePx: 256 };

/** How like two pictures are, dB. */
function psnr(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  const sum = a.reduce((total, value, i) => total + (value - b[i]!) ** 2, 0);
  return 10 * Math.log10((255 ** 2 * a.length) / sum);
}

describe('makeFilm', () => {
  it('makes film, poster and a true report of them', async () => {
    const files = { filmPath: join(folder, 'a.mp4'), posterPath: join(folder, 'a.jpg') };
    const seen: FilmProgress[] = [];
    const report = await makeFilm({
      source: PHOTO,
      emotion: 3,
      settings: { ...short, framing: 'full' },
      runtime,
      files,
      onProgress: (progress) => seen.push(progress),
    });
    expect(report.made).toMatchObject({
      emotion: 3,
      widthPx: 256,
      heightPx: 256,
      frameCount: 24,
      frameRateHz: 12,
      seconds: 2,
      framing: 'full',
    });
    expect(report.made.sizeBytes).toBe((await stat(files.filmPath)).size);
    expect(report.found).toMatchObject({ faceCount: 1, foundBy: 'first-pass', style: 'photo' });
    expect(report.found.sourceUnits.AU12).toBeGreaterThan(0.5);
    for (const time of Object.values(report.timesMs)) expect(time).toBeGreaterThan(0);

    await using film = await Demuxer.open(files.filmPath);
    expect(film.streams[0]!.nbFrames).toBe(24n);
    expect(film.duration).toBeCloseTo(2, 2);
    const poster = await sharp(files.posterPath).metadata();
    expect([poster.width, poster.height, poster.format]).toEqual([256, 256, 'jpeg']);
    expect([poster.exif, poster.icc, poster.xmp]).toEqual([undefined, undefined, undefined]);

    const stages = [...new Set(seen.map(({ stage }) => stage))];
    expect(stages).toEqual(['reading', 'finding-face', 'preparing', 'rendering', 'finishing']);
    expect(seen.at(-1)).toEqual({ stage: 'finishing', framesDone: 24, framesTotal: 24 });
  });

  it('takes bytes, and lets no metadata of the picture through', async () => {
    const secret = 'Elm Street 13, 51.4779 N';
    const bytes = await sharp(PHOTO)
      .withExif({ IFD0: { ImageDescription: secret }, IFD3: { GPSLatitude: '51/1 28/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes(secret)).toBe(true);
    const files = { filmPath: join(folder, 'b.mp4'), posterPath: join(folder, 'b.jpg') };
    await makeFilm({ source: bytes, emotion: 0, settings: short, runtime, files });
    for (const path of Object.values(files)) {
      const written = await readFile(path);
      expect(written.includes('Elm Street')).toBe(false);
      expect(written.includes('Exif')).toBe(false);
    }
  });

  it('makes the same bytes twice, and other films from other seeds, emotions and takes', async () => {
    const prepared = await prepareFace(PHOTO, short, runtime);
    const other = await prepareFace(PHOTO, { ...short, seed: 7 }, runtime);
    const again = { ...prepared, settings: { ...prepared.settings, take: 1 } };
    const acts: string[] = [];
    const shoot = async (from: typeof prepared, emotion: 1 | 2) => {
      const filmPath = join(folder, 'c.mp4');
      const { made } = await shootFilm(from, emotion, { filmPath });
      expect(made.take).toBe(from.settings.take);
      acts.push(made.act);
      return readFile(filmPath);
    };
    const first = await shoot(prepared, 1);
    expect((await shoot(prepared, 1)).equals(first)).toBe(true);
    expect((await shoot(prepared, 2)).equals(first)).toBe(false);
    expect((await shoot(other, 1)).equals(first)).toBe(false);
    expect((await shoot(again, 1)).equals(first)).toBe(false);
    expect(acts.at(-1)).not.toBe(acts[0]);
  });

  it('heeds the emotion, and the style, the intensity and the still head that are asked for', async () => {
    const shoot = async (emotion: Emotion, wanted: WantedSettings = {}) => {
      const filmPath = join(folder, 'f.mp4');
      // The same seed for all: nothing but what is wanted makes them differ.
      const settings = { ...short, frameRateHz: 10, seed: 3, ...wanted };
      const order = { source: PHOTO, emotion, settings, runtime, files: { filmPath } };
      const { found, made } = await makeFilm(order);
      expect(made.emotion).toBe(emotion);
      expect(found.style).toBe(wanted.style ?? 'photo');
      return (await readFile(filmPath)).toString('latin1');
    };
    const films = [
      await shoot(1),
      await shoot(1, { stillHead: true }),
      await shoot(1, { intensity01: 0.25 }),
      await shoot(1, { style: 'painting' }),
      await shoot(1, { style: 'drawing' }),
    ];
    for (const emotion of [0, 2, 3, 4, 5] as const) films.push(await shoot(emotion));
    expect(new Set(films).size).toBe(films.length);
  });

  it('shows the apex on the poster, and both files what was drawn', async () => {
    const prepared = await prepareFace(PHOTO, short, runtime);
    const { scene, settings } = prepared;
    const files = { filmPath: join(folder, 'g.mp4'), posterPath: join(folder, 'g.jpg') };
    await shootFilm(prepared, 1, files);
    const performance = directScene(scene, 1, settings);
    const draw = (timeSeconds: number) => {
      renderFrame(scene.stage, performance, timeSeconds, scene.kernels);
      return { rgba: scene.kernels.frame.slice(), i420: scene.kernels.toI420().slice() };
    };
    const poster = await sharp(files.posterPath).ensureAlpha().raw().toBuffer();
    expect(psnr(poster, draw(performance.apexSeconds).rgba)).toBeGreaterThan(35);
    expect(psnr(poster, draw(0).rgba)).toBeLessThan(30);

    await using film = await Demuxer.open(files.filmPath);
    using decoder = await Decoder.create(film.streams[0]!);
    const likeness: number[] = [];
    for await (const frame of decoder.frames(film.packets(0))) {
      if (!frame) continue;
      likeness.push(psnr(frame.toBuffer(), draw(likeness.length / short.frameRateHz).i420));
      frame.free();
    }
    expect(likeness).toHaveLength(24);
    expect(Math.min(...likeness)).toBeGreaterThan(40);
  });

  it('holds no picture once its face is prepared: a large one would double what drawing takes', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const prepare = async () => {
      const picture = await decodePicture(PHOTO);
      const prepared = await prepareFace(picture, short, runtime);
      return { prepared, pixels: new WeakRef(picture.rgba) };
    };
    const { prepared, pixels } = await prepare();
    await setImmediate();
    collect();
    expect(pixels.deref()).toBeUndefined();
    expect(prepared.analysis.faces).toHaveLength(1);
  });

  it('makes films of one face that are asked for at once as it makes them one by one', async () => {
    const prepared = await prepareFace(PHOTO, short, runtime);
    const again = { ...prepared, settings: { ...prepared.settings, take: 1 } };
    const orders = [
      [prepared, 3],
      [prepared, 1],
      [again, 1],
    ] as const;
    const filesOf = (name: string) => ({
      filmPath: join(folder, `${name}.mp4`),
      posterPath: join(folder, `${name}.jpg`),
    });
    for (const [i, [from, emotion]] of orders.entries()) {
      await shootFilm(from, emotion, filesOf(`alone-${i}`));
    }
    const cancelling = shootFilm(prepared, 2, filesOf('none'), { signal: AbortSignal.abort() });
    const refused = expect(cancelling).rejects.toMatchObject({ code: 'cancelled' });
    await Promise.all(
      orders.map(([from, emotion], i) => shootFilm(from, emotion, filesOf(`at-once-${i}`))),
    );
    await refused;
    for (const i of orders.keys()) {
      for (const extension of ['mp4', 'jpg']) {
        const alone = await readFile(join(folder, `alone-${i}.${extension}`));
        const atOnce = await readFile(join(folder, `at-once-${i}.${extension}`));
        expect([i, extension, atOnce.equals(alone)]).toEqual([i, extension, true]);
      }
    }
  });

  it('works from three points where no face is found', async () => {
    // A cat that lies on its side: the models do not know cats, and the cascade looks for upright ones.
    const source = join(folder, 'lying.png');
    await sharp(join(SAMPLES, 'cat-chelsea.png')).rotate(90).toFile(source);
    const filmPath = join(folder, 'd.mp4');
    const order = { source, emotion: 3, runtime, files: { filmPath } } as const;
    await expect(makeFilm({ ...order, settings: short })).rejects.toMatchObject({
      code: 'no_face_found',
    });
    const points = [185, 172, 162, 319, 29, 256];
    const report = await makeFilm({ ...order, settings: { ...short, points } });
    expect(report.found.foundBy).toBe('points');
  });

  it('says how many faces there are when another is asked for', async () => {
    const order = { source: PHOTO, emotion: 0, runtime, files: { filmPath: join(folder, 'e') } };
    await expect(
      makeFilm({ ...order, emotion: 0, settings: { ...short, faceIndex: 1 } }),
    ).rejects.toMatchObject({ code: 'bad_settings', message: /only one face/ });
  });

  it('films the face that is asked for, not the largest one', async () => {
    const source = join(folder, 'two.png');
    const smaller = await sharp(PHOTO).resize(400).toBuffer();
    const ground = { width: 912, height: 512, channels: 3, background: '#888' } as const;
    await sharp({ create: ground })
      .composite([
        { input: smaller, left: 0, top: 0 },
        { input: PHOTO, left: 400, top: 0 },
      ])
      .png()
      .toFile(source);
    const settings = { ...short, frameRateHz: 10 };
    for (const faceIndex of [0, 1]) {
      const files = { filmPath: join(folder, `two-${faceIndex}.mp4`) };
      const order = { source, emotion: 0, runtime, files } as const;
      const { found } = await makeFilm({ ...order, settings: { ...settings, faceIndex } });
      expect(found).toMatchObject({ faceCount: 2, faceIndex });
      const { xPx, widthPx } = found.boxPx;
      if (faceIndex === 0) expect(xPx).toBeGreaterThan(400);
      else expect(xPx + widthPx).toBeLessThan(400);
    }
  });

  it('stops when it is cancelled and leaves no file', async () => {
    const controller = new AbortController();
    const filmPath = join(folder, 'cancelled.mp4');
    const making = makeFilm({
      source: PHOTO,
      emotion: 0,
      settings: short,
      runtime,
      files: { filmPath },
      signal: controller.signal,
      onProgress: ({ framesDone }) => {
        if (framesDone === 3) controller.abort();
      },
    });
    await expect(making).rejects.toMatchObject({ code: 'cancelled' });
    expect((await readdir(folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });
});
