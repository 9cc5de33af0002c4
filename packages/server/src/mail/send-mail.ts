import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { SendMail } from './mail.ts';

const CONNECT_PATIENCE_MS = 15_000;

/** Sends by an SMTP server, named as `smtp://user:password@host:port` or `smtps://…`. */
export function sendBySmtp(smtpUrl: string, from: string): SendMail {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: CONNECT_PATIENCE_MS,
      greetingTimeout: CONNECT_PATIENCE_MS,
      socketTimeout: 2 * CONNECT_PATIENCE_MS,
      // Texts come from people: they may not pull in files or addresses of the server.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return async ({ id, recipient, replyTo, subject, body }) => {
    await transport.sendMail({
      to: { name: '', address: recipient },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      text: body,
      // The same for every try, so that a mail sent twice is shown once.
      messageId: `<${id}@moodreel>`,
    });
  };
}

/** Writes each mail to a file of its own and logs the path: works without a mail server. */
export function writeToOutbox(folder: string, from: string, log: Logger): SendMail {
  return async ({ id, recipient, replyTo, subject, body }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = [
      `From: ${from}`,
      `To: ${recipient}`,
      ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
      `Subject: ${subject}`,
      `Date: ${new Date().toUTCString()}`,
    ];
    const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.txt`);
    await writeFile(`${path}.part`, `${head.join('\n')}\n\n${body}\n`, { mode: 0o600 });
    await rename(`${path}.part`, path);
    log.warn({ path }, 'no mail server is configured: a mail was written to the outbox');
  };
}
