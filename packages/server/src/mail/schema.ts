import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/instant.ts';
import type { LinkKind } from './mail.ts';

/** Mails that wait to be sent; a sent mail's row is deleted, its text may hold a secret link. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The contact message that this mail delivers. */
    contactMessageId: uuid('contact_message_id'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** What its link is for; null where it has none. */
    link: text('link').$type<LinkKind>(),
    /** When its link dies; null for mails that are of use whenever they come. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('mails_next_attempt_at').on(table.nextAttemptAt)],
);
