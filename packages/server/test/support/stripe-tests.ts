import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type LogLine, readableLog } from './read-log.ts';
import {
  addSubscription,
  type FakeSubscription,
  type StripeHost,
  sendEvent,
  type signEvent,
  startStripeHost,
  stripeSettings,
} from './stripe-host.ts';
import { confirmEmail } from './test-accounts.ts';
import { type Client, startTestServer, type TestServer } from './test-server.ts';

interface AccountType {
  readonly subscriptionType: string;
  readonly subscriptionPlan: string | null;
  readonly cancelled: boolean;
  readonly endDate: string | null;
}

/** A server with a Stripe of its own, and Ada, who is somebody new in each test. */
export interface StripeTests {
  readonly host: StripeHost;
  /** Settings of the server. */
  readonly stripe: Record<string, string>;
  readonly server: TestServer;
  readonly lines: readonly LogLine[];
  ada: Client;
  /** Ada has paid: Stripe knows a subscription of hers. */
  pay(id: string, more?: Partial<FakeSubscription>): FakeSubscription;
  send(event: ReturnType<typeof signEvent>): Promise<Response>;
  /** What Ada's account is. */
  typeOf(): Promise<AccountType>;
}

export const DAY_SECONDS = 86_400;

export const seconds = () => Math.floor(Date.now() / 1000);

export const customersOf = ({ host }: StripeTests, { id }: Client) =>
  [...host.customers.values()].filter(({ userId }) => userId === id);

export function invoiceOf(subscription: string) {
  return { id: 'in_1', parent: { subscription_details: { subscription } } };
}

/** Call at the top of a file of tests, which has the parts as soon as the first test begins. */
export function useStripe(): StripeTests {
  const { log, lines } = readableLog();
  let host: StripeHost;
  let stripe: Record<string, string>;
  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    host = await startStripeHost();
    stripe = stripeSettings(host);
    server = await startTestServer(stripe, { log });
  });
  afterAll(async () => {
    await server.close();
    await host.close();
  });
  beforeEach(async () => {
    host.broken = false;
    ada = await server.signedUp();
    await confirmEmail(server.db, ada.id);
  });
  return {
    lines,
    get host() {
      return host;
    },
    get stripe() {
      return stripe;
    },
    get server() {
      return server;
    },
    get ada() {
      return ada;
    },
    set ada(somebody) {
      ada = somebody;
    },
    pay: (id, more = {}) => addSubscription(host, ada.id, id, more),
    send: async (event) => await sendEvent(server.url, event),
    typeOf: async () => (await (await ada.call('isSubscribed', {})).json()) as AccountType,
  };
}
