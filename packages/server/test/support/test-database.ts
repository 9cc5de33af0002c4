import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/platform/database/database.ts';
import { databaseUrl } from './database-server.ts';

/**
 * Makes a fresh database with all tables, copied from the template. Call it in `beforeAll` (or a
 * test) and hand what it returns to `afterAll` through `close()`, which drops the database again.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const adminUrl = inject('testPostgresUrl');
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await administer(adminUrl, `create database ${name} template ${inject('testTemplate')}`);
  const opened = await openDatabase({ databaseUrl: databaseUrl(adminUrl, name), dataDir: '' });
  const close = async () => {
    await opened.close();
    await administer(adminUrl, `drop database if exists ${name} with (force)`);
  };
  return { ...opened, close };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
