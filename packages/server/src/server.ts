import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_REGION } from '@moodreel/contract';
import type { Logger } from 'pino';
import { addAccountRoutes } from './accounts/account-routes.ts';
import { createAuth, findSessionUser } from './accounts/auth.ts';
import { addAuthRoutes } from './accounts/auth-routes.ts';
import { readOrMakeSecret } from './accounts/secret.ts';
import { addAdminRoutes } from './admin/admin-routes.ts';
import { seedAdmin } from './admin/seed-admin.ts';
import { addAnalyticsRoutes } from './analytics/analytics-routes.ts';
import type { Config } from './config/config.ts';
import { prepareDataFolder } from './config/data-folder.ts';
import { listDoubts } from './config/doubtful-settings.ts';
import { addContactRoutes } from './contact/contact-routes.ts';
import { type FilmParts, type FilmPartsOptions, openFilmParts } from './film-parts.ts';
import { assertAccessIsComplete } from './http/access.ts';
import { createApp } from './http/app.ts';
import type { App } from './http/app-env.ts';
import { openPages } from './http/built-pages.ts';
import { addHealthRoutes, listChecks } from './http/health.ts';
import { listen } from './http/listen.ts';
import { createLog } from './http/log.ts';
import { addPublicConfig } from './http/public-config.ts';
import { startMailer } from './mail/mailer.ts';
import { contactRecipient, openMail } from './mail/open-mail.ts';
import { outboxOf, startOutboxCleaner } from './mail/outbox.ts';
import { tryOutSmtp } from './mail/send-mail.ts';
import { openHealthPort } from './metrics/health-port.ts';
import { addNamedCalls } from './named-calls/named-calls.ts';
import { openPayments } from './payments/open-payments.ts';
import { tellPayerEmail } from './payments/payer-email.ts';
import { STRIPE_WEBHOOK_PATH } from './payments/payments.ts';
import { endSandbox } from './payments/sandbox.ts';
import { FaceFinder } from './renders/find-faces.ts';
import { addRenderRoutes } from './renders/render-routes.ts';
import { addSubscriptionRoutes } from './subscriptions/subscription-routes.ts';
import { addSharePage } from './videos/share-page.ts';
import { createUserData } from './videos/user-data.ts';
import { addVideoRoutes } from './videos/video-routes.ts';

/** What `npm run build` makes of the pages. */
const PAGES = join(import.meta.dirname, '../../web/dist');
/** How long running requests may take to end after a stop. */
const STOP_PATIENCE_MS = 10_000;
/** How long a mail that is being sent may take after a stop; it is sent again after the next start. */
const MAIL_PATIENCE_MS = 3_000;

/** Longer than all of that takes while everything answers: what comes then is waited for in vain. */
const STOP_LIMIT_SECONDS = 25;

export interface RunningServer {
  /** Where people find it. */
  readonly address: string;
  /** Where its probes and metrics are, for those who run it. */
  readonly healthAddress: string | undefined;
  /** How long `stop` may take. */
  readonly stopLimitSeconds: number;
  stop(): Promise<void>;
}

/** What the routes work with. */
interface ServerParts {
  readonly config: Config & { readonly secret: string };
  readonly log: Logger;
  readonly films: FilmParts;
  readonly faceFinder: FaceFinder;
  readonly now: () => Date;
  /** Aborts when the server was told to stop; for a while it goes on answering. */
  readonly leaving: AbortSignal;
  /** Aborts when it stops. */
  readonly stopping: AbortSignal;
}

