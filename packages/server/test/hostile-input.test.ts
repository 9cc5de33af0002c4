import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { NAMED_CALLS, type NamedCall } from '@moodreel/contract';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '../src/accounts/schema.ts';
import { rateLimits } from '../src/http/schema.ts';
import { renders } from '../src/renders/schema.ts';
import { type Client, errorOf, PASSWORD } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();
let ada: Client;
let admin: Client;

beforeAll(async () => {
  [ada, admin] = [await server.signedUp(), await server.admin()];
});

const WRONG_BODIES: readonly unknown[] = [
  null,
  [],
  'text',
  42,
  true,
  { userId: { $ne: null } },
  { userId: ['a'], uid: 7, email: {}, password: [], plan: 'forever', videoId: {} },
  { userId: 'x'.repeat(5000), uid: '', email: 'not an address', password: 1, plan: 0 },
  { __proto__: { role: 'admin' }, constructor: { prototype: {} } },
];

describe('bodies of wrong types', () => {
  it.each(Object.keys(NAMED_CALLS) as NamedCall[])('are refused by %s', async (name) => {
    for (const body of WRONG_BODIES) {
      const answer = await admin.call(name, body);
      // An empty request is a question about oneself where no field is needed.
      expect([200, 400, 404, 409], `${name} ${JSON.stringify(body)}`).toContain(answer.status);
      if (answer.status === 200)
        expect(NAMED_CALLS[name].request.safeParse(body).success).toBe(true);
      else expect((await errorOf(answer)).message).not.toMatch(/zod|at \w+ \(|node:|\/src\//i);
    }
  });

  it.each(['not json', '{"a":', '\u0000', '[1,2', '{"email":"\xff"}'])(
    'that are not JSON are refused: %j',
    async (body) => {
      const answer = await ada.fetch('/us-central1/getUserInfo', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(body, 'latin1'),
      });
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'bad_request' });
    },
  );

  it('of another media type are refused: a form of another site cannot send JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const answer = await ada.fetch('/us-central1/getUserInfo', {
        method: 'POST',
        headers: type ? { 'content-type': type } : {},
        body: '{}',
      });
      expect(answer.status).toBe(415);
    }
  });

  it('deeply nested or with many keys do no harm', async () => {
    const deep = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
    const answer = await ada.fetch('/us-central1/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: deep,
    });
    expect(answer.status).toBe(400);
    expect((await ada.fetch('/healthz')).status).toBe(200);
  });
});

it('a video is not found by its title', async () => {
  for (const videoId of ['Grandma laughs', '1', 'x'.repeat(64)]) {
    const answer = await ada.call('deleteVideoAndIncreaseLimit', { videoId });
    expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
  }
});

