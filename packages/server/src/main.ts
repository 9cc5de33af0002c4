// The server process. `start.mjs` is its entry.
import { readProcessConfig } from './config/read-environment.ts';
import { startServer } from './server.ts';

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
