import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry =
  | { readonly name: string; readonly text: string }
  /** Compressed already, as films and pictures are. */
  | { readonly name: string; readonly bytes: Readable };

/**
 * A zip that is made while it is read: one file after the other, each asked for when the one before
 * it has been read to its end. It may be larger than 4 GiB. Who cancels it closes the file that is open.
 */
export function zipStream(entries: () => AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  fill(zip, output, entries()).catch(fail);
  return output;
}

async function fill(
  zip: ZipFile,
  output: Readable,
  entries: AsyncIterable<ZipEntry>,
): Promise<void> {
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  for await (const entry of entries) {
    if ('text' in entry) {
      zip.addBuffer(Buffer.from(entry.text), entry.name);
      continue;
    }
    const bytes = addAbortSignal(closed.signal, entry.bytes);
    zip.addReadStream(bytes, entry.name, { compress: false });
    await finished(bytes, { writable: false });
  }
  zip.end();
}
