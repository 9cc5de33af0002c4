import type { PaymentsProvider, PortalReturn, SubscriptionPlan } from '@moodreel/contract';

/** Here, as what answers there loads Stripe's SDK. */
export const STRIPE_WEBHOOK_PATH = '/api/payments/stripe-webhook';

export interface Payer {
  readonly id: string;
  readonly email: string;
  /** One that was not is a stranger's, who is told nothing. */
  readonly emailVerified: boolean;
}

/** Said of another plan than the one that still runs, cancelled. */
export const STILL_RUNS = 'Your subscription still runs. Choose another plan when it has ended.';

/** Who takes the money. No card data ever passes through the server. */
export interface Payments {
  readonly provider: PaymentsProvider;
  /**
   * Subscribes at once, or answers where to pay. Throws `already_subscribed`, `payment_failed`.
   */
  subscribe(payer: Payer, plan: SubscriptionPlan): Promise<{ readonly checkoutUrl: string | null }>;
  /**
   * Ends the renewal and answers when the paid period ends. Once more changes nothing. Throws
   * `not_subscribed`, `payment_failed`.
   */
  unsubscribe(userId: string): Promise<Date>;
  /**
   * Where the user keeps cards and finds invoices, with a way back to one of our pages. Throws
   * `not_found` where there is no such place.
   */
  portalUrl(userId: string, returnTo: PortalReturn): Promise<string>;
  /** Ends everything at once, because the account is deleted. Throws `payment_failed`. */
  endNow(userId: string): Promise<void>;
}
