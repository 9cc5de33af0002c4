import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callApi, onSessionEnded, readError } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

async function read(status: number, body: string) {
  const { code, message, fields } = await readError(new Response(body, { status }));
  return { code, message, fields };
}

test('the error of every call has one shape', async () => {
  const error = { code: 'email_in_use', message: 'Email already in use' };
  expect(await read(409, JSON.stringify({ error }))).toEqual({ ...error, fields: {} });
  const fields = { email: 'This e-mail address is too long.' };
  expect(await read(400, JSON.stringify({ error: { ...error, fields } }))).toEqual({
    ...error,
    fields,
  });
});

test('so have the older shapes that single calls keep', async () => {
  expect(await read(500, '{"error":"no luck"}')).toMatchObject({ message: 'no luck' });
  expect(await read(401, '{"code":"INVALID","message":"Invalid password"}')).toMatchObject({
    code: 'INVALID',
    message: 'Invalid password',
  });
});

test('an answer that is no JSON still gives a sentence', async () => {
  expect(await read(502, '<html>Bad gateway</html>')).toEqual({
    code: 'http-502',
    message: 'Something went wrong. Please try again.',
    fields: {},
  });
});

test('an answer that breaks off is one that did not come, and one of another kind is not understood', async () => {
  const call = (body: BodyInit) => {
    vi.stubGlobal('fetch', async () => new Response(body));
    return callApi('/api/anything', z.object({}));
  };
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"vid'));
    },
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  await expect(call(broken)).rejects.toMatchObject({ code: 'no-connection', status: 0 });
  const other = { code: 'unexpected-answer', status: 200 };
  await expect(call('<html>Welcome to the hotel</html>')).rejects.toMatchObject(other);
});

test('where an answer has no words, the wait that it asks for is told', async () => {
  const readHead = (headers: HeadersInit) =>
    readError(new Response(null, { status: 429, headers }));
  expect(await readHead({ 'retry-after': '3001' })).toMatchObject({
    code: 'too_many_requests',
    message: 'That was too often. Please try again in 51 minutes.',
  });
  const soon = { message: 'That was too often. Please wait a moment and try again.' };
  expect(await readHead({ 'retry-after': '60' })).toMatchObject(soon);
  expect(await readHead({})).toMatchObject(soon);
});

test('who is told that a session ended hears it of every call, HEAD included, and of nothing else', async () => {
  let told = 0;
  const stop = onSessionEnded(() => {
    told += 1;
  });
  const error = { code: 'unauthenticated', message: 'Please sign in first.' };
  expect(await read(401, JSON.stringify({ error }))).toMatchObject(error);
  expect(await read(401, '')).toMatchObject(error);
  expect(told).toBe(2);
  await read(401, '{"error":{"code":"wrong_credentials","message":"Incorrect Email or Password"}}');
  await read(403, '');
  expect(told).toBe(2);
  stop();
  await read(401, '');
  expect(told).toBe(2);
});
