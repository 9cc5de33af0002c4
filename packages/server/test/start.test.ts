import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { openTestDatabase } from './support/test-database.ts';
import { freePort } from './support/test-server.ts';

const ENTRY = join(import.meta.dirname, '../start.mjs');
const WORKER = join(import.meta.dirname, '../src/worker.ts');
let dataDir: string;
let database: OpenDatabase;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'moodreel-start-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function environmentOf(settings: Readonly<Record<string, string>>) {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RENDER_WORKERS: '0',
    LOG_LEVEL: 'info',
    ...settings,
  };
}

function start(environment: Readonly<Record<string, string>>, entry = ENTRY) {
  const child = spawn(process.execPath, [entry], { env: environmentOf(environment) });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return { child, said };
}

/** Resolves when somebody answers at the port, for a server that cannot say so. */
async function answers(port: number): Promise<void> {
  for (;;) {
    try {
      return void (await fetch(`http://127.0.0.1:${port}/healthz`));
    } catch {
      await setTimeout(50);
    }
  }
}

async function isReady(child: ChildProcess, said: { out: string }): Promise<string> {
  for (;;) {
    const [, address] = /Moodreel is ready on ([^\s"]+)/.exec(said.out) ?? [];
    if (address) return address;
    await Promise.race([
      once(child.stdout ?? child, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`it ended: ${said.out}`))),
    ]);
  }
}

