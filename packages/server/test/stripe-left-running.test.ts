import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { readConfig } from '../src/config/config.ts';
import { startServer } from '../src/server.ts';
import { subscriptions } from '../src/subscriptions/schema.ts';
import { runAdminCommand } from './support/admin-command.ts';
import {
  addSubscription,
  type StripeHost,
  sendEvent,
  signEvent,
  startStripeHost,
  stripeSettings,
} from './support/stripe-host.ts';
import {
  type Client,
  freePort,
  isThere,
  startTestServer,
  type TestServer,
} from './support/test-server.ts';

const REFUSAL = /Stripe renews subscriptions of this database \(1\), and PAYMENTS is not stripe/;
const LEFT = { STRIPE_LEFT_RUNNING: 'true' };
let host: StripeHost;
let server: TestServer;
let ada: Client;

beforeAll(async () => {
  host = await startStripeHost();
  server = await startTestServer(stripeSettings(host));
  ada = await server.signedUp();
  addSubscription(host, ada.id, 'sub_of_ada');
  const event = signEvent('customer.subscription.created', { id: 'sub_of_ada' });
  expect((await sendEvent(server.url, event)).status).toBe(200);
});
afterAll(async () => {
  await server.close();
  await host.close();
});
beforeEach(async () => {
  await server.db.update(subscriptions).set({ cancelledAt: null });
});

/** Starts another server on the same data with the sandbox, and stops it again. */
async function startSandbox(environment: Readonly<Record<string, string>>): Promise<void> {
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.databaseUrl,
    LOG_LEVEL: 'silent',
    RENDER_WORKERS: '0',
  };
  const running = await startServer(readConfig({ ...settings, ...environment }));
  await running.stop();
}

describe('the sandbox, where Stripe renews what somebody has', () => {
  it('does not start, also if it was chosen, unless it is told to leave Stripe alone', async () => {
    await expect(startSandbox({})).rejects.toThrow(REFUSAL);
    await expect(startSandbox({ PAYMENTS: 'sandbox' })).rejects.toThrow(REFUSAL);
    await expect(startSandbox(LEFT)).resolves.toBeUndefined();
  });

  it('starts when all of it was cancelled: Stripe charges nothing more', async () => {
    await server.db.update(subscriptions).set({ cancelledAt: new Date() });
    await expect(startSandbox({})).resolves.toBeUndefined();
  });

  it('deletes no admin by the command either', async () => {
    await server.db.update(users).set({ role: 'admin' }).where(eq(users.id, ada.id));
    const refused = await runAdminCommand(server, ['delete', ada.email]);
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(REFUSAL) });
    expect(await isThere(server.db, ada.id)).toBe(true);
    const forced = await runAdminCommand(server, ['delete', ada.email], { environment: LEFT });
    expect(forced).toMatchObject({ code: 0 });
  });
});
