import { ERRORS } from '@moodreel/contract';
import { FilmWorker } from './film-worker.ts';
import { fail, isHeld } from './render-transitions.ts';
import { lookAgainLater, type RunnerParts, runRender } from './run-render.ts';
import { ShuttingDown } from './settle-render.ts';

export interface RenderWorkersOptions {
  /** How many films are made at once; 0 leaves them to other machines. */
  readonly count: number;
  /** What the child processes run; tests have their own. */
  readonly entry?: string;
  readonly silenceLimitMs?: number;
}

export interface RenderWorkers {
  /** Breaks off running films and puts them back into the queue. */
  breakOff(): void;
  /** Ends the children; call it when no job runs any more. */
  close(): Promise<void>;
}

/** Registers the jobs of renders with `parts.queue`, which is to be started after that. */
export function addRenderWorkers(parts: RunnerParts, options: RenderWorkersOptions): RenderWorkers {
  const workers = Array.from({ length: options.count }, () => new FilmWorker(options));
  const free = [...workers];
  const shutdown = new AbortController();

  parts.queue.handle('render-abandoned', 1, async ({ renderId }) => {
    // The database was away during its last try, most likely, and its process goes on with that.
    if (await isHeld(parts.db, renderId, parts.notices.seesWhoLives)) {
      return await lookAgainLater(parts, renderId);
    }
    const reason = { code: 'render_failed', message: ERRORS.render_failed.message } as const;
    if (!(await fail(parts.db, { id: renderId }, reason, parts.now()))) return;
    const lost = new Error('every process that made it was lost');
    parts.log.error({ render: renderId, err: lost }, 'a render failed for good');
  });
  if (options.count === 0) {
    parts.queue.leaveToOthers('render');
  } else {
    parts.queue.handle('render', options.count, async (data, run) => {
      const worker = free.pop();
      if (!worker) throw new Error('more renders at once than workers');
      try {
        await runRender(parts, worker, data, run, shutdown.signal);
      } finally {
        free.push(worker);
      }
    });
    for (const worker of workers) worker.warmUp();
  }
  return {
    breakOff: () => shutdown.abort(new ShuttingDown()),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
