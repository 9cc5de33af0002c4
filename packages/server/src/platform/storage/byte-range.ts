import type { ByteRange } from './storage.ts';

/**
 * Reads a Range header against an object of `sizeBytes`. Undefined: answer all of it (no header,
 * another unit, several ranges or nonsense, which HTTP lets a server ignore). 'unsatisfiable':
 * answer 416. RFC 9110, section 14.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '') {
    if (to === '') return undefined;
    const suffix = Math.min(Number(to), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { first: sizeBytes - suffix, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}
