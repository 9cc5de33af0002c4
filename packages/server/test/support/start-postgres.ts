import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';

// Started by tests as a process of its own: prints the address, stops when its input ends.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
process.stdin.on('end', async () => {
  await server.stop();
  process.exit(0);
});
