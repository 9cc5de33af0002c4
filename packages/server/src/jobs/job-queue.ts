import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Queryable } from '../platform/database/database.ts';
import { KEEP_ALIVE } from '../platform/database/keep-alive.ts';
import { JOBS, type JobData, type JobName } from './job-table.ts';

/** Longer than for others: pg-boss moves its tables and tidies them with the same connections. */
export const QUEUE_PATIENCE_MS = 60_000;

export interface JobQueueConfig {
  /** Connection string of the database. */
  readonly url: string;
  /** How often workers look for jobs besides being told of them, seconds; at least 0.5. */
  readonly pollingSeconds?: number;
  /** How often jobs of dead workers are looked for, seconds; at least 1. */
  readonly supervisionSeconds?: number;
  /** Told of trouble inside the queue, which goes on by itself. */
  readonly onError: (error: unknown) => void;
  /** Told of each run whose handler rejected; the queue keeps that to itself. */
  readonly onFailedRun: (run: FailedRun) => void;
}

/** One run of a job. */
export interface JobRun {
  readonly id: string;
  /** 1 for the first run. */
  readonly try: number;
  /** Whether the job is given up if this run fails. */
  readonly isLastTry: boolean;
}

export interface FailedRun extends JobRun {
  readonly name: JobName;
  readonly data: JobData[JobName];
  readonly error: unknown;
}

export type JobHandler<N extends JobName> = (data: JobData[N], run: JobRun) => Promise<void>;

interface SendOptions {
  /** Larger goes first. */
  readonly priority?: number;
  /** 0 starts it at once. */
  readonly startAfterSeconds?: number;
  /** The job's own id, to find it again; else one is made. */
  readonly id?: string;
}

/** The jobs of the whole installation: pg-boss in the same database, with the table of our jobs. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #pollingSeconds: number;
  readonly #onFailedRun: (run: FailedRun) => void;
  readonly #starts = new Map<JobName, (() => Promise<void>) | undefined>();
  readonly #schedules: { readonly name: JobName; readonly cron: string }[] = [];

  constructor(config: JobQueueConfig) {
    const supervision = config.supervisionSeconds ?? 2;
    this.#pollingSeconds = config.pollingSeconds ?? 1;
    this.#onFailedRun = config.onFailedRun;
    // What pg-boss does not know it hands on to pg.
    const forPg = { ...KEEP_ALIVE, query_timeout: QUEUE_PATIENCE_MS };
    this.#boss = new PgBoss({
      ...forPg,
      connectionString: config.url,
      application_name: 'moodreel-jobs',
      max: 4,
      useListenNotify: true,
      superviseIntervalSeconds: supervision,
      monitorIntervalSeconds: supervision,
    });
    this.#boss.on('error', config.onError);
  }

  /** Registers who runs a kind of job in this process, and how many at once. Before `start`. */
  handle<N extends JobName>(name: N, concurrency: number, handler: JobHandler<N>): void {
    this.#starts.set(name, async () => {
      for (let n = 0; n < concurrency; n += 1) await this.#work(name, handler);
    });
  }

  /** Says that this process leaves a kind of job to others. Before `start`. */
  leaveToOthers(name: JobName): void {
    this.#starts.set(name, undefined);
  }

  /** Sends an empty job of this kind regularly; once for the whole installation. Before `start`. */
  repeat(name: 'clean-up' | 'watch-queue', cron: string): void {
    this.#schedules.push({ name, cron });
  }

  /** Makes the queues and starts working. Throws when a kind of job was forgotten. */
  async start(): Promise<void> {
    const names = Object.keys(JOBS) as JobName[];
    const forgotten = names.filter((name) => !this.#starts.has(name));
    if (forgotten.length > 0) throw new Error(`Nobody handles the jobs ${forgotten.join(', ')}.`);
    await this.#boss.start();
    for (const name of names) {
      // An installation that was made by a former version has the queue with other settings.
      const { policy: _, partition: __, ...changeable } = JOBS[name];
      if (await this.#boss.getQueue(name)) await this.#boss.updateQueue(name, changeable);
      else await this.#boss.createQueue(name, JOBS[name]);
    }
    for (const { name, cron } of this.#schedules) await this.#boss.schedule(name, cron);
    for (const start of this.#starts.values()) await start?.();
  }

  async #work<N extends JobName>(name: N, handler: JobHandler<N>): Promise<void> {
    const options = {
      includeMetadata: true,
      batchSize: 1,
      pollingIntervalSeconds: this.#pollingSeconds,
      notifyPollingIntervalSeconds: this.#pollingSeconds,
    } as const;
    let workerId = '';
    workerId = await this.#boss.work<JobData[N], void, typeof options>(
      name,
      options,
      async ([job]) => {
        if (!job) return;
        const run = describeRun(job);
        try {
          await handler(job.data, run);
        } catch (error) {
          this.#onFailedRun({ ...run, name, data: job.data, error });
          throw error;
        } finally {
          // Notices come only with new jobs: this one looks for the next of a backlog at once.
          this.#boss.notifyWorker(workerId);
        }
      },
    );
  }

  /** Enters a job; within the transaction if one is given, so that it exists only if that commits. */
  async send<N extends JobName>(
    tx: Queryable | undefined,
    name: N,
    data: JobData[N],
    { startAfterSeconds = 0, ...options }: SendOptions = {},
  ): Promise<void> {
    const db = tx ? { db: fromDrizzle(tx, sql) } : {};
    await this.#boss.send(name, data, { ...options, startAfter: startAfterSeconds, ...db });
  }

  /** Takes a job out that nobody has taken up; one that runs is told by its own table instead. */
  async cancel(tx: Queryable, name: JobName, id: string): Promise<void> {
    await this.#boss.cancel(name, id, { db: fromDrizzle(tx, sql) });
  }

  /** What the jobs of a kind carry that wait or run now. */
  async listLive<N extends JobName>(db: Queryable, name: N): Promise<JobData[N][]> {
    const { rows } = await db.execute<{ data: JobData[N] }>(
      sql`select data from pgboss.job
        where name = ${name} and state in ('created', 'retry', 'active')`,
    );
    return rows.map(({ data }) => data);
  }

  /**
   * Counts the current run of a job as failed, on behalf of a process that cannot say so itself:
   * it is tried again, or goes to the dead letters. False when no job with this datum runs.
   */
  async failRun<N extends JobName>(
    tx: Queryable,
    name: N,
    field: keyof JobData[N] & string,
    value: string,
  ): Promise<boolean> {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from pgboss.job
        where name = ${name} and state = 'active' and data->>${field} = ${value}`,
    );
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => id);
    await this.#boss.fail(name, ids, { lost: true }, { db: fromDrizzle(tx, sql) });
    return true;
  }

  /** Takes no new jobs; resolves when the running ones have ended. Others can still be entered. */
  async drain(): Promise<void> {
    const handled = [...this.#starts].filter(([, start]) => start).map(([name]) => name);
    await Promise.all(handled.map((name) => this.#boss.offWork(name, { wait: true })));
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

function describeRun(job: JobWithMetadata<unknown>): JobRun {
  return {
    id: job.id,
    try: job.retryCount + 1,
    isLastTry: job.retryCount >= job.retryLimit,
  };
}
