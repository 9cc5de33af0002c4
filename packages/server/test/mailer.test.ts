import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendMail } from '../src/mail/mail.ts';
import { queueMail } from '../src/mail/mail-queue.ts';
import { startMailer } from '../src/mail/mailer.ts';
import { mails } from '../src/mail/schema.ts';
import { NO_TALLY } from '../src/metrics/tally.ts';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { openTestDatabase } from './support/test-database.ts';

let database: OpenDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
  for (const recipient of ['ada@test.example', 'bob@test.example', 'eve@test.example']) {
    await queueMail(database.db, { recipient, subject: 'Hello', body: 'Hello' });
  }
});
afterEach(async () => {
  await database.close();
});

/** A mailer whose mail server takes each mail when `accept` is called for the first time. */
function startSlowMailer() {
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  const send: SendMail = async ({ recipient }) => {
    begun.push(recipient);
    first.resolve();
    await accepted.promise;
  };
  const mailer = startMailer({
    db: database.db,
    log: pino({ level: 'silent' }),
    tally: NO_TALLY,
    now: () => new Date(),
    send,
    sendContact: send,
    afterContactSent: async () => {},
  });
  return { mailer, begun, first: first.promise, accept: () => accepted.resolve() };
}

const waiting = async () =>
  await database.db
    .select({ recipient: mails.recipient, attempts: mails.attempts })
    .from(mails)
    .orderBy(asc(mails.nextAttemptAt));

describe('a stop', () => {
  it('waits for the mail that is being sent, and begins no other', async () => {
    const { mailer, begun, first, accept } = startSlowMailer();
    await first;
    const stopped = mailer.stop(60_000);
    accept();
    await stopped;
    expect(begun).toHaveLength(1);
    expect(await waiting()).toHaveLength(2);
  });

  it('does not wait for a mail server that hangs: the mail stays in the queue as it was', async () => {
    const { mailer, begun, first } = startSlowMailer();
    await first;
    await mailer.stop(0);
    expect(begun).toHaveLength(1);
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    // No connection is held any more: a server that stops can close its database.
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});
