import { ERRORS, type ErrorBody, type ErrorCode } from '@moodreel/contract';

/** An expected failure: its code decides the status, its message is for the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What to mend in a form, by field. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** When to try again, for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    more: {
      readonly fields?: Readonly<Record<string, string>>;
      readonly retryAfterSeconds?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message ?? ERRORS[code].message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): (typeof ERRORS)[ErrorCode]['status'] {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    const { code, message, fields } = this;
    return { error: { code, message, ...(fields ? { fields: { ...fields } } : {}) } };
  }
}
