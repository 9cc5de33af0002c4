import { ERRORS, UPLOAD_LIMITS } from '@moodreel/contract';

/** What file choosers offer. The server decides by the content, not by the name. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';

/** Why a file cannot be used, in words for the user; undefined if nothing speaks against it. */
export function refusePicture(file: File): string | undefined {
  if (file.type !== '' && !file.type.startsWith('image/')) return ERRORS.not_an_image.message;
  if (file.type === 'image/svg+xml') return ERRORS.not_an_image.message;
  if (file.size === 0) return ERRORS.broken_image.message;
  if (file.size > UPLOAD_LIMITS.maxBytes) return ERRORS.file_too_large.message;
  return undefined;
}

/** The first file of a drop or a paste, if there is one. */
export function fileOf(transfer: DataTransfer | null): File | undefined {
  return transfer?.files[0] ?? undefined;
}
