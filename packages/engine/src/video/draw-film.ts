import { cancelled } from '../refusal.ts';
import type { FrameSink } from './frame-sink.ts';

/** The part of AbortSignal that is looked at; the core knows no DOM. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** Number of frames of a film: at least one. */
export function frameCountOf(seconds: number, frameRateHz: number): number {
  return Math.max(1, Math.round(seconds * frameRateHz));
}

/**
 * When a frame is shown. The last one comes a frame before the end, so that a looping film does
 * not show its first picture twice.
 */
export function frameTimeSeconds(index: number, frameRateHz: number): number {
  return index / frameRateHz;
}

/** How long the two sides of the work took, milliseconds of the given clock. */
export interface DrawingTimes {
  readonly drawMs: number;
  /** Waiting for the encoder, which works while the next frame is drawn. */
  readonly waitMs: number;
}

/**
 * Draws every frame and hands it to the sink; one frame is drawn while the last is taken.
 * The sink is finished at the end, and aborted when anything fails.
 *
 * @param drawFrame draws the film at a time and gives it as I420; the view may be used again
 * @param clockMs time for the report; the core has no clock of its own
 * @throws Refusal cancelled, once the signal is aborted
 */
export async function drawFilm(options: {
  readonly frameCount: number;
  readonly frameRateHz: number;
  readonly drawFrame: (timeSeconds: number) => Uint8Array;
  readonly sink: FrameSink;
  readonly clockMs: () => number;
  readonly onFrame?: ((done: number, of: number) => void) | undefined;
  readonly signal?: CancelSignal | undefined;
}): Promise<DrawingTimes> {
  const { frameCount, frameRateHz, drawFrame, sink, clockMs, onFrame, signal } = options;
  let drawMs = 0;
  let waitMs = 0;
  try {
    let taken: Promise<void> = Promise.resolve();
    for (let index = 0; index < frameCount; index++) {
      if (signal?.aborted) throw cancelled();
      const start = clockMs();
      const i420 = drawFrame(frameTimeSeconds(index, frameRateHz));
      const drawn = clockMs();
      await taken;
      taken = sink.push(i420, index);
      // A failure is met at the next await; without this it would count as unhandled until then.
      taken.catch(() => {});
      drawMs += drawn - start;
      waitMs += clockMs() - drawn;
      onFrame?.(index + 1, frameCount);
    }
    const start = clockMs();
    await taken;
    if (signal?.aborted) throw cancelled();
    await sink.finish();
    waitMs += clockMs() - start;
    return { drawMs, waitMs };
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
