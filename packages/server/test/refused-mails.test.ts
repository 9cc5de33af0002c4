import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverDueMails, queueMail } from '../src/mail/mail-queue.ts';
import { mails } from '../src/mail/schema.ts';
import { sendBySmtp } from '../src/mail/send-mail.ts';
import { passwordResetMail, verificationMail } from '../src/mail/texts.ts';
import { type MailOutcome, NO_TALLY } from '../src/metrics/tally.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { startInbox, type TestInbox } from './support/smtp-inbox.ts';
import { openTestDatabase } from './support/test-database.ts';

const RECIPIENT = 'jane.private@person.example';
const DAY_MS = 86_400_000;
let database: OpenDatabase;
let inbox: TestInbox;
let lines: string[];
let outcomes: MailOutcome[];
let offsetMs: number;

beforeEach(async () => {
  database = await openTestDatabase();
  inbox = await startInbox();
  lines = [];
  outcomes = [];
  offsetMs = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
  await inbox.close();
});

/** Sends what is due, and answers how many mails wait then. */
async function deliver(laterMs: number): Promise<number> {
  offsetMs += laterMs;
  const { db } = database;
  const send = sendBySmtp(inbox.url, 'us@test.example');
  const end = { stopping: new AbortController().signal, breakOff: new AbortController().signal };
  const delivery = {
    db,
    tally: { ...NO_TALLY, mail: (outcome: MailOutcome) => outcomes.push(outcome) },
    log: pino({}, { write: (line: string) => lines.push(line) }),
    now: () => new Date(Date.now() + offsetMs),
    send,
    sendContact: send,
    afterContactSent: async () => {},
  };
  await deliverDueMails(delivery, end);
  return await db.$count(mails);
}

const mail = { recipient: RECIPIENT, subject: 'Hello', body: 'Hello' };

it('a mail is due at once, also where the clock of the database is ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY_MS / 24 });
  await queueMail(database.db, mail);
  expect(await deliver(0)).toBe(0);
  expect(inbox.received).toMatchObject([{ to: RECIPIENT }]);
});

describe('a mail whose link has died before it could be sent', () => {
  it.each([
    ['for a new password', passwordResetMail(RECIPIENT, 'https://link.example'), DAY_MS / 12],
    ['to confirm an address', verificationMail(RECIPIENT, 'https://link.example'), 2 * DAY_MS],
  ])('is given up: %s', async (_, linkMail, laterMs) => {
    inbox.refuse(2);
    await queueMail(database.db, linkMail);
    await queueMail(database.db, mail);
    expect(await deliver(0)).toBe(2);
    // The other one is of use whenever it comes.
    expect(await deliver(laterMs)).toBe(0);
    expect(inbox.received.map(({ subject }) => subject)).toEqual([mail.subject]);
    expect(outcomes.toSorted()).toEqual(['given-up', 'postponed', 'postponed', 'sent']);
    const told = lines.map((line) => JSON.parse(line));
    expect(told.at(-1)).toMatchObject({ attempts: 1, msg: expect.stringContaining('link') });
  });

  it('is sent while the link works', async () => {
    inbox.refuse(1);
    await queueMail(database.db, passwordResetMail(RECIPIENT, 'https://link.example'));
    expect(await deliver(0)).toBe(1);
    expect(await deliver(DAY_MS / 24 / 2)).toBe(0);
    expect(inbox.received).toMatchObject([{ to: RECIPIENT }]);
  });
});

describe('a mail whose recipient is refused', () => {
  it('for good is tried once more and given up, and the log names no address', async () => {
    inbox.refuseRecipient(RECIPIENT, 550);
    await queueMail(database.db, mail);
    expect(await deliver(0)).toBe(1);
    expect(await deliver(DAY_MS / 24)).toBe(0);
    const told = lines.map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { attempts: 1, reason: '550 5.1.1 to RCPT TO', msg: expect.stringContaining('tried again') },
      { attempts: 2, reason: '550 5.1.1 to RCPT TO', msg: expect.stringContaining('given up') },
    ]);
    expect(lines.join()).not.toMatch(/jane|person\.example/);
  });

  it('is sent after all if the second try is taken', async () => {
    inbox.refuseRecipient(RECIPIENT, 550);
    await queueMail(database.db, mail);
    expect(await deliver(0)).toBe(1);
    // Not within seconds: who sets a server up needs a while.
    expect(await deliver(DAY_MS / 24 / 6)).toBe(1);
    expect(lines).toHaveLength(1);
    inbox.acceptRecipient(RECIPIENT);
    expect(await deliver(DAY_MS / 24)).toBe(0);
    expect(inbox.received).toMatchObject([{ to: RECIPIENT }]);
  });

  it('for now is tried again and again', async () => {
    inbox.refuseRecipient(RECIPIENT, 450);
    await queueMail(database.db, mail);
    for (let day = 0; day < 5; day += 1) expect(await deliver(DAY_MS)).toBe(1);
    expect(lines.join()).not.toMatch(/jane|person\.example/);
  });

  it('for a fault of ours is tried again and again, and sent when that is mended', async () => {
    inbox.refuseRecipient(RECIPIENT, 554, '5.7.1');
    await queueMail(database.db, mail);
    for (let day = 0; day < 5; day += 1) expect(await deliver(DAY_MS)).toBe(1);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ reason: '554 5.7.1 to RCPT TO' });
    inbox.acceptRecipient(RECIPIENT);
    expect(await deliver(DAY_MS)).toBe(0);
    expect(inbox.received).toMatchObject([{ to: RECIPIENT }]);
  });

  it('is kept when it carries a contact message, which goes to the team', async () => {
    inbox.refuseRecipient(RECIPIENT, 550);
    await queueMail(database.db, mail, randomUUID());
    for (let day = 0; day < 5; day += 1) expect(await deliver(DAY_MS)).toBe(1);
  });
});
