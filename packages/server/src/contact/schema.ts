import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/instant.ts';

/** What people wrote in the contact form; kept also when sending fails. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  subject: text('subject').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When the support team's mail server or service took it. */
  sentAt: instant('sent_at'),
});
