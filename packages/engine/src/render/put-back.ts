/** Pixels of the plate: red, green and blue as the picture has them. */
export function putBack(
  pixels: Uint32Array,
  source: Uint8Array | Uint8ClampedArray,
  plate: Uint8Array,
): void {
  for (const pixel of pixels) {
    plate[4 * pixel] = source[4 * pixel];
    plate[4 * pixel + 1] = source[4 * pixel + 1];
    plate[4 * pixel + 2] = source[4 * pixel + 2];
  }
}
