/**
 * As `work` ends, but rejects with the signal's reason as soon as that aborts. The work itself goes on:
 * others may wait for it.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
