import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { type RectPx, wholeOf } from '../../math/points.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import { textureAt } from '../../rig/style/surface.ts';
import { asMade } from '../as-made.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { cornersLeft } from '../relax-folds.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachBetweenEnds, type Slit, slitRect } from '../slit.ts';
import { smileTaken01 } from '../smile-taken.ts';
import { shapeMoves } from './drawn-mouth-motion.ts';
import { inkRims } from './ink-mouth.ts';
import type { MouthColours } from './mouth-colours.ts';
import { type MouthOpening, type PlaceInMouth, shadeFlesh } from './mouth-flesh.ts';
import { paintMuzzle } from './paint-muzzle.ts';
import { paintPenMouth } from './pen-mouth.ts';
import { type OwnTeethPlace, ownCrowns01, placeOwnTeeth, rimRise } from './place-own-teeth.ts';
import { reddenRims } from './redden-rims.ts';
import { shadeCorners } from './shade-corners.ts';
import { shadeRims } from './shade-rims.ts';
import {
  fleshBounce,
  ownTeethLight,
  SEAM_ONLY_IOD,
  setTeeth,
  shadeTeeth,
  TEETH_FULL_IOD,
} from './shade-teeth.ts';
import { paintShapeMouth } from './shape-mouth.ts';
import { skullFrame } from './skull-frame.ts';
import { stretchInside } from './stretch-mouth.ts';

/** The shut picture's seam stays on the lower lip's rim as a line: its wet side is drawn over it. */
const SEAM_COVER_IOD = 0.016;

/**
 * What red, green and blue lose between lips that nearly meet, before the seam takes over: light
 * comes there through flesh, and teeth in grey shade read as a veil.
 */
const DUSK = [0.62, 0.8, 0.84] as const;
/**
 * Dusk lies from the first gap down, all of it below the second, IOD. The picture's own teeth go
 * behind the lips as they are and darken at the very last: dimmed before, they would go grey.
 */
const DUSK_IOD = [SEAM_ONLY_IOD, TEETH_FULL_IOD] as const;
const DUSK_OWN_IOD = [0.018, 0.055] as const;

/** Feather of what is drawn, of the breadth of the picture's own edges, and of the lips'. */
const EDGE_RAMP = 1.4;
const LIP_RAMP = 1.35;
/** Cracks and strokes are sharp; what is painted around a mouth is not. */
const SOFTER = { seen: 1, painted: 1.4 } as const;
/** … but an opening is never all feather, IOD. */
const MOST_FEATHER_IOD = 0.075;
/**
 * A slit that is narrower than the picture's edges are soft is as faint as it is narrow: at full dark
 * it is a line that somebody drew. From the first breadth of the lips' edges on, wholly from the second, IOD.
 */
const FAINT_SLITS_IOD = [0.04, 0.07] as const;
/** … and in a painting, however sharp its cracks are, by this part. */
const PAINTED_FAINT = 0.6;
/** Feather of the picture's own teeth where they end, of the breadth of the lips' edges. */
const OWN_EDGE = 0.4;
/** Strengths of AU20 and AU26 that leave the picture's own teeth deeper in the mouth. */
const MOUTH_GAPES = [0.03, 0.25] as const;
/** Part of the skin's texture that teeth and tongue carry … */
const TEXTURE_SHARE = 0.9;
/** … and a row in the light: pores of a lip would be cracks on it, strokes of a brush run over all. */
const TEXTURE_ON_LIT = { seen: 0.3, painted: 0.9 } as const;

/** Breadth of the ramp from lip to mouth, px: as soft as the picture's own edges. */
export function mouthFeatherPx(rig: Rig): number {
  const { surface, pose } = rig;
  const { edgePx, lipEdgePx } = surface;
  const own = asMade(rig, SOFTER) * Math.max(EDGE_RAMP * edgePx, LIP_RAMP * lipEdgePx);
  return Math.max(1.2, 0.02 * pose.iodPx, Math.min(MOST_FEATHER_IOD * pose.iodPx, own));
}

