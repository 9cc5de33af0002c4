import { createHash } from 'node:crypto';
import type pg from 'pg';

/** What all processes on one database must have alike, and the first half of the locks that show it. */
const LOCKS = { SECRET: 7_210_457, STORAGE: 7_210_458 } as const;

/** Undefined ones do not matter to this process. */
export type SharedSettings = Readonly<Record<keyof typeof LOCKS, string | undefined>>;

/**
 * Shows as long as this connection lasts what the process works with, and names what another process
 * that lives has otherwise. The locks are shared, so that nobody waits for them.
 */
export async function compareSettings(
  client: pg.Client,
  settings: SharedSettings,
): Promise<(keyof typeof LOCKS)[]> {
  const different: (keyof typeof LOCKS)[] = [];
  for (const name of Object.keys(LOCKS) as (keyof typeof LOCKS)[]) {
    const value = settings[name];
    if (value === undefined) continue;
    const lock = [LOCKS[name], fingerprint(value)];
    await client.query('select pg_advisory_lock_shared($1, $2)', lock);
    const { rowCount } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
         and classid = $1::int::oid and objid <> $2::int::oid
         and database = (select oid from pg_database where datname = current_database())`,
      lock,
    );
    if (rowCount !== 0) different.push(name);
  }
  return different;
}

/** 31 bits: enough to be told apart, too few to say anything of a secret. */
function fingerprint(value: string): number {
  return createHash('sha256').update(value).digest().readUInt32BE() >>> 1;
}
