import type { Config } from '../config/config.ts';
import { markContactSent, sendByEmailjs } from '../contact/send-contact.ts';
import type { Delivery } from './mail-queue.ts';
import { outboxOf, writeToOutbox } from './outbox.ts';
import { sendBySmtp } from './send-mail.ts';

/** The configured ways of mails: SMTP or the outbox; contact messages may have one of their own. */
export function openMail(
  config: Config,
  { db, log, tally }: Pick<Delivery, 'db' | 'log' | 'tally'>,
  now: () => Date,
): Delivery {
  const { smtpUrl, from, emailjs } = config.mail;
  const send = smtpUrl ? sendBySmtp(smtpUrl, from) : writeToOutbox(outboxOf(config), from, log);
  return {
    db,
    log,
    tally,
    now,
    send,
    sendContact: emailjs ? sendByEmailjs(emailjs) : send,
    afterContactSent: async (tx, id) => await markContactSent(tx, id, now()),
  };
}

/** Where contact messages go: the configured address, else the one that our mails come from. */
export function contactRecipient({ contactTo, from }: Config['mail']): string {
  return contactTo ?? /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}
