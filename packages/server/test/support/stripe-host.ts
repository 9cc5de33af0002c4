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
  items: {
    data: { current_period_start: number; current_period_end: number; price: { id: string } }[];
  };
}

export interface StripeHost {
  readonly url: string;
  /** Requests so far: method and path. */
  readonly asked: { readonly request: string; readonly body: URLSearchParams }[];
  readonly subscriptions: Map<string, FakeSubscription>;
  /** While true every request fails. */
  broken: boolean;
  close(): Promise<void>;
}

/** Answers the calls that our server makes to Stripe; the SDK that calls is the real one. */
export async function startStripeHost(): Promise<StripeHost> {
  const subscriptions = new Map<string, FakeSubscription>();
  const asked: StripeHost['asked'] = [];
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await readBody(request));
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push({ request: `${request.method} ${path}`, body });
    const found = host.broken ? undefined : reply(`${request.method} ${path}`, body, subscriptions);
    response.setHeader('content-type', 'application/json');
    response.statusCode = host.broken ? 500 : found ? 200 : 404;
    response.end(
      JSON.stringify(
        found ?? { error: { type: 'api_error', message: host.broken ? 'broken' : 'not there' } },
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host: StripeHost = {
    url: `http://127.0.0.1:${port}`,
    asked,
    subscriptions,
    broken: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}

function reply(
  request: string,
  body: URLSearchParams,
  subscriptions: Map<string, FakeSubscription>,
): unknown {
  if (request === 'POST /v1/customers') {
    return { id: `cus_${body.get('metadata[userId]')}`, object: 'customer' };
  }
  if (request === 'POST /v1/checkout/sessions') {
    return { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.test/cs_1' };
  }
  if (request === 'POST /v1/billing_portal/sessions') {
    return { id: 'bps_1', url: 'https://portal.stripe.test/bps_1' };
  }
  const [, method, kind, id = ''] = /^(\w+) \/v1\/(\w+)\/(\w[\w-]*)$/.exec(request) ?? [];
  if (kind === 'customers' && method === 'DELETE') return { id, deleted: true };
  const subscription = kind === 'subscriptions' ? subscriptions.get(id) : undefined;
  if (subscription && method === 'POST') {
    subscription.cancel_at_period_end = body.get('cancel_at_period_end') === 'true';
  }
  if (subscription && method === 'DELETE') {
    subscription.status = 'canceled';
    subscription.ended_at = Math.floor(Date.now() / 1000);
  }
  return subscription;
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
