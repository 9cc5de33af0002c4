import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { orStalled } from './body.ts';
import { watchPace } from './body-pace.ts';

/** A body that has come by itself before anybody could mind: its connection stays. */
const SMALL_BYTES = 100_000;
/** How much is let run past of a body that was answered already. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Sees to it that a refusal arrives whose request is still being sent. A connection that is closed
 * on somebody who sends is reset, and takes the answer with it that lies unread on the other side.
 * So the answer goes out whole at once, for those who listen while they send, and the connection
 * ends when the rest of the body has come, or too much of it, or nothing any more.
 */
export const answerEarly = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const incoming = c.env?.incoming;
  // Who was told that nothing comes is not waited for once more.
  if (!incoming || incoming.complete || c.res.status < 400 || c.res.status === 408) return;
  if (Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES) return;
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null;
  if (!body || body.locked) return;
  const said = new Uint8Array(await c.res.arrayBuffer());
  const headers = new Headers(c.res.headers);
  headers.set('connection', 'close');
  headers.set('content-length', String(said.length));
  const answer = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(said),
    pull: async (controller) => {
      await letPass(body);
      controller.close();
    },
  });
  c.res = new Response(answer, { status: c.res.status, headers });
});

/** Reads on and keeps nothing; resolves at the end, or when it is enough. */
async function letPass(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const keepPace = watchPace();
  let length = 0;
  try {
    while (length < MOST_BYTES) {
      const { done, value } = await orStalled(reader.read());
      if (done) return;
      length += value.length;
      keepPace(value.length);
    }
  } catch {
    // Gone, or too slow: the answer was given.
  }
}
