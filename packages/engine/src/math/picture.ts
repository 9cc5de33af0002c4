/** A decoded picture. `rgba`: u8[4·W·H], straight alpha (255 throughout), sRGB, rows top-down. */
export interface Picture {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}
