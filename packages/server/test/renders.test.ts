import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RenderEvent } from '@moodreel/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimits } from '../src/http/schema.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { discardFilm } from '../src/renders/discard-film.ts';
import { FilmWorker } from '../src/renders/film-worker.ts';
import { newHolder } from '../src/renders/liveness.ts';
import { watchRender } from '../src/renders/render-events.ts';
import { runRender } from '../src/renders/run-render.ts';
import { renders } from '../src/renders/schema.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const never = new AbortController().signal;
let files = 0;

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
    await vi.waitFor(() => expect(info).toHaveBeenCalled(), 30_000);
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
    const lost = eq(rateLimits.key, `lostPicture:${user}`);
    expect(await t.db.select({ count: rateLimits.count }).from(rateLimits).where(lost)).toEqual([
      { count: 1 },
    ]);
  });

  it('says so when a film is given up whose processes could not say it themselves', async () => {
    const user = await t.addUser('paid');
    const { row, release } = await requestHeldUp(user);
    await t.db.update(renders).set({ holder: newHolder() }).where(eq(renders.id, row.id));
    const error = vi.spyOn(t.log, 'error');
    await t.queue.send(undefined, 'render-abandoned', { renderId: row.id });
    expect(await t.ended(row.id)).toMatchObject({ state: 'failed', failureCode: 'render_failed' });
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), 30_000);
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
