import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RenderEvent } from '@moodreel/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '../src/accounts/delete-account.ts';
import { announceObjects, deleteDueObjects, listDoomed } from '../src/files/doomed-objects.ts';
import type { JobData } from '../src/jobs/job-table.ts';
import { createSandboxPayments } from '../src/payments/sandbox.ts';
import type { Transaction } from '../src/platform/database/database.ts';
import { ObjectMissing, type Storage } from '../src/platform/storage/storage.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { discardFilm } from '../src/renders/discard-film.ts';
import { FilmWorker } from '../src/renders/film-worker.ts';
import { newHolder } from '../src/renders/liveness.ts';
import { watchRender } from '../src/renders/render-events.ts';
import { RenderNotices } from '../src/renders/render-notices.ts';
import {
  findStanding,
  finish,
  putBack,
  reportProgress,
  takeUp,
} from '../src/renders/render-transitions.ts';
import { showRender } from '../src/renders/render-view.ts';
import { requestRender } from '../src/renders/request-render.ts';
import { releaseOrphans } from '../src/renders/requeue-lost.ts';
import { runRender, ShuttingDown } from '../src/renders/run-render.ts';
import { renders } from '../src/renders/schema.ts';
import { forgetUser } from '../src/videos/videos.ts';
import { givenOut } from './support/given-out.ts';
import { openTestRenders, SCRIPTED_WORKER, type TestRenders } from './support/test-renders.ts';

const MINUTE_MS = 60_000;
const never = new AbortController().signal;
let files = 0;

/** What an object made of it cannot inherit. */
const gettersOf = ({ holder, seesWhoLives }: RenderNotices) => ({
  holder: { value: holder },
  seesWhoLives: { value: seesWhoLives },
});

