import { MIN_EYES_APART_PX } from '@moodreel/contract';
import type { Spot } from './spot.ts';

/** The mouth lies at least this far beside the line through the eyes, parts of their distance. */
const leastBeside = 0.3;
/** … and at most this far from the middle between them. */
const mostAway = 4;

/**
 * Why three points are no face, in words that help; undefined if they may be one. The same rules as the
 * server's: a face may lie on its side or on its head, and be small in a large picture.
 */
export function describeProblem(
  spots: readonly Spot[],
  picture: { readonly width: number; readonly height: number },
): string | undefined {
  const [a, b, m] = spots.map(
    ({ x01, y01 }) => [x01 * picture.width, y01 * picture.height] as const,
  );
  if (!a || !b || !m) return 'Three points are needed.';
  const [alongX, alongY] = [b[0] - a[0], b[1] - a[1]];
  const eyes = Math.hypot(alongX, alongY);
  if (eyes < MIN_EYES_APART_PX) return 'The eyes are too close to each other.';
  const beside = Math.abs(alongX * (m[1] - a[1]) - alongY * (m[0] - a[0])) / eyes;
  if (beside < leastBeside * eyes) return 'The mouth belongs below the eyes.';
  const away = Math.hypot(m[0] - (a[0] + b[0]) / 2, m[1] - (a[1] + b[1]) / 2);
  if (away > mostAway * eyes) return 'The mouth is too far from the eyes.';
  return undefined;
}
