import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { renders } from '../src/renders/schema.ts';
import type { WorkerScript } from './support/scripted-worker.ts';
import { SCRIPTED_WORKER } from './support/test-renders.ts';
import { type Client, startTestServer, type TestServer } from './support/test-server.ts';

const MEGABYTE = 1_000_000;
const PICTURE_BYTES = 12 * MEGABYTE;
/** What all else in this process may take up; two of the pictures are more. */
const ROOM_BYTES = 20 * MEGABYTE;

/** Nothing that a folder's random name may hold: the parser takes it for the form's end without its dashes, too. */
const BOUNDARY = 'picture-memory-form';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
let server: TestServer;
const open: ClientRequest[] = [];
/** What was answered before its time. */
const answers: string[] = [];

beforeAll(async () => {
  server = await startTestServer({}, { filmWorkerEntry: SCRIPTED_WORKER });
});
afterAll(async () => {
  for (const sent of open) sent.destroy();
  await server.close();
});

/** A picture of 12 MB that is sent in pieces, so that this side keeps nothing of it. */
function send(user: Client, path: string, script: WorkerScript): void {
  const head = [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="label"\r\n\r\n0\r\n`,
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n`,
    `content-type: image/png\r\n\r\n${JSON.stringify(script)}`,
  ].join('');
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const sent = httpRequest(new URL(path, server.url), {
    method: 'POST',
    // A connection of its own: a kept one may be closed by the server just then, and what is sent is lost.
    agent: false,
    headers: {
      origin: user.url,
      'x-forwarded-for': user.address,
      cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + PICTURE_BYTES + tail.length,
    },
  });
  sent.on('error', (error) => answers.push(error.message));
  sent.on('response', async (answer) => {
    answers.push(`${answer.statusCode} ${await text(answer)}`);
  });
  open.push(sent);
  sent.write(head);
  // Space behind JSON is part of it.
  const piece = Buffer.alloc(MEGABYTE, ' ');
  for (let left = PICTURE_BYTES; left > 0; left -= piece.length) sent.write(piece);
  sent.end(tail);
}

async function expectLittleMemory(): Promise<void> {
  await vi.waitFor(() => {
    collect();
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(ROOM_BYTES);
  }, 30_000);
}

it('holds no picture in memory whose film is waited for', async () => {
  for (const user of [await server.signedUp(), await server.signedUp()]) {
    for (let n = 0; n < 2; n += 1) send(user, '/proxy/process', []);
  }
  await vi.waitFor(async () => expect(await server.db.$count(renders)).toBe(4), 30_000);
  await expectLittleMemory();
});

it('holds no picture in memory that waits for the face finder, and leaves none on the disk', async () => {
  const [began, go] = [join(server.dataDir, 'began'), join(server.dataDir, 'go')];
  for (const user of [await server.signedUp(), await server.signedUp()]) {
    for (let n = 0; n < 2; n += 1) {
      send(user, '/api/faces', [
        { do: 'mark', file: began },
        { do: 'wait', file: go },
      ]);
    }
  }
  const work = join(server.dataDir, 'work');
  const waiting = () =>
    readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((name) => /faces-/.test(name));
  answers.length = 0;
  await vi.waitFor(() => {
    expect(answers).toEqual([]);
    expect(waiting()).toHaveLength(4);
  }, 50_000);
  await vi.waitFor(() => expect(existsSync(began)).toBe(true), 30_000);
  await expectLittleMemory();
  writeFileSync(go, '');
  await vi.waitFor(() => expect(waiting()).toEqual([]), 30_000);
});
