import type { Emotion } from '../../../expression/emotions.ts';
import { DEFAULT_FILM_PX, MAX_FILM_PX, MIN_FILM_PX } from '../../../render/framing.ts';
import {
  completeSettings,
  DEFAULT_FRAME_RATE_HZ,
  DEFAULT_INTENSITY01,
  DEFAULT_SECONDS,
  MAX_FRAME_RATE_HZ,
  MAX_SECONDS,
  MAX_TAKE,
  MIN_FRAME_RATE_HZ,
  MIN_SECONDS,
} from '../../../video/film-settings.ts';
import type { FilmProgress, FilmReport } from '../make-film.ts';
import {
  emotionSlug,
  FILM_OPTIONS,
  filmSettings,
  parseEmotions,
  parseOptions,
  UsageError,
  userPath,
} from './arguments.ts';
import { filmPath } from './film-path.ts';
import { judgeOutFiles, makeFolderOf, type OutFile } from './out-file.ts';
import { createProgressBar } from './progress-bar.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run animate -- PICTURE EMOTION [options]
  EMOTION            happy, angry, sad, surprise, fear, disgust, a label 0-5, or all
  --out FILE         the film (default: PICTURE-EMOTION.mp4 where you are), or a folder for it
  --poster FILE      also a JPEG of the expression at its height
  --intensity ${DEFAULT_INTENSITY01}   0 to 1
  --seconds ${DEFAULT_SECONDS}        ${MIN_SECONDS} to ${MAX_SECONDS}
  --fps ${DEFAULT_FRAME_RATE_HZ}           ${MIN_FRAME_RATE_HZ} to ${MAX_FRAME_RATE_HZ}
  --size ${DEFAULT_FILM_PX}         longest side in pixels, ${MIN_FILM_PX} to ${MAX_FILM_PX}
  --framing NAME     portrait or full (default: what suits the size of the face)
  --points x,y,x,y,x,y   both eyes and the mouth, where no face is found
  --face N           which face, 0 is the largest
  --take N           another take: 0 is the picture's own, 1 to ${MAX_TAKE} play it otherwise
  --seed N           instead of the one that the picture's pixels give
  --style NAME       photo, painting, drawing or animal (default: guessed)
  --no-loop          end at the height of the expression
  --still-head       only the face moves
  --json             one line per film: what was found, what was made, how long it took`;

await runCommand(USAGE, async (args, signal) => {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...FILM_OPTIONS,
      out: { type: 'string' },
      poster: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [picture, emotionText, extra] = positionals;
  if (picture === undefined || emotionText === undefined) {
    throw new UsageError('A picture and an emotion are needed.');
  }
  if (extra !== undefined) {
    throw new UsageError(
      `A picture and an emotion are needed, and "${extra}" is one word too many. Put quotes around a name with blanks.`,
    );
  }
  const emotions = parseEmotions(emotionText);
  const settings = completeSettings(filmSettings(values));
  const several = emotions.length > 1;
  const place = (out: string | undefined, emotion: Emotion, extension: string) =>
    filmPath(out, { picture, emotion, extension, isOneOfSeveral: several });
  const orders = await Promise.all(
    emotions.map(async (emotion) => ({
      emotion,
      files: {
        filmPath: await place(values.out, emotion, '.mp4'),
        posterPath:
          values.poster === undefined ? undefined : await place(values.poster, emotion, '.jpg'),
      },
    })),
  );
  const outFiles = orders.flatMap(({ files }): OutFile[] => [
    { option: 'out', path: files.filmPath },
    ...(files.posterPath === undefined ? [] : [{ option: 'poster', path: files.posterPath }]),
  ]);
  await judgeOutFiles(outFiles, [userPath(picture)]);
  const bar = createProgressBar(process.stderr);
  try {
    const onProgress = (progress: FilmProgress) => bar.show(progress);
    bar.begin('');
    // A second of loading, which neither --help nor an option that is not understood waits for.
    const { prepareFace, shootFilm } = await import('../make-film.ts');
    const { createNodeModelRuntime } = await import('../model-runtime.ts');
    const runtime = await createNodeModelRuntime();
    const prepared = await prepareFace(userPath(picture), settings, runtime, {
      onProgress,
      signal,
    });
    for (const { emotion, files } of orders) {
      bar.begin(several ? emotionSlug(emotion) : '');
      for (const path of [files.filmPath, files.posterPath]) {
        if (path !== undefined) await makeFolderOf(path);
      }
      const report = await shootFilm(prepared, emotion, files, { onProgress, signal });
      bar.clear();
      const line = values.json ? reportLine(files.filmPath, emotion, report) : files.filmPath;
      process.stdout.write(`${line}\n`);
    }
  } finally {
    bar.clear();
  }
});

function reportLine(path: string, emotion: Emotion, report: FilmReport): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
  return JSON.stringify({ path, emotionName: emotionSlug(emotion), ...report }, rounded);
}
