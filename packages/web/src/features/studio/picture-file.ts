import { ERRORS, type Faces, UPLOAD_LIMITS } from '@moodreel/contract';
import { makeKey } from '../../lib/make-key.ts';

/**
 * A picture that the user put in. `id` tells it from all others, `url` is an object URL of the
 * file, for showing it. `faces` is what the server said of it before a reload.
 */
export type ChosenPicture = {
  readonly id: string;
  readonly file: File;
  readonly url: string;
  readonly faces?: Faces | undefined;
};

const picturesEverywhere = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';
/** By their endings, too: many systems have no type for them, and would grey the files out. */
const heicPictures = 'image/heic,image/heif,.heic,.heif';

/**
 * What file choosers offer. The server decides by the content, not by the name.
 *
 * On iPhones and iPads HEIC is left out: there the chooser offers all pictures whatever stands here,
 * and turns HEIC into JPEG by itself where only that is asked for. Naming it would bring the file as
 * it is, which takes the server a second or more longer to read, twice, and which Safari shows only
 * since its version 17.
 */
export function acceptedPictures(): string {
  return isApplesTouchScreen() ? picturesEverywhere : `${picturesEverywhere},${heicPictures}`;
}

/** GestureEvent is WebKit's own; on a Mac nothing is touched. An iPad calls itself a Mac. */
function isApplesTouchScreen(): boolean {
  return 'GestureEvent' in globalThis && navigator.maxTouchPoints > 0;
}

/** Why a file cannot be used, in words for the user; undefined if nothing speaks against it. */
export function refusePicture(file: File): string | undefined {
  if (file.type !== '' && !file.type.startsWith('image/')) return ERRORS.not_an_image.message;
  if (file.type === 'image/svg+xml') return ERRORS.not_an_image.message;
  if (file.size === 0) return ERRORS.broken_image.message;
  if (file.size > UPLOAD_LIMITS.maxBytes) return ERRORS.file_too_large.message;
  return undefined;
}

/** Whether there is anything to be read: not in a folder, nor in a file that was changed or moved since. */
export async function isReadable(file: File): Promise<boolean> {
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);
}

/** What is said of a file that was refused: it leaves the picture that is in, and its film. */
export function refusalText(name: string, problem: string, keepsPicture: boolean): string {
  return `“${name}” was not taken. ${problem}${keepsPicture ? ' The picture you put in before stays.' : ''}`;
}

/** What stands for a picture on the page. */
export type ShownPicture = {
  readonly url: string;
  /** Of the picture itself, px, where that is larger than what is shown of it. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
};

/**
 * The picture's file; where the browser cannot show that (`unseen`), or not as it is used, what the server
 * sent of it.
 * Undefined where that did not come either, or not yet.
 */
export function showPicture(
  { url }: ChosenPicture,
  faces: Faces | undefined,
  unseen: boolean,
): ShownPicture | undefined {
  if (!unseen && !faces?.isCutOff) return { url };
  if (!faces?.preview) return undefined;
  return { url: faces.preview, size: { width: faces.widthPx, height: faces.heightPx } };
}

/** Makes a file the picture of the page. */
export function choosePicture(file: File, id: string = makeKey(), faces?: Faces): ChosenPicture {
  return { id, file, url: URL.createObjectURL(file), faces };
}

/** Whether a drop brings no more of a picture than where it is: from another page, in most browsers. */
export function isLink(transfer: DataTransfer): boolean {
  return transfer.files.length === 0 && transfer.types.includes('text/uri-list');
}

/** The first file of a drop or a paste, if there is one. */
export function fileOf(transfer: DataTransfer | null): File | undefined {
  return transfer?.files[0] ?? undefined;
}
