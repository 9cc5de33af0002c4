import type { AppContext } from './app-env.ts';

/**
 * How long a piece of an answer may lie there until the client takes the next one. Meanwhile the source
 * holds a connection to the storage, of which there are not many. Long enough for the slowest lines of
 * today to empty what the system keeps for a connection, a few hundred kB.
 */
const UNREAD_LIMIT_MS = 60_000;

/**
 * Passes a stream on whose source may fail after the answer began. Then the connection is closed, so
 * that the client sees that something is missing, and the log says why under the request's id. Left
 * to the library the reason would be text without an id, and the request a success.
 *
 * A client that stops reading is left: players and browsers ask for the rest by a range.
 */
export function watchStream(
  c: AppContext,
  source: ReadableStream<Uint8Array>,
  told: Readonly<Record<string, string>>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let left = false;
  let unread: NodeJS.Timeout | undefined;
  const leave = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    left = true;
    c.var.log.info({ ...told }, 'an answer was given up: its client reads no further');
    const reason = new Error('the client reads no further');
    // What the source says to that concerns nobody any more.
    reader.cancel(reason).catch(() => {});
    breakOff(c, controller, reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(unread);
        try {
          const { done, value } = await reader.read();
          // A client that leaves meanwhile has closed it: that is its right, and no failure.
          if (left) return;
          if (done) return controller.close();
          controller.enqueue(value);
          unread = setTimeout(leave, UNREAD_LIMIT_MS, controller);
          unread.unref();
        } catch (error) {
          if (left) return;
          c.var.log.error({ ...told, err: error }, 'an answer broke off');
          c.set('errorCode', 'broken_off');
          breakOff(c, controller, error);
        }
      },
      cancel: (reason) => {
        left = true;
        clearTimeout(unread);
        return reader.cancel(reason);
      },
    },
    // The source has a buffer of its own.
    { highWaterMark: 0 },
  );
}

function breakOff(
  c: AppContext,
  controller: ReadableStreamDefaultController<Uint8Array>,
  error: unknown,
): void {
  const outgoing = c.env?.outgoing;
  if (!outgoing) {
    controller.error(error);
    return;
  }
  // What is written to it yet is an error to nobody.
  outgoing.on('error', () => {});
  outgoing.destroy();
}
