import { errorCodeSchema } from '@moodreel/contract';
import type { z } from 'zod';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';
import { watchPace } from './body-pace.ts';

const JSON_LIMIT_BYTES = 100_000;
/** More than most bodies have; larger ones get more room as they come. */
const FIRST_BYTES = 16_384;
/** Who sends nothing for this long has given up, or keeps room from others. */
const STALL_MS = 10_000;

/**
 * Reads the body into memory, but never more than `limitBytes`: a larger declared length is
 * refused before a byte is read, an undeclared one as soon as it exceeds the limit. `admit` hears
 * of each piece before it is kept, and may throw. Throws `body_stalled` when nothing arrives for ten
 * seconds, and `body_too_slow`. What is not read is left to `answerEarly`.
 */
export async function readLimited(
  request: Request,
  limitBytes: number,
  tooLarge: () => AppError,
  admit: (bytes: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  // Pieces are copied: one byte each, as they may come, they would take up 200 times what they hold.
  let bytes = new Uint8Array(FIRST_BYTES);
  const keepPace = watchPace();
  let length = 0;
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    while (reader) {
      const { done, value } = await orStalled(reader.read());
      if (done) break;
      const end = length + value.length;
      if (end > limitBytes) throw tooLarge();
      keepPace(value.length);
      admit(value.length);
      if (end > bytes.length) {
        const room = Math.max(end, Math.min(limitBytes, 2 * bytes.length));
        bytes = new Uint8Array(bytes.buffer.transfer(room));
      }
      bytes.set(value, length);
      length = end;
    }
  } finally {
    reader?.releaseLock();
  }
  return bytes.subarray(0, length);
}

/** As `piece` ends; throws `body_stalled` when it takes too long. */
export async function orStalled<T>(piece: Promise<T>): Promise<T> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('body_stalled')), STALL_MS);
  try {
    return await Promise.race([piece, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** The parsed JSON body, at most 100 kB. Throws `bad_request` that names the wrong fields. */
export async function readJson<T extends z.ZodType>(
  c: AppContext,
  schema: T,
): Promise<z.output<T>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the data as application/json.');
  }
  const bytes = await readLimited(
    c.req.raw,
    JSON_LIMIT_BYTES,
    () => new AppError('payload_too_large'),
  );
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('bad_request', 'The data is not valid JSON.');
  }
  return parseInput(schema, value);
}

/** Checks input from outside. Throws `bad_request` with a sentence for each wrong field. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    refuseNul(parsed.data);
    return parsed.data;
  }
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    fields[path.map(String).join('.') || 'body'] ??= message;
  }
  const [[field = '', said = ''] = []] = Object.entries(fields);
  const [issue] = parsed.error.issues;
  const code = errorCodeSchema.safeParse(issue?.code === 'custom' && issue.params?.code);
  if (code.success) throw new AppError(code.data, said, { fields });
  // zod's own messages do not say what they speak of; those of the contract do.
  const isBare = /^(Invalid|Too|Unrecognized|Expected)/.test(said) && field !== 'body';
  throw new AppError('bad_request', isBare ? `${field}: ${said}` : said, { fields });
}

/** The database takes every character but NUL. What a schema let through is not deep. */
function refuseNul(data: unknown, field = 'body'): void {
  if (typeof data === 'string' && data.includes('\0')) {
    const said = 'The text contains characters that cannot be kept.';
    throw new AppError('bad_request', said, { fields: { [field]: said } });
  }
  if (typeof data !== 'object' || data === null) return;
  for (const [name, value] of Object.entries(data)) refuseNul(value, name);
}
