import { type ErrorCode, PASSWORD_TOO_LONG } from '@moodreel/contract';
import { AppError } from '../http/app-error.ts';

/** better-auth's codes in our words. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  INVALID_EMAIL: 'wrong_credentials',
  PASSWORD_TOO_SHORT: 'weak_password',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'invalid_link',
  TOKEN_EXPIRED: 'invalid_link',
  INVALID_USER: 'invalid_link',
  USER_NOT_FOUND: 'invalid_link',
  INVALID_ORIGIN: 'bad_origin',
  MISSING_OR_NULL_ORIGIN: 'bad_origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'bad_origin',
  INVALID_CALLBACK_URL: 'bad_request',
  INVALID_REDIRECT_URL: 'bad_request',
  EMAIL_ALREADY_VERIFIED: 'conflict',
};

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  415: 'unsupported_media_type',
  422: 'bad_request',
  429: 'too_many_requests',
};

/** Says an error answer of better-auth in our shape. */
export function translateAuthError(status: number, code: string | undefined): AppError {
  if (code === 'EMAIL_ALREADY_VERIFIED') {
    return new AppError('conflict', 'This e-mail address is confirmed already.');
  }
  if (code === 'PASSWORD_TOO_LONG') return new AppError('bad_request', PASSWORD_TOO_LONG);
  return new AppError(CODES[code ?? ''] ?? STATUS_CODES[status] ?? 'internal');
}
