import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FilmRefused, FilmWorker, WorkerLost } from '../src/renders/film-worker.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';

const HAS_READ = { do: 'progress', done: 1, of: 2 } as const;
const MINUTE_MS = 60_000;
let folder: string;
let worker: FilmWorker;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moodreel-worker-'));
  worker = new FilmWorker({ entry: SCRIPTED_WORKER });
});
afterEach(async () => {
  await worker.close();
  rmSync(folder, { recursive: true, force: true });
});

function order(script: WorkerScript) {
  const pictureFile = join(folder, 'picture');
  writeFileSync(pictureFile, JSON.stringify(script));
  const filmFile = join(folder, 'film.mp4');
  const posterFile = join(folder, 'poster.jpg');
  return { type: 'film', pictureFile, filmFile, posterFile, emotion: 0, settings: {} } as const;
}

it('answers one order after another from the same process', async () => {
  await worker.run(order([]));
  const { pid } = worker;
  expect(existsSync(join(folder, 'film.mp4'))).toBe(true);
  await expect(worker.run(order([{ do: 'refuse' }]))).rejects.toThrow(FilmRefused);
  await expect(worker.run(order([{ do: 'break' }]))).rejects.toMatchObject({
    message: 'scripted failure',
    // Where it happened in there, not where it is heard.
    stack: expect.stringContaining('at drawMouth'),
  });
  await worker.run(order([]));
  expect(worker.pid).toBe(pid);
});

it('starts another process after one died', async () => {
  await expect(worker.run(order([{ do: 'die' }]))).rejects.toThrow(WorkerLost);
  await worker.run(order([]));
});

it('kills a process that has fallen silent, and gives the next order to another', async () => {
  // The next process has to start within it, on a busy machine, too.
  const strict = new FilmWorker({ entry: SCRIPTED_WORKER, silenceLimitMs: 6000 });
  await expect(strict.run(order([HAS_READ, { do: 'block' }]))).rejects.toThrow('silent');
  await strict.run(order([]));
  await strict.close();
});

it('has less patience until a picture is read than afterwards', async () => {
  const [began, go] = [join(folder, 'began'), join(folder, 'go')];
  const wait = [{ do: 'mark', file: began } as const, { do: 'wait', file: go } as const];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const goesOn = worker.run(order([HAS_READ, ...wait]), undefined, () => {
      vi.advanceTimersByTime(MINUTE_MS);
      writeFileSync(go, '');
    });
    await goesOn;
    rmSync(began);
    rmSync(go);
    const stuck = expect(worker.run(order(wait))).rejects.toThrow('silent for 45 s');
    await expect.poll(() => existsSync(began)).toBe(true);
    vi.advanceTimersByTime(MINUTE_MS);
    await stuck;
  } finally {
    vi.useRealTimers();
  }
});

it('is closed only when the process that it killed is gone, too', async () => {
  const strict = new FilmWorker({ entry: SCRIPTED_WORKER, silenceLimitMs: 2000 });
  const running = strict.run(order([HAS_READ, { do: 'block' }]));
  const killed = strict.pid!;
  await expect(running).rejects.toThrow('silent');
  await strict.close();
  expect(() => process.kill(killed, 0)).toThrow('ESRCH');
});

it('gives the reason of who stopped it, also when the process does not listen', async () => {
  for (const step of [{ do: 'wait', file: join(folder, 'never') }, { do: 'block' }] as const) {
    const stop = new AbortController();
    const script = [HAS_READ, step] as const;
    const running = worker.run(order(script), stop.signal, () => stop.abort(new Error('enough')));
    await expect(running).rejects.toThrow('enough');
  }
  await worker.run(order([]));
});

it('shows its process none of our secrets', async () => {
  process.env.DATABASE_URL = 'postgres://secret';
  try {
    const filmFile = join(folder, 'film.mp4');
    await worker.run({ ...order([{ do: 'environment' }]), filmFile });
    const environment = readFileSync(filmFile, 'utf8');
    expect(environment).toContain('PATH');
    expect(environment).not.toContain('postgres://secret');
  } finally {
    delete process.env.DATABASE_URL;
  }
});
