import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { users } from '../accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import type { Payer } from './payments.ts';
import { askStripe, type StripeParts, unlessGone } from './stripe-client.ts';

/**
 * Makes the account known to Stripe, and answers its customer; `former` is the one that it had and
 * that was deleted. Two at once get the same: Stripe knows the key, and answers for a day what it
 * answered first. So nothing is sent with it that may change, as the e-mail does.
 */
export async function createCustomer(
  { stripe }: Pick<StripeParts, 'stripe'>,
  { id, email, emailVerified }: Payer,
  former?: string,
): Promise<string> {
  const create = async (key: string) =>
    await stripe.customers.create({ metadata: { userId: id } }, { idempotencyKey: key });
  const key = `customer-${id}${former ? `-after-${former}` : ''}`;
  let customer: { readonly id: string };
  try {
    customer = await create(key);
  } catch (error) {
    if (!isKept(error)) throw error;
    // It may have been made all the same.
    const query = `metadata['userId']:'${id}'`;
    const { data } = await stripe.customers.search({ query });
    const found = data.find((each) => each.id !== former);
    customer = found ?? (await create(`${key}-${randomUUID()}`));
  }
  // Else Stripe asks for one on the page where it is paid.
  if (emailVerified) await setEmail(stripe, customer.id, email);
  return customer.id;
}

/** Whether Stripe would go on refusing under the same key for a day. */
function isKept(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

/**
 * Gives the customer the e-mail that the account has now, whichever it had when the job was sent, if it
 * is confirmed. Nothing happens to who never paid, nor to a customer or an account that is gone. Throws
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
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
  if (!payer) return;
  const { customer, email } = payer;
  await askStripe(() => unlessGone(() => setEmail(stripe, customer, email)));
}

/** Stripe quotes an address that it does not take, and what fails is logged. */
async function setEmail(stripe: Stripe, customer: string, email: string): Promise<void> {
  try {
    await stripe.customers.update(customer, { email });
  } catch (error) {
    const isQuoted =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
    if (!isQuoted) throw error;
    throw new AppError('payment_failed', `Stripe does not take the e-mail (${error.code ?? 400})`);
  }
}
