import { Avatar, Style } from '@dicebear/core';
import definition from '@dicebear/styles/thumbs.json' with { type: 'json' };
import { paths } from '@moodreel/contract';
import sharp from 'sharp';

const SIZE_PX = 128;
const CACHED = 1000;

// The style "thumbs" is by DiceBear and free of rights (CC0 1.0).
const style = new Style(definition);
const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Address of the picture of an account: made from the e-mail's part before the @, by ourselves. */
export function avatarPath(email: string): string {
  return paths.avatar(email.slice(0, email.lastIndexOf('@')));
}

/** Whether the picture of a name is at hand, so that drawing it costs nothing. */
export function isAvatarCached(name: string): boolean {
  return cache.has(name);
}

/** PNG of 128 × 128 px; the same name always gives the same picture. */
export function drawAvatar(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = cache.get(name);
  if (known) return known;
  const svg = new Avatar(style, { seed: name, size: SIZE_PX }).toString();
  const png = sharp(Buffer.from(svg))
    .resize(SIZE_PX, SIZE_PX)
    .png({ palette: true })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
  cache.set(name, png);
  png.catch(() => cache.delete(name));
  const [oldest] = cache.keys();
  if (cache.size > CACHED && oldest !== undefined) cache.delete(oldest);
  return png;
}
