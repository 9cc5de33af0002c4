// The entry of `npm start`.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This is Node ${process.version}, and Moodreel runs on the Node 24 that it brings: use 'npm start'.\n`,
  );
  process.exit(1);
}

const { ConfigError, readConfig } = await import('./config/config.ts');
const { startServer } = await import('./server.ts');

try {
  const config = readConfig(process.env);
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
  const expected = error instanceof ConfigError || error instanceof Error;
  process.stderr.write(`${expected ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}
