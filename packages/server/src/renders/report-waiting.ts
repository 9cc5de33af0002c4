import { and, count, eq, lte, min } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { RenderParts } from './render-parts.ts';
import { renders } from './schema.ts';

/** Far longer than films wait for each other where enough machines make them. */
const TOO_LONG_MINUTES = 10;
const MINUTE_MS = 60_000;

/** Tells who runs the server that films wait too long: perhaps no machine is left that makes them. */
export async function reportWaiting({
  db,
  log,
  now,
}: Pick<RenderParts, 'db' | 'now'> & { readonly log: Logger }): Promise<void> {
  const nowMs = now().getTime();
  const since = new Date(nowMs - TOO_LONG_MINUTES * MINUTE_MS);
  const [found] = await db
    .select({ films: count(), oldest: min(renders.createdAt) })
    .from(renders)
    .where(and(eq(renders.state, 'queued'), lte(renders.createdAt, since)));
  if (!found?.oldest) return;
  const oldestMinutes = Math.floor((nowMs - found.oldest.getTime()) / MINUTE_MS);
  log.warn(
    { films: found.films, oldestMinutes },
    'films have been waiting for more than ten minutes',
  );
}
