import Stripe from 'stripe';
import type { PaymentsConfig } from '../config/config.ts';
import { AppError } from '../http/app-error.ts';
import type { Database } from '../platform/database/database.ts';

const PATIENCE_MS = 20_000;

export type StripeConfig = Extract<PaymentsConfig, { provider: 'stripe' }>;

export interface StripeParts {
  readonly stripe: Stripe;
  readonly db: Database;
  readonly config: StripeConfig;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** The SDK, on Stripe's own host or on the one that is configured for trials. */
export function createStripe(config: StripeConfig): Stripe {
  const other = config.apiUrl === undefined ? undefined : new URL(config.apiUrl);
  return new Stripe(config.secretKey, {
    telemetry: false,
    timeout: PATIENCE_MS,
    maxNetworkRetries: 2,
    ...(other
      ? {
          host: other.hostname,
          port: other.port || (other.protocol === 'https:' ? 443 : 80),
          protocol: other.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

/** Undefined for what Stripe does not know, or knows no more. */
export async function unlessGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/** Whether a customer can still pay: Stripe shows deleted ones, too. */
export async function isCustomer(
  { stripe }: Pick<StripeParts, 'stripe'>,
  id: string,
): Promise<boolean> {
  const found = await unlessGone(() => stripe.customers.retrieve(id));
  return found !== undefined && !found.deleted;
}

/**
 * Stripe's own messages may quote what was sent: they go to the log, not to the user, who is told the
 * sentence. Without one it is that of subscribing.
 */
export async function askStripe<T>(ask: () => Promise<T>, sentence?: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('payment_failed', sentence, { cause: error });
  }
}

/** The id of what Stripe answers as an id or, expanded, as the thing itself. */
export function idOf(
  reference: string | { readonly id: string } | null | undefined,
): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
