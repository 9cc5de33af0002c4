import { type Delivery, deliverDueMails } from './mail-queue.ts';

const PAUSE_MS = 1_000;

export interface Mailer {
  /** Resolves when the mail that is being sent is sent. */
  stop(): Promise<void>;
}

/**
 * Sends what is due, looks again a second later, and so on: also mails that another process
 * queued, or that were left when one died.
 */
export function startMailer(delivery: Delivery): Mailer {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = deliverDueMails(delivery).then(
      () => {},
      (error: unknown) => {
        delivery.log.error({ err: error }, 'the mail queue could not be read');
      },
    );
    running.then(() => {
      if (!stopped) timer = setTimeout(look, PAUSE_MS);
    });
  };
  look();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
