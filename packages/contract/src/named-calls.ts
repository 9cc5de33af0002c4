import { z } from 'zod';
import {
  emailSchema,
  newPasswordSchema,
  okSchema,
  passwordSchema,
  userSchema,
} from './accounts.ts';
import { subscriptionPlanSchema, subscriptionTypeSchema } from './plans.ts';
import { instantSchema } from './renders.ts';
import { videoSchema } from './videos.ts';

const idSchema = z.string().min(1).max(64);

/** The session's own user if left out. Another user's id is for admins only. */
const ofUser = { userId: idSchema.optional() };

/** What may be wrong with dates of a subscription, in the words of the form and of the server. */
export const DATE_FAULTS = {
  form: 'Please enter a date like 2026-03-01.',
  years: 'The year must be from 1970 to 2999.',
  order: 'The end date must be after the start date.',
  over: 'This end date is over: Premium would have ended already.',
} as const;

/** A day (`2026-03-01`, its start in UTC) or an instant, of the years 1970 to 2999 in UTC. */
export const dateInputSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], DATE_FAULTS.form)
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1970 && year <= 2999;
  }, DATE_FAULTS.years);

/** An optional text of a form: empty counts as left out. */
const optionalText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const accountFields = {
  subscriptionType: subscriptionTypeSchema,
  /** Monthly if a paid account is made without it. */
  subscriptionPlan: subscriptionPlanSchema.optional(),
};

/**
 * The named calls: `POST /us-central1/<name>` with a JSON body. Each answers its `response` with
 * 200, or an error body. `createUser` has a top-level `message` beside `error`.
 */
export const NAMED_CALLS = {
  /** Makes an account and signs it in (session cookie). The role is always `user`. */
  onUserCreate: {
    request: z.object({
      email: emailSchema,
      password: newPasswordSchema,
      role: z.literal('user').optional(),
    }),
    response: z.object({ uid: z.string(), user: userSchema }),
  },
  isSubscribed: {
    request: z.object(ofUser),
    response: z.object({
      subscriptionType: subscriptionTypeSchema,
      subscriptionPlan: subscriptionPlanSchema.nullable(),
      endDate: instantSchema.nullable(),
      cancelled: z.boolean(),
    }),
  },
  isAllowedToSaveVideo: {
    request: z.object(ofUser),
    response: z.object({ allowed: z.boolean() }),
  },
  getUserVideos: {
    request: z.object(ofUser),
    response: z.array(videoSchema),
  },
  /** Deletes a saved video, which frees its place. */
  deleteVideoAndIncreaseLimit: {
    request: z.object({ ...ofUser, videoId: idSchema }),
    response: okSchema,
  },
  /** `checkoutUrl` is where to pay, null if the subscription runs already (sandbox). */
  subscribe: {
    request: z.object({ ...ofUser, plan: subscriptionPlanSchema }),
    response: z.object({
      subscriptionType: subscriptionTypeSchema,
      checkoutUrl: z.url().nullable(),
    }),
  },
  /** Ends the renewal; premium lasts to `endDate`. */
  unsubscribe: {
    request: z.object(ofUser),
    response: z.object({ endDate: instantSchema }),
  },
  getUserInfo: {
    request: z.object(ofUser),
    response: z.object({
      email: z.string(),
      createdAt: instantSchema,
      subscriptionType: subscriptionTypeSchema,
      subscriptionPlan: subscriptionPlanSchema.nullable(),
      startDate: instantSchema.nullable(),
      endDate: instantSchema.nullable(),
    }),
  },
  /** Asks for the current password. A new password ends all other sessions. */
  updateUserEmailAndPassword: {
    request: z
      .object({
        uid: idSchema.optional(),
        newEmail: optionalText(emailSchema),
        newPassword: optionalText(newPasswordSchema),
        currentPassword: passwordSchema,
      })
      .refine(
        ({ newEmail, newPassword }) => newEmail !== undefined || newPassword !== undefined,
        'Please fill out the email or password fields.',
      ),
    response: okSchema,
  },
  /** Admins only. Nothing is made unless `adminPassword` is the calling admin's own. */
  createUser: {
    request: z.object({
      email: emailSchema,
      password: newPasswordSchema,
      ...accountFields,
      startDate: dateInputSchema,
      endDate: dateInputSchema,
      role: z.literal('user').optional(),
      adminPassword: passwordSchema,
    }),
    response: z.object({ uid: z.string(), message: z.string() }),
  },
  /** Admins only. What is left out stays. */
  updateUser: {
    request: z.object({
      uid: idSchema,
      email: optionalText(emailSchema),
      password: optionalText(newPasswordSchema),
      subscriptionType: subscriptionTypeSchema.optional(),
      subscriptionPlan: subscriptionPlanSchema.optional(),
      startDate: optionalText(dateInputSchema),
      endDate: optionalText(dateInputSchema),
      role: z.literal('user').optional(),
    }),
    response: okSchema,
  },
  /** Admins only, for accounts whose role is user. */
  deleteUser: {
    request: z.object({ uid: idSchema }),
    response: okSchema,
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>;

export type NamedCall = keyof typeof NAMED_CALLS;
/** What a caller sends. */
export type NamedCallInput<N extends NamedCall> = z.input<(typeof NAMED_CALLS)[N]['request']>;
/** What the server works with, after parsing. */
export type NamedCallRequest<N extends NamedCall> = z.output<(typeof NAMED_CALLS)[N]['request']>;
export type NamedCallResponse<N extends NamedCall> = z.output<(typeof NAMED_CALLS)[N]['response']>;

/** A row of the admin's table: its subscription as it was agreed, also before it begins. */
export const adminUserSchema = userSchema;
export type AdminUser = z.infer<typeof adminUserSchema>;

export const USERS_PER_PAGE = 50;

/** What the list of users can be sorted by. */
export const ADMIN_USERS_SORTS = [
  'email',
  'createdAt',
  'subscriptionType',
  'subscriptionPlan',
  'startDate',
  'endDate',
] as const;
export type AdminUsersSort = (typeof ADMIN_USERS_SORTS)[number];

/**
 * Query of `GET /api/admin/users`: accounts whose role is user and whose e-mail contains `search`,
 * upper and lower case alike. All of them are sorted, not only those of a page; who has no such
 * value comes last, whatever the direction. Equal ones stand newest first.
 */
export const adminUsersQuerySchema = z.object({
  search: z.string().trim().max(254).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z.enum(ADMIN_USERS_SORTS).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>;

/** Answer of `GET /api/admin/users`. `GET /api/admin/users/:id` answers one `AdminUser`. */
export const adminUsersPageSchema = z.object({
  users: z.array(adminUserSchema),
  page: z.int().positive(),
  pages: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type AdminUsersPage = z.infer<typeof adminUsersPageSchema>;
