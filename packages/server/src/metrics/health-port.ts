import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { FilmParts } from '../film-parts.ts';
import type { AppEnv } from '../http/app-env.ts';
import { addHealthRoutes, inTime, listChecks } from '../http/health.ts';
import { listen } from '../http/listen.ts';
import { warnSparingly } from '../http/warn-sparingly.ts';
import { describeInstallation } from './installation-figures.ts';

/** Prometheus asks every few seconds. */
const KEEP_ALIVE_SECONDS = 75;

export interface HealthPort {
  /** Where it listens. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Listens where HEALTH_PORT says, for those who run the process: `/metrics` for Prometheus, and the
 * probes of the server, which a machine that only renders has nowhere else. Undefined where it is not
 * set. Rejects with a sentence when the address cannot be had.
 */
export async function openHealthPort(
  where: { readonly host: string; readonly port: number } | undefined,
  films: FilmParts,
  leaving: AbortSignal,
): Promise<HealthPort | undefined> {
  if (!where || !films.metrics) return undefined;
  const { log, metrics } = films;
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    c.set('log', log);
    await next();
  });
  addHealthRoutes(app, { checks: listChecks(films), leaving });
  const scrape = scraper(films, metrics, log);
  app.get('/metrics', async (c) =>
    c.text(await scrape(), 200, { 'content-type': metrics.registry.contentType }),
  );
  const names = { host: 'HEALTH_HOST', port: 'HEALTH_PORT' };
  const listening = await listen(app, { ...where, keepAliveSeconds: KEEP_ALIVE_SECONDS, names });
  const host = where.host.includes(':') ? `[${where.host}]` : where.host;
  return {
    address: `http://${host}:${listening.port}`,
    close: () => listening.close(0),
  };
}

/** What the process counted, and what the database says: where that fails the first alone. */
function scraper(
  { db, now }: Pick<FilmParts, 'db' | 'now'>,
  { registry, databaseUp }: NonNullable<FilmParts['metrics']>,
  log: Logger,
): () => Promise<string> {
  const onTrouble = warnSparingly(log, 'the figures of the database could not be read');
  return async () => {
    let ofAll = '';
    try {
      ofAll = await inTime(describeInstallation(db, now()));
      databaseUp.set(1);
    } catch (error) {
      onTrouble(error);
      databaseUp.set(0);
    }
    return `${await registry.metrics()}\n${ofAll}`;
  };
}
