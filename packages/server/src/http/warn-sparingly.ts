import type { Logger } from 'pino';

/** For so long the same trouble is not told again. */
const QUIET_MS = 60_000;
/** Of more kinds than that the first are forgotten, and told again. */
const MOST_KINDS = 50;

/**
 * Logs errors that come back every second while something is away: each kind at once, and then once a
 * minute, with `alike`, how many were left out since. Kinds are told apart by code, or by message. What is
 * told can be told to another log, which says where it came from.
 */
export function warnSparingly(
  log: Logger,
  message: string,
  nowMs: () => number = Date.now,
): (err: unknown, logOfThis?: Logger) => void {
  const told = new Map<string, { readonly atMs: number; alike: number }>();
  return (err, logOfThis = log) => {
    const kind = kindOf(err);
    const last = told.get(kind);
    if (last && nowMs() - last.atMs < QUIET_MS) {
      last.alike += 1;
      return;
    }
    if (!last && told.size >= MOST_KINDS) told.clear();
    told.set(kind, { atMs: nowMs(), alike: 0 });
    logOfThis.warn({ err, ...(last?.alike ? { alike: last.alike } : {}) }, message);
  };
}

/** drizzle wraps the reason, which alone has a code. */
function kindOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('code' in error && error.code) return String(error.code);
  if ('cause' in error && error.cause) return kindOf(error.cause);
  return 'message' in error ? String(error.message) : '';
}
