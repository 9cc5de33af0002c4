import { createServer } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryOutSmtp } from '../src/mail/send-mail.ts';
import { startInbox } from './support/smtp-inbox.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Tries a mail server out, and answers what the log says of it. */
async function tryOut(url: string, stopping = new AbortController().signal) {
  const log = pino({}, { write: (line: string) => lines.push(line) });
  await tryOutSmtp(url, 'us@test.example', log, stopping);
  return lines.map((line) => JSON.parse(line));
}

async function portOf(server: { listen(port: number, host: string, done: () => void): unknown }) {
  return await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const { address } = listening as { address(): { port: number } };
      resolve(address.call(listening).port);
    });
  });
}

describe('the mail server that is tried out at the start', () => {
  it('is said nothing of where it takes us, and gets no mail', async () => {
    const inbox = await startInbox();
    closers.push(() => void inbox.close());
    expect(await tryOut(inbox.url)).toEqual([]);
    expect(inbox.received).toEqual([]);
  });

  it('is warned of where it refuses the password, which is not told', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: (_auth, _session, done) => done(new Error('no such user or password: s3cret')),
    });
    closers.push(() => server.close());
    const port = await portOf(server);
    const [told, ...rest] = await tryOut(`smtp://us:s3cret@127.0.0.1:${port}`);
    expect(rest).toEqual([]);
    expect(told).toMatchObject({ level: 40, msg: expect.stringContaining('mails wait') });
    expect(told.reason).toMatch(/^535\b/);
    expect(lines.join()).not.toContain('s3cret');
  });

  it('is warned of where nobody listens, unless the server is stopping', async () => {
    const taken = createServer();
    const port = await portOf(taken);
    await new Promise((resolve) => taken.close(resolve));
    const stopping = AbortSignal.abort();
    expect(await tryOut(`smtp://127.0.0.1:${port}`, stopping)).toEqual([]);
    const [told] = await tryOut(`smtp://127.0.0.1:${port}`);
    expect(told.reason).toContain('ECONNREFUSED');
  });
});
