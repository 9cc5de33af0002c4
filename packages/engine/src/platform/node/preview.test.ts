import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePicture } from './decode-picture.ts';
import { browsersShow } from './picture-formats.ts';
import { encodePreview } from './preview.ts';

async function previewOf(width: number, height: number) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#c86432' } })
    .withExif({ IFD0: { Make: 'Maker' } })
    .withMetadata({ orientation: 6 })
    .tiff()
    .toBuffer();
  const preview = await encodePreview(await decodePicture(bytes));
  return { preview, metadata: await sharp(preview).metadata() };
}

test('a preview is a small JPEG of the picture upright, and tells nothing else', async () => {
  const { preview, metadata } = await previewOf(3000, 1500);
  expect(metadata).toMatchObject({ format: 'jpeg', width: 512, height: 1024 });
  expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual(new Array(3).fill(undefined));
  expect(preview.length).toBeLessThan(100_000);
});

test('a preview is not larger than the picture', async () => {
  expect((await previewOf(300, 200)).metadata).toMatchObject({ width: 200, height: 300 });
});

test('only what some browsers cannot show needs one', () => {
  expect((['heic', 'tiff'] as const).map(browsersShow)).toEqual([false, false]);
  expect((['jpeg', 'png', 'webp', 'gif', 'avif'] as const).every(browsersShow)).toBe(true);
});
