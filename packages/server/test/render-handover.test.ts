import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobData } from '../src/jobs/job-table.ts';
import { ObjectMissing, type Storage } from '../src/platform/storage/storage.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { FilmWorker } from '../src/renders/film-worker.ts';
import { newHolder } from '../src/renders/liveness.ts';
import { watchRender } from '../src/renders/render-events.ts';
import { RenderNotices } from '../src/renders/render-notices.ts';
import {
  findStanding,
  putBack,
  reportProgress,
  takeUp,
} from '../src/renders/render-transitions.ts';
import { releaseOrphans } from '../src/renders/requeue-lost.ts';
import { runRender } from '../src/renders/run-render.ts';
import { renders } from '../src/renders/schema.ts';
import { ShuttingDown } from '../src/renders/settle-render.ts';
import { givenOut } from './support/given-out.ts';
import { openTestRenders, SCRIPTED_WORKER, type TestRenders } from './support/test-renders.ts';

const never = new AbortController().signal;

/** What an object made of it cannot inherit. */
const gettersOf = ({ holder, seesWhoLives }: RenderNotices) => ({
  holder: { value: holder },
  seesWhoLives: { value: seesWhoLives },
});

describe('a render between processes', () => {
  let t: TestRenders;
  beforeAll(async () => {
    t = await openTestRenders(0);
  });
  afterAll(() => t.close());

  it('puts a render back when the disk refuses its work folder, and stops watching it', async () => {
    const user = await t.addUser('paid');
    const { row } = await t.request(user, []);
    let watchers = 0;
    const notices = Object.create(t.notices, gettersOf(t.notices));
    notices.watch = (...what: Parameters<RenderNotices['watch']>) => {
      watchers += 1;
      const unwatch = t.notices.watch(...what);
      return () => {
        watchers -= 1;
        unwatch();
      };
    };
    const notAFolder = join(t.folder, 'not-a-folder');
    writeFileSync(notAFolder, '');
    const parts = { ...t, notices, workFolder: join(notAFolder, 'work') };
    const run = { id: row.id, try: 1, isLastTry: false };
    await runRender(parts, new FilmWorker(), { renderId: row.id }, run, never);
    expect(watchers).toBe(0);
    const [after] = await t.db.select().from(renders).where(eq(renders.id, row.id));
    expect(after).toMatchObject({ state: 'queued', attempt: 1 });
  });

  it('makes a film that was put back before those that were asked for later, but for premium', async () => {
    await t.db.execute(sql`delete from pgboss.job where name = 'render'`);
    const [free, paid] = [await t.addUser('free'), await t.addUser('paid')];
    const first = (await t.request(free, [])).row.id;
    await t.db.execute(sql`delete from pgboss.job where name = 'render'`);
    const second = (await t.request(free, [])).row.id;
    const premium = (await t.request(paid, [])).row.id;
    const run = { id: first, try: 1, isLastTry: false };
    const stopping = AbortSignal.abort(new ShuttingDown());
    await runRender(t, new FilmWorker(), { renderId: first }, run, stopping);
    expect(await givenOut(t.opened.url, 3)).toEqual([premium, first, second]);
  });

  it('lets a film wait anew when the process that made it is gone, and says so', async () => {
    const user = await t.addUser('free');
    const { row } = await t.request(user, []);
    await t.db.execute(
      sql`update pgboss.job set state = 'active', started_on = now() where data->>'renderId' = ${row.id}`,
    );
    await takeUp(t.db, row.id, newHolder());
    const warn = vi.spyOn(t.log, 'warn');
    await releaseOrphans(t);
    expect(warn.mock.calls).toEqual([
      [{ render: row.id }, 'the process that made a film is gone: the film waits for another'],
    ]);
    warn.mockRestore();
    expect(
      await t.db.$count(renders, and(eq(renders.id, row.id), eq(renders.state, 'queued'))),
    ).toBe(1);
    await cancelRender(t, user, row.id);
  });

  it('takes no film from others just after an outage, when they may not have shown yet that they live', async () => {
    const user = await t.addUser('paid');
    const { row } = await t.request(user, []);
    await t.db.execute(
      sql`update pgboss.job set state = 'active', started_on = now() where data->>'renderId' = ${row.id}`,
    );
    await takeUp(t.db, row.id, newHolder());
    let nowMs = 0;
    const notices = new RenderNotices(
      t.opened.url,
      () => {},
      async () => {},
      () => nowMs,
    );
    const parts = { ...t, notices };
    const standing = async () => await findStanding(t.db, row.id);
    try {
      await notices.start();
      expect(notices.seesWhoLives).toBe(true);
      const { rows } = await t.db.execute(
        sql`select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and objid = ${notices.holder}::int::oid`,
      );
      expect(rows).toHaveLength(1);
      await vi.waitUntil(() => !notices.seesWhoLives, { timeout: 30_000, interval: 5 });
      await releaseOrphans(parts);
      const run = { id: row.id, try: 2, isLastTry: false };
      const stoodAt = { attempt: 1, stage: null, framesDone: 0 };
      for (const data of [{ renderId: row.id }, { renderId: row.id, stoodAt }]) {
        await runRender(parts, new FilmWorker(), data, run, never);
      }
      expect(await standing()).toMatchObject({ attempt: 1 });
      // Connected anew, and long enough.
      await vi.waitUntil(
        () => {
          nowMs += 15_000;
          return notices.seesWhoLives;
        },
        { timeout: 30_000, interval: 5 },
      );
      await releaseOrphans(parts);
      expect(await standing()).toBeUndefined();
    } finally {
      await notices.close();
      await cancelRender(t, user, row.id);
    }
  });

  it('takes a render from a process that froze, and from none that goes on', async () => {
    const user = await t.addUser('paid');
    const { row } = await t.request(user, []);
    const other = new RenderNotices(t.opened.url);
    const warn = vi.spyOn(t.log, 'warn');
    const worker = new FilmWorker({ entry: SCRIPTED_WORKER });
    const run = { id: row.id, try: 1, isLastTry: false };
    /** Works one job off and gives the data of the one that was entered for later. */
    const work = async (data: JobData['render'], notices = t.notices) => {
      await runRender({ ...t, notices }, worker, data, run, never);
      const { rows } = await t.db.execute<{ data: JobData['render'] }>(
        sql`delete from pgboss.job where start_after > now() and data->>'renderId' = ${row.id} returning data`,
      );
      const [now] = await t.db.select().from(renders).where(eq(renders.id, row.id));
      return { later: rows.map(({ data }) => data), now };
    };
    try {
      await other.start();
      await takeUp(t.db, row.id, other.holder);
      const first = await work({ renderId: row.id });
      expect(first.now).toMatchObject({ state: 'running', attempt: 1 });
      expect(warn.mock.lastCall?.[1]).toContain('fell silent');
      expect(first.later).toHaveLength(1);

      await reportProgress(
        t.db,
        { id: row.id, attempt: 1 },
        { stage: 'rendering', framesDone: 3, framesTotal: 9 },
      );
      const second = await work(first.later[0] ?? { renderId: '' });
      expect(second.now).toMatchObject({ state: 'running', attempt: 1, framesDone: 3 });
      expect(second.later).toHaveLength(1);

      const onItself = await work(first.later[0] ?? { renderId: '' }, other);
      expect(onItself.now).toMatchObject({ state: 'running', attempt: 1 });
      const third = await work(second.later[0] ?? { renderId: '' });
      expect(third.now).toMatchObject({ state: 'finished', attempt: 2 });
      expect(third.later).toEqual([]);
      expect((await work({ renderId: row.id })).later).toEqual([]);
    } finally {
      warn.mockRestore();
      await worker.close();
      await other.close();
    }
  });

  it('leaves a render and its picture to the worker that took it over, whatever becomes of its own try', async () => {
    const { row } = await t.request(await t.addUser('paid'), []);
    const { id, pictureKey } = row;
    const storage = Object.create(t.storage) as Storage;
    storage.read = async (key) => {
      const stoodAt = { attempt: 1, stage: null, framesDone: 0 };
      expect(await takeUp(t.db, id, newHolder(), { stoodAt })).toMatchObject({ attempt: 2 });
      throw new ObjectMissing(key);
    };
    // Nobody tells it, either.
    const notices = Object.create(t.notices, gettersOf(t.notices));
    notices.watch = () => () => {};
    const error = vi.spyOn(t.log, 'error');
    const run = { id, try: 3, isLastTry: true };
    await runRender({ ...t, storage, notices }, new FilmWorker(), { renderId: id }, run, never);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
    expect(await t.storage.head(pictureKey ?? '')).toBeDefined();
    expect(await findStanding(t.db, id)).toMatchObject({ attempt: 2 });
  });

  it('tells the story anew when a render is put back into the queue', async () => {
    await t.db.delete(renders);
    const user = await t.addUser('free');
    const { row } = await t.request(user, []);
    const events = watchRender(t, row.id, never);
    const stage = { type: 'stage', stage: 'reading' };
    const progress = { type: 'progress', framesDone: 0, framesTotal: 9 };
    for (const attempt of [1, 2]) {
      expect((await events.next()).value).toEqual({ type: 'queued', place: 0 });
      const taken = await takeUp(t.db, row.id, newHolder());
      expect(taken).toMatchObject({ attempt });
      const told = { id: row.id, attempt };
      await reportProgress(t.db, told, { stage: 'reading', framesDone: 0, framesTotal: 9 });
      expect((await events.next()).value).toEqual(stage);
      expect((await events.next()).value).toEqual(progress);
      expect(await putBack(t.db, told)).toBe(true);
    }
    await cancelRender(t, user, row.id);
    expect((await events.next()).value).toEqual({ type: 'cancelled' });
  });
});
