/** A decoded picture. `rgba`: u8[4·W·H], straight alpha (255 throughout), sRGB, rows top-down. */
export interface Picture {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** true: its file says for how long a camera's shutter was open. Nothing follows from its lack. */
  readonly byCamera?: boolean;
}
