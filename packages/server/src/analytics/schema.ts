import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Events of pages: what and when, never who. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    screen: text('screen'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [index('analytics_events_created_at').on(table.createdAt)],
);
