import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';

export interface FakeSubscription {
  id: string;
  customer: string;
  status: string;
  start_date: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  metadata: Record<string, string>;
  latest_invoice: string;
  items: {
    data: { current_period_start: number; current_period_end: number; price: FakePrice }[];
  };
}

interface FakePrice {
  readonly id: string;
  readonly recurring?: { readonly interval: 'month' | 'year' };
}

export interface FakeCustomer {
  readonly id: string;
  readonly userId: string;
  email: string;
  deleted: boolean;
}

/** A page on which somebody may pay. */
export interface FakeSession {
  id: string;
  url: string;
  status: 'open' | 'complete' | 'expired';
  customer: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  /** Happens just before the page would be closed. */
  payNow?: () => void;
}

/** An answer that is on its way. */
export interface HeldAnswer {
  /** Resolves when the request has come and its answer is made. */
  readonly isMade: Promise<void>;
  /** Lets the answer arrive. */
  release(): void;
}

export interface StripeHost {
  readonly url: string;
  /** Requests so far: method and path. */
  readonly asked: { readonly request: string; readonly body: URLSearchParams }[];
  readonly subscriptions: Map<string, FakeSubscription>;
  readonly sessions: Map<string, FakeSession>;
  readonly customers: Map<string, FakeCustomer>;
  /** Payments that were paid back, `pi_of_<invoice>`. */
  readonly refunds: Set<string>;
  /** While true every request fails. */
  broken: boolean;
  /** Keeps the answer to the next request of this method and path: slow, and old when it comes. */
  holdNext(request: string): HeldAnswer;
  close(): Promise<void>;
}

/** Answers the calls that our server makes to Stripe; the SDK that calls is the real one. */
export async function startStripeHost(): Promise<StripeHost> {
  const kept = new Map<string, Kept>();
  const held: { readonly request: string; readonly keep: () => Promise<void> }[] = [];
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await readBody(request));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const asked = `${request.method} ${pathname}`;
    host.asked.push({ request: asked, body });
    const parameters = request.method === 'GET' ? searchParams : body;
    const make = () => (host.broken ? refusal(500) : reply(host, asked, parameters));
    const key = request.headers['idempotency-key'];
    const { status, text } = answerOnce(kept, key, `${asked}?${parameters}`, make);
    const at = held.findIndex(({ request: wanted }) => wanted === asked);
    if (at >= 0) await held.splice(at, 1)[0]?.keep();
    response.setHeader('content-type', 'application/json');
    response.statusCode = status;
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host: StripeHost = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    subscriptions: new Map(),
    sessions: new Map(),
    customers: new Map(),
    refunds: new Set(),
    broken: false,
    holdNext: (request) => {
      const made = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const keep = async () => {
        made.resolve();
        await released.promise;
      };
      held.push({ request, keep });
      return { isMade: made.promise, release: released.resolve };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}

/** The settings of a server that takes this host for Stripe. */
export function stripeSettings({ url }: StripeHost): Record<string, string> {
  return {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_MONTHLY: 'price_month',
    STRIPE_PRICE_YEARLY: 'price_year',
    STRIPE_API_URL: url,
  };
}

/** A user has paid: Stripe knows a monthly subscription that began a minute ago. */
export function addSubscription(
  { subscriptions }: StripeHost,
  userId: string,
  id: string,
  more: Partial<FakeSubscription> = {},
): FakeSubscription {
  const start = Math.floor(Date.now() / 1000) - 60;
  const period = { current_period_start: start, current_period_end: start + 30 * 86_400 };
  const subscription: FakeSubscription = {
    id,
    customer: `cus_${userId}`,
    status: 'active',
    start_date: start,
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    metadata: { userId },
    latest_invoice: `in_${id}`,
    items: { data: [{ ...period, price: { id: 'price_month' } }] },
    ...more,
  };
  subscriptions.set(id, subscription);
  return subscription;
}

interface Reply {
  readonly status: number;
  readonly answer: unknown;
}

/** What was answered first under a key. */
interface Kept {
  readonly question: string;
  readonly status: number;
  readonly text: string;
}

/** As Stripe does: failures of its own are kept, too, and a key is for one question. */
function answerOnce(
  answers: Map<string, Kept>,
  key: string | string[] | undefined,
  question: string,
  make: () => Reply,
): Pick<Kept, 'status' | 'text'> {
  const former = answers.get(`${key}`);
  const { status, answer } = former ? refusal(400, undefined, 'idempotency_error') : make();
  const answered = { question, status, text: JSON.stringify(answer) };
  if (former) return former.question === question ? former : answered;
  // What it does not take as a question it does not keep.
  if (key !== undefined && status !== 400) answers.set(`${key}`, answered);
  return answered;
}

function refusal(
  status: 400 | 404 | 500,
  code?: string,
  type = status === 500 ? 'api_error' : 'invalid_request_error',
): Reply {
  return { status, answer: { error: { type, code, message: `refused with ${status}` } } };
}

const okay = (answer: unknown): Reply => ({ status: 200, answer });
const list = (data: readonly unknown[]): Reply => okay({ object: 'list', data, has_more: false });

