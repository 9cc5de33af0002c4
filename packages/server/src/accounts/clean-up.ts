import { lt, lte } from 'drizzle-orm';
import { analyticsEvents } from '../analytics/schema.ts';
import { deleteOldCounters } from '../http/rate-limit.ts';
import type { Database } from '../platform/database/database.ts';
import { paymentEvents } from '../subscriptions/schema.ts';
import { sessions, verifications } from './schema.ts';

const DAY_MS = 86_400_000;
/** Longer than a provider repeats an event. */
const KEEP_PAYMENT_EVENTS_DAYS = 90;
const KEEP_ANALYTICS_DAYS = 400;

/** Deletes what has expired: sessions, links, counters, old events. Safe to run at any time. */
export async function cleanUpAccounts(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(verifications).where(lte(verifications.expiresAt, now));
  await deleteOldCounters(db);
  await db
    .delete(paymentEvents)
    .where(lt(paymentEvents.handledAt, before(KEEP_PAYMENT_EVENTS_DAYS)));
  await db
    .delete(analyticsEvents)
    .where(lt(analyticsEvents.createdAt, before(KEEP_ANALYTICS_DAYS)));
}
