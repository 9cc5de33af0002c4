import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Stored objects that are to be deleted once `due_at` has passed. An object that is about to be
 * written is entered first, and struck out in the transaction that makes it belong to something:
 * what a crash leaves behind in between is found here.
 */
export const doomedObjects = pgTable(
  'doomed_objects',
  {
    key: text('key').primaryKey(),
    dueAt: timestamp('due_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('doomed_objects_due').on(table.dueAt)],
);
