import { Worker } from 'node:worker_threads';
import { once } from '../once.ts';
import { HeicFailure } from './heic-still.ts';
import type { HeicAnswer, HeicGo, HeicHeader, HeicTask } from './heic-tasks.ts';
import { compileLibheif } from './libheif.ts';

const THREAD = new URL('./heic-thread.ts', import.meta.url);
/** 40 megapixels take about 6 s. Files can be made that take hours. */
const PATIENCE_MS = 30_000;

export interface ReadHeic {
  readonly header: HeicHeader;
  /** Uncompressed, 8 bits a channel, with the profile of its colours; turned and cut. */
  readonly tiff: Uint8Array;
}

const compiled = once(compileLibheif);

/**
 * Reads the primary picture of a HEIC file.
 *
 * @param judge is told the header before anything is decoded; what it throws is thrown
 * @param maxPixels what no part of the picture may exceed, whatever the header says
 * @param patienceMs how long all of it may take
 * @throws HeicFailure
 */
export async function readHeic(
  bytes: Uint8Array,
  judge: (header: HeicHeader) => void,
  maxPixels: number,
  patienceMs = PATIENCE_MS,
): Promise<ReadHeic> {
  const task: HeicTask = { bytes, module: await compiled() };
  const thread = new Worker(THREAD, { workerData: task });
  let patience: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadHeic>((resolve, reject) => {
      const fail = (message: string) => reject(new HeicFailure('broken', message));
      patience = setTimeout(() => fail(`not read after ${patienceMs} ms`), patienceMs);
      thread.once('error', (error) => fail(String(error)));
      thread.once('exit', (code) => fail(`the thread ended with ${code}`));
      let header: HeicHeader | undefined;
      thread.on('message', (answer: HeicAnswer) => {
        if (answer.type === 'failure') {
          reject(new HeicFailure(answer.kind, answer.message));
        } else if (answer.type === 'header') {
          ({ header } = answer);
          try {
            judge(header);
          } catch (refusal) {
            return reject(refusal);
          }
          thread.postMessage({ maxPixels } satisfies HeicGo);
        } else if (header) {
          resolve({ header, tiff: answer.tiff });
        }
      });
    });
  } finally {
    clearTimeout(patience);
    await thread.terminate();
  }
}
