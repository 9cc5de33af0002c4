import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { App } from './app-env.ts';

/** A part that has not said by then that it works counts as failed: balancers do not wait longer. */
const PATIENCE_MS = 4_000;
/** For how long the parts are not asked again. */
const FRESH_MS = 1_000;

export interface ReadyCheck {
  readonly name: string;
  /** Rejects when the part cannot work now. */
  readonly check: () => Promise<unknown>;
}

/**
 * `/healthz`: this process answers. `/readyz`: it and all it needs can work now; 503 also once
 * the server was told to stop (`leaving`), so that a balancer sends nobody here any more.
 */
export function addHealthRoutes(
  app: App,
  parts: {
    readonly checks: readonly ReadyCheck[];
    readonly leaving: AbortSignal;
    /** Milliseconds of any clock. */
    readonly nowMs?: () => number;
  },
): void {
  const { checks, leaving, nowMs = () => performance.now() } = parts;
  let latest: { readonly atMs: number; readonly results: Promise<Results> } | undefined;
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    // Anybody may ask, and each answer is work for database and storage, which may cost money.
    if (!latest || nowMs() - latest.atMs >= FRESH_MS) {
      latest = { atMs: nowMs(), results: checkAll(checks, c.var.log) };
    }
    const results = await latest.results;
    const ready = !leaving.aborted && Object.values(results).every((result) => result === 'ok');
    return c.json({ status: ready ? 'ready' : 'not ready', parts: results }, ready ? 200 : 503, {
      'cache-control': 'no-store',
    });
  });
}

type Results = Readonly<Record<string, 'ok' | 'failed'>>;

async function checkAll(checks: readonly ReadyCheck[], log: Logger): Promise<Results> {
  const results = await Promise.all(
    checks.map(async ({ name, check }) => {
      try {
        await inTime(check());
        return [name, 'ok'] as const;
      } catch (error) {
        log.warn({ err: error, part: name }, 'not ready');
        return [name, 'failed'] as const;
      }
    }),
  );
  return Object.fromEntries(results);
}

/** What the server and a machine that only renders cannot do without. */
export function listChecks({
  db,
  storage,
}: {
  readonly db: Database;
  readonly storage: Storage;
}): readonly ReadyCheck[] {
  return [
    { name: 'database', check: () => db.execute(sql`select 1`) },
    { name: 'storage', check: () => storage.check() },
  ];
}

/** Rejects where that has not come to its end within four seconds. */
export async function inTime<T>(checking: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  try {
    return await Promise.race([checking, late]);
  } finally {
    clearTimeout(timer);
  }
}
