import { createTransport } from 'nodemailer';
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
