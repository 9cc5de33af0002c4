import { join } from 'node:path';
import type { PostgresHome } from './home.ts';
import { type LaunchOptions, launch, reachableBinaries } from './launch.ts';
import { askOnce, findPostmaster } from './postmaster.ts';
import { withStartLock } from './start-lock.ts';

const WATCH_MS = 1_000;

export interface WatchOptions extends LaunchOptions {
  /** Hears of each try to start a lost server again that failed: about one a second. */
  readonly onRestartFailed?: ((error: unknown) => void) | undefined;
}

/**
 * Starts the server again when it is gone: killed (a system short of memory may) or stopped by the
 * process that owned it. Its address stays the same. Returns how to end the watch.
 */
export function keepRunning(
  home: PostgresHome,
  options: WatchOptions,
  onStarted: () => void,
): () => Promise<void> {
  let starting: Promise<unknown> | undefined;
  const askProgram = askOnce();
  const look = () => {
    if (starting || findPostmaster(home.cluster, askProgram)) return;
    const restart = async () => {
      if (findPostmaster(home.cluster)) return;
      await launch(home, reachableBinaries(home), options);
      onStarted();
    };
    starting = withStartLock(join(home.folder, 'start.lock'), restart)
      // The next look tries again.
      .catch((error: unknown) => options.onRestartFailed?.(error))
      .finally(() => {
        starting = undefined;
      });
  };
  const timer = setInterval(look, WATCH_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await starting;
  };
}
