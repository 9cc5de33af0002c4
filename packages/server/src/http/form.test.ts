import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { answerError } from './answer-error.ts';
import type { AppEnv, SessionUser } from './app-env.ts';
import { withImageForm } from './form.ts';

const user: SessionUser = { id: 'ada', email: 'ada@test.example', role: 'user', sessionId: '1' };
const app = new Hono<AppEnv>();
app.use('*', async (c, next) => {
  c.set('findUser', async () => user);
  await next();
});
app.post('/', (c) =>
  withImageForm(c, z.record(z.string(), z.string()), async ({ bytes, fields }) =>
    c.json({ picture: new TextDecoder().decode(bytes), fields }),
  ),
);
app.onError(answerError);

const IMAGE = 'content-disposition: form-data; name="image"; filename="x"\r\n\r\nbytes';
const field = (name: string) => `content-disposition: form-data; name="${name}"\r\n\r\nof ${name}`;

async function send(parts: readonly string[], boundary: string, type = `boundary=${boundary}`) {
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; ${type}` };
  const answer = await app.request('/', { method: 'POST', headers, body });
  return { status: answer.status, said: (await answer.json()) as unknown };
}

test('a form has a picture and fields, whatever its boundary looks like', async () => {
  for (const [boundary, type] of [
    ['x', 'boundary=x'],
    ['----WebKitFormBoundaryABC123', 'boundary=----WebKitFormBoundaryABC123'],
    ["a b'c:d", `boundary="a b'c:d"`],
    ['x', 'charset=utf-8; boundary=x; other=1'],
  ] as const) {
    expect(await send([IMAGE, field('label')], boundary, type)).toEqual({
      status: 200,
      said: { picture: 'bytes', fields: { label: 'of label' } },
    });
  }
});

test('a form of very many parts is refused before it is parsed', async () => {
  const parse = vi.spyOn(Response.prototype, 'formData');
  const many = Array.from({ length: 40 }, (_, n) => field(`f${n}`));
  expect(await send([IMAGE, ...many], 'x')).toMatchObject({
    status: 400,
    said: { error: { code: 'bad_request', message: 'The form has too many fields.' } },
  });
  expect(parse).not.toHaveBeenCalled();
  expect(await send([IMAGE, ...many.slice(0, 20)], 'x')).toMatchObject({ status: 200 });
  expect(parse).toHaveBeenCalled();
  parse.mockRestore();
});

test('of two boundaries no other one is parsed than was counted', async () => {
  const many = Array.from({ length: 40 }, (_, n) => field(`f${n}`));
  for (const type of ['boundary=y; boundary=x', 'boundary=x; boundary=y']) {
    expect(await send([IMAGE, ...many], 'x', type)).toMatchObject({ status: 400 });
  }
});

test('a form without a boundary is damaged', async () => {
  const { status, said } = await send([IMAGE], 'x', 'charset=utf-8');
  expect({ status, said }).toMatchObject({ status: 400, said: { error: { code: 'bad_request' } } });
});
