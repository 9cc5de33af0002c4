import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { users } from '../accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import { askStripe, type StripeParts, unlessGone } from './stripe-client.ts';

/**
 * Gives the customer the e-mail that the account has now, whichever it had when the job was sent.
 * Nothing happens to who never paid, nor to a customer or an account that is gone. Throws
 * `payment_failed`.
 */
export async function updateCustomerEmail(
  { stripe, db }: Pick<StripeParts, 'stripe' | 'db'>,
  userId: string,
): Promise<void> {
  const [payer] = await db
    .select({ email: users.email, customer: paymentCustomers.customerId })
    .from(paymentCustomers)
    .innerJoin(users, eq(users.id, paymentCustomers.userId))
    .where(eq(users.id, userId));
  if (!payer) return;
  const { customer, email } = payer;
  await askStripe(() =>
    unlessGone(() => withoutAddress(stripe.customers.update(customer, { email }))),
  );
}

/** Stripe quotes an address that it does not take, and what fails in a job is logged. */
async function withoutAddress<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isQuoted =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
    if (!isQuoted) throw error;
    throw new AppError('payment_failed', `Stripe does not take the e-mail (${error.code ?? 400})`);
  }
}
