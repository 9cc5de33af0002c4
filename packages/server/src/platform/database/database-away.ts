/**
 * The network's codes, and PostgreSQL's for a server that stops, crashed, starts, is full, has no disk or
 * memory left, or ended a statement that took too long.
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-3]|57014|53[1-3]00|08\w{3})$/;

/** What pg says without a code: a lost connection, none that was free or made in time, no answer. */
const AWAY_TEXT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Whether the database could not be reached; drizzle and pg wrap the reason in causes. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && AWAY.test(String(cause.code))) return true;
    if (isMissingSocket(cause)) return true;
    if (AWAY_TEXT.test(cause.message)) return true;
  }
  return false;
}

/** A database that listens on a unix socket takes it along; of files the same code says less. */
function isMissingSocket({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' && syscall === 'connect';
}