describe('limits of renders', () => {
  let t: TestRenders;
  beforeAll(async () => {
    t = await openTestRenders(0);
  });
  afterAll(() => t.close());

  it('gives a free account three a week, however many ask at once', async () => {
    const user = await t.addUser('free');
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => t.request(user, [])));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of asked) {
      if (outcome.status === 'rejected') {
        expect(['weekly_limit_reached', 'too_many_waiting']).toContain(outcome.reason.code);
      }
    }
    expect(await t.db.$count(renders, eq(renders.userId, user))).toBe(3);
  });

  it('lets a premium account wait with six, however many ask at once', async () => {
    const user = await t.addUser('paid');
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, () => t.request(user, [], { label: 5 })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    await expect(t.request(user, [])).rejects.toMatchObject({ code: 'too_many_waiting' });
  });

  it('takes nothing from an account that is deleted while its picture arrives', async () => {
    const user = await t.addUser('free');
    const storage = Object.create(t.storage) as Storage;
    storage.put = async (...picture) => {
      await t.storage.put(...picture);
      const userData = { forgetUser: (tx: Transaction, id: string) => forgetUser(t, tx, id) };
      await deleteAccount({ ...t, payments: createSandboxPayments(t.db, t.now), userData }, user);
    };
    const bytes = Buffer.from('picture');
    const upload = requestRender({ ...t, storage }, { userId: user, bytes, fields: { label: 0 } });
    await expect(upload).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await t.db.$count(renders, eq(renders.userId, user))).toBe(0);
  });

  it('deletes the picture of an order that is refused, or entered twice, once it is stored', async () => {
    const user = await t.addUser('free');
    const stored: string[] = [];
    const storage = Object.create(t.storage) as Storage;
    storage.delete = (key) => t.storage.delete(key);
    let meanwhile: () => Promise<unknown>;
    storage.put = async (key, ...picture) => {
      await t.storage.put(key, ...picture);
      stored.push(key);
      await meanwhile();
    };
    const ask = (key: string) => {
      const fields = { label: 0, key } as const;
      return requestRender({ ...t, storage }, { userId: user, bytes: Buffer.from('x'), fields });
    };
    let twin: string | undefined;
    meanwhile = async () => {
      twin = (await t.request(user, [], { key: 'twin' })).row.id;
    };
    expect(await ask('twin')).toMatchObject({ isNew: false, row: { id: twin } });
    meanwhile = async () => {
      await t.request(user, []);
      await t.request(user, []);
    };
    await expect(ask('late')).rejects.toMatchObject({ code: 'too_many_waiting' });
    expect(stored).toHaveLength(2);
    for (const key of stored) {
      await expect.poll(() => t.storage.head(key)).toBeUndefined();
      await expect.poll(() => listDoomed(t.db, key)).toEqual([]);
    }
  });

  it('takes no picture that was put away so slowly that it may be deleted', async () => {
    const user = await t.addUser('free');
    const storage = Object.create(t.storage) as Storage;
    let slowMs = 54 * MINUTE_MS;
    storage.put = async (...picture) => {
      await t.storage.put(...picture);
      t.advance(slowMs);
    };
    const bytes = Buffer.from('picture');
    const ask = () =>
      requestRender({ ...t, storage }, { userId: user, bytes, fields: { label: 0 } });
    const { row } = await ask();
    slowMs = 56 * MINUTE_MS;
    await expect(ask()).rejects.toThrow('they may be deleted now');
    expect(await t.db.$count(renders, eq(renders.userId, user))).toBe(1);
    await deleteDueObjects(t, t.now());
    expect(await t.storage.head(row.pictureKey ?? '')).toBeDefined();
  });

  it('finishes no film that was stored so slowly that it may be deleted', async () => {
    const { row } = await t.request(await t.addUser('free'), []);
    const taken = await takeUp(t.db, row.id, newHolder());
    if (!taken) throw new Error('not taken up');
    const keys = { filmKey: `renders/${row.id}/1.mp4`, posterKey: `renders/${row.id}/1.jpg` };
    const film = { ...keys, widthPx: 512, heightPx: 640, durationSeconds: 4, sizeBytes: 12 };
    await announceObjects(t.db, Object.values(keys), t.now());
    t.advance(56 * MINUTE_MS);
    await expect(finish(t.db, taken, film, t.now())).rejects.toThrow('they may be deleted now');
    expect(await findStanding(t.db, row.id)).toMatchObject({ attempt: 1 });
  });

  it('refuses the premium emotions to free accounts', async () => {
    const user = await t.addUser('free');
    for (const label of [3, 4, 5] as const) {
      await expect(t.request(user, [], { label })).rejects.toMatchObject({
        code: 'premium_required',
      });
    }
    for (const label of [0, 1, 2] as const) await t.request(user, [], { label });
  });

  it('makes one render of thirty requests with one key, and uses up one', async () => {
    const user = await t.addUser('free');
    const asked = await Promise.all(
      Array.from({ length: 30 }, () => t.request(user, [], { key: 'one-and-the-same' })),
    );
    expect(new Set(asked.map(({ row }) => row.id)).size).toBe(1);
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    const other = await t.addUser('free');
    const { row, isNew } = await t.request(other, [], { key: 'one-and-the-same' });
    expect(isNew).toBe(true);
    expect(row.id).not.toBe(asked[0]?.row.id);
  });

  it('takes two cancels at the same moment', async () => {
    const user = await t.addUser('free');
    const { row } = await t.request(user, []);
    const both = await t.db.transaction(async (tx) => {
      await tx.select().from(renders).where(eq(renders.id, row.id)).for('update');
      const cancels = [cancelRender(t, user, row.id), cancelRender(t, user, row.id)];
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await t.db.execute(waiting)).rows).toHaveLength(2), {
        timeout: 30_000,
      });
      return cancels;
    });
    await Promise.all(both);
  });

  it('gives a cancelled render back, and an old one when seven days have passed', async () => {
    const user = await t.addUser('free');
    const made = [await t.request(user, []), await t.request(user, []), await t.request(user, [])];
    await expect(t.request(user, [])).rejects.toMatchObject({ code: 'too_many_waiting' });
    await cancelRender(t, user, made[0]?.row.id ?? '');
    const { row } = await t.request(user, []);
    await t.db
      .update(renders)
      .set({ state: 'finished', filmKey: 'x' })
      .where(eq(renders.userId, user));
    await t.db
      .update(renders)
      .set({ state: 'cancelled' })
      .where(eq(renders.id, made[0]?.row.id ?? ''));
    await expect(t.request(user, [])).rejects.toMatchObject({ code: 'weekly_limit_reached' });

    const weekBefore = sql`${renders.createdAt} - interval '7 days' + interval '1 minute'`;
    await t.db.update(renders).set({ createdAt: weekBefore }).where(eq(renders.id, row.id));
    await expect(t.request(user, [])).rejects.toMatchObject({ code: 'weekly_limit_reached' });
    const another = sql`${renders.createdAt} - interval '2 minutes'`;
    await t.db.update(renders).set({ createdAt: another }).where(eq(renders.id, row.id));
    await t.request(user, []);
  });

  it('shows the places: premium first, then in the order of the requests', async () => {
    await t.db.delete(renders);
    const [free, paid] = [await t.addUser('free'), await t.addUser('paid')];
    const first = await t.request(free, []);
    const second = await t.request(free, []);
    const premium = await t.request(paid, []);
    const places = [first, second, premium].map(
      async ({ row }) => (await showRender(t.db, row)).place,
    );
    expect(await Promise.all(places)).toEqual([1, 2, 0]);
  });

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

  it('keeps renders of others out of sight', async () => {
    const [owner, other] = [await t.addUser('free'), await t.addUser('free')];
    const { row } = await t.request(owner, []);
    await expect(cancelRender(t, other, row.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tells who waits when the ones before are gone', async () => {
    await t.db.delete(renders);
    const user = await t.addUser('free');
    const first = await t.request(user, []);
    const second = await t.request(user, []);
    const events = watchRender(t, second.row.id, never);
    expect((await events.next()).value).toEqual({ type: 'queued', place: 1 });
    const next = events.next();
    await cancelRender(t, user, first.row.id);
    expect((await next).value).toEqual({ type: 'queued', place: 0 });
    await cancelRender(t, user, second.row.id);
    expect((await events.next()).value).toEqual({ type: 'cancelled' });
    expect((await events.next()).done).toBe(true);
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

describe('render jobs', () => {
  let t: TestRenders;
  beforeAll(async () => {
    t = await openTestRenders(1);
  });
  afterAll(() => t.close());

  const file = () => {
    files += 1;
    return join(t.folder, `mark-${files}`);
  };
  const running = async (id: string) => {
    for await (const event of watchRender(t, id, never)) if (event.type === 'progress') return;
  };
  /** A render that runs, and stands still until it is released. */
  const requestHeldUp = async (user: Parameters<typeof t.request>[0]) => {
    const go = file();
    const { row } = await t.request(user, [
      { do: 'progress', done: 1, of: 2 },
      { do: 'wait', file: go },
    ]);
    await running(row.id);
    return { row, release: () => writeFileSync(go, '') };
  };

  it('tells the whole story, and stores film and poster', async () => {
    const user = await t.addUser('free');
    const go = file();
    const info = vi.spyOn(t.log, 'info');
    const { row } = await t.request(user, [
      { do: 'progress', done: 5, of: 10 },
      { do: 'wait', file: go },
    ]);
    const events: RenderEvent[] = [];
    for await (const event of watchRender(t, row.id, never)) {
      events.push(event);
      if (event.type === 'progress') writeFileSync(go, '');
    }
    // It may be taken up before anybody looks.
    expect(events.map(({ type }) => type).filter((type) => type !== 'queued')).toEqual([
      'stage',
      'progress',
      'finished',
    ]);
    const done = await t.ended(row.id);
    expect(done).toMatchObject({ state: 'finished', widthPx: 512, pictureKey: null, attempt: 1 });
    expect(await t.storage.head(done.filmKey ?? '')).toMatchObject({
      contentType: 'video/mp4',
      metadata: { userid: user },
      sizeBytes: done.sizeBytes,
    });
    expect(await t.storage.head(done.posterKey ?? '')).toMatchObject({ contentType: 'image/jpeg' });
    expect(await t.storage.head(`uploads/${row.id}`)).toBeUndefined();
    expect(done.expiresAt?.getTime()).toBe((done.finishedAt?.getTime() ?? 0) + 86_400_000);
    await vi.waitFor(() => expect(info).toHaveBeenCalled());
    const made = { render: row.id, attempt: 1, ms: expect.any(Number) };
    expect(info.mock.calls).toEqual([[made, 'a film was made']]);
    info.mockRestore();
  });

  it('takes premium first', async () => {
    const [free, paid] = [await t.addUser('free'), await t.addUser('paid')];
    const blocker = await requestHeldUp(free);
    const later = await t.request(free, []);
    const first = await t.request(paid, []);
    blocker.release();
    const [a, b] = [await t.ended(later.row.id), await t.ended(first.row.id)];
    expect(b.finishedAt?.getTime()).toBeLessThan(a.finishedAt?.getTime() ?? 0);
  });

  it('cancels a running render and goes on, also when the worker does not listen', async () => {
    const user = await t.addUser('paid');
    for (const step of [{ do: 'wait', file: file() }, { do: 'block' }] as const) {
      const { row } = await t.request(user, [{ do: 'progress', done: 1, of: 2 }, step]);
      await running(row.id);
      await cancelRender(t, user, row.id);
      const next = await t.request(user, []);
      expect(await t.ended(next.row.id)).toMatchObject({ state: 'finished' });
      expect(await t.ended(row.id)).toMatchObject({ state: 'cancelled', filmKey: null });
      await expect.poll(() => t.storage.head(`uploads/${row.id}`)).toBeUndefined();
    }
  });

  it('leaves no file of a render that finished, was refused or was cancelled', async () => {
    const user = await t.addUser('paid');
    const leftOf = (id: string) =>
      readdirSync(t.workFolder).filter((name) => name.startsWith(`${id}-`));
    for (const end of ['finished', 'failed', 'cancelled'] as const) {
      const go = file();
      const { row } = await t.request(user, [
        { do: 'progress', done: 1, of: 2 },
        { do: 'wait', file: go },
        ...(end === 'failed' ? [{ do: 'refuse' } as const] : []),
      ]);
      await running(row.id);
      expect(leftOf(row.id)).toHaveLength(1);
      if (end === 'cancelled') await cancelRender(t, user, row.id);
      else writeFileSync(go, '');
      expect(await t.ended(row.id)).toMatchObject({ state: end });
      await expect.poll(() => leftOf(row.id), { timeout: 10_000 }).toEqual([]);
    }
    expect(readdirSync(t.workFolder)).toEqual([]);
  });

  it('cancels while the storage says nothing, and goes on', async () => {
    const user = await t.addUser('paid');
    const silent = new Readable({ read() {} });
    const read = vi.spyOn(t.storage, 'read').mockResolvedValueOnce(silent);
    const fetching = await t.request(user, []);
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), 30_000);
    await cancelRender(t, user, fetching.row.id);

    const storing = await requestHeldUp(user);
    const put = vi
      .spyOn(t.storage, 'put')
      .mockImplementationOnce(async (_key, _body, _, signal) => {
        await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      });
    storing.release();
    await vi.waitFor(() => expect(put).toHaveBeenCalled(), 30_000);
    await cancelRender(t, user, storing.row.id);
    vi.restoreAllMocks();

    const next = await t.request(user, []);
    expect(await t.ended(next.row.id)).toMatchObject({ state: 'finished' });
    for (const { row } of [fetching, storing]) {
      expect(await t.ended(row.id)).toMatchObject({ state: 'cancelled', filmKey: null });
    }
  });

  it('lets nobody wait for a deletion: neither who discards a film nor the next film', async () => {
    const user = await t.addUser('paid');
    const remove = vi.spyOn(t.storage, 'delete').mockReturnValue(new Promise(() => {}));
    await t.finished(user);
    const refused = await t.request(user, [{ do: 'refuse' }]);
    expect(await t.ended(refused.row.id)).toMatchObject({ state: 'failed' });
    const last = await t.finished(user);
    const before = remove.mock.calls.length;
    await discardFilm(t, user, last.id);
    expect(remove.mock.calls.slice(before)).toContainEqual([last.filmKey]);
    remove.mockRestore();
  });

  it('never starts a render that was cancelled while it waited', async () => {
    const user = await t.addUser('paid');
    const mark = file();
    const blocker = await requestHeldUp(user);
    const { row } = await t.request(user, [{ do: 'mark', file: mark }]);
    await cancelRender(t, user, row.id);
    const after = await t.request(user, []);
    blocker.release();
    await t.ended(after.row.id);
    expect(existsSync(mark)).toBe(false);
    await cancelRender(t, user, row.id);
    await expect(cancelRender(t, user, after.row.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('takes a killed worker’s render up again, and ends it once', async () => {
    const user = await t.addUser('paid');
    const { row } = await t.request(user, [
      { do: 'progress', done: 1, of: 2 },
      { do: 'die-once', file: file() },
    ]);
    expect(await t.ended(row.id)).toMatchObject({ state: 'finished', attempt: 2 });
  });

  it('gives no render up while the storage is away, and ends it when it is back', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    const put = vi.spyOn(t.storage, 'put').mockRejectedValue(new Error('the storage is away'));
    release();
    await outlastTrouble(row.id, () => put.mockRestore());
  });

  it('gives no render up while the disk of the film worker is full', async () => {
    const user = await t.addUser('paid');
    const room = file();
    const { row } = await t.request(user, [{ do: 'need-room', file: room }]);
    await outlastTrouble(row.id, () => writeFileSync(room, ''));
  });

  it('gives no render up while the database refuses what it is told', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    // As a server that starts says it; putting the render back works at the third time.
    await t.opened.pool.query(`create sequence refusals;
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.state = 'finished' or nextval('refusals') < 3 then
          raise 'the database system is starting up' using errcode = '57P03';
        end if;
        return new;
      end $$;
      create trigger refuse before update on renders for each row
        when (new.state = 'finished' or new.state = 'queued') execute function refuse()`);
    release();
    await outlastTrouble(row.id, () => t.opened.pool.query('drop function refuse cascade'));
  });

  /** The render is put off more often than it has tries, and finished once it is mended. */
  const outlastTrouble = async (id: string, mend: () => unknown) => {
    for (let times = 1; times <= 4; times += 1) {
      await untilPutOff(id);
      const [waiting] = await t.db.select().from(renders).where(eq(renders.id, id));
      expect(waiting).toMatchObject({ state: 'queued', attempt: times });
      if (times === 4) await mend();
      await t.db.execute(sql`update pgboss.job set start_after = now() where ${isPutOff(id)}`);
    }
    expect(await t.ended(id)).toMatchObject({ state: 'finished', attempt: 5 });
  };

  const isPutOff = (id: string) =>
    sql`name = 'render' and state = 'created' and start_after > now() and data->>'renderId' = ${id}`;
  const untilPutOff = async (id: string) => {
    const look = sql`select 1 from pgboss.job where ${isPutOff(id)}`;
    while ((await t.db.execute(look)).rowCount === 0) {
      expect(await t.db.$count(renders, and(eq(renders.id, id), eq(renders.state, 'failed')))).toBe(
        0,
      );
    }
  };

  it('gives a poisonous picture up after its tries, and goes on', async () => {
    const user = await t.addUser('paid');
    const { row } = await t.request(user, [{ do: 'die' }]);
    const healthy = await t.request(user, []);
    expect(await t.ended(row.id)).toMatchObject({
      state: 'failed',
      failureCode: 'render_failed',
      attempt: 3,
      pictureKey: null,
    });
    expect(await t.ended(healthy.row.id)).toMatchObject({ state: 'finished' });
  });

  it('says so when a film is given up whose processes could not say it themselves', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    await t.db.update(renders).set({ holder: newHolder() }).where(eq(renders.id, row.id));
    const error = vi.spyOn(t.log, 'error');
    await t.queue.send(undefined, 'render-abandoned', { renderId: row.id });
    expect(await t.ended(row.id)).toMatchObject({ state: 'failed', failureCode: 'render_failed' });
    await vi.waitFor(() => expect(error).toHaveBeenCalled());
    expect(error.mock.calls).toEqual([
      [expect.objectContaining({ render: row.id }), 'a render failed for good'],
    ]);
    error.mockRestore();
    release();
  });

  it('gives no film up that is in work when its heartbeats failed in its last try', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    await t.queue.send(undefined, 'render-abandoned', { renderId: row.id });
    await untilPutOff(row.id);
    release();
    expect(await t.ended(row.id)).toMatchObject({ state: 'finished', attempt: 1 });
  });

  it('begins no film anew that is in work here, when the queue gives it out again', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    const stoodAt = { attempt: 1, stage: 'rendering', framesDone: 1 } as const;
    const again = { id: row.id, try: 2, isLastTry: false };
    for (const data of [{ renderId: row.id }, { renderId: row.id, stoodAt }]) {
      await runRender(t, new FilmWorker(), data, again, never);
    }
    release();
    expect(await t.ended(row.id)).toMatchObject({ state: 'finished', attempt: 1 });
  });

  it('does not try again what the engine refused, and gives it back', async () => {
    const user = await t.addUser('free');
    for (let n = 0; n < 5; n += 1) {
      const { row } = await t.request(user, [{ do: 'refuse' }]);
      expect(await t.ended(row.id)).toMatchObject({
        state: 'failed',
        failureCode: 'no_face_found',
        failureMessage: 'No face was found.',
        attempt: 1,
      });
    }
  });

  it('hears again, and is not taken for dead, after its connection broke', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    const broken = await t.opened.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'moodreel-notices'`,
    );
    expect(broken.rowCount).toBe(1);
    const listening = `select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'moodreel-notices'`;
    while ((await t.opened.pool.query(listening)).rowCount === 0);
    release();
    expect(await t.ended(row.id)).toMatchObject({ state: 'finished', attempt: 1 });
  });

  it('ends twenty renders of one burst, each once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => t.addUser('free')));
    const asked = await Promise.all(
      people.flatMap((user) => [t.request(user, []), t.request(user, [{ do: 'refuse' }])]),
    );
    const rows = await Promise.all(asked.map(({ row }) => t.ended(row.id)));
    expect(rows.filter(({ state }) => state === 'finished')).toHaveLength(10);
    expect(rows.every(({ attempt }) => attempt === 1)).toBe(true);
  });
});
