import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { AppError } from './app-error.ts';
import { readLimited } from './body.ts';
import { clientLeaves } from './client-gone.ts';
import { type Listening, listen } from './listen.ts';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly path?: string;
  readonly status?: number;
  readonly code?: string;
}

const lines: Line[] = [];
const log = pino(
  { level: 'info', formatters: { level: (level) => ({ level }) } },
  { write: (line: string) => lines.push(JSON.parse(line)) },
);
/** Called when a request is at work. */
let atWork = () => {};
let rest = Promise.withResolvers<void>();
let listening: Listening;

const app = createApp(
  {
    log,
    publicUrl: 'http://localhost:3000',
    trustedProxies: 0,
    regions: [],
    staticFiles: () => undefined,
    mediaOrigins: [],
    findUser: async () => null,
    calledByServers: ['/api/upload'],
  },
  (routes) => {
    routes.post('/api/upload', async (c) => {
      atWork();
      const bytes = await readLimited(c.req.raw, 1e6, () => new AppError('payload_too_large'));
      return c.json(bytes.length);
    });
    routes.get('/api/waits', async (c) => {
      const signal = clientLeaves(c);
      atWork();
      await once(signal, 'abort');
      throw c.req.query('fault') ? new TypeError('a fault of ours') : signal.reason;
    });
    routes.get('/api/text', () => {
      throw 'a mere text';
    });
    routes.get('/api/reset', () => {
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    });
    routes.get('/api/slow', () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('begun ')),
        pull: async (controller) => {
          await rest.promise;
          controller.enqueue(new TextEncoder().encode('ended'));
          controller.close();
        },
      });
      return new Response(body);
    });
  },
);

beforeAll(async () => {
  listening = await listen(app, { host: '127.0.0.1', port: 0, keepAliveSeconds: 5 });
});
afterAll(() => listening.close(0));
beforeEach(() => {
  lines.length = 0;
});

const addressOf = (path: string) => `http://127.0.0.1:${listening.port}${path}`;
const requests = () => lines.filter(({ msg }) => msg === 'request');

/** Sends the beginning of a request and goes away while it is at work. */
async function leave(head: string): Promise<void> {
  const working = new Promise<void>((resolve) => {
    atWork = resolve;
  });
  const socket = connect(listening.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\nhost: x\r\ncontent-length: 500000\r\n\r\n`);
  await working;
  socket.destroy();
  await vi.waitFor(() => expect(requests()).not.toHaveLength(0), 30_000);
}

test('who goes away while sending, or while waiting, is no failure of ours', async () => {
  for (const [head, path] of [
    ['POST /api/upload HTTP/1.1', '/api/upload'],
    ['GET /api/waits HTTP/1.1', '/api/waits'],
  ] as const) {
    lines.length = 0;
    await leave(head);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', path, status: 499, code: 'client_gone' }),
    ]);
  }
});

test('a fault of ours is told also where nobody waits for the answer', async () => {
  await leave('GET /api/waits?fault=1 HTTP/1.1');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', msg: 'request failed' }),
    expect.objectContaining({ level: 'info', status: 499 }),
  ]);
});

test('a connection of ours that is reset while the client waits is a failure', async () => {
  const answer = await fetch(addressOf('/api/reset'));
  expect(answer.status).toBe(503);
  await vi.waitFor(() => expect(requests()).toHaveLength(1), 30_000);
  expect(requests()[0]).toMatchObject({ level: 'error', status: 503, code: 'unavailable' });
});

test('what is thrown without being an error is answered and told as one', async () => {
  const answer = await fetch(addressOf('/api/text'));
  expect(await answer.json()).toMatchObject({ error: { code: 'internal' } });
  await vi.waitFor(() => expect(requests()).toHaveLength(1), 30_000);
  expect(requests()[0]).toMatchObject({ level: 'error', status: 500 });
});

test('an answer is told once, when it has been sent', async () => {
  rest = Promise.withResolvers();
  const answer = await fetch(addressOf('/api/slow'));
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('begun ');
  expect(requests()).toEqual([]);
  rest.resolve();
  while (!(await reader?.read())?.done);
  await vi.waitFor(() => expect(requests()).toHaveLength(1), 30_000);
  expect(requests()[0]).toMatchObject({ level: 'info', status: 200 });
});

test('who goes away in the middle of an answer is told as gone', async () => {
  rest = Promise.withResolvers();
  const leaver = new AbortController();
  const answer = await fetch(addressOf('/api/slow'), { signal: leaver.signal });
  await answer.body?.getReader().read();
  leaver.abort();
  await vi.waitFor(() => expect(requests()).toHaveLength(1), 30_000);
  expect(requests()[0]).toMatchObject({ level: 'info', status: 499, code: 'client_gone' });
  rest.resolve();
});
