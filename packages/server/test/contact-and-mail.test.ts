import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactMessages } from '../src/contact/schema.ts';
import { mails } from '../src/mail/schema.ts';
import { startInbox, type TestInbox } from './support/smtp-inbox.ts';
import { errorOf, startTestServer, type TestServer } from './support/test-server.ts';

/** For things that a job does within seconds. */
const SOON = { timeout: 20_000 };
const MESSAGE = {
  subject: 'Grüße 😀',
  email: 'Ada@Test.example',
  message: 'Line one\n.\nLine two',
};
let server: TestServer;
let inbox: TestInbox;

beforeEach(async () => {
  inbox = await startInbox();
});
afterEach(async () => {
  await server.close();
  await inbox.close();
});

const smtp = () => ({
  SMTP_URL: inbox.url,
  CONTACT_TO: 'team@test.example',
  MAIL_FROM: 'Moodreel <us@test.example>',
});

describe('the contact form', () => {
  it('stores the message and sends it to the team, to be answered to its writer', async () => {
    server = await startTestServer(smtp());
    const answer = await server.visitor().json('POST', '/api/contact', MESSAGE);
    expect(await answer.json()).toEqual({ ok: true });
    const mail = await inbox.next('team@test.example', '');
    expect(mail.from).toBe('us@test.example');
    expect(mail.head).toMatch(/^reply-to: ada@test.example$/im);
    expect(mail.text.replace(/\r\n/g, '\n')).toContain('Line one\n.\nLine two');
    await expect
      .poll(async () => (await server.db.select().from(contactMessages))[0]?.sentAt, SOON)
      .toBeInstanceOf(Date);
    expect(await server.db.select().from(contactMessages)).toMatchObject([
      { subject: 'Grüße 😀', email: 'ada@test.example', message: 'Line one\n.\nLine two' },
    ]);
  });

  it('loses nothing when the mail server refuses: the mail is tried again', async () => {
    server = await startTestServer(smtp());
    inbox.refuse(1);
    expect((await server.visitor().json('POST', '/api/contact', MESSAGE)).status).toBe(200);
    await expect.poll(() => inbox.refusals(), SOON).toBe(1);
    await expect
      .poll(async () => (await server.db.select().from(mails))[0], SOON)
      .toMatchObject({ attempts: 1, lastError: expect.stringContaining('try again later') });
    server.advance(60_000);
    await inbox.next('team@test.example', '');
  });

  it('keeps mails over a restart of the mail server', async () => {
    const { url } = inbox;
    await inbox.close();
    server = await startTestServer({ ...smtp(), SMTP_URL: url });
    expect((await server.visitor().json('POST', '/api/contact', MESSAGE)).status).toBe(200);
    await expect
      .poll(async () => (await server.db.select().from(mails))[0]?.attempts, SOON)
      .toBeGreaterThan(0);
    inbox = await startInbox(Number(new URL(url).port));
    server.advance(3_600_000);
    await inbox.next('team@test.example', '');
  });

  it('cannot be used to write headers or to other addresses', async () => {
    server = await startTestServer(smtp());
    const visitor = server.visitor();
    for (const wrong of [
      { ...MESSAGE, subject: 'x\r\nBcc: victim@test.example' },
      { ...MESSAGE, email: 'a@b.example\r\nBcc: victim@test.example' },
      { ...MESSAGE, email: 'a@b.example, victim@test.example' },
      { ...MESSAGE, email: '"<victim@test.example>"' },
    ]) {
      expect((await visitor.json('POST', '/api/contact', wrong)).status).toBe(400);
    }
    await server
      .visitor()
      .json('POST', '/api/contact', { ...MESSAGE, message: 'Bcc: x@y.example' });
    const mail = await inbox.next('team@test.example', '');
    // Message ids are random, and may have these letters.
    expect(mail.head.replace(/^message-id:.*$/im, '')).not.toMatch(/bcc/i);
  });

  it('takes what programs write into the hidden field, and forgets it', async () => {
    server = await startTestServer(smtp());
    const spam = { ...MESSAGE, website: 'https://buy.example' };
    expect((await server.visitor().json('POST', '/api/contact', spam)).status).toBe(200);
    expect(await server.db.$count(contactMessages)).toBe(0);
    expect(await server.db.$count(mails)).toBe(0);
  });

  it('wants all three fields and is not for floods', async () => {
    server = await startTestServer(smtp());
    const visitor = server.visitor();
    for (const field of ['subject', 'email', 'message']) {
      const answer = await visitor.json('POST', '/api/contact', { ...MESSAGE, [field]: '' });
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'bad_request' });
    }
    await visitor.json('POST', '/api/contact', MESSAGE);
    await visitor.json('POST', '/api/contact', MESSAGE);
    const flood = await visitor.json('POST', '/api/contact', MESSAGE);
    expect(await errorOf(flood)).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('goes to an EmailJS-compatible service if one is configured', async () => {
    const bodies: unknown[] = [];
    const service = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        bodies.push(JSON.parse(text));
        response.statusCode = bodies.length === 1 ? 503 : 200;
        response.end('OK');
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    server = await startTestServer({
      EMAILJS_URL: `http://127.0.0.1:${port}/api/v1.0/email/send`,
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_TEMPLATE_ID: 'template',
      EMAILJS_USER_ID: 'user',
    });
    await server.visitor().json('POST', '/api/contact', MESSAGE);
    await expect.poll(() => bodies, SOON).toHaveLength(1);
    // The next attempt counts from when the first is known to have failed.
    await expect
      .poll(async () => (await server.db.select().from(mails))[0]?.attempts, SOON)
      .toBe(1);
    server.advance(60_000);
    await expect.poll(() => bodies, SOON).toHaveLength(2);
    expect(bodies[1]).toEqual({
      service_id: 'service',
      template_id: 'template',
      user_id: 'user',
      template_params: {
        subject: MESSAGE.subject,
        email: 'ada@test.example',
        message: MESSAGE.message,
      },
    });
    service.closeAllConnections();
    service.close();
  });
});

describe('without a mail server', () => {
  it('mails of long ago are deleted from the outbox by the start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'moodreel-old-mail-'));
    const outbox = join(dataDir, 'outbox');
    mkdirSync(outbox);
    writeFileSync(join(outbox, 'old.txt'), 'a link');
    utimesSync(join(outbox, 'old.txt'), new Date(0), new Date(0));
    server = await startTestServer({ DATA_DIR: dataDir });
    await expect.poll(() => readdirSync(outbox), SOON).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  it('mails lie in the outbox, readable by the owner only', async () => {
    server = await startTestServer();
    const ada = await server.signedUp();
    const outbox = join(server.dataDir, 'outbox');
    const list = () => {
      try {
        return readdirSync(outbox).filter((name) => name.endsWith('.txt'));
      } catch {
        return [];
      }
    };
    await expect.poll(list, SOON).toHaveLength(1);
    const text = readFileSync(join(outbox, list()[0] ?? ''), 'utf8');
    expect(text).toContain(`To: ${ada.email}`);
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/api\/auth\/verify-email\?token=/);
  });
});
