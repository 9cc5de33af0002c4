// The server process. `start.mjs` is its entry.
import { sayUsage } from './command-line.ts';
import { readProcessConfig } from './config/read-environment.ts';
import { startServer } from './server.ts';

const USAGE = `Usage: npm start
  Serves Moodreel. Settings come from the environment and from .env; .env.example lists them.
`;

const words = process.argv.slice(2);
const status = sayUsage(USAGE, words, words.length === 0);
if (status !== undefined) process.exit(status);

try {
  const config = readProcessConfig();
  const server = await startServer(config);
  process.stdout.write(`Moodreel is ready on ${server.address}\n`);
  let signals = 0;
  const stop = () => {
    signals += 1;
    if (signals > 1) process.exit(130);
    process.stdout.write('\nStopping (again to stop at once)…\n');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
