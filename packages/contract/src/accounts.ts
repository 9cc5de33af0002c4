import { z } from 'zod';
import { ERRORS } from './errors.ts';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  PASSWORD_TOO_LONG,
  subscriptionPlanSchema,
  subscriptionTypeSchema,
} from './plans.ts';
import { instantSchema } from './renders.ts';

export const roleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** An e-mail address as it is kept: trimmed and in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Please enter a valid e-mail address.'));

/** A new password. Of one that is too short the issue carries the code of the error. */
export const newPasswordSchema = z
  .string()
  .refine((text) => text.length >= MIN_PASSWORD_LENGTH, {
    error: ERRORS.weak_password.message,
    params: { code: 'weak_password' },
  })
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

/** A password that is only compared. */
export const passwordSchema = z.string().min(1, 'Please enter the password.').max(1024);

/** The record of a user. `profilePic` is a local PNG made from the e-mail's local part. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: roleSchema,
  createdAt: instantSchema,
  subscriptionType: subscriptionTypeSchema,
  subscriptionPlan: subscriptionPlanSchema.nullable(),
  startDate: instantSchema.nullable(),
  /** End of the paid period. Of a free account null, or a day that an admin entered and that says nothing. */
  endDate: instantSchema.nullable(),
  /** True after a cancellation, while the paid period still runs. */
  cancelled: z.boolean(),
  profilePic: z.string(),
});
export type User = z.infer<typeof userSchema>;

/** Answer of `GET /api/session`; 200 with null when signed out. */
export const sessionSchema = z.object({ user: userSchema.nullable() });
export type Session = z.infer<typeof sessionSchema>;

/** Answer of `GET /api/account/sessions`, the newest first. */
export const sessionListSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      createdAt: instantSchema,
      lastUsedAt: instantSchema,
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionListSchema>;

/** Body of `DELETE /api/account`: ends everything, renders and videos included. */
export const deleteAccountSchema = z.object({ currentPassword: passwordSchema });
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;

/** Answer of calls that have nothing to tell. */
export const okSchema = z.object({ ok: z.literal(true) });

/** Body of `POST /api/auth/sign-in/email` and `POST /api/auth/sign-up/email`. */
export const credentialsSchema = z.object({ email: emailSchema, password: z.string() });

/** Body of `POST /api/auth/request-password-reset`; the answer is the same for unknown e-mails. */
export const requestPasswordResetSchema = z.object({ email: emailSchema });

/** Body of `POST /api/auth/reset-password`; `token` comes from the link in the mail. */
export const resetPasswordSchema = z.object({ token: z.string(), newPassword: newPasswordSchema });

/**
 * Body of `POST /api/auth/check-reset-link`, which asks before anything is typed. The token is in
 * the body because addresses are logged, also by what stands before the server.
 */
export const checkResetLinkSchema = z.object({ token: z.string().min(1).max(2000) });

/** Its answer: whether a password can still be chosen with that token. Asking does not use it up. */
export const resetLinkSchema = z.object({ valid: z.boolean() });
