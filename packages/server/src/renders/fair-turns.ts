import { AppError } from '../http/app-error.ts';

/** When to come back: most pictures take less than a second, the largest eight. */
const RETRY_AFTER_SECONDS = 5;
const ENOUGH_OF_USER =
  'Earlier pictures of yours are still being looked at. Please try again in a moment.';

export interface TurnLimits {
  /** What may wait or be in work of all users together. */
  readonly ofAll: number;
  /** What may wait or be in work of one user. */
  readonly ofUser: number;
}

/**
 * One thing at a time, and users in turns: whoever has something waiting is served once before
 * anybody is served twice, so that nobody waits for all that another one sent.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Waiting or in work, by user. */
  readonly #counts = new Map<string, number>();
  /** Those who wait, by user; the first user is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #total = 0;
  #isBusy = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Does `work` when it is its turn. Throws `too_many_requests` when the user has enough waiting,
   * `unavailable` when all have, and the signal's reason; a place that was given up is free at once.
   */
  async take<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const release = this.#enter(userId);
    try {
      await this.#turn(userId, signal);
      try {
        return await work();
      } finally {
        this.#next();
      }
    } finally {
      release();
    }
  }

  #enter(userId: string): () => void {
    const ofUser = this.#counts.get(userId) ?? 0;
    const patience = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    // The user first: who hears "the service is away" would look for the fault elsewhere.
    if (ofUser >= this.#limits.ofUser) {
      throw new AppError('too_many_requests', ENOUGH_OF_USER, patience);
    }
    if (this.#total >= this.#limits.ofAll) throw new AppError('unavailable', undefined, patience);
    this.#counts.set(userId, ofUser + 1);
    this.#total += 1;
    return () => {
      this.#total -= 1;
      const left = (this.#counts.get(userId) ?? 0) - 1;
      if (left > 0) this.#counts.set(userId, left);
      else this.#counts.delete(userId);
    };
  }

  /** Resolves when it is this one's turn; rejects when the signal aborts before. */
  async #turn(userId: string, signal: AbortSignal): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ofUser = this.#waiting.get(userId) ?? [];
    ofUser.push(resolve);
    this.#waiting.set(userId, ofUser);
    const leave = () => {
      const left = (this.#waiting.get(userId) ?? []).filter((other) => other !== resolve);
      if (left.length > 0) this.#waiting.set(userId, left);
      else this.#waiting.delete(userId);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [userId, [resolve, ...others]] = first;
    // Behind all others who wait, if there is more.
    this.#waiting.delete(userId);
    if (others.length > 0) this.#waiting.set(userId, others);
    resolve?.();
  }
}