/** Paints what lies between parted lips, or the seam where they meet. */
export function paintMouth(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  if (rig.style === 'animal') {
    if (rig.muzzleKnown01 > 0) paintMuzzle(rig, state, colours, slit, out);
    return;
  }
  if (rig.mouthless) return;
  if (rig.pen) {
    paintPenMouth(rig, rig.pen, state, colours, slit, out);
    return;
  }
  if (rig.shutLine && shapeMoves(state)) {
    paintShapeMouth(rig, rig.shutLine, state, colours, slit, out);
    return;
  }
  const bounds = wholeOf(out);
  const margin = 0.06 * rig.pose.iodPx + 2;
  const low = Math.min(...slit.bottom) - margin;
  const high = Math.max(...slit.top) + margin;
  const rect = slitRect(slit, slit.startPx, slit.endPx, low, high, bounds);
  reddenRims(rig, state, slit, out);
  shadeRims(rig, state, slit, rect, out);
  if (rig.cornerMarks) shadeCorners(rig, slit, cornersLeft(rig, state), out);
  if (slit.gapPx > 0.15) {
    if (rig.style === 'drawing' && rig.mouth.gapPx > 0) {
      stretchInside(rig, colours, slit, mouthFeatherPx(rig), out);
    } else paintInside(rig, state, colours, slit, rect, out);
  }
  inkRims(rig, slit, out);
}

