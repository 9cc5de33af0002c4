import { eq } from 'drizzle-orm';
import type { MailConfig } from '../config/config.ts';
import type { SendMail } from '../mail/mail.ts';
import type { Transaction } from '../platform/database/database.ts';
import { contactMessages } from './schema.ts';

const PATIENCE_MS = 20_000;

/** Sends contact messages to a service that takes EmailJS's POST. */
export function sendByEmailjs(service: NonNullable<MailConfig['emailjs']>): SendMail {
  return async ({ subject, replyTo, body }) => {
    const answer = await fetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      body: JSON.stringify({
        service_id: service.serviceId,
        template_id: service.templateId,
        user_id: service.userId,
        template_params: { subject, email: replyTo, message: body },
      }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the mail service answered ${answer.status}`);
  };
}

/** Notes that the support team has a message. */
export async function markContactSent(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(contactMessages).set({ sentAt: now }).where(eq(contactMessages.id, id));
}
