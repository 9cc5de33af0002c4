// Asks for each thing that is loaded once while no file can be opened any more, then again. Prints a
// line of JSON for each: its name, how the first and the second time ended. Run by itself, where
// few files are enough (`ulimit -n 128`).
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readHeic } from '../../src/platform/node/heic/read-heic.ts';
import { loadKernels } from '../../src/platform/node/load-kernels.ts';
import { createNodeModelRuntime } from '../../src/platform/node/model-runtime.ts';

const CARD = new URL('../../test-fixtures/heic/card.heic', import.meta.url);
const card = new Uint8Array(readFileSync(CARD));

async function withoutFiles(attempt: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return await outcome(attempt);
  } finally {
    for (const file of taken) closeSync(file);
  }
}

function outcome(attempt: () => Promise<unknown>): Promise<string> {
  return attempt().then(() => 'done', describe);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.message} ${describe(error.cause)}` : '';
}

async function report(name: string, attempt: () => Promise<unknown>): Promise<void> {
  const first = await withoutFiles(attempt);
  const second = await outcome(attempt);
  process.stdout.write(`${JSON.stringify({ name, first, second })}\n`);
}

await report('kernels', loadKernels);
await report('HEIC', () => readHeic(card, () => {}, 1e6));
await report('runtime', createNodeModelRuntime);
const runtime = await createNodeModelRuntime();
await report('cascade', async () => runtime.catCascade());
await report('model', () => runtime.run('detector-short', [new Float32Array(128 * 128 * 3)]));