describe('NUL, which no database takes,', () => {
  const nul = 'a\0b';

  it.each([
    ['POST', '/us-central1/getUserInfo', { userId: nul }],
    ['POST', '/us-central1/updateUser', { uid: nul }],
    ['POST', '/us-central1/deleteVideoAndIncreaseLimit', { videoId: nul }],
    ['POST', '/api/auth/sign-in/email', { email: 'a@test.example', password: nul }],
    ['POST', '/api/auth/reset-password', { token: nul, newPassword: PASSWORD }],
    ['POST', '/api/contact', { subject: 'Hello', email: 'a@test.example', message: nul }],
  ])('is refused in bodies: %s %s %j', async (method, path, body) => {
    const answer = await errorOf(await admin.json(method, path, body));
    expect(answer).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it.each([
    ['GET', '/api/admin/users?search=a%00b', 400],
    // To the page that says that the link does not hold.
    ['GET', '/api/auth/verify-email?token=a%00b', 302],
    ['GET', '/api/admin/users/a%00b', 404],
    ['DELETE', '/api/account/sessions/a%00b', 404],
    ['GET', '/api/avatars/a%00b.png', 404],
  ])('is refused in addresses: %s %s', async (method, path, status) => {
    expect((await admin.fetch(path, { method })).status).toBe(status);
  });
});

describe('huge bodies', () => {
  it('are refused by their declared length before they are sent', async () => {
    for (const [path, limit] of [
      ['/us-central1/getUserInfo', 200_000],
      ['/api/renders', 30_000_000],
      ['/proxy/process', 5_000_000_000],
    ] as const) {
      expect(await statusOfDeclared(path, limit)).toBe(413);
    }
  });

  it('without a declared length are cut off at the limit', async () => {
    const { status, sentBytes } = await sendChunks('/api/renders', 64 * 1024 * 1024);
    expect(status).toBe(413);
    expect(sentBytes).toBeGreaterThan(20_000_000);
    expect(sentBytes).toBeLessThan(48 * 1024 * 1024);
    expect((await ada.fetch('/healthz')).status).toBe(200);
  });

  it('of one user cannot take up all the memory', async () => {
    const eve = await server.signedUp();
    const uploads = Array.from({ length: 4 }, () => announceUpload(eve));
    const [refused] = await Promise.race(uploads.map((sent) => once(sent, 'response')));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    for (const sent of uploads) sent.destroy();
    // What was broken off is given back.
    await expect
      .poll(
        async () => {
          const form = new FormData();
          form.set('image', new File([new Uint8Array(19_000_000)], 'a.png'));
          form.set('label', 'x');
          return (await eve.fetch('/api/renders', { method: 'POST', body: form })).status;
        },
        { timeout: 20_000 },
      )
      .toBe(400);
  });

  it('that are announced and do not come keep no room from others', async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, () => server.signedUp()));
    const idle = crowd.flatMap((client) => [1, 2, 3].map(() => announceUpload(client)));
    // Each is counted before its body is read.
    const begun = inArray(
      rateLimits.key,
      crowd.map(({ id }) => `picture:${id}`),
    );
    const counts = async () =>
      (await server.db.select().from(rateLimits).where(begun)).map(({ count }) => count);
    await expect.poll(counts, { timeout: 20_000 }).toEqual([3, 3, 3, 3]);
    const form = new FormData();
    form.set('image', new File([new Uint8Array(19_000_000)], 'a.png'));
    form.set('label', 'x');
    const answer = await ada.fetch('/api/renders', { method: 'POST', body: form });
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'bad_request' });
    for (const sent of idle) sent.destroy();
  });

  it('leave no render behind', async () => {
    expect(await server.db.$count(renders)).toBe(0);
  });
});

