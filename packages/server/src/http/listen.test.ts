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
