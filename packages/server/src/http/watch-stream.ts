import type { AppContext } from './app-env.ts';

/**
 * Passes a stream on whose source may fail after the answer began. Then the connection is closed, so
 * that the client sees that something is missing, and the log says why under the request's id. Left
 * to the library the reason would be text without an id, and the request a success.
 */
export function watchStream(
  c: AppContext,
  source: ReadableStream<Uint8Array>,
  told: Readonly<Record<string, string>>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let left = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          // A client that leaves meanwhile has closed it: that is its right, and no failure.
          if (left) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (left) return;
          c.var.log.error({ ...told, err: error }, 'an answer broke off');
          c.set('errorCode', 'broken_off');
          breakOff(c, controller, error);
        }
      },
      cancel: (reason) => {
        left = true;
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
