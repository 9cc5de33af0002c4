/** Formats of pictures that are read. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' | 'heic';

/** Those that not every browser shows. */
const HIDDEN: readonly PictureFormat[] = ['tiff', 'heic'];

/** Whether all browsers show a picture of this format by themselves. */
export function browsersShow(format: PictureFormat): boolean {
  return !HIDDEN.includes(format);
}

/** Stills of HEVC, sequences of them, and what may hold either. */
const HEIC_BRANDS = /^(hei[cmsx]|hev[cmsx]|mif[12]|msf1)/;

/**
 * The format of a picture file by its first bytes; undefined for all others, also for those that the
 * decoder knows (SVG, PDF, …), which never reach it.
 */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (textAt(bytes, 0, 4) === 'GIF8') return 'gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp';
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  const brands = mediaBrands(bytes);
  // Still or animated. An AVIF may call itself a HEIF in general first.
  if (brands.includes('avi')) return 'avif';
  return HEIC_BRANDS.test(brands) ? 'heic' : undefined;
}

/** What people take for a picture and is not read, by what stands where in the file. */
const OTHER_KINDS: readonly (readonly [at: number, signature: string, what: string])[] = [
  [4, 'JXL ', 'a JPEG XL picture'],
  [0, '\xff\n', 'a JPEG XL picture'],
  [4, 'jP  ', 'a JPEG 2000 picture'],
  [0, '8BPS', 'a Photoshop file'],
  [0, '%PDF-', 'a PDF document'],
  [4, 'ftyp', 'a film'],
  [0, '\x1a\x45\xdf\xa3', 'a film'],
  [8, 'AVI ', 'a film'],
];
/** Within which an SVG has its first element. */
const PROLOGUE_BYTES = 1024;

/** What a file is of which `formatOf` knows nothing, with its article; undefined if that is not known either. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  // Two letters begin texts, too; the four bytes that nobody uses are 0 in every BMP.
  if (textAt(bytes, 0, 2) === 'BM' && textAt(bytes, 6, 4) === '\0\0\0\0') return 'a BMP picture';
  const start = textAt(bytes, 0, PROLOGUE_BYTES).trimStart();
  if (start.startsWith('<svg') || (/^<[?!]/.test(start) && start.includes('<svg'))) {
    return 'an SVG drawing';
  }
  return OTHER_KINDS.find(([at, text]) => textAt(bytes, at, text.length) === text)?.[2];
}

/** Whether a HEIC says that it holds moving pictures, with a still one or without. */
export function holdsSequence(bytes: Uint8Array): boolean {
  return /hev[cmsx]|msf1/.test(mediaBrands(bytes));
}

/** `length` bytes from `start` as Latin-1 text. */
function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

/** The brands of an ISO media file (AVIF, HEIC); empty for other files. */
function mediaBrands(bytes: Uint8Array): string {
  return textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 56) : '';
}