function paintInside(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  rect: RectPx,
  out: Kernels,
): void {
  const { mouth, plate, ownTeeth } = rig;
  const iod = rig.pose.iodPx;
  const skull = skullFrame(rig, state);
  const soft = mouthFeatherPx(rig);
  const jaw = meanStrength(state.strengths, 'AU26');
  const stretch = meanStrength(state.strengths, 'AU20');
  const flat = rig.style === 'drawing';
  // What the picture shows between slightly parted lips without teeth fades as they part more.
  const extra = Math.max(0, slit.gapPx - mouth.gapPx) / iod;
  const movedPx = Math.abs(rimRise(rig, skull, slit, slit.bottom, mouth.lower));
  const taken = smileTaken01(rig, state);
  const rest01 = Math.min(1 - taken, 1 - smoothstep(0.005, 0.04, Math.max(extra, movedPx / iod)));
  const lipRisePx = rimRise(rig, skull, slit, slit.top, mouth.upper);
  const risePx = Math.max(0, lipRisePx);
  const own01 =
    ownTeeth.share01 > 0
      ? ownCrowns01(rig, meanStrength(state.strengths, 'AU25'), lipRisePx, slit.gapPx)
      : 0;
  const teeth = setTeeth(rig, state, slit.gapPx / iod, own01);
  const reuse = mouth.gapPx === 0 ? 0 : ownTeeth.share01 > 0 ? own01 : rest01;
  const ownNow = {
    rest01,
    risePx,
    rimPx: Math.max(1, 0.012 * iod, OWN_EDGE * rig.surface.lipEdgePx),
    shade01:
      (1 - rest01) *
      (1 - state.teeth01) *
      Math.max(taken, smoothstep(...MOUTH_GAPES, jaw + stretch)),
  };
  const textureShare = mix(TEXTURE_SHARE, asMade(rig, TEXTURE_ON_LIT), teeth.lit01);
  const ownLight = mix(1, colours.ownBaredLight, teeth.lit01 * (1 - rest01));
  const from: OwnTeethPlace = { xPx: 0, yPx: 0, share01: 0, light: 1 };
  const seen = new Float64Array(3);
  const colour = [0, 0, 0];
  const opening: MouthOpening = { gapIod: slit.gapPx / iod, flat };
  const inside: PlaceInMouth = { side: 0, below: 0, above: 0, fromCorner: 0 };
  // An open one has a sliver of its teeth there.
  const left = Math.max(smoothstep(0.04, 0.14, extra), 0.8 * (1 - rest01));
  const coverPx = SEAM_COVER_IOD * iod * (mouth.gapPx > 0 ? left : 1);
  const faint01 = flat
    ? 0
    : Math.max(
        smoothstep(...FAINT_SLITS_IOD, rig.surface.lipEdgePx / iod),
        PAINTED_FAINT * rig.painted01,
      );
  const half = (slit.endPx - slit.startPx) / 2;
  // Lips that hardly part stay together at their ends; a dropped jaw opens a ring, dark to its rim.
  const cornersFrom = flat ? 0.94 : mix(0.78, 0.95, smoothstep(0.1, 0.22, slit.gapPx / iod));
  const dusk = DUSK_IOD.map((gap, i) => mix(gap, DUSK_OWN_IOD[i], own01));
  // Tips drawn in for own teeth that the lip has left behind are in the dusk of any shut mouth's.
  const left01 = ownTeeth.share01 > 0 ? 1 - own01 : 0;
  const closing = mouth.gapPx > 0 ? Math.max(state.shutMouth01, left01) : 1;
  const shadowed = smoothstep(0.35, 0.6, state.shutMouth01);
  forEachBetweenEnds(slit, rect, (pixel) => {
    const { xPx: x, yPx: y, alongPx: along, upPx: up, topPx: top, bottomPx: bottom } = pixel;
    const gap = top - bottom;
    if (gap <= 0) return;
    const below = top - up;
    const above = up - bottom + coverPx * smoothstep(0.03, 0.1, gap / iod);
    const feather = Math.min(soft, Math.max(0.9, gap));
    // Corners stay closed: flesh fills the last of the opening.
    const corners = 1 - 0.85 * smoothstep(cornersFrom, 1, Math.abs(along / half));
    const narrowness = mix(1, Math.min(1, gap / soft), faint01);
    const rims = clamp(0.5 + below / feather, 0, 1) * clamp(0.5 + above / feather, 0, 1);
    const alpha = corners * narrowness * rims;
    if (alpha < 0.004) return;

    inside.side = along / half;
    inside.above = above / iod;
    inside.below = below / iod;
    inside.fromCorner = (half - Math.abs(along)) / iod;
    shadeFlesh(inside, opening, colours, colour);
    if (teeth.upper01 > 0 || teeth.lowerIod > 0) {
      shadeTeeth(teeth, skull.toArch(x + 0.5, y + 0.5), inside, gap / iod, colours, colour);
    }
    let ownShare = 0;
    if (reuse > 0) {
      const own = skull.toSource(x + 0.5, y + 0.5);
      placeOwnTeeth(rig, ownNow, own.x, own.y, from);
      ownShare = reuse * from.share01;
      if (ownShare > 0) {
        const { rgba, widthPx, heightPx } = plate;
        sampleCubic(rgba, 4, widthPx, heightPx, from.xPx - 0.5, from.yPx - 0.5, seen);
        const light = from.light * ownLight * ownTeethLight(inside, ownNow.shade01);
        for (let k = 0; k < 3; k++) {
          const lit = Math.min(255, seen[k] * light) + fleshBounce(colours, k, light);
          colour[k] = mix(colour[k], lit, ownShare);
        }
      }
    }
    // On the lower lip's rim itself there is only its wet side.
    const behind = clamp(0.5 + (up - bottom) / feather, 0, 1);
    for (let k = 0; k < 3; k++) colour[k] = mix(colours.innerLip[k], colour[k], behind);
    const narrow = flat ? 0 : 1 - smoothstep(dusk[0], dusk[1], gap / iod);
    const seam = Math.max(closing * narrow, shadowed * closingShade(rig, along / half, gap));
    // Brush strokes, pores and grain of the face go over what is drawn as well; own teeth have theirs.
    const place = skull.toSource(x + 0.5, y + 0.5);
    const drawn = 1 - ownShare * behind;
    const strokes = 1 + drawn * textureShare * textureAt(rig.surface, place.x, place.y);
    const noise = drawn * 0.35 * rig.tone.grain * grainAt(x, y);
    const i = 4 * (y * out.widthPx + x);
    for (let k = 0; k < 3; k++) {
      const dark = mix(colours.cavity[k] * 1.5, colours.innerLip[k] * 0.6, 0.5);
      const dusk = colour[k] * (1 - DUSK[k] * seam * behind);
      const value = mix(dusk, dark, 0.9 * behind * smoothstep(0.45, 1, seam)) * strokes + noise;
      out.frame[i + k] = clamp(Math.round(mix(out.frame[i + k], value, alpha)), 0, 255);
    }
  });
}

/**
 * Shadow between closing lips, 0..1: the nearer they come against what the picture shows, the less
 * light falls between them. Without it the edges of teeth last as a row of beads.
 */
function closingShade({ mouth, pose }: Rig, s: number, gapPx: number): number {
  const own = readCurve(mouth.upper, s) - readCurve(mouth.lower, s);
  return mouth.gapPx === 0
    ? 0
    : smoothstep(0.42, 0.16, gapPx / clamp(own, 0.05 * pose.iodPx, 0.14 * pose.iodPx));
}

/** White noise of deviation 1 that stays with the pixel. */
function grainAt(x: number, y: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return ((h >>> 0) / 4294967296 - 0.5) * 3.46;
}
