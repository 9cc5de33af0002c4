// Renders films for servers that share the same database and storage: the same program without
// the pages. Start as many as there are machines: node packages/server/src/worker.ts
import { readProcessConfig } from './config/read-environment.ts';
import { openFilmParts } from './film-parts.ts';
import { createLog } from './http/log.ts';

const STOP_PATIENCE_MS = 20_000;

try {
  const config = readProcessConfig();
  if (config.renderWorkers === 0) throw new Error('RENDER_WORKERS must be at least 1 here.');
  const parts = await openFilmParts(config, createLog(config.logLevel));
  process.stdout.write(`Rendering with ${config.renderWorkers} worker(s)\n`);
  let signals = 0;
  const stop = () => {
    signals += 1;
    if (signals > 1) process.exit(130);
    parts
      .drain(STOP_PATIENCE_MS)
      .then(() => parts.close())
      .then(() => process.exit(0), fail);
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
