import { Refusal } from '../../../refusal.ts';
import type { SheetRow } from '../contact-sheet.ts';
import {
  largestSheetSize,
  type SheetContents,
  type SheetLook,
  sheetProblem,
} from '../sheet-size.ts';
import {
  FILM_OPTIONS,
  filmSettings,
  numberOption,
  parseEmotions,
  parseOptions,
  UsageError,
  userPath,
} from './arguments.ts';
import { judgeOutFiles, makeFolderOf } from './out-file.ts';
import { listPictures } from './picture-files.ts';
import { pointsFor, readPoints } from './points-file.ts';
import { runCommand } from './run-command.ts';

const DEFAULT_STRIP_FRAMES = 6;
const COLUMN_PX = 256;
const WIDE_COLUMN_PX = 512;

const USAGE = `Usage: npm run sheet -- FOLDER|PICTURE… --out SHEET.png [options]
  One row a picture: the source and the height of each emotion, eyes and mouth enlarged below.
  --emotion NAMES      only these, separated by commas
  --strip EMOTION      a film of each picture as a strip instead
  --frames ${DEFAULT_STRIP_FRAMES}           pictures of a strip, from its first moment to its last
  --points-file FILE   JSON {"picture's name": [six numbers]} for pictures that need points
  --compare FOLDER     the pictures of both folders that have the same name, and what differs
  --wide               columns of ${WIDE_COLUMN_PX} pixels instead of ${COLUMN_PX}
  --no-labels          pictures only
  --intensity, --seconds, --size, --framing, --take, --seed, --style, --no-loop, --still-head   as of animate`;

/** Before, after, and what differs. */
const COMPARED_COLUMNS = 3;

await runCommand(USAGE, async (args, signal) => {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...FILM_OPTIONS,
      out: { type: 'string' },
      emotion: { type: 'string', default: 'all' },
      strip: { type: 'string' },
      frames: { type: 'string' },
      'points-file': { type: 'string' },
      compare: { type: 'string' },
      wide: { type: 'boolean', default: false },
      labels: { type: 'boolean', default: true },
    },
  });
  if (positionals.length === 0 || values.out === undefined) {
    throw new UsageError('A folder (or pictures) and --out are needed.');
  }
  const out = userPath(values.out);
  const judgeOut = (inputs: readonly string[]) =>
    judgeOutFiles([{ option: 'out', path: out }], inputs);
  const look = { labels: values.labels, columnPx: values.wide ? WIDE_COLUMN_PX : COLUMN_PX };
  if (values.compare !== undefined) {
    const [before = '', extra] = positionals;
    if (extra !== undefined) {
      throw new UsageError(
        `--compare shows one folder beside another, and "${extra}" is one too many.`,
      );
    }
    const { comparePairs, listPairs } = await import('./compare-folders.ts');
    const pairs = await listPairs(userPath(before), userPath(values.compare));
    await judgeOut(pairs.flatMap((pair) => [pair.before, pair.after]));
    judgeSheet(out, { rows: pairs.length, columns: COMPARED_COLUMNS, hasZooms: false }, look);
    const rows = await comparePairs(pairs, signal);
    for (const { label, problem } of rows) {
      if (problem !== undefined) process.stderr.write(`${label}: ${problem}\n`);
    }
    return finish(out, rows, look);
  }
  const settings = filmSettings(values);
  const emotions = (values.strip ?? values.emotion).split(',').flatMap(parseEmotions);
  const frames = numberOption('frames', values.frames) ?? DEFAULT_STRIP_FRAMES;
  if (!Number.isInteger(frames) || frames < 2 || frames > 60) {
    throw new UsageError('--frames needs a whole number from 2 to 60.');
  }
  const pointsFile = values['points-file'] && userPath(values['points-file']);
  const points = pointsFile ? await readPoints(pointsFile) : new Map();
  const pictures = await listPictures(positionals.map((path) => userPath(path)));
  await judgeOut(pointsFile ? [...pictures, pointsFile] : pictures);
  const stripFrames = values.strip === undefined ? undefined : frames;
  const counts =
    stripFrames === undefined
      ? { rows: pictures.length, columns: 1 + emotions.length }
      : { rows: pictures.length * emotions.length, columns: stripFrames };
  judgeSheet(out, { ...counts, hasZooms: true }, look);
  // A second of loading, which neither --help nor an option that is not understood waits for.
  const { drawRows } = await import('./draw-rows.ts');
  const rows = await drawRows(
    pictures.map((path) => ({
      path,
      settings: { ...settings, points: settings.points ?? pointsFor(points, path) },
    })),
    { emotions, stripFrames },
    signal,
  );
  await finish(out, rows, look);
});

/** Before the drawing, which may take minutes. */
function judgeSheet(out: string, contents: SheetContents, look: SheetLook): void {
  const problem = sheetProblem(out, largestSheetSize(contents, look));
  if (problem) throw new UsageError(problem);
}

async function finish(out: string, rows: readonly SheetRow[], look: SheetLook): Promise<void> {
  // Each row's problem has been told.
  if (rows.every(({ problem }) => problem !== undefined)) {
    throw new Refusal('not_an_image', 'There is no sheet, as there is nothing to show.');
  }
  await makeFolderOf(out);
  const { writeContactSheet } = await import('../contact-sheet.ts');
  await writeContactSheet(out, rows, look);
  process.stdout.write(`${out}\n`);
}
