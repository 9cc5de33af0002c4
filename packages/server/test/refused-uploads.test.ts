import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ERRORS, errorBodySchema } from '@moodreel/contract';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from './support/test-server.ts';
import { useServer } from './support/use-server.ts';

const MEGABYTE = 1024 * 1024;
const server = useServer();
let ada: Client;

beforeAll(async () => {
  ada = await server.signedUp();
});

const cookiesOf = (client: Client) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

interface Upload {
  readonly path: string;
  readonly client: Client;
  readonly megabytes: number;
  /** Sent in chunks, without a length. */
  readonly undeclared?: boolean;
}

/** Sends everything before it reads anything, as simple programs do. Answers what it can read then. */
async function sendAll({ path, client, megabytes, undeclared }: Upload) {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  const head = {
    host,
    origin: client.url,
    cookie: cookiesOf(client),
    'x-forwarded-for': client.address,
    'content-type': 'multipart/form-data; boundary=x',
    ...(undeclared
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(megabytes * MEGABYTE) }),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const piece = Buffer.alloc(MEGABYTE, 'x');
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (undeclared) socket.write(`${MEGABYTE.toString(16)}\r\n`);
    await write(socket, piece);
    if (undeclared) socket.write('\r\n');
  }
  if (undeclared) socket.write('0\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const [headText = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { head: headText, body };
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

it.each([
  ['a picture over the limit', { path: '/api/faces', megabytes: 30 }, 'file_too_large'],
  [
    'one without a length',
    { path: '/proxy/process', megabytes: 30, undeclared: true },
    'file_too_large',
  ],
  [
    'a form where JSON is wanted',
    { path: '/us-central1/getUserInfo', megabytes: 8 },
    'unsupported_media_type',
  ],
] as const)(
  '%s is answered with its sentence, also to who listens only at the end',
  async (_, upload, code) => {
    const { head, body } = await sendAll({ client: ada, ...upload });
    const { status, message } = ERRORS[code];
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('connection: close');
    const { error } = errorBodySchema.parse(JSON.parse(body));
    expect(error.code).toBe(code);
    if (code === 'file_too_large') expect(error.message).toBe(message);
  },
);

it('so is an upload of somebody who is not signed in', async () => {
  const { body } = await sendAll({ path: '/api/renders', client: server.visitor(), megabytes: 15 });
  expect(errorBodySchema.parse(JSON.parse(body)).error.code).toBe('unauthenticated');
});

it('what goes on for ever is cut off', async () => {
  const endless = sendAll({ path: '/api/faces', client: ada, megabytes: 1000 });
  await expect(endless).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
  expect((await ada.fetch('/healthz')).status).toBe(200);
});

it('a small body that is refused unread keeps its connection', async () => {
  const answer = await server.visitor().json('POST', '/us-central1/getUserInfo', { userId: 'x' });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('connection')).not.toBe('close');
});
