import type { PaymentsConfig } from '../config/config.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Database, Queryable } from '../platform/database/database.ts';

/** Hears that somebody has confirmed the e-mail of an account. */
export type HearOfEmail = (db: Queryable, userId: string) => Promise<void>;

/**
 * Receipts and reminders are sent by who takes the money: Stripe is told by a job, which is
 * repeated while it cannot be reached. The sandbox sends nothing.
 */
export function tellPayerEmail(
  queue: JobQueue,
  { provider }: Pick<PaymentsConfig, 'provider'>,
): HearOfEmail {
  if (provider === 'sandbox') return async () => {};
  return async (db, userId) => await queue.send(db, 'payer-email', { userId });
}

/** Lets this process do what is to be told, if it has the settings of Stripe. */
export function addPayerEmailJob(queue: JobQueue, config: PaymentsConfig, db: Database): void {
  if (config.provider === 'sandbox') {
    queue.leaveToOthers('payer-email');
    return;
  }
  queue.handle('payer-email', 1, async ({ userId }) => {
    // Stripe's SDK is large: only who uses it waits for it.
    const { createStripe } = await import('./stripe-client.ts');
    const { updateCustomerEmail } = await import('./stripe-customer.ts');
    await updateCustomerEmail({ stripe: createStripe(config), db }, userId);
  });
}
