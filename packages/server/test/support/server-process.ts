import { readConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/server.ts';
import { SCRIPTED_WORKER } from './test-renders.ts';

// The whole server as a process of its own, with scripted film workers: for tests that kill it.
const server = await startServer(readConfig(process.env), { filmWorkerEntry: SCRIPTED_WORKER });
process.stdout.write('ready\n');
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
