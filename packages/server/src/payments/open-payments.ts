import type { Config } from '../config/config.ts';
import type { App } from '../http/app-env.ts';
import type { Database } from '../platform/database/database.ts';
import type { Payments } from './payments.ts';
import { createSandboxPayments } from './sandbox.ts';
import { createStripe, createStripePayments } from './stripe.ts';
import { addStripeWebhook } from './stripe-webhook.ts';

/** The configured way to pay, and the addresses that its provider calls. */
export function openPayments(
  config: Config,
  db: Database,
  now: () => Date,
): { readonly payments: Payments; readonly addRoutes: (app: App) => void } {
  if (config.payments.provider === 'sandbox') {
    return { payments: createSandboxPayments(db, now), addRoutes: () => {} };
  }
  const { publicUrl } = config;
  const stripe = createStripe(config.payments);
  const parts = { stripe, db, config: config.payments, publicUrl, now };
  return {
    payments: createStripePayments(parts),
    addRoutes: (app) => addStripeWebhook(app, parts),
  };
}