describe('forms', () => {
  const send = async (form: FormData | string, type?: string) =>
    await ada.fetch('/api/renders', {
      method: 'POST',
      body: form,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
  const picture = () => new File([new Uint8Array(100)], '../../etc/passwd', { type: 'image/png' });

  it('without a picture, with an empty one or with a text for it are refused', async () => {
    const [nothing, empty, text] = [new FormData(), new FormData(), new FormData()];
    empty.set('image', new File([], 'a.png'));
    text.set('image', '/etc/passwd');
    for (const form of [nothing, empty, text]) {
      form.set('label', '0');
      expect(await errorOf(await send(form))).toMatchObject({
        status: 400,
        message: 'Please upload an image or capture a photo first!',
      });
    }
  });

  it.each([
    ['label', '6'],
    ['label', '0; drop table renders'],
    ['label', '01'],
    ['points', '1,2,3'],
    ['points', 'NaN,1,2,3,4,5'],
    ['face', '-1'],
    ['face', '1e9'],
    ['intensity', 'Infinity'],
    ['intensity', '2'],
    ['framing', '../full'],
    ['style', 'comic'],
    ['stillHead', 'yes'],
    ['take', '10000'],
    ['take', '-1'],
    ['key', '../../../key'],
    ['key', 'a'.repeat(1000)],
  ])('with %s = %j are refused', async (field, value) => {
    const form = new FormData();
    form.set('image', picture());
    form.set('label', '0');
    form.set(field, value);
    const answer = await errorOf(await send(form));
    expect(answer).toMatchObject({ status: 400, code: 'bad_request' });
    expect(answer.message).toContain(field);
  });

  it('that are damaged are refused', async () => {
    const type = 'multipart/form-data; boundary=x';
    for (const body of [
      '',
      '--x',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data\r\n\r\n',
    ]) {
      expect((await send(body, type)).status).toBe(400);
    }
    expect((await send('--', 'multipart/form-data')).status).toBe(415);
  });
});

describe('addresses', () => {
  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/.env',
    '/secret',
    '/files/uploads/x.mp4',
    '/api/avatars/..%2f..%2fsecret',
    '/api/videos/..%2f..%2fsecret',
    '/api/renders/%00/video',
    "/api/videos/1' or '1'='1",
    '/s/../../secret',
    '/api/shares/%2e%2e%2f%2e%2e%2fsecret',
    '/%',
    '/api/admin/users/%c0%ae',
  ])('lead nowhere: %s', async (path) => {
    const { status, body } = await rawGet(path, ada);
    expect(status === 200 ? 'a page' : status).toSatisfy(
      (found: unknown) => found === 'a page' || [400, 401, 403, 404].includes(Number(found)),
    );
    expect(body).not.toMatch(/root:|"workspaces"|BEGIN|postgres:\/\//);
    if (status === 200) expect(body).toMatch(/<!doctype html>/i);
  });

  it('take no other method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect((await ada.fetch('/us-central1/getUserInfo', { method })).status).toBe(404);
    }
    expect((await ada.fetch('/healthz', { method: 'HEAD' })).status).toBe(200);
    expect((await server.visitor().fetch('/api/videos', { method: 'HEAD' })).status).toBe(401);
  });

  it('of better-auth that the table does not name do not exist', async () => {
    for (const path of ['update-user', 'delete-user', 'change-email', 'list-sessions', 'error']) {
      expect((await ada.json('POST', `/api/auth/${path}`, {})).status).toBe(404);
    }
  });
});

describe('other sites', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1.evil.example'])(
    'cannot act for who is signed in: %s',
    async (origin) => {
      for (const [path, body] of [
        ['/us-central1/subscribe', { plan: 'monthly' }],
        ['/api/auth/sign-out', {}],
        ['/api/auth/sign-in/email', { email: ada.email, password: PASSWORD }],
      ] as const) {
        const answer = await ada.fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify(body),
        });
        expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'bad_origin' });
      }
      expect(await ada.user()).toMatchObject({ subscriptionType: 'free' });
    },
  );

  it('cannot leave the origin out: the browser says where the page is', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await fetch(`${server.url}/us-central1/onUserCreate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': site },
        body: JSON.stringify({ email: 'x@test.example', password: PASSWORD }),
      });
      expect(answer.status).toBe(403);
    }
  });

  it('cannot have an archive of who is signed in made by a link', async () => {
    const ask = (site: string) =>
      ada.fetch('/api/account/export', { method: 'HEAD', headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site']) expect((await ask(site)).status).toBe(403);
    for (const site of ['same-origin', 'none']) expect((await ask(site)).status).toBe(200);
  });

  it('get no permission to read, and cannot frame the pages', async () => {
    const answer = await ada.fetch('/api/session', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('cannot be the target of a link in our mails', async () => {
    for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const path = `/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`;
      const answer = await server.visitor().fetch(path);
      expect(answer.headers.get('location') ?? '').not.toContain('evil.example');
    }
  });
});

describe('rights', () => {
  it('cannot be taken by writing them into a body', async () => {
    await ada.call('updateUserEmailAndPassword', {
      newPassword: PASSWORD,
      currentPassword: PASSWORD,
      role: 'admin',
      subscriptionType: 'paid',
    });
    await ada.json('POST', '/api/auth/update-user', { role: 'admin' });
    expect(await ada.user()).toMatchObject({ role: 'user', subscriptionType: 'free' });
  });

  it('of admins cannot be given or taken by admins over the network', async () => {
    const [found] = await server.db.select().from(users).where(eq(users.id, admin.id));
    const second = await server.admin();
    for (const [name, body] of [
      ['updateUser', { uid: second.id, password: 'taken over' }],
      ['deleteUser', { uid: second.id }],
      ['deleteUser', { uid: found?.id }],
    ] as const) {
      expect((await admin.call(name, body)).status).toBe(404);
    }
    expect((await admin.call('updateUser', { uid: ada.id, role: 'admin' })).status).toBe(400);
    expect(await second.user()).not.toBeNull();
  });

  it('are not in a forged or foreign cookie', async () => {
    for (const [name, value] of ada.cookies) {
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      for (const forged of [
        `${token}.`,
        // The first character: of the last one base64 does not read every bit.
        `${token}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        `x.${signature}`,
      ]) {
        const visitor = server.visitor();
        visitor.cookies.set(name, encodeURIComponent(forged));
        expect(await visitor.user()).toBeNull();
      }
    }
  });
});

