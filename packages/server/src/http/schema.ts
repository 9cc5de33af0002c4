import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/instant.ts';

/** Counters of the rate limits, shared by all server processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
});
