import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@moodreel/contract';
import { eq } from 'drizzle-orm';
import { users } from '../../src/accounts/schema.ts';
import { readOrMakeSecret } from '../../src/accounts/secret.ts';
import { readConfig } from '../../src/config/config.ts';
import type { FilmPartsOptions } from '../../src/film-parts.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { startServer } from '../../src/server.ts';
import { accountMaker, PASSWORD } from './test-accounts.ts';
import { openTestDatabase } from './test-database.ts';

export { PASSWORD };

export interface TestServer {
  readonly url: string;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Moves the server's clock. */
  advance(milliseconds: number): void;
  /** Somebody without a session, from an address of its own. */
  visitor(): Client;
  /** Signs somebody up, by the call that the pages use. */
  signUp(email: string): Promise<Client>;
  /** A new account, signed in, for tests that are not about signing up. */
  signedUp(email?: string): Promise<Client>;
  /** A new admin, signed in. */
  admin(): Promise<Client>;
  close(): Promise<void>;
}

/** The whole server on a database, a folder and a port of its own, without render workers. */
export async function startTestServer(
  environment: Readonly<Record<string, string>> = {},
  options: FilmPartsOptions = {},
): Promise<TestServer> {
  const opened = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'moodreel-server-'));
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: opened.url,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '1',
    RENDER_WORKERS: '0',
    ...environment,
  });
  let offsetMs = 0;
  const server = await startServer(config, {
    ...options,
    now: () => new Date(Date.now() + offsetMs),
  });
  const url = `http://127.0.0.1:${port}`;
  let made = 0;
  const visitor = () => new Client(url);
  const makeAccount = accountMaker({
    db: opened.db,
    publicUrl: config.publicUrl,
    secret: config.secret ?? readOrMakeSecret(config.dataDir),
  });
  const signedIn = async (role: Role, email: string) => {
    const client = visitor();
    const { address } = client;
    const account = { email: email.toLowerCase(), role, now: new Date(Date.now() + offsetMs) };
    const { id, cookie } = await makeAccount({ ...account, address });
    client.cookies.set(...cookie);
    return Object.assign(client, { id, email });
  };
  const signUp = async (email: string) => {
    const client = visitor();
    const answer = await client.call('onUserCreate', { email, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`no account: ${await answer.text()}`);
    const { uid } = (await answer.json()) as { uid: string };
    return Object.assign(client, { id: uid, email });
  };
  return {
    url,
    db: opened.db,
    databaseUrl: opened.url,
    dataDir,
    advance: (milliseconds) => {
      offsetMs += milliseconds;
    },
    visitor,
    signUp,
    signedUp: (email = `user-${++made}@test.example`) => signedIn('user', email),
    admin: () => signedIn('admin', `admin-${++made}@test.example`),
    close: async () => {
      await server.stop();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A browser of the simplest kind: keeps cookies, and says where its requests come from. */
export class Client {
  readonly url: string;
  id = '';
  email = '';
  readonly cookies = new Map<string, string>();
  /** As the proxy before the server would report it. */
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

  constructor(url: string) {
    this.url = url;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', this.address);
    if (this.cookies.size > 0 && !headers.has('cookie')) {
      headers.set(
        'cookie',
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      );
    }
    if (!headers.has('origin') && (init.method ?? 'GET') !== 'GET') headers.set('origin', this.url);
    const answer = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    return answer;
  }

  async json(method: string, path: string, body: unknown): Promise<Response> {
    return await this.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async call(name: string, body: unknown): Promise<Response> {
    return await this.json('POST', `/us-central1/${name}`, body);
  }

  async signIn(email: string, password = PASSWORD): Promise<Response> {
    return await this.json('POST', '/api/auth/sign-in/email', { email, password });
  }

  /** The user that the session belongs to, if any. */
  async user(): Promise<Record<string, unknown> | null> {
    const { user } = (await (await this.fetch('/api/session')).json()) as { user: null };
    return user;
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), value);
  }
}

/** What an error answer says. */
export async function errorOf(
  answer: Response,
): Promise<{ status: number; code: string; message: string }> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return { status: answer.status, code: error.code, message: error.message };
}

export async function isThere(db: Database, userId: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return found.length > 0;
}
