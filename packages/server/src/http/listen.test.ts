import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { listen } from './listen.ts';

test('connections stay open as long as is said, and end with their answer once it is left', async () => {
  const app = new Hono<AppEnv>();
  app.get('/', (c) => c.text('here'));
  const listening = await listen(app, { host: '127.0.0.1', port: 0, keepAliveSeconds: 75 });
  const ask = () => fetch(`http://127.0.0.1:${listening.port}/`);
  const before = await ask();
  expect(before.headers.get('keep-alive')).toBe('timeout=75');
  expect(before.headers.get('connection')).toBe('keep-alive');
  await before.text();
  listening.partFromClients();
  const after = await ask();
  expect(after.headers.get('connection')).toBe('close');
  expect(await after.text()).toBe('here');
  await listening.close(0);
  await expect(ask()).rejects.toThrow();
});

test('a connection on which much is asked at once is closed, and one is not on which much is asked in turn', async () => {
  let asked = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const app = new Hono<AppEnv>();
  app.get('/', async (c) => {
    asked += 1;
    await answered;
    return c.text('here');
  });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, keepAliveSeconds: 75 });
  const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const last = 'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';

  const greedy = connect(port, '127.0.0.1');
  greedy.on('error', () => {});
  greedy.end(request.repeat(1000));
  await once(greedy, 'close');
  expect(asked).toBeLessThan(10);

  answer();
  const patient = connect(port, '127.0.0.1');
  for (let n = 0; n < 20; n += 1) {
    patient.write(request);
    await once(patient, 'data');
  }
  // Some at once are borne.
  patient.write(request.repeat(4) + last);
  expect((await text(patient)).match(/here/g)).toHaveLength(5);
  await close(0);
});
