import type { Points3 } from '../../math/points.ts';
import { placeEyeLine } from './eye-line.ts';
import type { EyeLine } from './eye-shape.ts';

/**
 * An eye that is less than this part as wide as the other is behind the nose: where the network lays
 * it, on the bridge or beyond the outline, there is none. Eyes that are seen have .46 and more.
 */
const HIDDEN_BELOW = 0.44;

/** Those that the picture shows: of a head in profile the near one. */
export function seenEyes(eyes: readonly EyeLine[]): readonly EyeLine[] {
  const widest = Math.max(...eyes.map((eye) => eye.halfWidthPx));
  return eyes.filter((eye) => eye.halfWidthPx >= HIDDEN_BELOW * widest);
}

/** Both eyes, right and left, also one that is not seen, as the landmarks have it. */
export function bothEyes(
  landmarks: Points3<'frame-px'>,
  seen: readonly EyeLine[],
): readonly EyeLine[] {
  return (['right', 'left'] as const).map(
    (side) => seen.find((eye) => eye.side === side) ?? placeEyeLine(landmarks, side),
  );
}
