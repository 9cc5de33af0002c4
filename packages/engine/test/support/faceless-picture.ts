import sharp from 'sharp';

/** Writes a PNG of 320 × 240 px in which nothing looks like a face: stripes that get lighter. */
export async function writeFacelessPicture(path: string): Promise<string> {
  const [width, height] = [320, 240];
  const rgb = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tone = 60 + 0.4 * x + (Math.floor(y / 24) % 2 === 0 ? 30 : 0);
      rgb.fill(Math.round(tone), 3 * (y * width + x), 3 * (y * width + x) + 3);
    }
  }
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}
