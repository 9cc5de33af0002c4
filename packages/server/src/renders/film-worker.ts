import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '@moodreel/contract';
import type { FilmAnswer, FilmOrder } from './film-messages.ts';

const ENTRY = join(import.meta.dirname, 'film-worker-process.ts');
/** A worker that was told to stop and has not after this long is killed. */
const STOP_PATIENCE_MS = 400;
/** 0 is ordinary, 19 the most modest: a third of the time of an ordinary process beside it. */
const NICENESS = 5;
/** A worker that says nothing for so long hangs. */
const SILENCE_LIMIT_MS = 90_000;
/**
 * Or while it reads a picture, longer than any takes that is one (40 megapixels of HEIC, which are given up
 * after 30 s): files can be made that take hours, and nothing but the end of its process stops a decoder.
 */
const READING_LIMIT_MS = 45_000;

/** The engine refused the picture: its code and sentence are for the user; trying again is idle. */
export class FilmRefused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'FilmRefused';
    this.code = code;
  }
}

/** The worker's process died or hung in the middle of an order. */
export class WorkerLost extends Error {
  constructor(reason: string) {
    super(`the film worker was lost: ${reason}`);
    this.name = 'WorkerLost';
  }
}

/** The engine failed: a fault of ours. Its stack is that of the worker, where it happened. */
class WorkerBroke extends Error {
  constructor({ message, stack }: { readonly message: string; readonly stack?: string }) {
    super(message);
    this.name = 'WorkerBroke';
    if (stack !== undefined) this.stack = stack;
  }
}

type Progress = Extract<FilmAnswer, { type: 'progress' }>;
type Result = Extract<FilmAnswer, { type: 'film' | 'faces' }>;

/**
 * A child process that makes films, one at a time, with the engine's models kept warm. It is
 * started by the first order and again after it died; a crash of native code ends only the child.
 */
export class FilmWorker {
  readonly #entry: string;
  readonly #silenceLimitMs: number;
  #child: ChildProcess | undefined;
  /** The one that takes orders, and those that were killed and are not dead yet. */
  readonly #living = new Set<ChildProcess>();

  constructor(options: { readonly entry?: string; readonly silenceLimitMs?: number } = {}) {
    this.#entry = options.entry ?? ENTRY;
    this.#silenceLimitMs = options.silenceLimitMs ?? SILENCE_LIMIT_MS;
  }

  /** The process's number while it lives. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Runs one order. Rejects with `FilmRefused`, `WorkerLost`, the signal's reason, or an Error
   * that carries the engine's message and stack. Aborting ends it within half a second: the worker is asked
   * first and killed then. Without a signal nobody breaks it off.
   */
  async run(
    order: FilmOrder,
    signal?: AbortSignal,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    const child = this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const watch = (limitMs: number) =>
      setTimeout(() => {
        reject(new WorkerLost(`silent for ${limitMs / 1000} s`));
        this.#kill(child);
      }, limitMs);
    let silence = watch(READING_LIMIT_MS);
    const hear = (answer: FilmAnswer) => {
      clearTimeout(silence);
      silence = watch(hasRead(answer) ? this.#silenceLimitMs : READING_LIMIT_MS);
      switch (answer.type) {
        case 'ready':
          return;
        case 'progress':
          return onProgress(answer);
        case 'film':
        case 'faces':
          return resolve(answer);
        case 'refused':
          return reject(new FilmRefused(answer.code, answer.message));
        case 'broken':
          return reject(new WorkerBroke(answer));
      }
    };
    const gone = (code: number | null, killedBy: string | null) =>
      reject(new WorkerLost(killedBy ? `ended by ${killedBy}` : `ended with ${code}`));
    let impatience: NodeJS.Timeout | undefined;
    const stop = () => {
      child.send({ type: 'stop' } satisfies FilmOrder, () => {});
      impatience = setTimeout(() => this.#kill(child), STOP_PATIENCE_MS);
    };
    child.on('message', hear);
    child.once('exit', gone);
    signal?.addEventListener('abort', stop, { once: true });
    child.send(order, (error) => error && reject(new WorkerLost(error.message)));
    try {
      return await promise;
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      clearTimeout(silence);
      clearTimeout(impatience);
      signal?.removeEventListener('abort', stop);
      child.off('message', hear);
      child.off('exit', gone);
    }
  }

  /** Starts the process ahead of its first order, so that models and code are warm by then. */
  warmUp(): void {
    this.#start().send({ type: 'rehearse' } satisfies FilmOrder, () => {});
  }

  /** Resolves when no process of it is left. */
  async close(): Promise<void> {
    this.#child = undefined;
    const ends = [...this.#living].map((child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return ended;
    });
    await Promise.all(ends);
  }

  /** Lets go of it at once: it takes a while to die, and the next order must not reach it. */
  #kill(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(this.#entry, [], {
      // Structured clones instead of JSON. No secrets: it decodes strangers' pictures.
      serialization: 'advanced',
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
      env: pickEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#living.add(child);
    child.once('exit', () => {
      this.#living.delete(child);
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => {
      // What was never started never exits.
      if (child.pid === undefined) this.#living.delete(child);
      this.#kill(child);
    });
    lowerPriority(child.pid);
    return child;
  }
}

/** Whether a worker that says this has its picture before it. */
function hasRead(answer: FilmAnswer): boolean {
  return answer.type === 'progress' && answer.stage !== 'reading';
}

/** Answering requests goes before drawing. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Some containers don't allow it; then all are equal.
  }
}

function pickEnvironment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'TMPDIR',
    'TEMP',
    'SystemRoot',
    'LANG',
    'NODE_ENV',
    'NODE_COMPILE_CACHE',
  ];
  const pairs = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
