import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/instant.ts';

/**
 * Stored objects that are to be deleted once `due_at` has passed. An object that is about to be
 * written is entered first, and struck out in the transaction that makes it belong to something:
 * what a crash leaves behind in between is found here.
 */
export const doomedObjects = pgTable(
  'doomed_objects',
  {
    key: text('key').primaryKey(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('doomed_objects_due').on(table.dueAt)],
);

/** One row: what this installation is made of besides the database, which no backup takes along. */
export const installation = pgTable(
  'installation',
  {
    isThis: boolean('is_this').primaryKey().default(true),
    /** Id of the storage that holds the objects of this database. */
    storageId: text('storage_id').notNull(),
  },
  ({ isThis }) => [check('installation_is_one', sql`${isThis}`)],
);
