import { readCurve } from '../../math/curve.ts';
import { clamp, mix } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { levelsOff } from '../../rig/drawing/drawn-pieces.ts';
import { type MouthLine, mouthPoint, mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf, pixelAt } from '../../rig/skin/face-tone.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachInOpening, type Slit } from '../slit.ts';

/** Breadth of the feather at either corner, share of the slit's length. */
const CORNERS = 0.03;
/** Past a rim, within its feather, the picture goes on by this share of the gap at most. */
const PAST_RIM = 0.2;
/** Next to either rim this share of what the picture shows keeps its size in a wider opening: teeth. */
const KEEPS_SIZE = 0.35;
/** … but of teeth that are clenched none does: the line between them alone would be drawn out to a black band. */
const CLENCHED = {
  places: [-0.4, -0.2, 0, 0.2, 0.4],
  mostly: 0.5,
  darker: 0.6,
  alike: 50,
} as const;

/**
 * What a drawing shows between parted lips, drawn out or pushed together with their rims: its band
 * of teeth and its tongue are shapes of the artist's, and another's tongue over them is a collage.
 * @param softPx feather at the rims
 */
export function stretchInside(
  { mouth, plate }: Pick<Rig, 'mouth' | 'plate'>,
  slit: Slit,
  softPx: number,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const { rgba, widthPx, heightPx } = plate;
  const seen = new Float64Array(3);
  const keeps = areTeethClenched(plate, mouth) ? 0 : KEEPS_SIZE;
  forEachInOpening(slit, softPx, CORNERS, out, ({ xPx, yPx, alongPx, belowPx, abovePx, alpha }) => {
    const gap = belowPx + abovePx;
    if (gap <= 0) return;
    const t = (2 * (alongPx - slit.startPx)) / (slit.endPx - slit.startPx) - 1;
    const s = mouthS(mouth, t);
    const top = readCurve(mouth.upper, s);
    const own = Math.max(0, top - readCurve(mouth.lower, s));
    const down = clamp(belowPx, -PAST_RIM * gap, (1 + PAST_RIM) * gap);
    const [x, y] = mouthPoint(mouth, s, top - ownDepth(down, gap, own, keeps));
    sampleCubic(rgba, 4, widthPx, heightPx, x - 0.5, y - 0.5, seen);
    const i = 4 * (yPx * out.widthPx + xPx);
    for (let k = 0; k < 3; k++) {
      out.frame[i + k] = Math.round(mix(out.frame[i + k], seen[k], alpha));
    }
  });
}

/**
 * How far below the upper rim the picture shows what is now `down` px below it, in a gap of `gap` px
 * that is `own` px in the picture: a narrower one is pushed together throughout, a wider one is
 * drawn out in its middle.
 */
export function ownDepth(
  down: number,
  gap: number,
  own: number,
  keeps: number = KEEPS_SIZE,
): number {
  if (gap <= own) return (down / gap) * own;
  const kept = keeps * own;
  if (down <= kept) return down;
  if (gap - down <= kept) return own - (gap - down);
  return kept + ((down - kept) / (gap - 2 * kept)) * (own - 2 * kept);
}

/** Is there a dark line between two rows of one light colour? */
export function areTeethClenched(plate: Picture, mouth: MouthLine): boolean {
  const { places, mostly, darker, alike } = CLENCHED;
  const lines = places.filter((s) => {
    const top = readCurve(mouth.upper, s);
    const own = top - readCurve(mouth.lower, s);
    const at = (part: number) => pixelAt(plate, ...mouthPoint(mouth, s, top - part * own));
    const [upper, lower] = [at(0.25), at(0.75)];
    const middle = [0.4, 0.45, 0.5, 0.55, 0.6].map((part) => lumaOf(at(part)));
    const light = Math.min(lumaOf(upper), lumaOf(lower));
    return levelsOff(upper, lower) < alike && Math.min(...middle) < darker * light;
  });
  return lines.length > mostly * places.length;
}
