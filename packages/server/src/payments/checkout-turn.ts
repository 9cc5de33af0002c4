import { eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { paymentCustomers } from '../subscriptions/schema.ts';
import type { Payer } from './payments.ts';
import { askStripe, type StripeParts } from './stripe-client.ts';

/** One wish of an account to pay. Of two at once the one with the larger number goes on. */
export interface CheckoutTurn {
  /** Stripe's id of the account. */
  readonly customer: string;
  readonly number: number;
}

const TURN = { customer: paymentCustomers.customerId, number: paymentCustomers.checkouts };
const NEXT = { checkouts: sql`${paymentCustomers.checkouts} + 1` };

/** Ends the turns before; makes the account known to Stripe at the first. Throws `payment_failed`. */
export async function takeTurn({ stripe, db }: StripeParts, payer: Payer): Promise<CheckoutTurn> {
  const { userId } = paymentCustomers;
  const [known] = await db
    .update(paymentCustomers)
    .set(NEXT)
    .where(eq(userId, payer.id))
    .returning(TURN);
  if (known) return known;
  // Two at once get the same customer: Stripe knows the key.
  const { id: customerId } = await askStripe(() =>
    stripe.customers.create(
      { email: payer.email, metadata: { userId: payer.id } },
      { idempotencyKey: `customer-${payer.id}` },
    ),
  );
  const [made] = await db
    .insert(paymentCustomers)
    .values({ userId: payer.id, customerId, checkouts: 1 })
    .onConflictDoUpdate({ target: userId, set: NEXT })
    .returning(TURN);
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