function reply(host: StripeHost, request: string, given: URLSearchParams): Reply {
  const customer = given.get('customer');
  if (customer && host.customers.get(customer)?.deleted) return refusal(400, 'resource_missing');
  switch (request) {
    case 'POST /v1/customers':
      return okay(makeCustomer(host, given));
    case 'GET /v1/customers/search':
      return list(findCustomers(host, given.get('query') ?? ''));
    case 'POST /v1/checkout/sessions':
      return okay(openSession(host, given));
    case 'GET /v1/checkout/sessions':
      return list(
        [...host.sessions.values()].filter(
          (session) => session.customer === customer && session.status === given.get('status'),
        ),
      );
    case 'POST /v1/billing_portal/sessions':
      return okay({ id: 'bps_1', url: 'https://portal.stripe.test/bps_1' });
    case 'GET /v1/subscriptions':
      return list(
        [...host.subscriptions.values()].filter(
          (each) => each.customer === customer && each.status !== 'canceled',
        ),
      );
    case 'GET /v1/invoice_payments':
      return list([
        { payment: { type: 'payment_intent', payment_intent: `pi_of_${given.get('invoice')}` } },
      ]);
    case 'POST /v1/refunds':
      return refund(host, given.get('payment_intent') ?? '');
    default:
      return replyAboutOne(host, request, given);
  }
}

function replyAboutOne(host: StripeHost, request: string, given: URLSearchParams): Reply {
  const [, expired] = /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(request) ?? [];
  if (expired) return expire(host, expired);
  const [, method, kind, id = ''] = /^(\w+) \/v1\/(\w+)\/(\w[\w-]*)$/.exec(request) ?? [];
  if (kind === 'customers') return replyAboutCustomer(host, method ?? '', id, given);
  const subscription = kind === 'subscriptions' ? host.subscriptions.get(id) : undefined;
  if (!subscription) return refusal(404);
  if (method === 'POST') {
    const atPeriodEnd = given.get('cancel_at_period_end');
    const at = given.get('cancel_at');
    if (atPeriodEnd !== null && at !== null) return refusal(400);
    // Asked to go on beyond the period, Stripe keeps a date that was set for itself.
    const hadDate = subscription.cancel_at !== null && !subscription.cancel_at_period_end;
    if (atPeriodEnd !== null) subscription.cancel_at_period_end = atPeriodEnd === 'true';
    if (at === '' || !hadDate) subscription.cancel_at = null;
    if (subscription.cancel_at_period_end) {
      subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    }
  }
  if (method === 'DELETE') {
    if (subscription.status === 'canceled') return refusal(404);
    end(subscription);
  }
  return okay(subscription);
}

/** The first of a user is `cus_<user id>`. */
function makeCustomer({ customers }: StripeHost, given: URLSearchParams): unknown {
  const userId = given.get('metadata[userId]') ?? '';
  const { length } = [...customers.values()].filter((each) => each.userId === userId);
  const id = length === 0 ? `cus_${userId}` : `cus_${userId}_${length + 1}`;
  customers.set(id, { id, userId, email: given.get('email') ?? '', deleted: false });
  return { id, object: 'customer' };
}

function findCustomers({ customers }: StripeHost, query: string): readonly FakeCustomer[] {
  const [, userId] = /^metadata\['userId'\]:'([^']+)'$/.exec(query) ?? [];
  return [...customers.values()].filter((each) => each.userId === userId && !each.deleted);
}

function replyAboutCustomer(
  host: StripeHost,
  method: string,
  id: string,
  given: URLSearchParams,
): Reply {
  const customer = host.customers.get(id);
  const isThere = customer !== undefined && !customer.deleted;
  if (method === 'GET' && customer) return okay({ id, object: 'customer', deleted: !isThere });
  if (method === 'POST' && isThere) {
    if (given.get('email')?.endsWith('.refused')) return refusal(400, 'email_invalid');
    customer.email = given.get('email') ?? customer.email;
    return okay({ id, object: 'customer' });
  }
  if (method !== 'DELETE' || !isThere) return refusal(404, 'resource_missing');
  customer.deleted = true;
  for (const subscription of host.subscriptions.values()) {
    if (subscription.customer === id) end(subscription);
  }
  return okay({ id, object: 'customer', deleted: true });
}

function end(subscription: FakeSubscription): void {
  subscription.status = 'canceled';
  subscription.ended_at = Math.floor(Date.now() / 1000);
}

function openSession({ sessions }: StripeHost, given: URLSearchParams): FakeSession {
  const id = `cs_${sessions.size + 1}`;
  const session: FakeSession = {
    id,
    url: `https://checkout.stripe.test/${id}`,
    status: 'open',
    customer: given.get('customer') ?? '',
    client_reference_id: given.get('client_reference_id'),
    metadata: { turn: given.get('metadata[turn]') ?? '' },
  };
  sessions.set(id, session);
  return session;
}

function expire({ sessions }: StripeHost, id: string): Reply {
  const session = sessions.get(id);
  session?.payNow?.();
  if (session?.status !== 'open') return refusal(400);
  session.status = 'expired';
  return okay(session);
}

function refund({ refunds }: StripeHost, payment: string): Reply {
  if (refunds.has(payment)) return refusal(400, 'charge_already_refunded');
  refunds.add(payment);
  return okay({ id: `re_of_${payment}`, object: 'refund' });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

let events = 0;

/** An event as Stripe sends it: its body and the header with its signature. */
export function signEvent(
  type: string,
  object: unknown,
  more: { readonly id?: string; readonly secret?: string; readonly timestamp?: number } = {},
): { readonly body: string; readonly signature: string; readonly id: string } {
  const id = more.id ?? `evt_${++events}`;
  const created = more.timestamp ?? Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload: body,
    secret: more.secret ?? WEBHOOK_SECRET,
    ...(more.timestamp === undefined ? {} : { timestamp: more.timestamp }),
  });
  return { body, signature, id };
}

/** Stripe's servers send no Origin and no cookie. */
export async function sendEvent(
  serverUrl: string,
  event: { readonly body: string; readonly signature: string },
): Promise<Response> {
  return await fetch(`${serverUrl}/api/payments/stripe-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
    body: event.body,
  });
}
