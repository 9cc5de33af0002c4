import { setImmediate } from 'node:timers/promises';
import { cancelled } from '../../refusal.ts';
import type { CancelSignal } from '../../video/draw-film.ts';

/**
 * Between two steps that draw: lets in what waited for their end, such as Ctrl-C.
 *
 * @throws Refusal cancelled, once the signal is aborted
 */
export async function heedSignal(signal: CancelSignal | undefined): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw cancelled();
}