/** Puts all parts together and listens. Throws a clear sentence when something cannot work. */
export async function startServer(
  given: Config,
  options: FilmPartsOptions = {},
): Promise<RunningServer> {
  const { now = () => new Date() } = options;
  const { log = createLog(given.logLevel) } = options;
  for (const doubt of listDoubts(given)) log.warn(doubt);
  prepareDataFolder(given.dataDir);
  const secret = given.secret ?? readOrMakeSecret(given.dataDir);
  const config = { ...given, secret };
  const [leaving, stopping] = [new AbortController(), new AbortController()];
  const films = await openFilmParts(config, log, options);
  const faceFinder = new FaceFinder(films.workFolder, options.filmWorkerEntry);
  try {
    if (config.admin && (await seedAdmin(films.db, config.admin, now())) === 'made') {
      log.info('the first admin was made from ADMIN_EMAIL and ADMIN_PASSWORD');
    }
    if (config.payments.provider !== 'sandbox') await endSandbox(films.db, now());
    const signals = { leaving: leaving.signal, stopping: stopping.signal };
    const app = await assemble({ config, log, films, faceFinder, now, ...signals });
    const listening = await listen(app, config);
    const health = await openHealthPort(config.health, films, leaving.signal).catch(
      async (error: unknown) => {
        await listening.close(0);
        throw error;
      },
    );
    const { smtpUrl, from } = config.mail;
    if (smtpUrl) void tryOutSmtp(smtpUrl, from, log, stopping.signal);
    const mailer = startMailer(openMail(config, films, now));
    const stopOutboxCleaner = startOutboxCleaner(outboxOf(config), log, now);
    return {
      address: config.publicUrl,
      healthAddress: health?.address,
      stopLimitSeconds: config.stopDelaySeconds + STOP_LIMIT_SECONDS,
      stop: async () => {
        leaving.abort();
        listening.partFromClients();
        await delay(config.stopDelaySeconds * 1000);
        stopping.abort();
        stopOutboxCleaner();
        await Promise.all([
          listening.close(STOP_PATIENCE_MS),
          films.drain(STOP_PATIENCE_MS),
          mailer.stop(MAIL_PATIENCE_MS),
        ]);
        await faceFinder.close();
        await films.close();
        await health?.close();
      },
    };
  } catch (error) {
    await faceFinder.close();
    await films.close();
    throw error;
  }
}

/** The application with the routes of all subjects, each with its line in the access table. */
async function assemble(parts: ServerParts): Promise<App> {
  const { config, log, films, now } = parts;
  const { db } = films;
  const { publicUrl, trustedProxies } = config;
  const onEmailConfirmed = tellPayerEmail(films.queue, config.payments);
  const auth = createAuth({ db, log, publicUrl, secret: config.secret, onEmailConfirmed });
  const { payments, addRoutes: addPaymentRoutes } = await openPayments(config, db, now);
  // Our own pages always use the default one.
  const regions = [...new Set([DEFAULT_REGION, config.region])];
  const userData = createUserData({ ...films, secret: config.secret });
  const account = { db, auth, publicUrl, payments, userData, now, regions };
  const bucket = await films.storage.directUrl('films', 1);
  const { staticFiles, indexPage } = openPages(PAGES, publicUrl, log);
  const frame = {
    log,
    publicUrl,
    trustedProxies,
    regions,
    staticFiles,
    mediaOrigins: bucket ? [new URL(bucket).origin] : [],
    findUser: async ({ headers }: Request) => await findSessionUser(auth, headers),
    calledByServers: [STRIPE_WEBHOOK_PATH],
    tally: films.tally,
  };
  const app = createApp(frame, (routes) => {
    addHealthRoutes(routes, { checks: listChecks(films), leaving: parts.leaving });
    addPublicConfig(routes, config);
    addAuthRoutes(routes, account);
    addAccountRoutes(routes, account);
    addSubscriptionRoutes(routes, account);
    addPaymentRoutes(routes, log);
    addNamedCalls(routes, account);
    addContactRoutes(routes, { db, recipient: contactRecipient(config.mail) });
    addAnalyticsRoutes(routes, { db, ga4: config.ga4, log });
    addAdminRoutes(routes, account);
    addRenderRoutes(routes, { ...films, faceFinder: parts.faceFinder, stopping: parts.stopping });
    addVideoRoutes(routes, films);
    addSharePage(routes, films, indexPage);
  });
  assertAccessIsComplete(app, regions);
  return app;
}
