import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import {
  CONNECT_PATIENCE_MS,
  KEEP_ALIVE,
  QUERY_PATIENCE_MS,
} from '../platform/database/keep-alive.ts';
import { newHolder, showLife } from './liveness.ts';

const CHANNEL = 'renders';
/** No longer from try to try: who is without the connection is taken for dead by who has one. */
const RECONNECT_MS = 1_000;
/**
 * After an outage of the database all processes show anew that they live, not at the same moment: one
 * that a connection attempt holds up is given `CONNECT_PATIENCE_MS`, and some.
 */
const SETTLE_MS = 15_000;
/** Places in the queue move with every film of anybody; whoever waits asks the database for theirs. */
const QUEUE_REST_MS = 1_000;

/**
 * Says to all processes that a render changed, when the transaction commits. `moved`: its state
 * changed too, and with it the places of those who wait.
 */
export async function notifyRender(tx: Queryable, id: string, kind: 'moved' | 'progress') {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${id} ${kind}`})`);
}

/**
 * Hears what `notifyRender` says anywhere. A notice may be lost while the connection is down, so
 * who waits for something also looks from time to time; after a reconnection all are woken.
 */
export class RenderNotices {
  readonly #url: string;
  readonly #onLost: (error: Error) => void;
  readonly #onConnected: (client: pg.Client) => Promise<void>;
  /** Under this number the process holds renders, see liveness.ts. */
  readonly holder = newHolder();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #queueListeners = new Set<() => void>();
  readonly #nowMs: () => number;
  /** Undefined while the connection is down. */
  #settledAtMs: number | undefined = 0;
  #client: pg.Client | undefined;
  #closed = false;
  #restarting: NodeJS.Timeout | undefined;
  #queueRests: NodeJS.Timeout | undefined;
  #queueMovedSince = false;

  /**
   * `onLost` hears of each connection that broke; it is replaced without more ado. `onConnected`
   * gets each new one, and refuses it by rejecting. `nowMs` is any clock.
   */
  constructor(
    url: string,
    onLost: (error: Error) => void = () => {},
    onConnected: (client: pg.Client) => Promise<void> = async () => {},
    nowMs = () => performance.now(),
  ) {
    this.#url = url;
    this.#onLost = onLost;
    this.#onConnected = onConnected;
    this.#nowMs = nowMs;
  }

  /**
   * Whether the database can tell from here that another process is gone. Not while we are without our
   * connection, or for a while after it broke: an outage takes those of all processes.
   */
  get seesWhoLives(): boolean {
    return this.#settledAtMs !== undefined && this.#nowMs() >= this.#settledAtMs;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'moodreel-notices',
      connectionTimeoutMillis: CONNECT_PATIENCE_MS,
      query_timeout: QUERY_PATIENCE_MS,
      ...KEEP_ALIVE,
    });
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    client.on('error', this.#onLost);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await showLife(client, this.holder);
      await this.#onConnected(client);
    } catch (error) {
      // Not waited for: there may be nobody who would answer.
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    // At once: without the connection the others take us for dead.
    client.once('end', () => {
      this.#settledAtMs = undefined;
      this.#restartIn(0);
    });
    if (this.#closed) await client.end();
  }

  /** Calls `wake` whenever this render changes, until the returned function is called. */
  watch(id: string, wake: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(wake));
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Calls `wake` when the places in the queue may have changed, at most once a second. */
  watchQueue(wake: () => void): () => void {
    this.#queueListeners.add(wake);
    return () => this.#queueListeners.delete(wake);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restarting);
    clearTimeout(this.#queueRests);
    this.#wakeAll();
    await this.#client?.end().catch(() => {});
  }

  #hear(payload: string): void {
    const [id = '', kind] = payload.split(' ');
    for (const wake of this.#listeners.get(id) ?? []) wake();
    if (kind === 'moved') this.#moveQueue();
  }

  #moveQueue(): void {
    if (this.#queueRests) {
      this.#queueMovedSince = true;
      return;
    }
    for (const wake of this.#queueListeners) wake();
    this.#queueRests = setTimeout(() => {
      this.#queueRests = undefined;
      if (!this.#queueMovedSince) return;
      this.#queueMovedSince = false;
      this.#moveQueue();
    }, QUEUE_REST_MS);
    this.#queueRests.unref();
  }

  #wakeAll(): void {
    for (const listeners of this.#listeners.values()) for (const wake of listeners) wake();
    for (const wake of this.#queueListeners) wake();
  }

  #restartIn(milliseconds: number): void {
    if (this.#closed || this.#restarting) return;
    this.#restarting = setTimeout(async () => {
      this.#restarting = undefined;
      try {
        await this.start();
        this.#settledAtMs = this.#nowMs() + SETTLE_MS;
        this.#wakeAll();
      } catch {
        this.#restartIn(RECONNECT_MS);
      }
    }, milliseconds);
    this.#restarting.unref();
  }
}

/** Lets a loop wait for a call of `wake`, none of which is missed while the loop is busy. */
export class Alarm {
  #rung = false;
  #ring: (() => void) | undefined;

  readonly wake = (): void => {
    this.#rung = true;
    this.#ring?.();
  };

  /** Resolves at the next `wake` (at once if there was one since the last), or after `seconds`. */
  async next(seconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1000);
        this.#ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#ring = undefined;
  }
}
