import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type AppParts, createApp } from './app.ts';
import { AppError } from './app-error.ts';
import { addHealthRoutes } from './health.ts';

const LINES: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => LINES.push(line) });
const leaving = new AbortController();
let isStorageThere = true;
let checks = 0;
let clockMs = 0;
let cancelled = 0;

const parts: AppParts = {
  log,
  publicUrl: 'http://localhost:3000',
  trustedProxies: 0,
  regions: ['us-central1'],
  staticFiles: () => undefined,
  mediaOrigins: [],
  findUser: async () => null,
  calledByServers: ['/api/called-by-servers'],
};

const app = createApp(parts, (routes) => {
  routes.get('/api/bug', () => {
    throw new TypeError('secret of the inside');
  });
  routes.get('/api/away', () => {
    throw new Error('query failed', { cause: Object.assign(new Error('x'), { code: '57P01' }) });
  });
  routes.get('/api/full', () => {
    throw new Error('query failed', {
      cause: Object.assign(new Error('could not extend the file'), { code: '53100' }),
    });
  });
  routes.get('/api/busy', () => {
    const cause = new Error('more than is taken at once');
    throw new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause });
  });
  routes.get('/api/stopping', () => {
    throw new AppError('unavailable', undefined, { retryAfterSeconds: 5 });
  });
  routes.get('/api/stream', () => {
    const cancel = () => {
      cancelled += 1;
    };
    return new Response(new ReadableStream({ cancel }), { headers: { etag: '"tag"' } });
  });
  routes.get('/api/expected', () => {
    throw new AppError('too_many_requests', 'Slowly.', { retryAfterSeconds: 7 });
  });
  routes.get('/api/own', (c) => c.json({ films: [] }));
  routes.get('/api/public', (c) => c.text('', 200, { 'cache-control': 'public, max-age=60' }));
  routes.post('/api/called-by-servers', (c) => c.text('taken'));
  routes.post('/api/called-by-pages', (c) => c.text('taken'));
  addHealthRoutes(routes, {
    leaving: leaving.signal,
    nowMs: () => clockMs,
    checks: [
      {
        name: 'storage',
        check: async () => {
          checks += 1;
          if (!isStorageThere) throw new Error('gone');
        },
      },
    ],
  });
});

test('a fault of ours is hidden from the user and told in the log, under the same id', async () => {
  const answer = await app.request('/api/bug');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret of the inside');
  const told = LINES.find((line) => line.includes('secret of the inside')) ?? '';
  expect(JSON.parse(told).requestId).toBe(answer.headers.get('x-request-id'));
});

test('while the database is away the answer is 503', async () => {
  const answer = await app.request('/api/away');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
});

test('so it is while a disk is full, and one line a minute tells of all those requests', async () => {
  const before = LINES.length;
  const answers = await Promise.all([1, 2, 3].map(() => app.request('/api/full')));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  const told = LINES.slice(before).filter((line) => line.includes('could not extend'));
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'request failed', requestId: ids[0] },
  ]);
});

