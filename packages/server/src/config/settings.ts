import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@moodreel/contract';
import { z } from 'zod';

/** Characters of a key that signs cookies and links, at least. */
export const MIN_SECRET_LENGTH = 32;

/** Where nobody else's machine comes. */
export const LOOPBACK = '127.0.0.1';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `must be a whole number from ${min} to ${max}`)
        .max(max, `must be a whole number from ${min} to ${max}`),
    );
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });
/** Pages, cookies and links of mails are made for the root of a host. */
const webOrigin = webAddress.refine((text) => {
  if (!URL.canParse(text)) return true;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}, 'must be the address of a host without a path, like https://moodreel.example');
const email = z.email('must be an e-mail address').toLowerCase();
const yesNo = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'must be true or false')
  .transform((text) => ['true', '1', 'yes'].includes(text));
const atMost = (characters: number) =>
  z.string().max(characters, `must have at most ${characters} characters`);
const oneLine = atMost(300).regex(/^\P{Cc}*$/u, 'must be one line');
const mailbox = z
  .string()
  .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be like "Moodreel <hello@example.org>"');

/** Each of Stripe's keys and ids says what it is: one in the place of another is found here. */
const beginsWith = (...beginnings: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => beginnings.some((beginning) => text.startsWith(beginning)),
      `must begin with ${beginnings.join(' or ')}`,
    );
/** Without two slashes, or behind them nothing, the address is one and leads nowhere. */
const hasHost = (text: string) => !URL.canParse(text) || new URL(text).hostname !== '';

/** Every setting, as text from the environment. `.env.example` says what each is for. */
export const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: atMost(253).default(LOOPBACK),
  HEALTH_PORT: wholeNumber(1, 65_535).optional(),
  HEALTH_HOST: atMost(253).optional(),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: webOrigin.optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3600).default(75),
  STOP_DELAY_SECONDS: wholeNumber(0, 300).default(0),
  REGION: z
    .string()
    .regex(/^[a-z]+-[a-z]+\d$/, 'must be like us-central1')
    .default('us-central1'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).optional(),
  SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
    .optional(),

  // Not parsed as a web address: the host of a unix socket stands in the query.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  RENDER_WORKERS: wholeNumber(0, 64).optional(),

  OPERATOR_NAME: oneLine.optional(),
  OPERATOR_ADDRESS: oneLine.optional(),
  OPERATOR_EMAIL: email.optional(),

  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: atMost(MAX_PASSWORD_LENGTH)
    .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
    .optional(),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .refine(hasHost, 'must name the mail server, like smtps://user:password@mail.example:465')
    .optional(),
  MAIL_FROM: mailbox.optional(),
  CONTACT_TO: email.optional(),
  EMAILJS_URL: webAddress.optional(),
  EMAILJS_SERVICE_ID: z.string().optional(),
  EMAILJS_TEMPLATE_ID: z.string().optional(),
  EMAILJS_USER_ID: z.string().optional(),

  PAYMENTS: z.enum(['sandbox', 'stripe'], 'must be sandbox or stripe').optional(),
  STRIPE_LEFT_RUNNING: yesNo.default(false),
  STRIPE_SECRET_KEY: beginsWith('sk_', 'rk_').optional(),
  STRIPE_WEBHOOK_SECRET: beginsWith('whsec_').optional(),
  // Prices that were made long ago are called plans.
  STRIPE_PRICE_MONTHLY: beginsWith('price_', 'plan_').optional(),
  STRIPE_PRICE_YEARLY: beginsWith('price_', 'plan_').optional(),
  STRIPE_API_URL: webAddress.optional(),

  STORAGE: z.enum(['files', 's3'], 'must be files or s3').default('files'),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: yesNo.default(true),
  S3_DELIVERY: z.enum(['proxy', 'presigned'], 'must be proxy or presigned').default('proxy'),

  GA4_MEASUREMENT_ID: z.string().optional(),
  GA4_API_SECRET: z.string().optional(),
  GA4_URL: webAddress.default('https://www.google-analytics.com/mp/collect'),
});

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

export type Environment = z.infer<typeof environmentSchema>;

/** Settings that only make sense together: all of a group or none. */
const GROUPS: readonly (readonly (keyof Environment)[])[] = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['EMAILJS_URL', 'EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID', 'EMAILJS_USER_ID'],
  ['GA4_MEASUREMENT_ID', 'GA4_API_SECRET'],
];
/** What a setting asks for that is set, or set to this value. */
const NEEDS: readonly {
  readonly name: keyof Environment;
  readonly value?: string;
  readonly needs: readonly (keyof Environment)[];
}[] = [
  {
    name: 'PAYMENTS',
    value: 'stripe',
    needs: [
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_MONTHLY',
      'STRIPE_PRICE_YEARLY',
    ],
  },
  {
    name: 'STORAGE',
    value: 's3',
    needs: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  },
  // Other servers refuse mails from nowhere, and contact messages go to this address.
  { name: 'SMTP_URL', needs: ['MAIL_FROM'] },
  { name: 'HEALTH_HOST', needs: ['HEALTH_PORT'] },
];

/** What settings that are right by themselves are wrong about together, one sentence each. */
export function findContradictions(env: Environment): string[] {
  const problems: string[] = [];
  for (const group of GROUPS) {
    const missing = group.filter((name) => env[name] === undefined);
    if (group.length > missing.length && missing.length > 0) {
      problems.push(`${missing.join(' and ')} must be set too (with ${group.join(', ')})`);
    }
  }
  for (const { name, value, needs } of NEEDS) {
    const isAsked = value === undefined ? env[name] !== undefined : env[name] === value;
    if (!isAsked) continue;
    const asking = value === undefined ? name : `${name}=${value}`;
    for (const needed of needs) {
      if (env[needed] === undefined) problems.push(`${needed} is needed for ${asking}`);
    }
  }
  if (env.HEALTH_PORT === env.PORT) {
    problems.push(`HEALTH_PORT must be another port than PORT, which is ${env.PORT}`);
  }
  return problems;
}
