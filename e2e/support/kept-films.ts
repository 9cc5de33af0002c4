// Loaded before the film workers of the journeys' server. Most journeys put in the same small picture and wait for
// the same film of it: the first has it made, the others have a copy. The same picture and settings give the
// same bytes, which tests of the engine and of its workers hold. Large pictures are filmed each time: they are for
// journeys that want a film to be in work for a while.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { FilmAnswer, FilmOrder } from '../../packages/server/src/renders/film-messages.ts';

type Wanted = Extract<FilmOrder, { type: 'film' | 'faces' }>;
type Result = Extract<FilmAnswer, { type: 'film' | 'faces' }>;
interface Kept {
  /** The last progress that was told, and the result. */
  readonly answers: readonly FilmAnswer[];
  /** The film and its poster. */
  readonly files: readonly Uint8Array[];
}

/** No picture that is filmed each time is as small. */
const SMALL_BYTES = 40_000;

/** Where the film workers of a server process keep films. */
export function keptFilmsFolder(serverPid: number | undefined): string {
  return join(tmpdir(), `moodreel-kept-films-${serverPid}`);
}

if (basename(process.argv[1] ?? '') === 'film-worker-process.ts') keepFilms();

function keepFilms(): void {
  const folder = keptFilmsFolder(process.ppid);
  mkdirSync(folder, { recursive: true });
  /** What the order in work is kept as, and what was told of it last. */
  let wanted: { readonly order: Wanted; readonly file: string } | undefined;
  let progress: readonly FilmAnswer[] = [];
  const emit = process.emit as (...event: unknown[]) => boolean;
  const send = process.send as (...message: unknown[]) => boolean;

  const hear = (event: string, order: FilmOrder, ...others: unknown[]): boolean => {
    if (event === 'message') {
      wanted = undefined;
      progress = [];
      const file = findFile(order);
      if (file && isWanted(order)) {
        if (existsSync(file)) return handOut(order, deserialize(readFileSync(file)));
        wanted = { order, file };
      }
    }
    return emit.call(process, event, order, ...others);
  };
  const tell = (answer: FilmAnswer, ...others: unknown[]): boolean => {
    if (answer.type === 'progress') progress = [answer];
    if (wanted && answer.type === wanted.order.type) keep(wanted, answer as Result);
    return send.call(process, answer, ...others);
  };
  Object.assign(process, { emit: hear, send: tell });

  function findFile(order: FilmOrder): string | undefined {
    if (!isWanted(order)) return;
    const { pictureFile } = order;
    if (order.type === 'film' && statSync(pictureFile).size > SMALL_BYTES) return;
    const what = order.type === 'film' ? { emotion: order.emotion, ...order.settings } : 'faces';
    const hash = createHash('sha256').update(JSON.stringify(what));
    return join(folder, hash.update(readFileSync(pictureFile)).digest('hex'));
  }

  function keep({ order, file }: { order: Wanted; file: string }, result: Result): void {
    const paths = order.type === 'film' ? [order.filmFile, order.posterFile] : [];
    const kept: Kept = {
      answers: [...progress, result],
      files: paths.map((path) => readFileSync(path)),
    };
    // The other worker finds the whole of it or nothing.
    const partial = `${file}-${process.pid}`;
    writeFileSync(partial, serialize(kept));
    renameSync(partial, file);
  }

  function handOut(order: Wanted, { answers, files: [film, poster] }: Kept): true {
    if (order.type === 'film' && film && poster) {
      writeFileSync(order.filmFile, film);
      writeFileSync(order.posterFile, poster);
    }
    for (const answer of answers) send.call(process, answer);
    return true;
  }
}

function isWanted(order: FilmOrder): order is Wanted {
  return order.type === 'film' || order.type === 'faces';
}