test('a server that stops, or has more to do than it takes, tells of no fault of its own', async () => {
  const before = LINES.length;
  for (const path of ['/api/busy', '/api/busy', '/api/stopping']) {
    const answer = await app.request(path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  const told = LINES.slice(before).map((line) => JSON.parse(line));
  expect(told.filter(({ msg }) => msg !== 'request')).toMatchObject([
    { level: 40, msg: 'request failed', err: { message: 'more than is taken at once' } },
  ]);
});

test('an expected failure has its own status, sentence and patience', async () => {
  const answer = await app.request('/api/expected');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(await answer.json()).toEqual({ error: { code: 'too_many_requests', message: 'Slowly.' } });
});

test('the log says of each request that was refused why it was', async () => {
  const lineOf = async (path: string) => {
    const id = (await app.request(path)).headers.get('x-request-id');
    const lines = LINES.map((line) => JSON.parse(line) as Record<string, unknown>);
    return lines.find(({ requestId, msg }) => requestId === id && msg === 'request');
  };
  expect(await lineOf('/api/expected')).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(await lineOf('/api/bug')).toMatchObject({ status: 500, code: 'internal' });
  expect(await lineOf('/healthz')).toBeUndefined();
  expect(await lineOf('/readyz')).not.toHaveProperty('code');
});

test('caches keep no answer that does not say so', async () => {
  const cacheControl = async (path: string) =>
    (await app.request(path)).headers.get('cache-control');
  for (const path of ['/api/own', '/api/bug', '/api/expected', '/api/nowhere']) {
    expect(await cacheControl(path), path).toBe('no-store');
  }
  expect(await cacheControl('/api/public')).toBe('public, max-age=60');
});

test('who asks for the head alone keeps no stream open', async () => {
  const answer = await app.request('/api/stream', { method: 'HEAD' });
  expect(answer.body).toBeNull();
  expect(answer.headers.get('etag')).toBe('"tag"');
  expect(answer.headers.get('x-request-id')).toMatch(/./);
  expect(cancelled).toBe(1);
});

test('servers that prove themselves need no origin of ours; pages of others are refused', async () => {
  const from = { method: 'POST', headers: { origin: 'https://evil.example' } };
  expect((await app.request('/api/called-by-servers', from)).status).toBe(200);
  expect((await app.request('/api/called-by-pages', from)).status).toBe(403);
});

test('pages run scripts of ours alone, and none that is written into them', async () => {
  const answer = await app.request('/healthz');
  const policy = answer.headers.get('content-security-policy') ?? '';
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
  expect(rules.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(rules.get('default-src')).toBe("default-src 'self'");
  expect(rules.get('object-src')).toBe("object-src 'none'");
  expect(rules.get('base-uri')).toBe("base-uri 'self'");
});

test('browsers that came by https are told to stay with it', async () => {
  const https = createApp({ ...parts, publicUrl: 'https://moodreel.example' }, () => {});
  const header = 'strict-transport-security';
  expect((await https.request('/api/none')).headers.get(header)).toBe('max-age=31536000');
  expect((await app.request('/api/none')).headers.get(header)).toBeNull();
});

test('unknown addresses of the API are errors in the one shape', async () => {
  for (const path of ['/api/none', '/proxy/none', '/us-central1/none', '/page']) {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  }
});

test('the parts are asked once a second, however many want to know', async () => {
  clockMs += 1000;
  checks = 0;
  const askAll = async () => {
    const answers = await Promise.all([1, 2, 3].map(() => app.request('/readyz')));
    return answers.map(({ status }) => status);
  };
  expect(await askAll()).toEqual([200, 200, 200]);
  clockMs += 999;
  expect(await askAll()).toEqual([200, 200, 200]);
  expect(checks).toBe(1);
  clockMs += 1;
  await askAll();
  expect(checks).toBe(2);
});

test('readiness names the part that fails, and ends when the server stops; liveness goes on', async () => {
  const ready = async () => {
    const answer = await app.request('/readyz');
    return [answer.status, ((await answer.json()) as { parts: unknown }).parts];
  };
  expect(await ready()).toEqual([200, { storage: 'ok' }]);
  isStorageThere = false;
  clockMs += 1000;
  expect(await ready()).toEqual([503, { storage: 'failed' }]);
  isStorageThere = true;
  clockMs += 1000;
  expect(await ready()).toEqual([200, { storage: 'ok' }]);
  // Told at once: nothing that is known already makes a balancer go on sending people here.
  leaving.abort();
  expect(await ready()).toEqual([503, { storage: 'ok' }]);
  expect((await app.request('/healthz')).status).toBe(200);
});

test('a proxy that nobody named is told of once, before all people count as one client', async () => {
  const warnings = () => LINES.filter((line) => line.includes('TRUSTED_PROXIES is 0'));
  await app.request('/healthz');
  expect(warnings()).toEqual([]);
  for (const client of ['198.51.100.1', '198.51.100.2']) {
    await app.request('/healthz', { headers: { 'x-forwarded-for': client } });
  }
  expect(warnings()).toHaveLength(1);
  expect(JSON.parse(warnings()[0] ?? '')).not.toHaveProperty('forwardedFor');
});
