/**
 * Lets the process live when what it says cannot be written: a file on a full disk, a pipe whose reader
 * is gone. Without a listener each such write ends it, in the middle of what it does.
 */
export function bearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
