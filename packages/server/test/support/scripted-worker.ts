import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { FilmAnswer, FilmOrder } from '../../src/renders/film-messages.ts';

/**
 * What a scripted worker does with a picture, which is such a list as JSON. `wait` goes on when
 * the file exists, `mark` makes one; `environment` puts the process's variables into the film,
 * `settings` the feeling and what was asked for; `die-once` kills the process unless the file
 * exists already; `need-room` finds the disk full until the file exists.
 */
export type WorkerScript = readonly (
  | { readonly do: 'progress'; readonly done: number; readonly of: number }
  | { readonly do: 'mark' | 'wait' | 'die-once' | 'need-room'; readonly file: string }
  | { readonly do: 'refuse' }
  | { readonly do: 'break' }
  | { readonly do: 'die' }
  | { readonly do: 'block' }
  | { readonly do: 'environment' | 'settings' }
  | { readonly do: 'empty' }
)[];

/** As an Error has it, with where it happened. */
const SCRIPTED_STACK = 'Error: scripted failure\n    at drawMouth (mouth.ts:7:7)';
const LOOK_MS = 10;
/** A search for faces makes no files. */
const NOWHERE = { filmFile: devNull, posterFile: devNull };
const FOUND = { type: 'faces', faces: { widthPx: 512, heightPx: 640, faces: [] } } as const;
const MADE = { type: 'film', film: { widthPx: 512, heightPx: 640, durationSeconds: 4 } } as const;

/** Stands in for the film worker's process: same messages, but the picture says what happens. */
async function followScript(order: Order, signal: AbortSignal) {
  const { pictureFile } = order;
  const { filmFile, posterFile } = order.type === 'film' ? order : NOWHERE;
  let text = '';
  const script = JSON.parse(readFileSync(pictureFile, 'utf8')) as WorkerScript;
  for (const step of script) {
    switch (step.do) {
      case 'progress':
        say({ type: 'progress', stage: 'rendering', framesDone: step.done, framesTotal: step.of });
        break;
      case 'mark':
        writeFileSync(step.file, '');
        break;
      case 'wait':
        while (!existsSync(step.file)) {
          await delay(LOOK_MS);
          signal.throwIfAborted();
        }
        break;
      case 'need-room':
        if (existsSync(step.file)) break;
        return say({ type: 'broken', message: 'writeTrailer: No space left on device' });
      case 'die-once':
        if (existsSync(step.file)) break;
        writeFileSync(step.file, '');
        process.kill(process.pid, 'SIGKILL');
        break;
      case 'die':
        process.kill(process.pid, 'SIGKILL');
        break;
      case 'block':
        for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
      case 'refuse':
        return say({ type: 'refused', code: 'no_face_found', message: 'No face was found.' });
      case 'environment':
        text = JSON.stringify(process.env);
        break;
      case 'settings':
        text = JSON.stringify(
          order.type === 'film' ? { emotion: order.emotion, ...order.settings } : {},
        );
        break;
      case 'empty':
        writeFileSync(posterFile, 'poster');
        writeFileSync(filmFile, '');
        return say(MADE);
      case 'break':
        return say({ type: 'broken', message: 'scripted failure', stack: SCRIPTED_STACK });
    }
  }
  if (order.type === 'faces') return say(FOUND);
  writeFileSync(filmFile, `film made of ${JSON.stringify(script)}${text}`);
  writeFileSync(posterFile, 'poster');
  say(MADE);
}

type Order = Extract<FilmOrder, { type: 'film' | 'faces' }>;

function say(answer: FilmAnswer): void {
  process.send?.(answer);
}

let current = new AbortController();
process.on('message', async (order: FilmOrder) => {
  if (order.type === 'stop') return current.abort(new Error('stopped'));
  if (order.type === 'rehearse') return;
  current = new AbortController();
  try {
    await followScript(order, current.signal);
  } catch (error) {
    say({ type: 'broken', message: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
say({ type: 'ready' });
