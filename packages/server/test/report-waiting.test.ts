import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { reportUntaken } from '../src/renders/report-waiting.ts';
import { renders } from '../src/renders/schema.ts';
import { openTestRenders, type TestRenders } from './support/test-renders.ts';

let t: TestRenders;
let user: string;

beforeAll(async () => {
  t = await openTestRenders(0);
  user = await t.addUser('free');
});
afterAll(() => t.close());

type Row = Partial<typeof renders.$inferInsert>;
const ago = (minutes: number) => new Date(t.now().getTime() - minutes * 60_000);

async function add(row: Row): Promise<string> {
  const id = randomUUID();
  const asked = { label: 0, settings: {}, state: 'queued', priority: 0, userId: user } as const;
  await t.db.insert(renders).values({ ...asked, id, createdAt: ago(20), ...row });
  return id;
}

/** What the log is told while this film is there, too. */
async function look(row?: Row) {
  const id = row && (await add(row));
  const warn = vi.spyOn(t.log, 'warn');
  await reportUntaken(t);
  const { calls } = warn.mock;
  warn.mockRestore();
  if (id) await t.db.delete(renders).where(eq(renders.id, id));
  return calls;
}

it('says that no machine makes films, and nothing where one is busy', async () => {
  expect(await look({ createdAt: ago(1) })).toEqual([]);
  // It waits for the storage: whoever tried to make it said so.
  expect(await look({ attempt: 1 })).toEqual([]);

  await add({ createdAt: ago(2) });
  await add({ createdAt: ago(3) });
  const told = [[{ films: 2, oldestMinutes: 3 }, 'films wait and no machine makes any']];
  expect(await look()).toEqual(told);
  expect(await look({ state: 'running', attempt: 1 })).toEqual([]);
  // Between two films a machine has none.
  for (const state of ['finished', 'failed', 'cancelled'] as const) {
    const ended = { state, attempt: 1 };
    expect(await look({ ...ended, finishedAt: ago(1) }), state).toEqual([]);
    expect(await look({ ...ended, finishedAt: ago(3) }), state).toEqual(told);
  }
  // Its owner cancelled it while it waited.
  expect(await look({ state: 'cancelled', finishedAt: ago(1) })).toEqual(told);
});
