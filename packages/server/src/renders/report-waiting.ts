import { and, count, eq, gt, lte, min, or, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { RenderParts } from './render-parts.ts';
import { renders } from './schema.ts';

/** Far longer than films wait for each other where enough machines make them. */
const TOO_LONG_MINUTES = 10;
/** Far longer than a film waits that a machine is free for; a server that starts anew takes less, too. */
const UNTAKEN_MINUTES = 2;
const MINUTE_MS = 60_000;

type WatchParts = Pick<RenderParts, 'db' | 'now'> & { readonly log: Logger };

/** Tells who runs the server that films wait too long: perhaps too few machines make them. */
export async function reportWaiting({ db, log, now }: WatchParts): Promise<void> {
  const found = await findWaiting({ db, now }, TOO_LONG_MINUTES);
  if (found) log.warn(found, 'films have been waiting for more than ten minutes');
}

/**
 * Tells who runs the server, long before that, that films wait though no machine is busy with another:
 * none is left that makes them.
 */
export async function reportUntaken({ db, log, now }: WatchParts): Promise<void> {
  // What was put back waits for storage or disk, and the log has it from the machine that tried.
  const found = await findWaiting({ db, now }, UNTAKEN_MINUTES, eq(renders.attempt, 0));
  if (!found) return;
  const since = new Date(now().getTime() - UNTAKEN_MINUTES * MINUTE_MS);
  const isOrWasInWork = or(eq(renders.state, 'running'), gt(renders.finishedAt, since));
  if ((await db.$count(renders, and(gt(renders.attempt, 0), isOrWasInWork))) > 0) return;
  log.warn(found, 'films wait and no machine makes any');
}

async function findWaiting(
  { db, now }: Pick<WatchParts, 'db' | 'now'>,
  minutes: number,
  more?: SQL,
) {
  const nowMs = now().getTime();
  const since = new Date(nowMs - minutes * MINUTE_MS);
  const [found] = await db
    .select({ films: count(), oldest: min(renders.createdAt) })
    .from(renders)
    .where(and(eq(renders.state, 'queued'), lte(renders.createdAt, since), more));
  if (!found?.oldest) return undefined;
  const oldestMinutes = Math.floor((nowMs - found.oldest.getTime()) / MINUTE_MS);
  return { films: found.films, oldestMinutes };
}
