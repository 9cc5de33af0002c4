import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { emailSchema, newPasswordSchema } from '@moodreel/contract';
import { and, eq } from 'drizzle-orm';
import { createUser } from '../accounts/create-user.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { hashPassword, setPassword } from '../accounts/passwords.ts';
import { sessions, users } from '../accounts/schema.ts';
import type { UserData } from '../accounts/user-data.ts';
import type { Config } from '../config/config.ts';
import { acceptStorage } from '../files/own-storage.ts';
import { openPayments } from '../payments/open-payments.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { describePlace, openStorage } from '../platform/storage/open-storage.ts';
import { forgetUser } from '../videos/videos.ts';

interface AdminCommand {
  /** `create`, `password`, `delete`, `list` or `accept-storage`. */
  readonly action: string;
  /** As it was typed; empty where none belongs to it. */
  readonly email: string;
  /** undefined: it is asked for. */
  readonly passwordGiven: string | undefined;
}

/** Does what `admin-cli.ts` was asked for, and says so. */
export async function runAdminCommand(config: Config, command: AdminCommand): Promise<void> {
  const database = await openDatabase({ ...config, poolSize: 2 });
  try {
    const email = command.email === '' ? '' : readEmail(command.email);
    await act(config, database.db, { ...command, email });
  } finally {
    await database.close();
  }
}

async function act(
  config: Config,
  db: Database,
  { action, email, passwordGiven }: AdminCommand,
): Promise<void> {
  switch (action) {
    case 'create': {
      const password = await askPassword(passwordGiven);
      const now = new Date();
      await createUser(db, { email, password, role: 'admin', now });
      return say(`${email} is an admin now.`);
    }
    case 'password': {
      const id = await requireAdmin(db, email);
      const passwordHash = await hashPassword(await askPassword(passwordGiven));
      await db.transaction(async (tx) => {
        await setPassword(tx, id, passwordHash);
        await tx.delete(sessions).where(eq(sessions.userId, id));
      });
      return say(`${email} has a new password.`);
    }
    case 'delete':
      await deleteAdmin(config, db, await requireAdmin(db, email));
      return say(`${email} is deleted.`);
    case 'accept-storage': {
      const storage = await openStorage(config);
      await acceptStorage(db, storage);
      storage.close();
      return say(`The files of this database are in ${describePlace(config)} now.`);
    }
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

async function askPassword(passwordGiven: string | undefined): Promise<string> {
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
