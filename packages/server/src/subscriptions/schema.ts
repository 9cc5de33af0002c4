import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { instant } from '../platform/database/instant.ts';

/** What a user has subscribed to; no row is a free account that never had anything else. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What was agreed; whether it is in force follows from the dates. */
    type: text('type', { enum: ['free', 'paid'] }).notNull(),
    plan: text('plan', { enum: ['monthly', 'yearly'] }),
    /**
     * Who renews it: `sandbox` by the clock, `stripe` by Stripe's events, `admin` nobody
     * (the dates are what an admin entered).
     */
    provider: text('provider', { enum: ['sandbox', 'stripe', 'admin'] }).notNull(),
    startDate: instant('start_date').notNull(),
    /** End of the period that is paid for, exclusive. */
    endDate: instant('end_date').notNull(),
    /** Set when it will not be renewed. */
    cancelledAt: instant('cancelled_at'),
    providerSubscriptionId: text('provider_subscription_id').unique(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('subscriptions_end_date').on(table.endDate)],
);

/** The payment provider's number for a user, kept when the subscription ends. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** How often a page for paying was asked for: the one of the last time may be paid. */
  checkouts: integer('checkouts').notNull().default(0),
  /** Whether it ever paid: its invoices are at the provider, whatever the account has now. */
  hasPaid: boolean('has_paid').notNull().default(false),
});

/** Provider events that were handled: each is handled once. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  handledAt: instant('handled_at').notNull().defaultNow(),
});
