/** Why a picture or a request was refused. The codes are stable; texts may be reworded. */
export type RefusalCode =
  | 'not_an_image'
  | 'broken_image'
  | 'file_too_large'
  | 'too_many_pixels'
  | 'picture_too_small'
  | 'no_face_found'
  | 'face_too_small'
  | 'bad_points'
  | 'bad_settings'
  | 'cancelled';

/** An expected refusal: `message` is a sentence that tells a user what to do about it. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** What is thrown where a film's signal is aborted. */
export function cancelled(): Refusal {
  return new Refusal('cancelled', 'The film was cancelled before it was finished.');
}
