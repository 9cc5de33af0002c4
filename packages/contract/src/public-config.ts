import { z } from 'zod';
import { paymentsProviderSchema } from './subscriptions.ts';

/** Answer of `GET /api/config`: what the pages must know about this installation. */
export const publicConfigSchema = z.object({
  payments: paymentsProviderSchema,
  /** Who runs it, as far as they say so. */
  operator: z.object({
    name: z.string().nullable(),
    /** Where letters go, in one line. */
    address: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Which services that are not ours receive something of users. */
  services: z.object({
    /** A mail server. */
    mail: z.boolean(),
    /** A service that delivers the messages of the contact form. */
    contactMail: z.boolean(),
    /** A storage service that keeps pictures and films. */
    storage: z.boolean(),
    /** Google Analytics. */
    analytics: z.boolean(),
  }),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
