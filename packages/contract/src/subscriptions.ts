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
  /** Text of 'Amount charged'; null for free accounts. */
  amountCharged: z.string().nullable(),
  provider: paymentsProviderSchema,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Answer of `POST /api/subscription/portal` (Stripe only): where cards and invoices are kept. */
export const portalSchema = z.object({ url: z.url() });
