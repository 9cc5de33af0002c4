import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Render, Video } from '@moodreel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { makeReachableFolder } from './support/reachable-folder.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { Client, freePort, PASSWORD } from './support/test-server.ts';

const ENTRY = join(import.meta.dirname, 'support/server-process.ts');
const folder = makeReachableFolder('crash');
const dataDir = join(folder, 'data');
let environment: Record<string, string>;
let url: string;
let server: ChildProcess;

// The bundled database, as `npm start` has it: the killed server leaves it behind.
beforeAll(async () => {
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  environment = {
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '1',
    RENDER_WORKERS: '1',
  };
  server = await start();
});

afterAll(async () => {
  // Until it is gone the database is its own, and ours to share but not to stop.
  if (server.exitCode === null && server.signalCode === null) await kill('SIGKILL');
  await (await startEmbeddedPostgres({ dataDir })).stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<ChildProcess> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const early = once(child, 'exit').then(() => Promise.reject(new Error('the server ended')));
  await Promise.race([once(child.stdout, 'data'), early]);
  early.catch(() => {});
  return child;
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

async function premium(email: string): Promise<Client> {
  const client = new Client(url);
  const made = await client.call('onUserCreate', { email, password: PASSWORD });
  client.id = ((await made.json()) as { uid: string }).uid;
  await client.call('subscribe', { userId: client.id, plan: 'yearly' });
  return client;
}

async function request(user: Client, script: WorkerScript): Promise<Render> {
  const body = new FormData();
  body.set('image', new File([JSON.stringify(script)], 'x.png'));
  body.set('label', '0');
  const answer = await user.fetch('/api/renders', { method: 'POST', body });
  if (answer.status !== 202) throw new Error(`refused: ${await answer.text()}`);
  return (await answer.json()) as Render;
}

async function end(user: Client, id: string): Promise<Render> {
  await (await user.fetch(`/api/renders/${id}/events`)).text();
  return (await (await user.fetch(`/api/renders/${id}`)).json()) as Render;
}

async function running(user: Client, id: string): Promise<void> {
  const answer = await user.fetch(`/api/renders/${id}/events`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !text.includes('event: progress'); ) text += (await reader?.read())?.value;
  await reader?.cancel();
}

// Each starts the whole server anew several times, which takes long on a busy machine.
describe('kill -9 of the whole server', { timeout: 180_000 }, () => {
  it('loses nothing that was acknowledged', async () => {
    const user = await premium('writer@example.org');
    const { id } = await request(user, []);
    await end(user, id);
    const saving = await user.json('POST', `/api/renders/${id}/save`, { title: 'title 0' });
    const video = (await saving.json()) as Video;
    for (let round = 0; round < 2; round += 1) {
      let acknowledged = 0;
      let asked = 0;
      const write = async () => {
        for (;;) {
          asked += 1;
          const title = `title ${round}.${asked}`;
          const answer = await user.json('PATCH', `/api/videos/${video.id}`, { title });
          if (answer.status !== 200) return;
          acknowledged = asked;
          if (acknowledged === 40) void kill('SIGKILL');
        }
      };
      const made: Render[] = [];
      const render = async () => {
        for (;;) {
          const one = await request(user, []);
          made.push(one);
          await end(user, one.id);
        }
      };
      // Both end by the connection that breaks.
      await Promise.allSettled([write(), render()]);
      server = await start();

      const now = (await (await user.fetch(`/api/videos/${video.id}`)).json()) as Video;
      const kept = Number(now.title.split('.').at(-1));
      expect([acknowledged, asked]).toContain(kept);
      const film = await user.fetch(video.videoUrl);
      expect(await film.text()).toContain('film made of');
      for (const { id: madeId } of made) {
        expect(await end(user, madeId)).toMatchObject({ state: 'finished' });
        const shown = await user.fetch(`/api/renders/${madeId}/video`);
        expect(await shown.text()).toContain('film made of');
      }
    }
  });

  it('takes up what ran and what waited, each once', async () => {
    const user = await premium('waiter@example.org');
    const [go, mark] = [join(folder, 'go'), join(folder, 'mark')];
    const first = await request(user, [
      { do: 'progress', done: 1, of: 2 },
      { do: 'wait', file: go },
      { do: 'mark', file: mark },
    ]);
    const second = await request(user, []);
    await running(user, first.id);
    await kill('SIGKILL');
    server = await start();
    expect(existsSync(mark)).toBe(false);
    writeFileSync(go, '');
    for (const { id } of [first, second]) {
      expect(await end(user, id)).toMatchObject({ state: 'finished', failure: null });
    }
  });
});

describe('a stopping server', { timeout: 180_000 }, () => {
  it('finishes the film that runs and leaves what waits to its successor', async () => {
    const user = await premium('patient@example.org');
    const go = join(folder, 'go-on');
    const first = await request(user, [
      { do: 'progress', done: 1, of: 2 },
      { do: 'wait', file: go },
    ]);
    const second = await request(user, []);
    await running(user, first.id);
    const stopping = kill('SIGTERM');
    writeFileSync(go, '');
    await stopping;
    expect(server.exitCode).toBe(0);
    server = await start();
    const { finishedAt, createdAt } = await end(user, first.id);
    expect(finishedAt).not.toBeNull();
    expect(createdAt).toBe(first.createdAt);
    expect(await end(user, second.id)).toMatchObject({ state: 'finished' });
  });
});
