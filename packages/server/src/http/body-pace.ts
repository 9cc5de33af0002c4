import { AppError } from './app-error.ts';

/** How long the least amount may take: long enough for a phone to find the net again. */
const WINDOW_MS = 30_000;
/** 8 kB a second, which the slowest lines of today have; a picture of 2 MB takes four minutes. */
const LEAST_BYTES = 240_000;
/** How long a body may take in all; the 20 MB of the largest picture need 70 kB a second. */
const MOST_MS = 300_000;

/**
 * Watches how fast a body comes that begins now. Call what it answers with the bytes of each piece
 * that arrives; it throws `body_too_slow`. Nothing is heard of a body whose end comes in time,
 * however small. Who sends nothing at all is not noticed here.
 */
export function watchPace(): (bytes: number) => void {
  const began = performance.now();
  let windowBegan = began;
  let bytesInWindow = 0;
  return (bytes) => {
    bytesInWindow += bytes;
    const now = performance.now();
    if (now - began > MOST_MS) throw new AppError('body_too_slow');
    if (now - windowBegan < WINDOW_MS) return;
    if (bytesInWindow < LEAST_BYTES) throw new AppError('body_too_slow');
    windowBegan = now;
    bytesInWindow = 0;
  };
}
