/**
 * Where finished frames go: the encoder as a port. Frames come in order, from index 0 on; the
 * frame `index` is shown from index/frameRateHz on.
 */
export interface FrameSink {
  /**
   * Takes one frame, u8[W·H·3/2], I420, BT.709, limited range. The bytes are copied before the
   * call returns; the next frame may be pushed when the promise has resolved, not before.
   */
  push(i420: Uint8Array, index: number): Promise<void>;
  /** Ends the film; it is complete when the promise resolves. */
  finish(): Promise<void>;
  /** Stops at once and leaves nothing behind. Does nothing after `finish`. */
  abort(): Promise<void>;
}
