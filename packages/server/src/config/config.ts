import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  type Environment,
  environmentSchema,
  findContradictions,
  LOOPBACK,
  SETTING_NAMES,
} from './settings.ts';
import { findUnknownInEnvironment } from './unknown-settings.ts';

/** What stops the start: every setting that is wrong, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** What mails in the outbox are from, which nobody answers. */
const OUTBOX_FROM = 'Moodreel <no-reply@localhost.localdomain>';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where probes and metrics are, for those who run the process; undefined: nowhere. */
  readonly health: { readonly host: string; readonly port: number } | undefined;
  /** Absolute path of the folder that holds everything the server keeps. */
  readonly dataDir: string;
  /** Address under which people reach the server, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL was set; otherwise it is made of HOST and PORT. */
  readonly publicUrlIsSet: boolean;
  /** How many proxies of our own stand before the server and write X-Forwarded-For. */
  readonly trustedProxies: number;
  /** How long a connection stays open on which nothing is asked. */
  readonly keepAliveSeconds: number;
  /** How long a server that was told to stop goes on answering, so that a balancer sees it. */
  readonly stopDelaySeconds: number;
  readonly region: string;
  readonly logLevel: Environment['LOG_LEVEL'];
  /** Signs cookies; undefined: one is made and kept in `dataDir`. */
  readonly secret: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Child processes that render films; 0 on a machine that only answers requests. */
  readonly renderWorkers: number;
  /** Whom the pages name as responsible; the contact form stands in for what is missing. */
  readonly operator: {
    readonly name: string | null;
    readonly address: string | null;
    readonly email: string | null;
  };
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  readonly mail: MailConfig;
  readonly payments: PaymentsConfig;
  /** Whether PAYMENTS was set; otherwise it is the sandbox. */
  readonly paymentsIsSet: boolean;
  readonly storage: StorageConfig;
  readonly ga4:
    | { readonly measurementId: string; readonly apiSecret: string; readonly url: string }
    | undefined;
  /** Sentences on names in the environment that look like settings and are none. */
  readonly unknownSettings: readonly string[];
}

export interface MailConfig {
  /** undefined: mails are written to `<dataDir>/outbox`. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where contact messages go; the sender's own address if undefined. */
  readonly contactTo: string | undefined;
  /** Contact messages go to this service instead of SMTP. */
  readonly emailjs:
    | {
        readonly url: string;
        readonly serviceId: string;
        readonly templateId: string;
        readonly userId: string;
      }
    | undefined;
}

export type PaymentsConfig =
  | {
      readonly provider: 'sandbox';
      /** Whether Stripe may go on charging for subscriptions that nobody here can end. */
      readonly stripeLeftRunning: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly webhookSecret: string;
      readonly prices: { readonly monthly: string; readonly yearly: string };
      /** Another host than Stripe's, for trials. */
      readonly apiUrl: string | undefined;
    };

type StorageConfig =
  | { readonly kind: 'files' }
  | {
      readonly kind: 's3';
      readonly endpoint: string | undefined;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly forcePathStyle: boolean;
      readonly delivery: 'proxy' | 'presigned';
    };

/** Reads the settings; empty ones count as unset. Throws `ConfigError` with all that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? findContradictions(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const unknownSettings = findUnknownInEnvironment(Object.keys(given), SETTING_NAMES);
  return { ...shape(parsed.data), unknownSettings };
}

function shape(env: Environment): Omit<Config, 'unknownSettings'> {
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const shownHost = ['0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host;
  return {
    port: env.PORT,
    host: env.HOST,
    health: env.HEALTH_PORT
      ? { host: env.HEALTH_HOST ?? LOOPBACK, port: env.HEALTH_PORT }
      : undefined,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: (env.PUBLIC_URL ?? `http://${shownHost}:${env.PORT}`).replace(/\/+$/, ''),
    publicUrlIsSet: env.PUBLIC_URL !== undefined,
    trustedProxies: env.TRUSTED_PROXIES,
    keepAliveSeconds: env.KEEP_ALIVE_SECONDS,
    stopDelaySeconds: env.STOP_DELAY_SECONDS,
    region: env.REGION,
    logLevel: env.LOG_LEVEL,
    secret: env.SECRET,
    databaseUrl: env.DATABASE_URL,
    renderWorkers: env.RENDER_WORKERS ?? Math.max(1, availableParallelism() - 1),
    operator: {
      name: env.OPERATOR_NAME ?? null,
      address: env.OPERATOR_ADDRESS ?? null,
      email: env.OPERATOR_EMAIL ?? null,
    },
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    mail: shapeMail(env),
    payments: shapePayments(env),
    paymentsIsSet: env.PAYMENTS !== undefined,
    storage: shapeStorage(env),
    ga4:
      env.GA4_MEASUREMENT_ID && env.GA4_API_SECRET
        ? {
            measurementId: env.GA4_MEASUREMENT_ID,
            apiSecret: env.GA4_API_SECRET,
            url: env.GA4_URL,
          }
        : undefined,
  };
}

function shapeMail(env: Environment): MailConfig {
  return {
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM ?? OUTBOX_FROM,
    contactTo: env.CONTACT_TO,
    emailjs: env.EMAILJS_URL
      ? {
          url: env.EMAILJS_URL,
          serviceId: env.EMAILJS_SERVICE_ID ?? '',
          templateId: env.EMAILJS_TEMPLATE_ID ?? '',
          userId: env.EMAILJS_USER_ID ?? '',
        }
      : undefined,
  };
}

function shapePayments(env: Environment): PaymentsConfig {
  if (env.PAYMENTS !== 'stripe') {
    return { provider: 'sandbox', stripeLeftRunning: env.STRIPE_LEFT_RUNNING };
  }
  return {
    provider: 'stripe',
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    prices: {
      monthly: env.STRIPE_PRICE_MONTHLY ?? '',
      yearly: env.STRIPE_PRICE_YEARLY ?? '',
    },
    apiUrl: env.STRIPE_API_URL,
  };
}

function shapeStorage(env: Environment): StorageConfig {
  if (env.STORAGE === 'files') return { kind: 'files' };
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    delivery: env.S3_DELIVERY,
  };
}
