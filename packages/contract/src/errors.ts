import { z } from 'zod';
import { PASSWORD_TOO_SHORT } from './plans.ts';

export const ERROR_CODES = [
  // the request
  'bad_request',
  'bad_origin',
  'not_found',
  'conflict',
  'body_stalled',
  'body_too_slow',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'unavailable',
  // accounts
  'unauthenticated',
  'forbidden',
  'wrong_credentials',
  'wrong_password',
  'admin_verification_failed',
  'weak_password',
  'email_in_use',
  'invalid_link',
  'user_not_found',
  // plans
  'premium_required',
  'weekly_limit_reached',
  'saved_videos_limit',
  'too_many_waiting',
  'already_subscribed',
  'not_subscribed',
  'payment_failed',
  // renders and videos
  'upload_gone',
  'render_not_finished',
  'render_failed',
  'video_empty',
  // why a picture was refused; the engine's own codes
  'not_an_image',
  'broken_image',
  'file_too_large',
  'too_many_pixels',
  'picture_too_small',
  'no_face_found',
  'face_too_small',
  'bad_points',
  'bad_settings',
  'cancelled',
] as const;

/** Stable names of everything that can go wrong. Messages may be reworded, codes not. */
export const errorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** The HTTP status of each code and what a user reads when the server has nothing better. */
export const ERRORS = {
  bad_request: { status: 400, message: 'Something in the request is missing or wrong.' },
  bad_origin: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  conflict: { status: 409, message: 'Somebody else changed this just now. Please try again.' },
  body_stalled: {
    status: 408,
    message: 'The data stopped arriving. Please check the connection and try again.',
  },
  body_too_slow: {
    status: 408,
    message:
      'The data came too slowly. Please try again with a better connection or a smaller picture.',
  },
  payload_too_large: { status: 413, message: 'That is too much data for one request.' },
  unsupported_media_type: { status: 415, message: 'The data is not in a form that is read here.' },
  too_many_requests: {
    status: 429,
    message: 'That was too often. Please wait a moment and try again.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again later!' },
  unavailable: {
    status: 503,
    message: 'The service is not available just now. Please try again in a moment.',
  },
  unauthenticated: { status: 401, message: 'Please sign in first.' },
  forbidden: { status: 403, message: 'You are not authorized to do this.' },
  wrong_credentials: { status: 401, message: 'Incorrect Email or Password' },
  wrong_password: { status: 403, message: 'The current password is not correct.' },
  admin_verification_failed: { status: 403, message: 'Incorrect admin password.' },
  weak_password: { status: 400, message: PASSWORD_TOO_SHORT },
  email_in_use: { status: 409, message: 'Email already in use' },
  invalid_link: {
    status: 400,
    message: 'This link is no longer valid. Please ask for a new one.',
  },
  user_not_found: { status: 404, message: 'User not found' },
  premium_required: {
    status: 403,
    message: 'This needs a premium subscription.',
  },
  weekly_limit_reached: {
    status: 403,
    message: 'You have used your 3 free films of the last 7 days.',
  },
  saved_videos_limit: {
    status: 403,
    message: 'You have reached your limit or need a premium subscription.',
  },
  too_many_waiting: {
    status: 429,
    message: 'Your earlier films are still in work. Please wait for one of them or cancel it.',
  },
  already_subscribed: { status: 409, message: 'You already have a premium subscription.' },
  not_subscribed: { status: 409, message: 'There is no subscription that could be cancelled.' },
  payment_failed: {
    status: 502,
    message: 'The payment service did not take the subscription. Please try again later!',
  },
  upload_gone: {
    status: 410,
    message: 'The picture is not on the server any more. Please send it again.',
  },
  render_not_finished: { status: 409, message: 'The video is not finished yet.' },
  render_failed: {
    status: 500,
    message: 'Something went wrong while processing the image. Please try again later.',
  },
  video_empty: { status: 422, message: 'The video file is empty. Please try again!' },
  not_an_image: {
    status: 415,
    message: 'This file is not a picture. JPEG, PNG, WebP, HEIC, AVIF, GIF and TIFF are read.',
  },
  broken_image: { status: 422, message: 'The picture is damaged. Please try another one.' },
  file_too_large: {
    status: 413,
    message: 'The picture is larger than 20 MB. A smaller copy or a screenshot of it is enough.',
  },
  too_many_pixels: { status: 413, message: 'The picture has more than 40 megapixels.' },
  picture_too_small: {
    status: 422,
    message: 'The picture is too small: it needs at least 64 pixels each way.',
  },
  no_face_found: {
    status: 422,
    message: 'No face was found. Mark both eyes and the mouth by hand, or try another picture.',
  },
  face_too_small: {
    status: 422,
    message: 'The face is too small in this picture. Please take one where it is larger.',
  },
  bad_points: {
    status: 400,
    message: 'The three points do not form a face: first the two eyes, then the mouth below them.',
  },
  bad_settings: { status: 400, message: 'A setting is outside of what is possible.' },
  cancelled: { status: 409, message: 'The film was cancelled.' },
} as const satisfies Record<ErrorCode, { readonly status: number; readonly message: string }>;

/** The one shape of an error answer. `fields` names what to mend in a form, by field. */
export const errorBodySchema = z.object({
  error: z.object({
    code: errorCodeSchema,
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * What is said of `too_many_requests`: for waits that are longer than a moment when to come back.
 * @param seconds how long to wait; NaN where that is not known
 */
export function tooOftenText(seconds: number): string {
  return seconds > 60
    ? `That was too often. Please try again in ${Math.ceil(seconds / 60)} minutes.`
    : ERRORS.too_many_requests.message;
}
