// Reads one HEIC picture in a thread of its own: one that never comes to an end can be ended, and
// the memory goes with it, which WebAssembly never gives back otherwise.
import { parentPort, workerData } from 'node:worker_threads';
import { type DecodedHeic, HeicFailure, type HeicStill } from './heic-still.ts';
import type { HeicAnswer, HeicGo, HeicTask } from './heic-tasks.ts';
import { openHeic } from './libheif.ts';
import { profileOf } from './nclx-profile.ts';
import { writeRgbTiff } from './rgb-tiff.ts';

const { bytes, module }: HeicTask = workerData;
attempt(() => {
  const still = openHeic(module, bytes);
  const { widthPx, heightPx, exif } = still;
  parentPort?.once('message', ({ maxPixels }: HeicGo) => attempt(() => decode(still, maxPixels)));
  say({ type: 'header', header: { widthPx, heightPx, exif } });
});

function decode(still: HeicStill, maxPixels: number): void {
  const decoded = still.decode(maxPixels);
  const { icc, colourCode } = decoded;
  const tiff = writeRgbTiff(straighten(decoded), icc ?? (colourCode && profileOf(colourCode)));
  say({ type: 'picture', tiff }, [tiff.buffer]);
}

/** Divides the colours by their alpha where they are multiplied with it. */
function straighten(decoded: DecodedHeic): DecodedHeic {
  if (!decoded.premultiplied || decoded.channels !== 4) return decoded;
  return {
    ...decoded,
    row(y) {
      const straight = Uint8ClampedArray.from(decoded.row(y));
      for (let i = 0; i < straight.length; i += 4) {
        const alpha = straight[i + 3]!;
        if (alpha === 0) continue;
        for (let k = i; k < i + 3; k++) straight[k] = (straight[k]! * 255) / alpha;
      }
      return new Uint8Array(straight.buffer);
    },
  };
}

function attempt(step: () => void): void {
  try {
    step();
  } catch (error) {
    // What libheif throws beside its own errors, it throws for want of memory or for a bug of its.
    const kind = error instanceof HeicFailure ? error.kind : 'broken';
    say({ type: 'failure', kind, message: String(error) });
  }
}

function say(answer: HeicAnswer, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, moved);
}
