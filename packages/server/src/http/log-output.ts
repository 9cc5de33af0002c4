import { write, writeSync } from 'node:fs';

/**
 * What is kept of lines that cannot be written, in bytes: they come once the disk has room again. What
 * comes on top of that is lost.
 */
const MOST_WAITING_BYTES = 1_000_000;
/** How long a pipe is given whose reader is slow. */
const SLOW_READER_MS = 100;

/**
 * Writes lines to an open file, in their order, without holding the process up. The file may be on a full
 * disk, or a pipe that nobody reads: then it tries again with each line that comes, and throws nothing.
 */
export class LogOutput {
  readonly #fd: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isWriting = false;

  constructor(fd: number) {
    this.#fd = fd;
    // The last lines say why it ended.
    process.once('exit', () => this.#writeRest());
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > MOST_WAITING_BYTES) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#writeSome();
  }

  #writeSome(): void {
    if (this.#isWriting || this.#waitingBytes === 0) return;
    this.#isWriting = true;
    const chunk = this.#takeAll();
    write(this.#fd, chunk, (error, written) => {
      this.#isWriting = false;
      const rest = error ? chunk : chunk.subarray(written);
      if (rest.length > 0) this.#waiting.unshift(rest);
      this.#waitingBytes += rest.length;
      if (!error) this.#writeSome();
      else if (error.code === 'EAGAIN') setTimeout(() => this.#writeSome(), SLOW_READER_MS);
    });
  }

  #writeRest(): void {
    let rest = this.#takeAll();
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest));
    } catch {
      // Nobody is left to be told.
    }
  }

  #takeAll(): Buffer {
    const all = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    return all;
  }
}
