import { vi } from 'vitest';
import { JobQueue } from '../../src/jobs/job-queue.ts';

/** Takes all jobs of renders out of a queue that nobody works on; answers whose they are, in order. */
export async function givenOut(url: string, count: number): Promise<readonly string[]> {
  const ignore = () => {};
  const options = { pollingSeconds: 0.5, onError: ignore, onFailedRun: ignore };
  const queue = new JobQueue({ url, ...options });
  const order: string[] = [];
  queue.handle('render', 1, async ({ renderId }) => void order.push(renderId));
  for (const name of ['render-abandoned', 'payer-email', 'clean-up', 'watch-queue'] as const) {
    queue.leaveToOthers(name);
  }
  await queue.start();
  try {
    await vi.waitFor(
      () => {
        if (order.length < count) throw new Error(`${order.length} of ${count} were given out`);
      },
      { timeout: 30_000 },
    );
    await queue.drain();
    return order;
  } finally {
    await queue.close();
  }
}
