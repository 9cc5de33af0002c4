// Renders films for servers that share the same database and storage: the same program without
// the pages. Start as many as there are machines: npm run worker
import { createSay, fail, sayUsage, stopOnSignals } from './command-line.ts';
import { prepareDataFolder } from './config/data-folder.ts';
import { listWorkerDoubts } from './config/doubtful-settings.ts';
import { readProcessConfig } from './config/read-environment.ts';
import { readVersion } from './config/version.ts';
import './platform/compile-cache.ts';
import './platform/drizzle-modules.ts';
import { bearLostOutput } from './platform/lost-output.ts';

const USAGE = `Usage: npm run worker
  Renders films for servers that share its DATABASE_URL and storage; RENDER_WORKERS says how many at once.
`;
const STOP_PATIENCE_MS = 20_000;
/** Longer than all takes while everything answers; less than the half minute that Kubernetes waits. */
const STOP_LIMIT_SECONDS = 28;

bearLostOutput();
const words = process.argv.slice(2);
const status = sayUsage(USAGE, words, words.length === 0);
if (status !== undefined) process.exit(status);

try {
  const config = readProcessConfig();
  if (config.renderWorkers === 0) throw new Error('RENDER_WORKERS must be at least 1 here.');
  // Loading all of it takes seconds: not for whoever asks how it is used, or has a setting wrong.
  const { canShareEmbeddedPostgres } = await import('./platform/postgres/embedded-postgres.ts');
  if (!config.databaseUrl && !canShareEmbeddedPostgres(config.dataDir)) {
    throw new Error(
      'Set DATABASE_URL to the database of the servers to render for. ' +
        'Without it a server must be running with the same DATA_DIR, and none is.',
    );
  }
  prepareDataFolder(config.dataDir);
  const { openFilmParts } = await import('./film-parts.ts');
  const { createLog } = await import('./http/log.ts');
  const log = createLog(config.logLevel);
  for (const doubt of listWorkerDoubts(config)) log.warn(doubt);
  const parts = await openFilmParts(config, log);
  const say = createSay(createLog('info'));
  const leaving = new AbortController();
  const { openHealthPort } = await import('./metrics/health-port.ts');
  const health = await openHealthPort(config.health, parts, leaving.signal).catch(
    async (error: unknown) => {
      await parts.close();
      throw error;
    },
  );
  const stop = async () => {
    leaving.abort();
    await parts.drain(STOP_PATIENCE_MS);
    await parts.close();
    await health?.close();
  };
  stopOnSignals(stop, STOP_LIMIT_SECONDS, say);
  if (health) say(`Probes and metrics are on ${health.address}`);
  // Said last: whoever reads it may stop this at once.
  say(`Rendering with ${config.renderWorkers} worker(s)`, { version: readVersion() });
} catch (error) {
  fail(error);
}