describe('starting', () => {
  it('prints the address, answers there, and stops cleanly on Ctrl-C', async () => {
    const { child, said } = start({ PORT: String(await freePort()) });
    const address = await isReady(child, said);
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
      status: 'ready',
      parts: { database: 'ok', storage: 'ok' },
    });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said.err).toBe('');
    // All of it can be read by a program.
    const lines = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ready = { level: 'info', msg: `Moodreel is ready on ${address}`, version: '0.1.0' };
    expect(lines).toContainEqual(expect.objectContaining(ready));
    expect(lines.at(-1)).toMatchObject({ msg: 'Stopping (again to stop at once)…' });
  });

  it('answers the named calls in the configured region, and where our pages call them', async () => {
    const { child, said } = start({
      PORT: String(await freePort()),
      REGION: 'europe-west1',
      LOG_LEVEL: 'error',
    });
    const address = await isReady(child, said);
    const statuses = await Promise.all(
      ['europe-west1', 'us-central1', 'asia-east1'].map(async (region) => {
        const url = `${address}/${region}/isSubscribed`;
        return (await fetch(url, { method: 'POST', body: '{}' })).status;
      }),
    );
    expect(statuses).toEqual([401, 401, 404]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('writes one JSON line per request, with its id and without secrets', async () => {
    const { child, said } = start({ PORT: String(await freePort()) });
    const address = await isReady(child, said);
    const answer = await fetch(`${address}/us-central1/onUserCreate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@test.example', password: 'swordfish-77' }),
    });
    const token = 'shared-shared-shared-1';
    for (const path of [`/s/${token}`, `/api/shares/${token}/video`, '/api/avatars/lovelace.png']) {
      await (await fetch(`${address}${path}`)).arrayBuffer();
    }
    const cookie = answer.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
    child.kill('SIGTERM');
    await once(child, 'exit');
    const lines = said.out.split('\n').filter((line) => line.startsWith('{'));
    const request = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request');
    expect(request).toMatchObject({
      level: 'info',
      requestId: answer.headers.get('x-request-id'),
      method: 'POST',
      path: '/us-central1/onUserCreate',
      status: 200,
    });
    expect(cookie.length).toBeGreaterThan(20);
    for (const secret of [
      'swordfish-77',
      cookie,
      'ada@test.example',
      'lovelace',
      token,
      database.url,
    ]) {
      expect(said.out).not.toContain(secret);
    }
  });

  it.runIf(process.platform === 'linux')(
    'goes on answering, and stops cleanly, where its log cannot be written',
    async () => {
      const port = await freePort();
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [ENTRY], {
        env: environmentOf({ PORT: String(port) }),
        stdio: ['ignore', full, full],
      });
      closeSync(full);
      await answers(port);
      expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  it('goes on answering, and stops cleanly, when nobody reads its log any more', async () => {
    const port = await freePort();
    const { child, said } = start({ PORT: String(port) });
    await isReady(child, said);
    child.stdout.destroy();
    child.stderr.destroy();
    for (const path of ['/api/config', '/healthz', '/api/config']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('lists everything that is wrong with the configuration', async () => {
    const { child, said } = start({ PORT: 'x', PAYMENTS: 'gold', SECRET: 'short' });
    expect(await once(child, 'exit')).toEqual([1, null]);
    for (const name of ['PORT', 'PAYMENTS', 'SECRET']) expect(said.err).toContain(`- ${name} must`);
    expect(said.err).not.toContain('    at ');
  });

  it('warns of settings with which it works, but hardly as it is meant', async () => {
    const PUBLIC_URL = 'https://moodreel.example';
    const { child, said } = start({ PORT: String(await freePort()), PUBLIC_URL });
    await isReady(child, said);
    child.kill('SIGTERM');
    await once(child, 'exit');
    const lines = said.out.split('\n').filter((line) => line.startsWith('{'));
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ msg: expect.stringContaining('PAYMENTS is not set') }]);
  });

  it('says in one sentence that the port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { child, said } = start({ PORT: String(port) });
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said.err.trim()).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
    other.close();
  });

  it.each([ENTRY, WORKER])(
    'says in one sentence that the data folder cannot be written',
    async (entry) => {
      const file = join(dataDir, 'file');
      writeFileSync(file, '');
      const folders = [join(file, 'data'), ...(process.platform === 'linux' ? ['/proc/data'] : [])];
      for (const folder of folders) {
        const environment = { PORT: String(await freePort()), RENDER_WORKERS: '1' };
        const { child, said } = start({ ...environment, DATA_DIR: folder }, entry);
        expect(await once(child, 'exit')).toEqual([1, null]);
        expect(said.err).toMatch(/^The data folder .+ cannot be written \(.+\n$/);
        expect(said.err).toContain(folder);
      }
    },
  );

  it('says that a machine that renders is stopping, and stops it cleanly', async () => {
    const { child, said } = start({ RENDER_WORKERS: '1' }, WORKER);
    while (!said.out.includes('Rendering with 1 worker')) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said.out).toContain('Stopping');
    expect(said.err).toBe('');
  });

  it('a machine that only renders has probes and metrics where HEALTH_PORT says', async () => {
    const HEALTH_PORT = String(await freePort());
    const { child, said } = start({ RENDER_WORKERS: '1', HEALTH_PORT }, WORKER);
    while (!said.out.includes('Rendering with 1 worker')) await once(child.stdout, 'data');
    const address = `http://127.0.0.1:${HEALTH_PORT}`;
    expect(said.out).toContain(`Probes and metrics are on ${address}`);
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
      status: 'ready',
      parts: { database: 'ok', storage: 'ok' },
    });
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('moodreel_film_workers 1');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said.err).toBe('');
  });

  it.each([ENTRY, WORKER])('names the setting whose port is taken', async (entry) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const environment = { PORT: String(await freePort()), RENDER_WORKERS: '1' };
    const { child, said } = start({ ...environment, HEALTH_PORT: String(port) }, entry);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said.err).toContain(`choose another port: HEALTH_PORT=${port + 1}`);
    other.close();
  });

  it.each([
    [join(import.meta.dirname, '../src/admin/admin-cli.ts'), ['list']],
    [join(import.meta.dirname, '../src/backup/backup-cli.ts'), ['backup', 'x.tar']],
  ])('makes no installation for a command that finds none', (command, words) => {
    const folder = join(dataDir, 'mistyped');
    const env = environmentOf({ DATABASE_URL: '', DATA_DIR: folder, INIT_CWD: dataDir });
    const ran = spawnSync(process.execPath, [command, ...words], { env, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 1, stdout: '' });
    expect(ran.stderr).toContain(`There is no Moodreel in ${folder}.`);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses to render for nobody: a machine without the database of a server', async () => {
    const { child, said } = start({ DATABASE_URL: '', RENDER_WORKERS: '1' }, WORKER);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said.err).toContain('Set DATABASE_URL to the database of the servers');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
