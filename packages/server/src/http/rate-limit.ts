import { tooOftenText } from '@moodreel/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { AppError } from './app-error.ts';
import { rateLimits } from './schema.ts';

/** At most `max` uses in `windowSeconds`, which begin with the first use. */
interface RateRule {
  readonly max: number;
  readonly windowSeconds: number;
}

/** How often things may be done, by client address or by account. */
const RATE_RULES = {
  signIn: { max: 10, windowSeconds: 60 },
  /** Right ones, too: each takes a core for a while and makes a session. */
  signInAny: { max: 60, windowSeconds: 60 },
  /** For one address of e-mail, from wherever: many clients may share the guessing. */
  signInEmail: { max: 30, windowSeconds: 900 },
  signUp: { max: 10, windowSeconds: 600 },
  linkMail: { max: 5, windowSeconds: 600 },
  resetMail: { max: 5, windowSeconds: 600 },
  linkUse: { max: 30, windowSeconds: 600 },
  passwordCheck: { max: 10, windowSeconds: 900 },
  /** Right ones, too. */
  passwordAsked: { max: 120, windowSeconds: 900 },
  changePassword: { max: 10, windowSeconds: 900 },
  /** Each sends a mail to an address that may be a stranger's. */
  changeEmail: { max: 5, windowSeconds: 3600 },
  contact: { max: 5, windowSeconds: 3600 },
  events: { max: 120, windowSeconds: 60 },
  avatar: { max: 600, windowSeconds: 60 },
  picture: { max: 60, windowSeconds: 600 },
  /** Those that cost a process which reads them: each kept it from others for a while, and so does the next one's start. */
  lostPicture: { max: 3, windowSeconds: 600 },
  /** The same of all who come from one network. */
  lostPictureNearby: { max: 6, windowSeconds: 600 },
  /** More than can be made in that time: each may copy a film, of which one of many at once is kept. */
  save: { max: 120, windowSeconds: 600 },
  export: { max: 5, windowSeconds: 3600 },
  payment: { max: 20, windowSeconds: 600 },
} as const satisfies Record<string, RateRule>;

export type RateLimited = keyof typeof RATE_RULES;

/**
 * Counts one use by `who`. Throws `too_many_requests` when it is one too many. The count is one
 * statement on the database, so it holds for all server processes together.
 */
export async function countUse(db: Database, what: RateLimited, who: string): Promise<void> {
  const { max, windowSeconds } = RATE_RULES[what];
  const windowEnd = sql`now() + make_interval(secs => ${windowSeconds})`;
  const [counted] = await db
    .insert(rateLimits)
    .values({ key: `${what}:${who}`, count: 1, windowEndsAt: windowEnd as unknown as Date })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${rateLimits.windowEndsAt} <= now() then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${rateLimits.windowEndsAt} <= now() then ${windowEnd} else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, secondsLeft });
  if (!counted || counted.count <= max) return;
  throw tooOften(counted.secondsLeft);
}

/** Throws what `countUse` would for one more use by `who`, and counts none. */
export async function requireUseLeft(db: Database, what: RateLimited, who: string): Promise<void> {
  const [counted] = await db
    .select({ count: rateLimits.count, secondsLeft })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, `${what}:${who}`), gt(rateLimits.windowEndsAt, sql`now()`)));
  if (counted && counted.count >= RATE_RULES[what].max) throw tooOften(counted.secondsLeft);
}

const secondsLeft = sql<number>`extract(epoch from ${rateLimits.windowEndsAt} - now())::float8`;

function tooOften(waitSeconds: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds));
  return new AppError('too_many_requests', tooOftenText(retryAfterSeconds), { retryAfterSeconds });
}

/** Takes one use back that turned out to be none of those which the rule is for. */
export async function giveBackUse(db: Database, what: RateLimited, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(and(eq(rateLimits.key, `${what}:${who}`), gt(rateLimits.windowEndsAt, sql`now()`)));
}

/** Deletes the counters of windows that are over. */
export async function deleteOldCounters(db: Database): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, sql`now()`));
}
