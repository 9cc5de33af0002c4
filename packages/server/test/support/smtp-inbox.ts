import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly head: string;
  /** The text, decoded. */
  readonly text: string;
}

export interface TestInbox {
  readonly url: string;
  /** All that arrived so far. */
  readonly received: readonly ReceivedMail[];
  /** How many of the next mails are refused for now. */
  refuse(count: number): void;
  refusals(): number;
  /** Refuses a recipient with this code from now on, and names it as servers do. */
  refuseRecipient(address: string, responseCode: number, detail?: string): void;
  acceptRecipient(address: string): void;
  /** Waits for a mail to this address whose subject contains the words, and takes it out. */
  next(to: string, words: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** A real SMTP server that keeps what it gets. */
export async function startInbox(port = 0): Promise<TestInbox> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const refusedRecipients = new Map<
    string,
    { readonly responseCode: number; readonly detail: string }
  >();
  let toRefuse = 0;
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusedRecipients.get(address);
      if (!refusal) return done();
      const text = `${refusal.detail} <${address}>: Recipient address rejected`;
      done(Object.assign(new Error(text), { responseCode: refusal.responseCode }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (toRefuse > 0) {
          toRefuse -= 1;
          refused += 1;
          done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        } else {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : '';
          received.push(parse(Buffer.concat(chunks).toString(), from, rcptTo[0]?.address ?? ''));
          done();
        }
        for (const wake of [...waiting]) wake();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: (count) => {
      toRefuse = count;
    },
    refusals: () => refused,
    refuseRecipient: (address, responseCode, detail = '5.1.1') => {
      refusedRecipients.set(address, { responseCode, detail });
    },
    acceptRecipient: (address) => {
      refusedRecipients.delete(address);
    },
    next: async (to, words) => {
      for (;;) {
        const at = received.findIndex(
          (mail) => mail.to === to && mail.subject.toLowerCase().includes(words.toLowerCase()),
        );
        const [found] = at < 0 ? [] : received.splice(at, 1);
        if (found) return found;
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function parse(raw: string, from: string, to: string): ReceivedMail {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(at + 4);
  const encoding = /^content-transfer-encoding: (.+)$/im.exec(head)?.[1]?.trim();
  return {
    from,
    to,
    head,
    subject: /^subject: (.*)$/im.exec(head)?.[1] ?? '',
    text:
      encoding === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : encoding === 'base64'
          ? Buffer.from(body, 'base64').toString()
          : body,
  };
}

function decodeQuotedPrintable(text: string): string {
  const plain = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1').toString('utf8');
}
