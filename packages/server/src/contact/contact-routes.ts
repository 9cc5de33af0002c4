import { contactSchema } from '@moodreel/contract';
import type { App } from '../http/app-env.ts';
import { readJson } from '../http/body.ts';
import { countUse } from '../http/rate-limit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import type { Database } from '../platform/database/database.ts';
import { contactMessages } from './schema.ts';

export interface ContactParts {
  readonly db: Database;
  /** The support team's address. */
  readonly recipient: string;
}

/** Stores a message and queues its mail together: what was acknowledged is not lost. */
export function addContactRoutes(app: App, { db, recipient }: ContactParts): void {
  app.post('/api/contact', async (c) => {
    await countUse(db, 'contact', c.var.clientNetwork);
    const { subject, email, message, website } = await readJson(c, contactSchema);
    // Only programs fill in a field that people cannot see; they learn nothing from the answer.
    if (website) return c.json({ ok: true });
    await db.transaction(async (tx) => {
      const [stored] = await tx
        .insert(contactMessages)
        .values({ subject, email, message })
        .returning({ id: contactMessages.id });
      await queueMail(tx, { recipient, replyTo: email, subject, body: message }, stored?.id);
    });
    return c.json({ ok: true });
  });
}
