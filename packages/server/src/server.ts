import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { assertAccessIsComplete } from './http/access.ts';
import { createApp } from './http/app.ts';
import { addHealthRoutes } from './http/health.ts';
import { listen } from './http/listen.ts';
import { createLog } from './http/log.ts';
import { createStaticFiles } from './http/static-files.ts';

const PAGES = join(import.meta.dirname, '../../web/dist');
/** How long running requests may take to end after a stop. */
const STOP_PATIENCE_MS = 10_000;

export interface RunningServer {
  /** Where people find it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Puts all parts together and listens. Throws a clear sentence when something cannot work. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true });
  const stopping = new AbortController();
  const app = createApp(
    {
      log,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      staticFiles: existsSync(PAGES) ? createStaticFiles(PAGES) : () => undefined,
      findUser: async () => null,
      calledByServers: [],
    },
    (routes) => {
      addHealthRoutes(routes, { checks: [], stopping: stopping.signal });
      routes.get('/api/config', (c) => c.json({ payments: config.payments.provider }));
    },
  );
  assertAccessIsComplete(app);
  const listening = await listen(app, config.host, config.port);
  return {
    address: config.publicUrlIsSet
      ? config.publicUrl
      : config.publicUrl.replace(/:\d+$/, `:${listening.port}`),
    stop: async () => {
      stopping.abort();
      await listening.close(STOP_PATIENCE_MS);
    },
  };
}
