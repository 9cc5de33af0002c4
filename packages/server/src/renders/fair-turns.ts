import { AppError } from '../http/app-error.ts';

/** When to come back: most pictures take less than a second, the largest eight. */
const RETRY_AFTER_SECONDS = 5;
const ENOUGH_OF_USER =
  'Earlier pictures of yours are still being looked at. Please try again in a moment.';

const ENOUGH_OF_NETWORK =
  'Many pictures from your network are being looked at just now. Please try again in a moment.';

export interface TurnLimits {
  /** What may wait or be in work of all users together. */
  readonly ofAll: number;
  /** What may wait or be in work of one user. */
  readonly ofUser: number;
  /** The same of all users who come from one network: accounts are made in a moment. */
  readonly ofNetwork: number;
}

/** Whose turn it is, and where that one comes from. */
export interface Taker {
  readonly userId: string;
  readonly network: string;
}

/**
 * One thing at a time, and users in turns: whoever has something waiting is served once before
 * anybody is served twice, so that nobody waits for all that another one sent.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Waiting or in work, by user and by network, whose names are never alike. */
  readonly #counts = new Map<string, number>();
  /** Those who wait, by user; the first user is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #total = 0;
  #isBusy = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Does `work` when it is its turn. Throws `too_many_requests` when the user or the network has enough
   * waiting, `unavailable` when all have, and the signal's reason; a place that was given up is free at once.
   */
  async take<T>(taker: Taker, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const release = this.#enter(taker);
    try {
      await this.#turn(taker.userId, signal);
      try {
        return await work();
      } finally {
        this.#next();
      }
    } finally {
      release();
    }
  }

  #enter({ userId, network }: Taker): () => void {
    const patience = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    // These first: who hears "the service is away" would look for the fault elsewhere.
    if (this.#countOf(userId) >= this.#limits.ofUser) {
      throw new AppError('too_many_requests', ENOUGH_OF_USER, patience);
    }
    if (this.#countOf(network) >= this.#limits.ofNetwork) {
      throw new AppError('too_many_requests', ENOUGH_OF_NETWORK, patience);
    }
    if (this.#total >= this.#limits.ofAll) {
      const cause = new Error('as many pictures as may wait for the face finder');
      throw new AppError('unavailable', undefined, { ...patience, cause });
    }
    const add = (change: 1 | -1) => {
      this.#total += change;
      for (const who of [userId, network]) {
        const count = this.#countOf(who) + change;
        if (count > 0) this.#counts.set(who, count);
        else this.#counts.delete(who);
      }
    };
    add(1);
    return () => add(-1);
  }

  #countOf(who: string): number {
    return this.#counts.get(who) ?? 0;
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
