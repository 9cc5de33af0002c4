import { eq, sql } from 'drizzle-orm';
import { isAccountGone } from '../platform/database/account-gone.ts';
import type { Database } from '../platform/database/database.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import type { Payer } from './payments.ts';
import { askStripe, isCustomer, type StripeParts, unlessGone } from './stripe-client.ts';
import { createCustomer } from './stripe-customer.ts';

/** One wish of an account to pay. Of two at once the one with the larger number goes on. */
export interface CheckoutTurn {
  /** Stripe's id of the account. */
  readonly customer: string;
  readonly number: number;
}

const TURN = { customer: paymentCustomers.customerId, number: paymentCustomers.checkouts };
const NEXT = { checkouts: sql`${paymentCustomers.checkouts} + 1` };

/**
 * Ends the turns before; makes the account known to Stripe at the first, and anew where its customer
 * was deleted: the account may have stayed when it was to be deleted. Throws `payment_failed`.
 */
export async function takeTurn({ stripe, db }: StripeParts, payer: Payer): Promise<CheckoutTurn> {
  const { userId } = paymentCustomers;
  const [known] = await db
    .update(paymentCustomers)
    .set(NEXT)
    .where(eq(userId, payer.id))
    .returning(TURN);
  if (known && (await askStripe(() => isCustomer({ stripe }, known.customer)))) return known;
  const customerId = await askStripe(() => createCustomer({ stripe }, payer, known?.customer));
  const entered = db
    .insert(paymentCustomers)
    .values({ userId: payer.id, customerId, checkouts: 1 })
    .onConflictDoUpdate({ target: userId, set: { ...NEXT, customerId } })
    .returning(TURN);
  const [made] = await entered.catch(async (error: unknown) => {
    // Who deleted the account meanwhile could end nothing that was not entered.
    if (isAccountGone(error))
      await askStripe(() => unlessGone(() => stripe.customers.del(customerId)));
    throw error;
  });
  if (!made) throw new Error('the customer was not entered');
  return made;
}

/** Whether nobody has taken a turn since, for the same account. */
export async function isLatestTurn(
  db: Database,
  payerId: string,
  turn: CheckoutTurn,
): Promise<boolean> {
  const [latest] = await db
    .select(TURN)
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, payerId));
  return latest?.number === turn.number;
}
