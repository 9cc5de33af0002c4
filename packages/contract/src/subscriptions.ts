import { z } from 'zod';
import { subscriptionPlanSchema, subscriptionTypeSchema } from './plans.ts';
import { instantSchema } from './renders.ts';

/** Who takes the money: nobody (sandbox: every subscription succeeds) or Stripe. */
export const paymentsProviderSchema = z.enum(['sandbox', 'stripe']);
export type PaymentsProvider = z.infer<typeof paymentsProviderSchema>;

/** Answer of `GET /api/subscription`. */
export const subscriptionSchema = z.object({
  subscriptionType: subscriptionTypeSchema,
  subscriptionPlan: subscriptionPlanSchema.nullable(),
  startDate: instantSchema.nullable(),
  endDate: instantSchema.nullable(),
  cancelled: z.boolean(),
  /** A payment did not arrive: it can be made, or the subscription cancelled, also without premium. */
  paymentDue: z.boolean(),
  /** Premium without payment, where Stripe takes the payments: there is nothing to cancel. */
  given: z.boolean(),
  /** Whether it goes on after its end date. */
  renews: z.boolean(),
  /** Whether Stripe keeps a card for it, and has pages where it is changed. */
  hasCard: z.boolean(),
  /** Whether it was paid by Stripe, now or before: its invoices are there. */
  hasInvoices: z.boolean(),
  /** Premium that an admin gave and that is yet to begin: a subscription takes its place. */
  planned: z.object({ startDate: instantSchema, endDate: instantSchema }).nullable(),
  /** Text of 'Amount charged'; null where nothing is. */
  amountCharged: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Our pages to which Stripe's portal leads back. */
export const portalReturnSchema = z.enum(['cancel', 'profile']);
export type PortalReturn = z.infer<typeof portalReturnSchema>;

/** Body of `POST /api/subscription/portal`. */
export const openPortalSchema = z.object({ returnTo: portalReturnSchema.default('cancel') });

/** Answer of `POST /api/subscription/portal` (Stripe only): where cards and invoices are kept. */
export const portalSchema = z.object({ url: z.url() });
