import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { mouthPoint, mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachInOpening, type Slit } from '../slit.ts';
import type { MouthColours } from './mouth-colours.ts';
import { type MouthOpening, shadeFlesh } from './mouth-flesh.ts';

/** Breadth of the feather at either corner, share of the slit's length. */
const CORNERS = 0.03;
/** Past a rim, within its feather, the picture goes on by this share of the gap at most. */
const PAST_RIM = 0.2;
/**
 * Next to either rim this share of what the picture shows keeps its size in a wider opening: teeth. Of
 * clenched ones none does: the line between them alone would be drawn out to a black band.
 */
const KEEPS_SIZE = 0.35;

/** Gap over the picture's own from which, and from which on wholly, there is more than teeth in it. */
const WIDER = [1, 1.12] as const;
/** Half the breadth of the edge of a band of teeth, px. */
const EDGE_PX = 0.7;

/**
 * What a drawing shows between parted lips, drawn out or pushed together with their rims: its band
 * of teeth and its tongue are shapes of the artist's, and another's tongue over them is a collage.
 * Where it shows nothing but teeth they keep their height in a wider opening, over what an open mouth
 * has below them.
 * @param softPx feather at the rims
 */
export function stretchInside(
  { mouth, plate, pose, drawnTeeth }: Pick<Rig, 'mouth' | 'plate' | 'pose' | 'drawnTeeth'>,
  colours: MouthColours,
  slit: Slit,
  softPx: number,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const { rgba, widthPx, heightPx } = plate;
  const seen = new Float64Array(3);
  const keeps = drawnTeeth?.clenched ? 0 : KEEPS_SIZE;
  const opensWider = slit.gapPx > WIDER[0] * mouth.gapPx;
  const band = opensWider ? drawnTeeth?.band : undefined;
  const wider01 = band ? smoothstep(...WIDER, slit.gapPx / mouth.gapPx) : 0;
  const iod = pose.iodPx;
  const opening: MouthOpening = { gapIod: slit.gapPx / iod, flat: true };
  const flesh = [0, 0, 0];
  forEachInOpening(slit, softPx, CORNERS, out, ({ xPx, yPx, alongPx, belowPx, abovePx, alpha }) => {
    const gap = belowPx + abovePx;
    if (gap <= 0) return;
    const t = (2 * (alongPx - slit.startPx)) / (slit.endPx - slit.startPx) - 1;
    const s = mouthS(mouth, t);
    const top = readCurve(mouth.upper, s);
    const own = Math.max(0, top - readCurve(mouth.lower, s));
    const down = clamp(belowPx, -PAST_RIM * gap, (1 + PAST_RIM) * gap);
    const bandPx = band ? readCurve(band, s) : 0;
    const depth = mix(ownDepth(down, gap, own, keeps), Math.min(down, bandPx - EDGE_PX), wider01);
    const [x, y] = mouthPoint(mouth, s, top - depth);
    sampleCubic(rgba, 4, widthPx, heightPx, x - 0.5, y - 0.5, seen);
    const below01 = wider01 * smoothstep(-2 * EDGE_PX, 0, down - bandPx);
    if (below01 > 0) {
      const place = { side: t, below: belowPx / iod, above: abovePx / iod, fromCorner: 0 };
      shadeFlesh(place, opening, colours, flesh);
      for (let k = 0; k < 3; k++) seen[k] = mix(seen[k], flesh[k], below01);
    }
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
