import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmotionLabel } from '@moodreel/contract';
import { pino } from 'pino';
import { users } from '../../src/accounts/schema.ts';
import { JobQueue } from '../../src/jobs/job-queue.ts';
import { NO_TALLY } from '../../src/metrics/tally.ts';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { awaitRender } from '../../src/renders/render-events.ts';
import { RenderNotices } from '../../src/renders/render-notices.ts';
import { addRenderWorkers } from '../../src/renders/render-workers.ts';
import { requestRender } from '../../src/renders/request-render.ts';
import type { RunnerParts } from '../../src/renders/run-render.ts';
import type { RenderRow } from '../../src/renders/schema.ts';
import { subscriptions } from '../../src/subscriptions/schema.ts';
import type { VideoParts } from '../../src/videos/video-parts.ts';
import type { WorkerScript } from './scripted-worker.ts';
import { openTestDatabase } from './test-database.ts';

export const SCRIPTED_WORKER = join(import.meta.dirname, 'scripted-worker.ts');

export interface TestRenders extends RunnerParts, VideoParts {
  readonly opened: OpenDatabase;
  /** A folder for marks; removed at the end. */
  readonly folder: string;
  /** Moves the clock. */
  advance(milliseconds: number): void;
  addUser(type: 'free' | 'paid'): Promise<string>;
  /** Requests a render that does what the script says. */
  request(
    userId: string,
    script: WorkerScript,
    more?: RequestMore,
  ): ReturnType<typeof requestRender>;
  /** A render as it is once it has ended. */
  ended(id: string): Promise<RenderRow>;
  /** A new render of this user that has its film. */
  finished(userId: string): Promise<FinishedRender>;
  close(): Promise<void>;
}

type FinishedRender = RenderRow & { readonly filmKey: string; readonly posterKey: string };

interface RequestMore {
  readonly label?: EmotionLabel;
  readonly key?: string;
}

/**
 * Everything renders and saved videos need, on a database and a folder of its own, with `workers`
 * scripted film workers; 0 leaves renders waiting.
 */
export async function openTestRenders(workers: number): Promise<TestRenders> {
  const opened = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'moodreel-renders-'));
  const log = pino({ level: 'silent' });
  let offsetMs = 0;
  const parts: RunnerParts & VideoParts = {
    db: opened.db,
    storage: await openStorage({ dataDir: folder, storage: { kind: 'files' } }),
    queue: new JobQueue({
      url: opened.url,
      pollingSeconds: 0.5,
      supervisionSeconds: 1,
      onError: () => {},
      onFailedRun: () => {},
    }),
    notices: new RenderNotices(opened.url),
    now: () => new Date(Date.now() + offsetMs),
    log,
    tally: NO_TALLY,
    inWork: new Set(),
    workFolder: join(folder, 'work'),
    publicUrl: 'http://localhost',
  };
  const pool = addRenderWorkers(parts, { count: workers, entry: SCRIPTED_WORKER });
  parts.queue.leaveToOthers('clean-up');
  parts.queue.leaveToOthers('watch-queue');
  parts.queue.leaveToOthers('payer-email');
  await parts.notices.start();
  await parts.queue.start();
  const request: TestRenders['request'] = (userId, script, { label = 0, key } = {}) =>
    requestRender(parts, {
      userId,
      bytes: Buffer.from(JSON.stringify(script)),
      fields: { label, ...(key === undefined ? {} : { key }) },
    });
  const ended = async (id: string) => {
    const row = await awaitRender(parts, id, new AbortController().signal);
    if (!row) throw new Error('no render');
    return row;
  };
  return {
    ...parts,
    opened,
    folder,
    advance: (milliseconds) => {
      offsetMs += milliseconds;
    },
    addUser: (type) => addUser(parts, type),
    request,
    ended,
    finished: async (userId) => {
      const { row } = await request(userId, []);
      const { filmKey, posterKey, ...rest } = await ended(row.id);
      if (!filmKey || !posterKey) throw new Error('no film');
      return { ...rest, filmKey, posterKey };
    },
    close: async () => {
      pool.breakOff();
      await parts.queue.drain();
      await pool.close();
      await parts.queue.close();
      await parts.notices.close();
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addUser({ db, now }: RunnerParts, type: 'free' | 'paid'): Promise<string> {
  const id = randomUUID();
  await db.insert(users).values({ id, name: 'someone', email: `${id}@example.org` });
  if (type === 'paid') {
    const startDate = new Date(now().getTime() - 86_400_000);
    const endDate = new Date(now().getTime() + 300 * 86_400_000);
    const row = {
      userId: id,
      type,
      plan: 'yearly',
      provider: 'admin',
      startDate,
      endDate,
    } as const;
    await db.insert(subscriptions).values(row);
  }
  return id;
}
