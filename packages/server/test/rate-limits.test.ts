import { expect, it } from 'vitest';
import { rateLimits } from '../src/http/schema.ts';
import { type Client, errorOf } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

interface Row {
  readonly what: string;
  readonly rule: string;
  readonly max: number;
  /** Whose uses are counted together. */
  readonly who: 'id' | 'email' | 'address';
  readonly ask: (ada: Client) => Promise<Response>;
}

const server = useServer();
let people = 0;

const upload = (path: string) => (ada: Client) =>
  ada.fetch(path, { method: 'POST', body: new FormData() });
const newPerson = () => ({ email: `new-${++people}@test.example`, password: 'correct horse' });

const picture = { rule: 'picture', max: 60, who: 'id' } as const;
const payment = { rule: 'payment', max: 20, who: 'id' } as const;
const linkUse = { rule: 'linkUse', max: 30, who: 'address' } as const;
const signUp = { rule: 'signUp', max: 10, who: 'address' } as const;

const ROWS: readonly Row[] = [
  {
    what: 'guessing at one address of e-mail',
    rule: 'signInEmail',
    max: 30,
    who: 'email',
    ask: ({ email }) => server.visitor().signIn(email, 'wrong password'),
  },
  {
    what: 'signing up',
    ...signUp,
    ask: (ada) => ada.json('POST', '/api/auth/sign-up/email', newPerson()),
  },
  {
    what: 'signing up by the named call',
    ...signUp,
    ask: (ada) => ada.call('onUserCreate', newPerson()),
  },
  {
    what: 'confirming an address',
    ...linkUse,
    ask: (ada) => ada.fetch('/api/auth/verify-email?token=guessed'),
  },
  {
    what: 'asking whether a link works',
    ...linkUse,
    ask: (ada) => ada.json('POST', '/api/auth/check-reset-link', { token: 'guessed' }),
  },
  {
    what: 'using a link for a new password',
    ...linkUse,
    ask: (ada) =>
      ada.json('POST', '/api/auth/reset-password', {
        token: 'guessed',
        newPassword: 'another one',
      }),
  },
  { what: 'asking for a film', ...picture, ask: upload('/api/renders') },
  { what: 'looking for faces', ...picture, ask: upload('/api/faces') },
  { what: 'asking for a film and waiting for it', ...picture, ask: upload('/proxy/process') },
  { what: 'subscribing', ...payment, ask: (ada) => ada.call('subscribe', { plan: 'monthly' }) },
  { what: 'unsubscribing', ...payment, ask: (ada) => ada.call('unsubscribe', {}) },
  {
    what: 'opening the pages of who takes the money',
    ...payment,
    ask: (ada) => ada.json('POST', '/api/subscription/portal', {}),
  },
  {
    what: 'taking the own data along',
    rule: 'export',
    max: 5,
    who: 'id',
    ask: async (ada) => {
      const answer = await ada.fetch('/api/account/export');
      if (answer.ok) await answer.arrayBuffer();
      return answer;
    },
  },
  {
    what: 'telling of events',
    rule: 'events',
    max: 120,
    who: 'address',
    ask: (ada) => ada.json('POST', '/api/events', { name: 'screen_view' }),
  },
  {
    what: 'drawing avatars',
    rule: 'avatar',
    max: 600,
    who: 'address',
    ask: (ada) => ada.fetch(`/api/avatars/limited-${++people}.png`),
  },
  {
    what: 'writing to us',
    rule: 'contact',
    max: 5,
    who: 'address',
    ask: (ada) =>
      ada.json('POST', '/api/contact', { subject: 'a', email: ada.email, message: 'b' }),
  },
];

it.each(ROWS)(
  'bounds $what: the last use goes, and one more is told when to come back',
  async ({ rule, max, who, ask }) => {
    const [ada, bob] = [await server.signedUp(), await server.signedUp()];
    const windowEndsAt = new Date(Date.now() + 50_000);
    const key = `${rule}:${ada[who]}`;
    await server.db.insert(rateLimits).values({ key, count: max - 1, windowEndsAt });
    expect((await ask(ada)).status).not.toBe(429);
    const refused = await ask(ada);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(50);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await ask(bob)).status).not.toBe(429);
  },
);
