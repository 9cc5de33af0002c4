import { readConfig } from '../../src/config/config.ts';
import './cheap-hashes.ts';
import '../../src/platform/drizzle-modules.ts';

// The whole server as a process of its own, with scripted film workers: for tests that kill it.
const { startServer } = await import('../../src/server.ts');
const { SCRIPTED_WORKER } = await import('./test-renders.ts');
const server = await startServer(readConfig(process.env), { filmWorkerEntry: SCRIPTED_WORKER });
process.stdout.write('ready\n');
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
