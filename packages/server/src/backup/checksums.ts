import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { unpack } from './tar.ts';

/** Last file of a backup: a line for each one before it, as `sha256sum --check` reads them. */
export const CHECKSUMS = 'checksums.sha256';

/** Sums up what passes through it. */
export class Checksums {
  readonly #sums = new Map<string, string>();

  async *through(name: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
    this.#sums.set(name, hash.digest('hex'));
  }

  toString(): string {
    return [...this.#sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  }
}

/**
 * Reads a whole backup and compares it with its checksums; false where it has none, as those of earlier
 * versions. Throws a sentence when it is damaged.
 */
export async function isVerified(source: Readable): Promise<boolean> {
  const sums = new Checksums();
  let isPromised = false;
  for await (const { name, body } of unpack(source)) {
    if (name === CHECKSUMS) {
      assertSame(sums.toString(), await text(body));
      return true;
    }
    const passed = sums.through(name, body);
    if (name !== 'manifest.json') for await (const _ of passed);
    else isPromised = (await text(passed)).includes(`"checksums": "${CHECKSUMS}"`);
  }
  if (isPromised) throw new Error('The backup is damaged: its checksums are missing.');
  return false;
}

function assertSame(found: string, written: string): void {
  if (found === written) return;
  const known = new Set(written.split('\n'));
  const [, name] =
    /^\w+ {2}(.*)$/.exec(found.split('\n').find((line) => !known.has(line)) ?? '') ?? [];
  const which = name ? `${name} is not what was written` : 'a file is missing';
  throw new Error(`The backup is damaged: ${which}. Nothing was changed.`);
}
