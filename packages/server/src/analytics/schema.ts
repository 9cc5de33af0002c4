import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/instant.ts';

/** Events of pages: what and when, never who. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    screen: text('screen'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('analytics_events_created_at').on(table.createdAt)],
);
