import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from './support/test-server.ts';

const COMMAND_LINE = join(import.meta.dirname, '../src/command-line.ts');

it('says that it is leaving while it goes on answering, so that a balancer learns of it', async () => {
  const server = await startTestServer({ STOP_DELAY_SECONDS: '5' });
  const ready = () => server.visitor().fetch('/readyz');
  expect((await ready()).status).toBe(200);
  const closed = server.close();
  const answer = await ready();
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: 'not ready',
    parts: { database: 'ok', storage: 'ok' },
  });
  expect((await server.visitor().fetch('/api/config')).status).toBe(200);
  await closed;
  await expect(ready()).rejects.toThrow();
});

it('ends in the end, also when something never answers', async () => {
  const program = `
    import { stopOnSignals } from ${JSON.stringify(COMMAND_LINE)};
    setInterval(() => {}, 1000);
    stopOnSignals(() => new Promise(() => {}), 0.1, () => {});
    process.stdout.write('ready');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toContain('the rest is left to the next start');
});