describe('headers', () => {
  it('of the client are not taken for those that we set ourselves', async () => {
    const forged = { 'x-moodreel-client-address': '9.9.9.9', 'x-request-id': 'chosen' };
    const answer = await ada.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...forged },
      body: JSON.stringify({ email: ada.email, password: PASSWORD }),
    });
    expect(answer.headers.get('x-request-id')).not.toBe('chosen');
    const list = await (await ada.fetch('/api/account/sessions')).text();
    expect(list).not.toContain('9.9.9.9');
    expect(list).toContain(ada.address);
  });

  it('cannot be split by names of files or users', async () => {
    const answer = await ada.fetch('/api/avatars/a%0d%0aSet-Cookie:%20x=1.png');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('content-type')).toMatch(/image\/png|application\/json/);
  });
});

/** Sends only the head of a request that declares `length` bytes. */
async function statusOfDeclared(path: string, length: number): Promise<number> {
  const json = path.startsWith('/us-central1');
  const sent = httpRequest(new URL(path, server.url), {
    method: 'POST',
    headers: {
      ...headersOf(ada),
      'content-type': json ? 'application/json' : 'multipart/form-data; boundary=x',
      'content-length': length,
    },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  const [answer] = await once(sent, 'response');
  sent.destroy();
  return answer.statusCode;
}

/** Begins an upload of 20 MB of which hardly anything is sent. */
function announceUpload(client: Client): ClientRequest {
  const sent = httpRequest(new URL('/api/faces', server.url), {
    method: 'POST',
    headers: {
      ...headersOf(client),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 20_000_000,
    },
  });
  sent.on('error', () => {});
  sent.write('--x\r\n');
  return sent;
}

async function sendChunks(
  path: string,
  length: number,
): Promise<{ readonly status: number | undefined; readonly sentBytes: number }> {
  const sent = httpRequest(new URL(path, server.url), {
    method: 'POST',
    headers: { ...headersOf(ada), 'content-type': 'multipart/form-data; boundary=x' },
  });
  sent.on('error', () => {});
  let over = false;
  const answered = once(sent, 'response').then(
    ([response]) => response.statusCode as number,
    () => undefined,
  );
  void answered.then(() => {
    over = true;
  });
  const chunk = Buffer.alloc(1024 * 1024);
  let sentBytes = 0;
  for (; sentBytes < length && !over; sentBytes += chunk.length) {
    if (!sent.write(chunk)) await Promise.race([drained(sent), answered]);
  }
  const status = await answered;
  sent.destroy();
  return { status, sentBytes };
}

/** Resolves when more can be written, or never will be. */
async function drained(sent: ClientRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      sent.off('drain', done);
      sent.off('close', done);
      resolve();
    };
    sent.on('drain', done);
    sent.on('close', done);
  });
}

function headersOf(client: Client): Record<string, string> {
  return {
    origin: client.url,
    'x-forwarded-for': client.address,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

/** GET with the path exactly as it is: fetch would tidy it up. */
async function rawGet(path: string, client: Client): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = Object.entries({ host, connection: 'close', ...headersOf(client) });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.write(`GET ${path.replaceAll(' ', '%20')} HTTP/1.1\r\n${lines}\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1');
  return { status: Number(text.split(' ')[1]), body: text.slice(text.indexOf('\r\n\r\n')) };
}
