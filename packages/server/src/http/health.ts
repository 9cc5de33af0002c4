import type { App } from './app-env.ts';

/** A part that has not said by then that it works counts as failed: balancers do not wait longer. */
const PATIENCE_MS = 4_000;

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
  parts: { readonly checks: readonly ReadyCheck[]; readonly leaving: AbortSignal },
): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const results = await Promise.all(
      parts.checks.map(async ({ name, check }) => {
        try {
          await inTime(check());
          return [name, 'ok'] as const;
        } catch (error) {
          c.var.log.warn({ err: error, part: name }, 'not ready');
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = !parts.leaving.aborted && results.every(([, result]) => result === 'ok');
    return c.json(
      { status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(results) },
      ready ? 200 : 503,
      { 'cache-control': 'no-store' },
    );
  });
}

async function inTime(checking: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  try {
    await Promise.race([checking, late]);
  } finally {
    clearTimeout(timer);
  }
}
