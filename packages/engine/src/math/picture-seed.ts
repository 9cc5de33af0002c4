import type { Picture } from './picture.ts';

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A number that stands for a picture: the same pixels give the same seed everywhere, 0..2³²−1.
 * Taken over size and colours; alpha plays no part.
 */
export function pictureSeed({ rgba, widthPx, heightPx }: Picture): number {
  let hash = Math.imul(OFFSET_BASIS ^ widthPx, PRIME);
  hash = Math.imul(hash ^ heightPx, PRIME);
  for (let i = 0; i < 4 * widthPx * heightPx; i += 4) {
    hash = Math.imul(hash ^ rgba[i]! ^ (rgba[i + 1]! << 8) ^ (rgba[i + 2]! << 16), PRIME);
  }
  // FNV leaves the low bits weakly mixed where whole words go in; finish as MurmurHash3 does.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
