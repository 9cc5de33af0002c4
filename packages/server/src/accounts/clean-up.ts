import { KEPT_DAYS } from '@moodreel/contract';
import { lt, lte } from 'drizzle-orm';
import { analyticsEvents } from '../analytics/schema.ts';
import { deleteOldCounters } from '../http/rate-limit.ts';
import type { Database } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/day.ts';
import { paymentEvents } from '../subscriptions/schema.ts';
import { sessions, verifications } from './schema.ts';

/** Deletes what has expired: sessions, links, counters, old events. Safe to run at any time. */
export async function cleanUpAccounts(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(verifications).where(lte(verifications.expiresAt, now));
  await deleteOldCounters(db);
  await db
    .delete(paymentEvents)
    .where(lt(paymentEvents.handledAt, before(KEPT_DAYS.paymentEvents)));
  await db
    .delete(analyticsEvents)
    .where(lt(analyticsEvents.createdAt, before(KEPT_DAYS.analyticsEvents)));
}
