import { sql } from 'drizzle-orm';
import type { FilmPartsOptions } from '../../src/film-parts.ts';
import { type ReceivedMail, startInbox, type TestInbox } from './smtp-inbox.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server whose mails arrive somewhere. */
export interface MailingServer {
  readonly server: TestServer;
  readonly inbox: TestInbox;
  close(): Promise<void>;
}

export async function startMailingServer(
  options: FilmPartsOptions = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<MailingServer> {
  const inbox = await startInbox();
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'Moodreel <us@test.example>' };
  const settings = { ...environment, ...mail };
  const server = await startTestServer(settings, options);
  const close = async () => {
    await server.close();
    await inbox.close();
  };
  return { server, inbox, close };
}

/** Opens the link of the mail that asks whether the address is right. */
export async function confirmAddress(
  { server, inbox }: MailingServer,
  { email }: { readonly email: string },
): Promise<void> {
  const { text } = await inbox.next(email, 'confirm');
  await server.visitor().fetch(linkIn(text));
}

export function tokenIn({ text }: Pick<ReceivedMail, 'text'>): string | null {
  return new URL(linkIn(text)).searchParams.get('token');
}

export function linkIn(text: string): string {
  const [link] = /http:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

/** Runs something on a database that goes away when a row is put into this table. */
export async function whileAway<T>(
  { db }: TestServer,
  table: 'sessions' | 'mails',
  run: () => Promise<T>,
): Promise<T> {
  const name = sql.identifier(table);
  await db.execute(sql`
    create or replace function go_away() returns trigger language plpgsql as
      $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$`);
  await db.execute(sql`create trigger away before insert on ${name} execute function go_away()`);
  try {
    return await run();
  } finally {
    await db.execute(sql`drop trigger away on ${name}`);
  }
}
