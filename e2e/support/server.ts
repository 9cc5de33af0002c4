import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFilmsFolder } from './kept-films.ts';

const root = join(import.meta.dirname, '..', '..');
/** Every journey makes accounts, and an honest hash costs a core a quarter of a second. */
const CHEAP_HASHES = './packages/server/test/support/cheap-hashes.ts';
/** Film workers are started with what their server was. */
const KEPT_FILMS = './e2e/support/kept-films.ts';

export const admin = { email: 'admin@moodreel.example', password: 'the-admins-secret' } as const;

export interface RunningServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts the real server, with its own database and files in a new temporary folder.
 * It believes one proxy before it, so that every browser context can be another client.
 */
export async function startServer(): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'moodreel-e2e-'));
  // As root the database runs under another account, which must be able to pass through.
  chmodSync(dataDir, 0o711);
  const loaded = ['--import', CHEAP_HASHES, '--import', KEPT_FILMS];
  const child = spawn(process.execPath, [...loaded, 'packages/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // It need not survive a power failure: nobody waits for a disk at each write.
      PGOPTIONS: '-c synchronous_commit=off',
      TRUSTED_PROXIES: '1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await waitForLine(child, () => log, 'Moodreel is ready on');
  // From here on it writes only what failed: whoever reads about a 500 wants to see it.
  child.stdout.on('data', (text: string) => process.stderr.write(text));
  child.stderr.on('data', (text: string) => process.stderr.write(text));
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(keptFilmsFolder(child.pid), { recursive: true, force: true });
    },
  };
}

function waitForLine(child: ChildProcess, log: () => string, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!log().includes(line)) return;
      child.stdout?.off('data', look);
      resolve();
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => reject(new Error(`The server ended (${code}):\n${log()}`)));
  });
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
