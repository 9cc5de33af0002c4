import { UPLOAD_LIMITS } from '@moodreel/contract';
import type { z } from 'zod';
import { type AppContext, requireUser } from './app-env.ts';
import { AppError } from './app-error.ts';
import { parseInput, readLimited } from './body.ts';
import { openUploadSpace } from './upload-space.ts';

/** Room for the form's other fields and boundaries beside the picture. */
const FORM_EXTRA_BYTES = 64_000;

/**
 * More than twice as many as the largest form has fields. Each part begins with one, and the form ends
 * with one; a picture may hold some by chance where the boundary is short.
 */
const MAX_MARKS = 32;

interface ImageForm<B, F> {
  readonly bytes: B;
  readonly fields: F;
}
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Does `work` with the picture (file field `image`) and the checked text fields of a multipart form.
 * Larger than 20 MB is refused before it is in memory. The file's name and declared type are not
 * believed. The picture takes up room for uploads until `work` has ended: by then it has to lie
 * somewhere else, and nothing that goes on may hold its bytes.
 */
export async function withImageForm<T extends z.ZodType, R>(
  c: AppContext,
  schema: T,
  work: (form: ImageForm<Bytes, z.output<T>>) => Promise<R>,
): Promise<R> {
  return await withForm(c, schema, undefined, async ({ bytes, fields }) => {
    if (!bytes) throw noImage();
    return await work({ bytes, fields });
  });
}

/** As `withImageForm`, but the text field `standIn` may stand in the place of the picture. */
export async function withForm<T extends z.ZodType, R>(
  c: AppContext,
  schema: T,
  standIn: string | undefined,
  work: (form: ImageForm<Bytes | undefined, z.output<T>>) => Promise<R>,
): Promise<R> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the picture as multipart/form-data.');
  }
  const limit = UPLOAD_LIMITS.maxBytes + FORM_EXTRA_BYTES;
  const declared = Number(c.req.header('content-length') ?? limit) || limit;
  if (declared > limit) throw new AppError('file_too_large');
  const { id: userId } = await requireUser(c);
  const space = openUploadSpace({ userId, network: c.var.clientNetwork }, declared);
  try {
    const tooLarge = () => new AppError('file_too_large');
    // In one expression: what this function named would stay in memory while `work` goes on.
    return await work(
      await parseForm(
        await readLimited(c.req.raw, limit, tooLarge, space.take),
        type,
        schema,
        standIn,
      ),
    );
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
  const boundary = readBoundary(contentType);
  refuseManyParts(bytes, boundary);
  let form: FormData;
  try {
    // By the boundary that was counted: of two in the header the library might take the other.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    form = await new Response(bytes, { headers }).formData();
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

function readBoundary(contentType: string): string {
  // The characters that RFC 2046 allows; a space only where quotes end it.
  const found =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i.exec(
      contentType,
    );
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new AppError('bad_request', 'The form is damaged.');
  return boundary;
}

/**
 * Before it is parsed, which takes all of the process's attention: as parts of a few bytes 20 MB are
 * hundreds of thousands, and everybody else waits for seconds.
 */
function refuseManyParts(bytes: Bytes, boundary: string): void {
  const mark = Buffer.from(`--${boundary}`);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let marks = 0;
  for (let at = all.indexOf(mark); at >= 0; at = all.indexOf(mark, at + mark.length)) {
    marks += 1;
    if (marks > MAX_MARKS) throw new AppError('bad_request', 'The form has too many fields.');
  }
}

function noImage(): AppError {
  return new AppError('bad_request', 'Please upload an image or capture a photo first!', {
    fields: { image: 'No image selected' },
  });
}
