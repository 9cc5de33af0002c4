import { AppError } from '../http/app-error.ts';

/** Event streams of one user at this server: more tabs than anybody looks at. */
const MAX_OF_USER = 10;
const TOO_MANY =
  'Your films are being followed in too many places at once. Please close some of your tabs.';

/** The event streams that are open: each one asks the database at every change. */
export class StreamPlaces {
  readonly #open = new Map<string, number>();

  /** Answers how to give the place back, once. Throws `too_many_requests` where there is none. */
  take(userId: string): () => void {
    const ofUser = this.#open.get(userId) ?? 0;
    if (ofUser >= MAX_OF_USER) {
      throw new AppError('too_many_requests', TOO_MANY, { retryAfterSeconds: 5 });
    }
    this.#open.set(userId, ofUser + 1);
    return () => {
      const left = (this.#open.get(userId) ?? 0) - 1;
      if (left > 0) this.#open.set(userId, left);
      else this.#open.delete(userId);
    };
  }
}
