import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import { NO_TALLY, type Tally } from '../metrics/tally.ts';
import { guardAccess } from './access.ts';
import { answerEarly } from './answer-early.ts';
import { answerError } from './answer-error.ts';
import { answerHead } from './answer-head.ts';
import type { App, AppContext, AppEnv, SessionUser } from './app-env.ts';
import { AppError } from './app-error.ts';
import { clientAddressOf, clientNetworkOf } from './client-address.ts';
import { logRequests } from './log-requests.ts';
import { guardOrigin } from './origin.ts';
import type { StaticFiles } from './static-files.ts';
import { warnOfUnnamedProxy } from './unnamed-proxy.ts';
import { warnSparingly } from './warn-sparingly.ts';

export interface AppParts {
  readonly log: Logger;
  readonly publicUrl: string;
  readonly trustedProxies: number;
  /** Prefixes of the named calls. */
  readonly regions: readonly string[];
  readonly staticFiles: StaticFiles;
  /** Where browsers are sent for films besides here: the bucket, if it serves them itself. */
  readonly mediaOrigins: readonly string[];
  /** Reads the session of a request. */
  readonly findUser: (request: Request) => Promise<SessionUser | null>;
  /** Addresses that other servers call: they carry their own proof instead of an Origin. */
  readonly calledByServers: readonly string[];
  /** Counts what is answered. */
  readonly tally?: Tally;
}

/** The frame of the server: ids, logs, headers, guards, errors. Subjects add their routes to it. */
export function createApp(parts: AppParts, addRoutes: (app: App) => void): App {
  const app = new Hono<AppEnv>();
  const tellOutage = warnSparingly(parts.log, 'request failed');
  const hearOfProxy = warnOfUnnamedProxy(parts.log, parts.trustedProxies);
  app.use('*', async (c, next) => {
    prepare(c, parts);
    c.set('tellOutage', tellOutage);
    c.set('tally', parts.tally ?? NO_TALLY);
    hearOfProxy(c.req.header('x-forwarded-for'));
    await next();
    // Nearly all is somebody's own, or for who has a link that can be revoked, and caches on the way, left
    // alone, decide for themselves.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.use('*', logRequests);
  app.use('*', answerEarly);
  app.use('*', answerHead);
  app.use('*', pageHeaders(parts));
  app.use('*', async (c, next) => {
    // Nothing has a name with NUL, and the database cannot even be asked for one.
    if (/%00|\0/.test(new URL(c.req.url).pathname)) throw new AppError('not_found');
    await next();
  });
  app.use(
    '*',
    guardOrigin(parts.publicUrl, (path) => parts.calledByServers.includes(path)),
  );
  app.use('*', guardAccess(parts.regions));
  addRoutes(app);
  app.notFound(async (c) => await answerUnknown(c, parts));
  app.onError((error, c) => answerError(error, c));
  return app;
}

function prepare(c: AppContext, parts: AppParts): void {
  const requestId = randomUUID();
  c.set('requestId', requestId);
  c.set('log', parts.log.child({ requestId }));
  const address = clientAddressOf(
    c.env?.incoming?.socket?.remoteAddress,
    c.req.header('x-forwarded-for'),
    parts.trustedProxies,
  );
  c.set('clientAddress', address);
  c.set('clientNetwork', clientNetworkOf(address));
  let found: Promise<SessionUser | null> | undefined;
  c.set('findUser', () => {
    found ??= parts.findUser(c.req.raw);
    return found;
  });
}

const pageHeaders = ({ publicUrl, mediaOrigins }: AppParts) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
      mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
      connectSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [], payment: [] },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
  });

async function answerUnknown(c: AppContext, { staticFiles, regions }: AppParts): Promise<Response> {
  const { method, path } = c.req;
  // Below these an unknown address is an error and not a page.
  const isApi = ['api', 'proxy', ...regions].some((prefix) => path.startsWith(`/${prefix}/`));
  if (!isApi && (method === 'GET' || method === 'HEAD')) {
    const page = await staticFiles(c);
    if (page) return page;
  }
  return answerError(new AppError('not_found'), c);
}
