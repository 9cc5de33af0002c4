import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { App } from '../http/app-env.ts';
import type { Database } from '../platform/database/database.ts';
import type { Payments } from './payments.ts';
import { assertNobodyPaysByStripe, createSandboxPayments } from './sandbox.ts';

/**
 * The configured way to pay, and the addresses that its provider calls. Throws a clear sentence
 * where the sandbox would take over what Stripe charges for.
 */
export async function openPayments(
  config: Config,
  db: Database,
  now: () => Date,
): Promise<{ readonly payments: Payments; readonly addRoutes: (app: App, log: Logger) => void }> {
  if (config.payments.provider === 'sandbox') {
    if (!config.payments.stripeLeftRunning) await assertNobodyPaysByStripe(db);
    return { payments: createSandboxPayments(db, now), addRoutes: () => {} };
  }
  // Stripe's SDK is large: only who uses it waits for it at the start.
  const { createStripe } = await import('./stripe-client.ts');
  const { createStripePayments } = await import('./stripe.ts');
  const { addStripeWebhook } = await import('./stripe-webhook.ts');
  const { publicUrl } = config;
  const stripe = createStripe(config.payments);
  const parts = { stripe, db, config: config.payments, publicUrl, now };
  return {
    payments: createStripePayments(parts),
    addRoutes: (app, log) => addStripeWebhook(app, parts, log),
  };
}
