import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '../src/accounts/delete-account.ts';
import { announceObjects, deleteDueObjects, listDoomed } from '../src/files/doomed-objects.ts';
import { createSandboxPayments } from '../src/payments/sandbox.ts';
import type { Transaction } from '../src/platform/database/database.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { cancelRender } from '../src/renders/cancel-render.ts';
import { newHolder } from '../src/renders/liveness.ts';
import { watchRender } from '../src/renders/render-events.ts';
import { findStanding, finish, takeUp } from '../src/renders/render-transitions.ts';
import { showRender } from '../src/renders/render-view.ts';
import { requestRender } from '../src/renders/request-render.ts';
import { renders } from '../src/renders/schema.ts';
import { forgetUser } from '../src/videos/videos.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

const MINUTE_MS = 60_000;
const never = new AbortController().signal;

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
});
