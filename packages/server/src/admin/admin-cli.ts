// `npm run admin -- create EMAIL`: makes an admin. The password is asked for, or read from
// ADMIN_PASSWORD or from standard input, never from the command line, which others can see.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { emailSchema, newPasswordSchema } from '@moodreel/contract';
import { and, eq } from 'drizzle-orm';
import { createUser } from '../accounts/create-user.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { hashPassword, setPassword } from '../accounts/passwords.ts';
import { sessions, users } from '../accounts/schema.ts';
import type { UserData } from '../accounts/user-data.ts';
import { isName, sayUsage } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { readProcessConfig } from '../config/read-environment.ts';
import { openPayments } from '../payments/open-payments.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { forgetUser } from '../videos/videos.ts';

const USAGE = `Usage:
  npm run admin -- create EMAIL     makes an admin
  npm run admin -- password EMAIL   gives an admin a new password and ends all sessions
  npm run admin -- delete EMAIL     deletes an admin with all films
  npm run admin -- list             shows all admins
The password is asked for; ADMIN_PASSWORD or standard input may give it instead.
`;

let passwordGiven: string | undefined;
const words = process.argv.slice(2);
const [action = '', given = ''] = words;
try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const isUnderstood =
    action === 'list'
      ? words.length === 1
      : ['create', 'password', 'delete'].includes(action) && words.length === 2 && isName(given);
  const status = sayUsage(USAGE, words, isUnderstood);
  if (status !== undefined) return status;
  // Here it is the new admin's password, without the address that the server asks for with it.
  const { ADMIN_PASSWORD } = process.env;
  delete process.env.ADMIN_PASSWORD;
  delete process.env.ADMIN_EMAIL;
  const config = readProcessConfig();
  const database = await openDatabase({ ...config, poolSize: 2 });
  passwordGiven = ADMIN_PASSWORD;
  try {
    await act(config, database.db, action === 'list' ? '' : readEmail(given));
    return 0;
  } finally {
    await database.close();
  }
}

async function act(config: Config, db: Database, email: string): Promise<void> {
  switch (action) {
    case 'create': {
      const password = await askPassword();
      const now = new Date();
      await createUser(db, { email, password, role: 'admin', now });
      return say(`${email} is an admin now.`);
    }
    case 'password': {
      const id = await requireAdmin(db, email);
      const passwordHash = await hashPassword(await askPassword());
      await db.transaction(async (tx) => {
        await setPassword(tx, id, passwordHash);
        await tx.delete(sessions).where(eq(sessions.userId, id));
      });
      return say(`${email} has a new password.`);
    }
    case 'delete':
      await deleteAdmin(config, db, await requireAdmin(db, email));
      return say(`${email} is deleted.`);
    default: {
      const admins = await db
        .select({ email: users.email })
        .from(users)
        .where(eq(users.role, 'admin'))
        .orderBy(users.email);
      for (const admin of admins) say(admin.email);
    }
  }
}

/** As the page of a user does it: payments end, and the films go with the account. */
async function deleteAdmin(config: Config, db: Database, id: string): Promise<void> {
  const now = () => new Date();
  const { payments } = await openPayments(config, db, now);
  const forget: UserData['forgetUser'] = (tx, userId) => forgetUser({ now }, tx, userId);
  await deleteAccount({ db, payments, userData: { forgetUser: forget } }, id);
}

function readEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
  return parsed.data;
}

async function requireAdmin(db: Database, email: string): Promise<string> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.role, 'admin')));
  if (!found) throw new Error(`There is no admin ${email}.`);
  return found.id;
}

async function askPassword(): Promise<string> {
  const password =
    passwordGiven ?? (process.stdin.isTTY ? await askHidden('Password: ') : await readLine());
  const parsed = newPasswordSchema.safeParse(password);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
  return parsed.data;
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

/** Asks on the terminal without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await lines.question('');
  lines.close();
  process.stdout.write('\n');
  return answer;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
