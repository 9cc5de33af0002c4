import Stripe from 'stripe';
import { idOf, type StripeParts } from './stripe-client.ts';
import { endAtOnce } from './stripe-subscription.ts';

/** `second`: somebody has to look at it at Stripe. */
export type SecondOutcome = 'refunded' | 'second';

type Target = { readonly payment_intent: string } | { readonly charge: string };

/**
 * Cancels at once what an account bought beside the subscription that it has, and gives the
 * money back. What was not bought here (but made on Stripe's dashboard, say) is left alone.
 * Repeating it, also at the same time, pays back nothing twice.
 */
export async function refuseSecond(
  { stripe }: Pick<StripeParts, 'stripe'>,
  userId: string,
  subscription: Stripe.Subscription,
): Promise<SecondOutcome> {
  if (subscription.metadata.userId !== userId) return 'second';
  // The money first: once it is cancelled, a repeated event finds nothing left to do.
  const payments = await listPayments(stripe, subscription);
  let outcome: SecondOutcome = 'refunded';
  for (const payment of payments) {
    if (!(await isRefunded(stripe, payment))) outcome = 'second';
  }
  await endAtOnce({ stripe }, subscription.id);
  return outcome;
}

async function listPayments(
  stripe: Stripe,
  { latest_invoice }: Stripe.Subscription,
): Promise<readonly Target[]> {
  const invoice = idOf(latest_invoice);
  if (!invoice) return [];
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 });
  return data.flatMap(({ payment }): Target[] => {
    const intent = idOf(payment.payment_intent);
    if (intent) return [{ payment_intent: intent }];
    const charge = idOf(payment.charge);
    return charge ? [{ charge }] : [];
  });
}

/** Whether the payment went back, now or before. False when Stripe refuses to pay it back. */
async function isRefunded(stripe: Stripe, payment: Target): Promise<boolean> {
  try {
    await stripe.refunds.create({ ...payment, reason: 'duplicate' });
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return error.code === 'charge_already_refunded';
  }
}
