import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsEvents } from '../src/analytics/schema.ts';
import { readableLog } from './support/read-log.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let ga4: Server;
let taken: { url: string; body: string }[] = [];
let arrived: () => void = () => {};
let answers: number;
const { log, lines } = readableLog();
let server: TestServer;

beforeAll(async () => {
  ga4 = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      taken.push({ url: request.url ?? '', body });
      response.statusCode = answers;
      response.end();
      arrived();
    });
  }).listen(0, '127.0.0.1');
  await once(ga4, 'listening');
  const settings = {
    GA4_MEASUREMENT_ID: 'G-TEST',
    GA4_API_SECRET: 'of-ga4',
    GA4_URL: `http://127.0.0.1:${(ga4.address() as AddressInfo).port}/mp/collect`,
  };
  server = await startTestServer(settings, { log });
});
afterAll(async () => {
  await server.close();
  ga4.closeAllConnections();
  ga4.close();
});
beforeEach(async () => {
  taken = [];
  answers = 204;
  await server.db.delete(analyticsEvents);
});

const send = async (headers: Record<string, string> = {}, body: unknown = EVENT) =>
  await server.visitor().fetch('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const EVENT = { name: 'screen_view', screen: 'Home' };

describe('events of pages', () => {
  it('are stored without a cookie or a name, and passed on if that is configured', async () => {
    const passedOn = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const answer = await send();
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const [stored] = await server.db.select().from(analyticsEvents);
    expect(Object.keys(stored ?? {}).sort()).toEqual(['createdAt', 'id', 'name', 'screen']);
    expect(stored).toMatchObject(EVENT);
    await passedOn;
    expect(taken[0]?.url).toBe('/mp/collect?measurement_id=G-TEST&api_secret=of-ga4');
    expect(JSON.parse(taken[0]?.body ?? '')).toMatchObject({
      events: [{ name: 'screen_view', params: { screen_name: 'Home' } }],
    });
  });

  it('that do not reach GA4 are told of once, and not for each page that is looked at', async () => {
    const sendOne = async () => {
      const passedOn = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      expect((await send()).status).toBe(204);
      await passedOn;
    };
    const told = (status: number) =>
      lines.filter(({ err }) => (err as Error | undefined)?.message === `GA4 answered ${status}`);
    answers = 503;
    for (let i = 0; i < 3; i += 1) await sendOne();
    // Told when those before it have been.
    answers = 500;
    await sendOne();
    await expect.poll(() => told(500)).toHaveLength(1);
    expect(told(503)).toHaveLength(1);
  });

  it('of who does not want to be counted are dropped', async () => {
    for (const header of ['dnt', 'sec-gpc']) {
      expect((await send({ [header]: '1' })).status).toBe(204);
    }
    expect(await server.db.$count(analyticsEvents)).toBe(0);
    expect(taken).toEqual([]);
  });

  it('have only the names that there are', async () => {
    for (const body of [{ name: 'anything' }, { name: 'screen_view', screen: '<script>' }, {}]) {
      expect((await send({}, body)).status).toBe(400);
    }
    expect(await server.db.$count(analyticsEvents)).toBe(0);
  });
});
