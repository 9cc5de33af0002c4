import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { JobQueue } from '../../src/jobs/job-queue.ts';
import { JOBS, type JobName } from '../../src/jobs/job-table.ts';
import { migrateDatabase } from '../../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of the server that all test files share. */
    testPostgresUrl: string;
    /** A database with all migrations applied, to copy from. */
    testTemplate: string;
  }
}

/** Kept between runs: starting on existing data takes 40 ms, and a killed run's server is adopted. */
const DATA_DIR = join(import.meta.dirname, '../../../../node_modules/.moodreel/test-data');

/** One PostgreSQL for the whole run. It need not survive a power failure, so it does not sync. */
export default async function startTestPostgres({ provide }: TestProject) {
  const server = await startEmbeddedPostgres({
    dataDir: DATA_DIR,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const admin = new pg.Pool({ connectionString: server.adminUrl, max: 1 });
  // The pool says goodbye without waiting; the server may be the quicker one.
  admin.on('error', () => {});
  await dropForgotten(admin);
  const template = `template_${process.pid}`;
  await admin.query(`create database ${template}`);
  const pool = new pg.Pool({ connectionString: databaseUrl(server.adminUrl, template), max: 1 });
  await migrateDatabase(pool);
  await pool.end();
  await makeQueues(databaseUrl(server.adminUrl, template));
  provide('testPostgresUrl', server.adminUrl);
  provide('testTemplate', template);
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    const others = await admin.query(`select 1 from pg_database where datname like 'template\\_%'`);
    await admin.end();
    // Another run in the same checkout may still use the server.
    if (others.rowCount === 0) await server.stop();
  };
}

/** The queue's tables take half a second to make: once, not for every test file. */
async function makeQueues(url: string): Promise<void> {
  const queue = new JobQueue({ url, onError: () => {}, onFailedRun: () => {} });
  for (const name of Object.keys(JOBS) as JobName[]) queue.leaveToOthers(name);
  await queue.start();
  await queue.close();
}

export function databaseUrl(adminUrl: string, database: string): string {
  const url = adminUrl.replace('@/postgres?', `@/${database}?`);
  if (url === adminUrl) throw new Error(`not the maintenance database: ${adminUrl}`);
  return url;
}

/** What killed runs left behind. */
async function dropForgotten(admin: pg.Pool): Promise<void> {
  const left = await admin.query<{ datname: string }>(
    `select datname from pg_database d where (datname like 'template\\_%' or datname like 'test\\_%')
       and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`,
  );
  for (const { datname } of left.rows) {
    const maker = Number(datname.split('_')[1]);
    if (!isAlive(maker)) await admin.query(`drop database if exists ${datname} with (force)`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
