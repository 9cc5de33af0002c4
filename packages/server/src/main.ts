// The server process. `start.mjs` is its entry.
import { createSay, fail, sayUsage, stopOnSignals } from './command-line.ts';
import { readProcessConfig } from './config/read-environment.ts';
import { readVersion } from './config/version.ts';
import './platform/compile-cache.ts';
import './platform/drizzle-modules.ts';
import { bearLostOutput } from './platform/lost-output.ts';

const USAGE = `Usage: npm start
  Serves Moodreel. Settings come from the environment and from .env; .env.example lists them.
`;

bearLostOutput();
const words = process.argv.slice(2);
const status = sayUsage(USAGE, words, words.length === 0);
if (status !== undefined) process.exit(status);

try {
  const config = readProcessConfig();
  // Loading all of it takes seconds: not for whoever asks how it is used, or has a setting wrong.
  const { startServer } = await import('./server.ts');
  const { createLog } = await import('./http/log.ts');
  const server = await startServer(config);
  const say = createSay(createLog('info'));
  stopOnSignals(server.stop, server.stopLimitSeconds, say);
  const { healthAddress } = server;
  if (healthAddress) say(`Probes and metrics are on ${healthAddress}`);
  // Said last: whoever reads it may stop this at once.
  say(`Moodreel is ready on ${server.address}`, { version: readVersion() });
} catch (error) {
  fail(error);
}
