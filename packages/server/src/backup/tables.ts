import type pg from 'pg';

/** Columns of our tables that hold the key of a stored object. */
export const KEY_COLUMNS = [
  ['renders', 'picture_key'],
  ['renders', 'film_key'],
  ['renders', 'poster_key'],
  ['videos', 'film_key'],
  ['videos', 'poster_key'],
] as const;

/** The keys of all objects that our tables name. */
export async function listKeys(client: pg.ClientBase): Promise<string[]> {
  const selects = KEY_COLUMNS.map(
    ([table, column]) => `select ${column} as key from ${table} where ${column} is not null`,
  );
  const { rows } = await client.query<{ key: string }>(`${selects.join(' union ')} order by 1`);
  return rows.map(({ key }) => key);
}

/** How long the films are that our tables name, in bytes. */
export async function listSizes(client: pg.ClientBase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ key: string; size: number }>(
    `select film_key as key, size_bytes as size from renders where size_bytes is not null
      union select film_key, size_bytes from videos`,
  );
  return new Map(rows.map(({ key, size }) => [key, size]));
}

/** All tables of ours that go into a backup, each after those that it refers to. The queue's are made anew. */
export async function listTables(client: pg.ClientBase): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'installation' order by 1`,
  );
  const references = await client.query<{ from: string; to: string }>(
    `select distinct c.relname as "from", f.relname as "to" from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
       where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> f.oid`,
  );
  const ordered: string[] = [];
  const place = (name: string, path: readonly string[]) => {
    if (ordered.includes(name)) return;
    if (path.includes(name)) throw new Error(`the tables ${path.join(', ')} refer to each other`);
    for (const { from, to } of references.rows) if (from === name) place(to, [...path, name]);
    ordered.push(name);
  };
  for (const { name } of tables.rows) place(name, []);
  return ordered;
}

/** The newest migration that the database has; a backup fits only a database with the same. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  return rows[0]?.created_at ?? 'none';
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
