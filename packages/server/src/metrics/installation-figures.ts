import { renderStateSchema } from '@moodreel/contract';
import { and, count, eq, gt, isNotNull, min, sum } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { mails } from '../mail/schema.ts';
import type { Database } from '../platform/database/database.ts';
import { renders } from '../renders/schema.ts';
import { videos } from '../videos/schema.ts';

const OF_ALL = 'From the database, alike in all processes: take the largest and not the sum.';

/**
 * What concerns all processes on a database, whichever of them is asked, as Prometheus reads it.
 * Rejects when the database fails.
 */
export async function describeInstallation(db: Database, now: Date): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help: `${help} ${OF_ALL}`, labelNames, registers: [registry] });

  const films = gauge('moodreel_films', 'Films of the last nine days; queued ones wait.', [
    'state',
  ]);
  const inState = await countFilms(db);
  for (const state of renderStateSchema.options) films.set({ state }, inState.get(state) ?? 0);

  gauge(
    'moodreel_oldest_waiting_film_seconds',
    'How long ago the film was asked for that waits longest; 0 where none does.',
  ).set(await findLongestWait(db, now));

  const stored = gauge(
    'moodreel_stored_film_bytes',
    'Bytes of films in the storage, without pictures and posters.',
    ['kept'],
  );
  const { saved, unsaved } = await sumBytes(db);
  stored.set({ kept: 'saved' }, saved);
  stored.set({ kept: 'unsaved' }, unsaved);

  const waiting = gauge(
    'moodreel_waiting_mails',
    'Mails that wait; with tried="yes" those that could not be sent before.',
    ['tried'],
  );
  const tried = await db.$count(mails, gt(mails.attempts, 0));
  waiting.set({ tried: 'yes' }, tried);
  waiting.set({ tried: 'no' }, await db.$count(mails, eq(mails.attempts, 0)));
  return await registry.metrics();
}

async function countFilms(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ state: renders.state, films: count() })
    .from(renders)
    .groupBy(renders.state);
  return new Map(rows.map(({ state, films }) => [state, films]));
}

async function findLongestWait(db: Database, now: Date): Promise<number> {
  const [found] = await db
    .select({ since: min(renders.createdAt) })
    .from(renders)
    .where(eq(renders.state, 'queued'));
  return found?.since ? Math.max(now.getTime() - found.since.getTime(), 0) / 1000 : 0;
}

async function sumBytes(db: Database): Promise<{ saved: number; unsaved: number }> {
  const [saved] = await db.select({ bytes: sum(videos.sizeBytes) }).from(videos);
  // Once its day is over a saved render shows its video's film and has none of its own.
  const hasOwnFilm = and(isNotNull(renders.filmKey), isNotNull(renders.expiresAt));
  const [unsaved] = await db
    .select({ bytes: sum(renders.sizeBytes) })
    .from(renders)
    .where(hasOwnFilm);
  return { saved: Number(saved?.bytes ?? 0), unsaved: Number(unsaved?.bytes ?? 0) };
}
