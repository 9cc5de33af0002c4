import { KEPT_DAYS } from '@moodreel/contract';
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Tally } from '../metrics/tally.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/day.ts';
import type { LinkKind, Mail, SendMail } from './mail.ts';
import { describeMailFailure } from './mail-failure.ts';
import { mails } from './schema.ts';

/** Waits between tries, minutes: about two days in all, then one try a day. */
const RETRY_MINUTES = [0.5, 2, 10, 30, 60, 180, 360, 720, 1440] as const;
/** A recipient who is refused may be new to a server that is just being set up: one more try. */
const REFUSED_RETRY_MINUTES = 30;
const REFUSED_TRIES = 2;

/** Puts a mail into the queue, in the transaction of what it tells about. */
export async function queueMail(
  db: Queryable,
  mail: Mail,
  contactMessageId?: string,
): Promise<void> {
  // By the clock that deliveries read: the database's may be ahead of it, if only by what its moments
  // have beyond the millisecond, and the mail would wait.
  const nextAttemptAt = new Date();
  await db.insert(mails).values({ ...mail, contactMessageId, nextAttemptAt });
}

/**
 * Takes mails out of the queue that wait for an address whose account goes: nobody is left whom they
 * concern. One that is being sent in this moment is let go.
 */
export async function dropMails(tx: Queryable, recipient: string): Promise<void> {
  await drop(tx, eq(mails.recipient, recipient));
}

/** The same of those alone whose links lead nowhere any more: what others tell stays true. */
export async function dropLinks(
  tx: Queryable,
  recipient: string,
  ...links: readonly LinkKind[]
): Promise<void> {
  await drop(tx, and(eq(mails.recipient, recipient), inArray(mails.link, [...links])));
}

async function drop(tx: Queryable, which: SQL | undefined): Promise<void> {
  const waiting = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(which, isNull(mails.contactMessageId)))
    .for('update', { skipLocked: true });
  await tx.delete(mails).where(inArray(mails.id, waiting));
}

export interface Delivery {
  readonly db: Database;
  readonly log: Logger;
  readonly tally: Tally;
  readonly now: () => Date;
  readonly send: SendMail;
  /** The way of contact messages. */
  readonly sendContact: SendMail;
  /** Runs in the transaction that takes a sent contact message out of the queue. */
  readonly afterContactSent: (tx: Transaction, contactMessageId: string) => Promise<void>;
}

/** How a delivery comes to its end while mails are due. */
export interface DeliveryEnd {
  /** No further mail is begun. */
  readonly stopping: AbortSignal;
  /** The mail that is being sent is not waited for: it stays in the queue as it was. */
  readonly breakOff: AbortSignal;
}

/**
 * Sends the mails that are due, one after another, and answers how many were sent. A row stays
 * locked while its mail is sent, so several processes share the work; a process that dies in
 * between leaves the mail in the queue. A mail is sent at least once.
 */
export async function deliverDueMails(delivery: Delivery, end: DeliveryEnd): Promise<number> {
  let sent = 0;
  while (!end.stopping.aborted) {
    const outcome = await delivery.db.transaction((tx) => deliverOne(tx, delivery, end.breakOff));
    if (outcome === 'none' || outcome === 'broken-off') break;
    if (outcome === 'sent') sent += 1;
  }
  return sent;
}

async function deliverOne(
  tx: Transaction,
  delivery: Delivery,
  breakOff: AbortSignal,
): Promise<'sent' | 'failed' | 'expired' | 'none' | 'broken-off'> {
  const now = delivery.now();
  const [mail] = await tx
    .select()
    .from(mails)
    .where(lte(mails.nextAttemptAt, now))
    .orderBy(asc(mails.nextAttemptAt), asc(mails.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!mail) return 'none';
  // It would lead to a link that is no longer valid, and bring what nobody waits for any more.
  if (mail.expiresAt && mail.expiresAt <= now) {
    const given = { mail: mail.id, attempts: mail.attempts };
    delivery.log.warn(given, 'a mail could not be sent while its link worked and is given up');
    delivery.tally.mail('given-up');
    await tx.delete(mails).where(eq(mails.id, mail.id));
    return 'expired';
  }
  try {
    const { id, recipient, subject, body } = mail;
    const send = mail.contactMessageId ? delivery.sendContact : delivery.send;
    const replyTo = mail.replyTo ?? undefined;
    await unlessAborted(send({ id, recipient, subject, body, replyTo }), breakOff);
  } catch (error) {
    if (breakOff.aborted) return 'broken-off';
    await postpone(tx, delivery, mail, error);
    return 'failed';
  }
  await tx.delete(mails).where(eq(mails.id, mail.id));
  if (mail.contactMessageId) await delivery.afterContactSent(tx, mail.contactMessageId);
  delivery.tally.mail('sent');
  return 'sent';
}

/** As `work` ends, but rejects as soon as the signal aborts. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function postpone(
  tx: Transaction,
  { log, tally, now }: Delivery,
  mail: typeof mails.$inferSelect,
  error: unknown,
): Promise<void> {
  const { reason, isRefusal } = describeMailFailure(error);
  const tries = mail.attempts + 1;
  const given = { mail: mail.id, attempts: tries, reason };
  // Who goes on writing to addresses that do not exist is taken for a sender of spam. Contact
  // messages go to the team's own address, which is waited for.
  const isFinal = isRefusal && mail.contactMessageId === null && tries >= REFUSED_TRIES;
  if (isFinal) {
    log.warn(given, 'the address of a mail was refused for good: it is given up');
    tally.mail('given-up');
    await tx.delete(mails).where(eq(mails.id, mail.id));
    return;
  }
  const ageDays = (now().getTime() - mail.createdAt.getTime()) / DAY_MS;
  if (ageDays > KEPT_DAYS.undeliveredMails) {
    log.error(given, 'a mail could not be sent for two weeks and is given up');
    tally.mail('given-up');
    await tx.delete(mails).where(eq(mails.id, mail.id));
    return;
  }
  log.warn(given, 'a mail could not be sent and is tried again later');
  tally.mail('postponed');
  await tx
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      // Beside the recipient it may be in full.
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      nextAttemptAt: new Date(now().getTime() + minutesToWait(mail, isRefusal) * 60_000),
    })
    .where(eq(mails.id, mail.id));
}

function minutesToWait({ attempts }: typeof mails.$inferSelect, isRefusal: boolean): number {
  const usual = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length - 1)] ?? 1440;
  return isRefusal ? Math.max(usual, REFUSED_RETRY_MINUTES) : usual;
}
