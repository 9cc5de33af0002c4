import { warnSparingly } from '../http/warn-sparingly.ts';
import { type Delivery, deliverDueMails } from './mail-queue.ts';

const PAUSE_MS = 1_000;

export interface Mailer {
  /**
   * Begins no further mail. Resolves when the one that is being sent is sent, or after
   * `patienceMs`: then that mail stays in the queue, too.
   */
  stop(patienceMs: number): Promise<void>;
}

/**
 * Sends what is due, looks again a second later, and so on: also mails that another process
 * queued, or that were left when one died.
 */
export function startMailer(delivery: Delivery): Mailer {
  const stopping = new AbortController();
  const breakOff = new AbortController();
  const end = { stopping: stopping.signal, breakOff: breakOff.signal };
  const onTrouble = warnSparingly(delivery.log, 'the mail queue could not be read');
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = deliverDueMails(delivery, end).then(() => {}, onTrouble);
    running.then(() => {
      if (!stopping.signal.aborted) timer = setTimeout(look, PAUSE_MS);
    });
  };
  look();
  return {
    stop: async (patienceMs) => {
      stopping.abort();
      clearTimeout(timer);
      const impatience = setTimeout(() => breakOff.abort(), patienceMs);
      await running;
      clearTimeout(impatience);
    },
  };
}
