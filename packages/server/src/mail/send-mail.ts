import type { Logger } from 'pino';
import type { SendMail } from './mail.ts';
import { describeMailFailure } from './mail-failure.ts';

const CONNECT_PATIENCE_MS = 15_000;

async function openTransport(smtpUrl: string, from: string) {
  // Only who sends mails waits for it at the start.
  const { createTransport } = await import('nodemailer');
  return createTransport(
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
}

/** Sends by an SMTP server, named as `smtp://user:password@host:port` or `smtps://…`. */
export function sendBySmtp(smtpUrl: string, from: string): SendMail {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ id, recipient, replyTo, subject, body }) => {
    transport ??= openTransport(smtpUrl, from);
    await (await transport).sendMail({
      to: { name: '', address: recipient },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      text: body,
      // The same for every try, so that a mail sent twice is shown once.
      messageId: `<${id}@moodreel>`,
    });
  };
}

/**
 * Connects to the mail server and signs in, without sending anything: what keeps mails from going out is
 * told at the start, not when somebody waits for one. Never throws; says nothing once `stopping`.
 */
export async function tryOutSmtp(
  smtpUrl: string,
  from: string,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const transport = await openTransport(smtpUrl, from);
  try {
    await transport.verify();
  } catch (error) {
    if (stopping.aborted) return;
    const { reason } = describeMailFailure(error);
    log.warn({ reason }, 'the mail server does not let us in: mails wait until it does');
  } finally {
    transport.close();
  }
}
