import { ERRORS, UPLOAD_LIMITS } from '@moodreel/contract';
import type { z } from 'zod';
import { type AppContext, requireUser } from './app-env.ts';
import { AppError } from './app-error.ts';
import { watchPace } from './body-pace.ts';
import { openUploadSpace } from './upload-space.ts';

const JSON_LIMIT_BYTES = 100_000;
/** Room for the form's other fields and boundaries beside the picture. */
const FORM_EXTRA_BYTES = 64_000;
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
  const chunks: Uint8Array[] = [];
  const keepPace = watchPace();
  let length = 0;
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    while (reader) {
      const { done, value } = await orStalled(reader.read());
      if (done) break;
      length += value.length;
      if (length > limitBytes) throw tooLarge();
      keepPace(value.length);
      admit(value.length);
      chunks.push(value);
    }
  } finally {
    reader?.releaseLock();
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
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
  if (said === ERRORS.weak_password.message) throw new AppError('weak_password', said, { fields });
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

interface ImageForm<B, F> {
  readonly bytes: B;
  readonly fields: F;
}
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The picture (file field `image`) and the checked text fields of a multipart form. Larger than
 * 20 MB is refused before it is in memory. The file's name and declared type are not believed.
 */
export async function readImageForm<T extends z.ZodType>(
  c: AppContext,
  schema: T,
): Promise<ImageForm<Bytes, z.output<T>>> {
  const { bytes, fields } = await readForm(c, schema);
  if (!bytes) throw noImage();
  return { bytes, fields };
}

/** As `readImageForm`, but the text field `standIn` may stand in the place of the picture. */
export async function readForm<T extends z.ZodType>(
  c: AppContext,
  schema: T,
  standIn?: string,
): Promise<ImageForm<Bytes | undefined, z.output<T>>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the picture as multipart/form-data.');
  }
  const limit = UPLOAD_LIMITS.maxBytes + FORM_EXTRA_BYTES;
  const declared = Number(c.req.header('content-length') ?? limit) || limit;
  if (declared > limit) throw new AppError('file_too_large');
  const space = openUploadSpace((await requireUser(c)).id, declared);
  try {
    const tooLarge = () => new AppError('file_too_large');
    const bytes = await readLimited(c.req.raw, limit, tooLarge, space.take);
    return await parseForm(bytes, type, schema, standIn);
  } finally {
    space.release();
  }
}

async function parseForm<T extends z.ZodType>(
  bytes: Bytes,
  contentType: string,
  schema: T,
  standIn: string | undefined,
): Promise<ImageForm<Bytes | undefined, z.output<T>>> {
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new AppError('bad_request', 'The form is damaged.');
  }
  const sent = form.get('image');
  const image = sent instanceof File && sent.size > 0 ? sent : undefined;
  if (!image && !(standIn && form.has(standIn))) throw noImage();
  if (image && image.size > UPLOAD_LIMITS.maxBytes) throw new AppError('file_too_large');
  const texts = [...form.entries()].filter(([, value]) => typeof value === 'string');
  const fields = parseInput(schema, Object.fromEntries(texts));
  return { bytes: image && new Uint8Array(await image.arrayBuffer()), fields };
}

function noImage(): AppError {
  return new AppError('bad_request', 'Please upload an image or capture a photo first!', {
    fields: { image: 'No image selected' },
  });
}
