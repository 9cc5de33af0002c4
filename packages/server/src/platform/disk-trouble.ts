/**
 * What a full, read-only or failing disk is called. FFmpeg and libvips say so in these words alone;
 * Node and PostgreSQL use the same ones beside their codes.
 */
const WORDS =
  /no space left on device|disk quota exceeded|read-only file system|\bi\/o error|input\/output error/i;

/** Whether the disk is to blame for an error, or for one that caused it. */
export function isDiskTrouble(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (WORDS.test(cause.message)) return true;
  }
  return false;
}
