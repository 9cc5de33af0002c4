/** Colours by the code points of ITU-T H.273. */
export interface ColourCode {
  readonly primaries: number;
  readonly transfer: number;
}

/** The primary picture of a HEIC file, of which only the boxes are read yet. */
export interface HeicStill {
  /** As it is seen: turned, mirrored and cut as its file says. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The EXIF block, from its TIFF header on. Its orientation does not count. */
  readonly exif: Uint8Array | undefined;
  /**
   * Decodes it, in one go.
   *
   * @param maxPixels what no part of it may exceed, whatever the header says
   * @throws HeicFailure
   */
  decode(maxPixels: number): DecodedHeic;
}

/** Pixels of 8 bits a channel, as they were coded: in colours that `icc` or `colourCode` tell. */
export interface DecodedHeic {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  /** Whether the colours are multiplied with the fourth channel, their alpha. */
  readonly premultiplied: boolean;
  readonly icc: Uint8Array | undefined;
  readonly colourCode: ColourCode | undefined;
  /** u8[channels·W], RGB or RGBA: a view, good until the next call of libheif. */
  row(y: number): Uint8Array;
}

/**
 * Why there is no picture: it is damaged (or took too long, which whole ones do not), of a kind that
 * is not read, or a sequence without a still picture.
 */
export type HeicFailureKind = 'broken' | 'unsupported' | 'no-still';

export class HeicFailure extends Error {
  readonly kind: HeicFailureKind;
  constructor(kind: HeicFailureKind, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'HeicFailure';
    this.kind = kind;
  }
}
