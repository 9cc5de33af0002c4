import type { EmotionLabel } from '@moodreel/contract';
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { instant } from '../platform/database/instant.ts';

/** A film kept in an account. */
export const videos = pgTable(
  'videos',
  {
    id: uuid('id').primaryKey(),
    /** Nothing cascades: an account goes by `deleteAccount`, which enters its files for deletion. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Saving the same render twice gives the same video. */
    renderId: uuid('render_id').notNull().unique(),
    title: text('title').notNull(),
    label: smallint('label').$type<EmotionLabel>().notNull(),
    /** Of the render it was made of. */
    take: smallint('take').notNull().default(0),
    /** `<user id>/videos/<timestamp>.mp4` */
    filmKey: text('film_key').notNull().unique(),
    posterKey: text('poster_key').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Opens the public page while it is shared; null when not. */
    shareToken: text('share_token').unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('videos_of_user').on(table.userId, table.createdAt)],
);

export type VideoRow = typeof videos.$inferSelect;
