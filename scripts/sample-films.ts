// Makes the films of the home page: one an emotion and one for the top, with the picture that it was, from
// samples/, by our own engine. Each is kept until its picture, its settings or the engine change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMOTION_NAMES, type Emotion, Refusal, type WantedSettings } from '@moodreel/engine';
import { createNodeModelRuntime, makeFilm } from '@moodreel/engine/node';

const root = join(import.meta.dirname, '..');
const samplesDir = join(root, 'samples');
/** Eyes and mouth of the animals, whose faces are not found without. */
const points = JSON.parse(readFileSync(join(samplesDir, 'points.json'), 'utf8')) as Readonly<
  Record<string, readonly number[]>
>;
const shared: WantedSettings = { sizePx: 480, framing: 'portrait', seconds: 4, intensity01: 1 };

const heroes = ['drawing-redhead', 'painting-woman'];

/** Who plays what: the first picture that is there and in which a face is found. */
const cast: readonly {
  readonly name: string;
  readonly emotion: Emotion;
  readonly pictures: readonly string[];
  readonly own?: WantedSettings;
}[] = [
  { name: 'happy', emotion: 0, pictures: ['painting-woman', 'drawing-redhead'] },
  { name: 'angry', emotion: 1, pictures: ['animal-fox', 'painting-elder'] },
  { name: 'sad', emotion: 2, pictures: ['drawing-redhead', 'painting-woman'] },
  { name: 'surprise', emotion: 3, pictures: ['drawing-boy', 'photo-astronaut-smiling'] },
  { name: 'fear', emotion: 4, pictures: ['painting-youth', 'painting-woman'] },
  { name: 'disgust', emotion: 5, pictures: ['painting-elder', 'drawing-redhead'] },
  { name: 'hero', emotion: 0, pictures: heroes },
  // None of the feeling is the picture as the film frames it: only the poster is shown.
  { name: 'hero-still', emotion: 0, pictures: heroes, own: { intensity01: 0, seconds: 2 } },
];

/** Makes what is missing or out of date in `outDir`, and deletes what is no longer wanted. */
export async function makeSampleFilms(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const engine = digestFolder(join(root, 'packages', 'engine'));
  const keysFile = join(outDir, 'keys.json');
  const before = readKeys(keysFile);
  const after: Record<string, string> = {};
  const pictures = readdirSync(samplesDir).filter((file) => /\.(png|jpg)$/.test(file));
  let runtime: Awaited<ReturnType<typeof createNodeModelRuntime>> | undefined;
  for (const { name, emotion, pictures: wanted, own } of cast) {
    for (const file of wanted.flatMap((stem) => pictures.filter((p) => p.startsWith(`${stem}.`)))) {
      const picture = readFileSync(join(samplesDir, file));
      const where = points[file] ? { points: points[file] } : {};
      const settings: WantedSettings = { ...shared, ...own, ...where };
      const key = createHash('sha256')
        .update(JSON.stringify([engine, settings, emotion, file]))
        .update(picture)
        .digest('hex');
      const films = {
        filmPath: join(outDir, `${name}.mp4`),
        posterPath: join(outDir, `${name}.jpg`),
      };
      if (before[name] !== key || !existsSync(films.filmPath) || !existsSync(films.posterPath)) {
        runtime ??= await createNodeModelRuntime();
        try {
          await makeFilm({ source: picture, emotion, settings, runtime, files: films });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          process.stderr.write(
            `No film of ${file} (${EMOTION_NAMES[emotion]}): ${error.message}\n`,
          );
          continue;
        }
      }
      after[name] = key;
      break;
    }
  }
  for (const file of readdirSync(outDir)) {
    if (after[file.replace(/\.(mp4|jpg)$/, '')] === undefined) rmSync(join(outDir, file));
  }
  writeFileSync(keysFile, JSON.stringify(after));
}

function readKeys(file: string): Readonly<Record<string, string>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** Digest of everything in the engine that can change a picture: its sources and its kernels. */
function digestFolder(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(src|kernels)\b.*\.ts$/.test(file) && !/\.(test|bench)\.ts$/.test(file))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
