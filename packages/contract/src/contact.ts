import { z } from 'zod';
import { emailSchema } from './accounts.ts';

/** Body of `POST /api/contact`. `website` is a field that people don't see: it must stay empty. */
export const contactSchema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Please enter a subject.')
    .max(200, 'The subject is longer than 200 characters.')
    .regex(/^\P{Cc}*$/u, 'The subject must be one line.'),
  email: emailSchema,
  message: z
    .string()
    .trim()
    .min(1, 'Please enter a message.')
    .max(5000, 'The message is longer than 5000 characters.'),
  website: z.string().max(200).optional(),
});
export type ContactMessage = z.input<typeof contactSchema>;

/** Events that pages report to `POST /api/events`; answered with 204. */
export const analyticsEventSchema = z.object({
  name: z.enum(['screen_view', 'render_started', 'render_finished', 'video_saved', 'video_shared']),
  screen: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9 ]{0,39}$/)
    .optional(),
});
export type AnalyticsEvent = z.infer<typeof analyticsEventSchema>;
