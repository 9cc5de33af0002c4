import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { readConfig } from '../src/config/config.ts';
import { describeError } from '../src/http/log.ts';
import { createStripe, type StripeConfig } from '../src/payments/stripe-client.ts';
import { updateCustomerEmail } from '../src/payments/stripe-customer.ts';
import {
  confirmAddress,
  linkIn,
  type MailingServer,
  startMailingServer,
} from './support/mailing-server.ts';
import { type StripeHost, startStripeHost, stripeSettings } from './support/stripe-host.ts';
import { confirmEmail } from './support/test-accounts.ts';
import { type Client, PASSWORD, type TestServer } from './support/test-server.ts';

/** For things that a job does within seconds. */
const SOON = { timeout: 60_000 };
let host: StripeHost;
let mailing: MailingServer;
let server: TestServer;

beforeAll(async () => {
  host = await startStripeHost();
  mailing = await startMailingServer({}, stripeSettings(host));
  ({ server } = mailing);
});
afterAll(async () => {
  await mailing.close();
  await host.close();
});

beforeEach(() => {
  host.broken = false;
});

async function payer(): Promise<Client> {
  const client = await server.signedUp();
  await confirmEmail(server.db, client.id);
  await client.call('subscribe', { plan: 'monthly' });
  return client;
}

const rename = async (client: Client, newEmail: string) =>
  await client.call('updateUserEmailAndPassword', { newEmail, currentPassword: PASSWORD });

function readStripeConfig(): StripeConfig {
  const { payments } = readConfig(stripeSettings(host));
  if (payments.provider !== 'stripe') throw new Error('these are the settings of Stripe');
  return payments;
}

const emailAtStripe = ({ id }: Client) => host.customers.get(`cus_${id}`)?.email;

const jobs = async (where: TestServer, ...states: string[]) => {
  const { rows } = await where.db.execute<{ state: string }>(
    sql`select state::text from pgboss.job where name = 'payer-email'`,
  );
  return rows.filter(({ state }) => states.length === 0 || states.includes(state)).length;
};

describe('an e-mail', () => {
  it('that was confirmed reaches Stripe, which sends receipts there, also when it was away', async () => {
    const ada = await payer();
    expect(emailAtStripe(ada)).toBe(ada.email);
    const email = 'moved.ada@test.example';
    expect((await rename(ada, email)).status).toBe(200);
    const { text } = await mailing.inbox.next(email, 'confirm');
    // Nor is a job entered that could tell it later.
    expect(await jobs(server)).toBe(0);
    host.broken = true;
    await server.visitor().fetch(linkIn(text));
    await expect.poll(() => jobs(server, 'retry'), SOON).toBe(1);
    expect(emailAtStripe(ada)).toBe(ada.email);
    host.broken = false;
    await server.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
    await expect.poll(() => emailAtStripe(ada), SOON).toBe(email);
  });

  it('that nobody confirmed does not, whoever entered it, as it may be a stranger’s', async () => {
    const ada = await server.signedUp();
    await ada.call('subscribe', { plan: 'monthly' });
    expect(emailAtStripe(ada)).toBe('');
    const admin = await server.admin();
    const edited = { uid: ada.id, email: 'edited.ada@test.example' };
    expect((await admin.call('updateUser', edited)).status).toBe(200);
    await updateCustomerEmail({ stripe: createStripe(readStripeConfig()), db: server.db }, ada.id);
    expect(emailAtStripe(ada)).toBe('');
    await confirmEmail(server.db, ada.id);
    await updateCustomerEmail({ stripe: createStripe(readStripeConfig()), db: server.db }, ada.id);
    expect(emailAtStripe(ada)).toBe(edited.email);
  });

  it('of who never paid, or whose customer is gone, is no trouble', async () => {
    const [free, former] = [await server.signedUp(), await server.signedUp()];
    await former.call('subscribe', { plan: 'monthly' });
    const customer = host.customers.get(`cus_${former.id}`);
    if (customer) customer.deleted = true;
    const before = await jobs(server);
    for (const who of [free, former]) await confirmAddress(mailing, who);
    expect(await jobs(server)).toBe(before + 2);
    await expect.poll(() => jobs(server, 'created', 'active'), SOON).toBe(0);
    expect(await jobs(server, 'retry', 'failed')).toBe(0);
  });

  it('that Stripe does not take is not quoted in what is told of the failure', async () => {
    const ada = await payer();
    const stripe = createStripe(readStripeConfig());
    await server.db.update(users).set({ email: 'ada@test.refused' }).where(eq(users.id, ada.id));
    const failure = await updateCustomerEmail({ stripe, db: server.db }, ada.id).catch(
      describeError,
    );
    expect(failure).toMatchObject({ message: 'Stripe does not take the e-mail (email_invalid)' });
    expect(failure).not.toHaveProperty('cause');
  });

  it('is no news to anybody where nobody takes money', async () => {
    const sandbox = await startMailingServer();
    await confirmAddress(sandbox, await sandbox.server.signedUp());
    expect(await jobs(sandbox.server)).toBe(0);
    await sandbox.close();
  });
});
