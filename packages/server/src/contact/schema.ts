import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What people wrote in the contact form; kept also when sending fails. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  subject: text('subject').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** When the support team's mail server or service took it. */
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }),
});
