import {
  ERRORS,
  NAMED_CALLS,
  type NamedCall,
  type NamedCallInput,
  type NamedCallResponse,
  paths,
  tooOftenText,
} from '@moodreel/contract';
import type { z } from 'zod';
import { createListeners } from './listeners.ts';
import { type OnSent, upload } from './upload.ts';

/** The one shape in which every failed call arrives, whatever answered it. */
export class ApiError extends Error {
  readonly code: string;
  /** What to mend in a form, by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  constructor(
    code: string,
    message: string,
    status: number,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.fields = fields;
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
  }
}

/** Whether a call failed without any word of the server: asked once more it may well be answered. */
export function gotNoAnswer(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0;
}

const sessionEnds = createListeners();

/** Calls a listener whenever the server answers that nobody is signed in. Returns how to stop that. */
export const onSessionEnded = sessionEnds.add;

/** How a call is made, beside its address. */
export type CallOptions = {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON, unless it is a FormData. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Only with `onSent`: what is sent to its end is not broken off any more, for it has arrived. */
  readonly untilSent?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears how much of a FormData is sent. */
  readonly onSent?: OnSent;
};

/** Calls the server and parses its JSON answer with the contract's schema. */
export async function callApi<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  const response = await send(path, options);
  const answer: unknown = await response.json().catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw withoutAnswer(cause, options);
  });
  const parsed = schema.safeParse(answer);
  if (!parsed.success) {
    throw new ApiError(
      'unexpected-answer',
      'The server gave an answer this page does not understand. Reload the page and try again.',
      response.status,
    );
  }
  return parsed.data;
}

/** Makes one of the named calls, `POST /us-central1/<name>`. */
export async function callNamed<Name extends NamedCall>(
  name: Name,
  input: NamedCallInput<Name>,
): Promise<NamedCallResponse<Name>> {
  const answer = await callApi(paths.namedCall(name), NAMED_CALLS[name].response, {
    method: 'POST',
    body: input,
  });
  return answer as NamedCallResponse<Name>;
}

/** Calls the server where only success or failure matters. */
export async function sendApi(path: string, options: CallOptions = {}): Promise<void> {
  await send(path, options);
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, signal, untilSent, onSent } = options;
  const isForm = body instanceof FormData;
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
    ...options.headers,
  };
  let response: Response;
  try {
    response =
      isForm && onSent
        ? await upload(path, { method, headers, body, signal, untilSent }, onSent)
        : await fetch(path, {
            method,
            credentials: 'same-origin',
            headers,
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            ...(signal ? { signal } : {}),
          });
  } catch (cause) {
    throw withoutAnswer(cause, options);
  }
  if (!response.ok) throw await readError(response);
  return response;
}

/** What to throw where no answer came, or only its beginning. */
function withoutAnswer(cause: unknown, { signal }: CallOptions): unknown {
  if (signal?.aborted) return cause;
  return new ApiError(
    'no-connection',
    'The server could not be reached. Check your connection and try again.',
    0,
  );
}

/**
 * Reads `{ error: { code, message } }`, and the two older shapes that single calls keep:
 * `{ error: string }` and `{ message, code? }` (also better-auth's own).
 */
export async function readError(response: Response): Promise<ApiError> {
  const error = await parseError(response);
  if (error.code === 'unauthenticated') sessionEnds.tell();
  return error;
}

async function parseError(response: Response): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => undefined);
  // The answer to a HEAD has no body.
  if (response.status === 401 && answer === undefined) {
    return new ApiError('unauthenticated', ERRORS.unauthenticated.message, 401);
  }
  if (response.status === 429 && answer === undefined) {
    const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ApiError('too_many_requests', tooOftenText(waitSeconds), 429);
  }
  const fields = isRecord(answer) ? answer : {};
  const inner = isRecord(fields.error) ? fields.error : fields;
  const text = typeof fields.error === 'string' ? fields.error : inner.message;
  return new ApiError(
    typeof inner.code === 'string' ? inner.code : `http-${response.status}`,
    typeof text === 'string' && text !== '' ? text : 'Something went wrong. Please try again.',
    response.status,
    isRecord(inner.fields) ? (inner.fields as Record<string, string>) : {},
  );
}

/** The message of anything thrown, for showing to the user. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.message !== ''
    ? thrown.message
    : 'Something went wrong. Please try again.';
}

/** Whether what a call was about is not there: deleted in another tab, say. */
export function isNotFound(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'not_found';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
