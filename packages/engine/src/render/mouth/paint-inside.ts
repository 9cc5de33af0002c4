import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { RectPx } from '../../math/points.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import { textureBetween } from '../../rig/style/surface.ts';
import { asMade } from '../as-made.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { forEachBetweenEnds, openShare, type Slit, type SlitPixel } from '../slit.ts';
import { smileTaken01 } from '../smile-taken.ts';
import { cracksInDark } from './cracks-in-dark.ts';
import { halfShade01, halfShadeLight } from './half-shade.ts';
import { atEnds01, endRimOf, lineEnds, liningOf, ring01 } from './line-ends.ts';
import type { MouthColours } from './mouth-colours.ts';
import { mouthFeatherPx } from './mouth-feather.ts';
import { type PlaceInMouth, shadeFlesh } from './mouth-flesh.ts';
import {
  type OwnTeethNow,
  type OwnTeethPlace,
  ownCrowns01,
  placeOwnTeeth,
  rimRise,
} from './place-own-teeth.ts';
import {
  fleshBounce,
  ownTeethLight,
  SEAM_ONLY_IOD,
  setTeeth,
  shadeTeeth,
  TEETH_FULL_IOD,
  type TeethNow,
} from './shade-teeth.ts';
import { type SkullFrame, skullFrame } from './skull-frame.ts';

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

/** Part of the skin's grain on what is drawn. */
const GRAIN_SHARE = 0.35;

/** Less of it is not seen, 0..1. */
const LEAST_OPACITY = 0.004;

/** What lies between the lips of one mouth at one moment, the same for all of its pixels. */
interface InsideNow {
  readonly rig: Rig;
  readonly colours: MouthColours;
  readonly skull: SkullFrame;
  readonly teeth: TeethNow;
  readonly own: OwnInsideNow;
  /** true: a drawing's mouth. */
  readonly flat: boolean;
  readonly gapIod: number;
  /** 0..1: how much of a ring it is: see line-ends.ts. */
  readonly ring: number;
  /** What its right and its left end are lined with. */
  readonly linings: readonly [right: Rgb, left: Rgb];
  /** … and the rims of the lips there. */
  readonly endRims: readonly [right: Rgb, left: Rgb];
  /** Half the way between its ends, px. */
  readonly halfPx: number;
  /** Feather of its rims, px. */
  readonly softPx: number;
  /** 0..1: how much narrow slits are as faint as they are narrow. */
  readonly faint01: number;
  /** 0..1: how much of what is painted is seen: a mouth that is as the picture has it is the picture's. */
  readonly painted01: number;
  /** From here on towards its ends, share of the half, the opening stays closed. */
  readonly cornersFrom: number;
  /** How far the lower lip's rim is covered, px. */
  readonly coverPx: number;
  /** Gaps from which dusk lies between the lips, and below which it is whole, IOD. */
  readonly dusk: readonly [from: number, whole: number];
  /** 0..1: how far the lips come together, and how far that darkens what is between them. */
  readonly closing01: number;
  readonly shadowed01: number;
  /** Part of the skin's texture on what is drawn. */
  readonly textureShare: number;
  /** Grain of the picture on it, levels. */
  readonly grainLevels: number;
}

/** Where a pixel lies on the plate. */
type SourcePlace = ReturnType<SkullFrame['toSource']>;

/** What of the picture's own mouth is shown. */
interface OwnInsideNow extends OwnTeethNow {
  /** 0..1: how much of it is. */
  readonly reuse01: number;
  /** 0..1: how much deeper than in the picture it lies: see ownTeethLight. */
  readonly shade01: number;
  /** Light on it against the picture's: see MouthColours.ownBaredLight. */
  readonly light: number;
}

/** Rewritten for each pixel: a frame has thousands of them. */
const place: PlaceInMouth = { side: 0, below: 0, above: 0, fromCorner: 0 };
const from: OwnTeethPlace = { xPx: 0, yPx: 0, share01: 0 };
const seen = new Float64Array(3);
const colour = [0, 0, 0];

/** Paints what is seen between parted lips: flesh, teeth, the picture's own mouth, and shade over all. */
export function paintInside(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  rect: RectPx,
  out: Kernels,
): void {
  const now = planInside(rig, state, colours, slit);
  if (now.painted01 < LEAST_OPACITY) return;
  forEachBetweenEnds(slit, rect, (pixel) => paintPixel(now, pixel, out));
}

// Not within its visitor, which is another for each frame: V8 would compile it anew for each film.
function paintPixel(now: InsideNow, pixel: SlitPixel, out: Kernels): void {
  const { rig, colours } = now;
  const iod = rig.pose.iodPx;
  const { xPx: x, yPx: y, alongPx: along, upPx: up, topPx: top, bottomPx: bottom } = pixel;
  const gap = top - bottom;
  if (gap <= 0) return;
  const below = top - up;
  const above = up - bottom + now.coverPx * smoothstep(0.03, 0.1, gap / iod);
  const feather = Math.min(now.softPx, Math.max(0.9, gap));
  const alpha = opacityAt(now, along, gap, above, below, feather);
  if (alpha < LEAST_OPACITY) return;

  place.side = along / now.halfPx;
  place.above = above / iod;
  place.below = below / iod;
  place.fromCorner = (now.halfPx - Math.abs(along)) / iod;
  shadeFlesh(place, now, colours, colour);
  if (now.teeth.upper01 > 0 || now.teeth.lowerIod > 0) {
    const arch = now.skull.toArch(x + 0.5, y + 0.5);
    shadeTeeth(now.teeth, arch, place, gap / iod, colours, colour);
  }
  const ends01 = atEnds01(place.side, now.ring);
  const end = place.side < 0 ? 0 : 1;
  if (ends01 > 0) lineEnds(place, ends01, now.linings[end], colour);
  const source = now.skull.toSource(x + 0.5, y + 0.5);
  const ownShare = now.own.reuse01 > 0 ? layOwnMouth(now, source) : 0;
  // On the lower lip's rim itself there is only its wet side.
  const behind = clamp(0.5 + (up - bottom) / feather, 0, 1);
  for (let k = 0; k < 3; k++) {
    colour[k] = mix(mix(colours.innerLip[k], now.endRims[end][k], ends01), colour[k], behind);
  }
  finish(now, pixel, source, behind, 1 - ownShare * behind, alpha, ends01, out);
}

function planInside(rig: Rig, state: FaceState, colours: MouthColours, slit: Slit): InsideNow {
  const { mouth, ownTeeth, surface } = rig;
  const { cornerLuma } = rig.tone;
  const iod = rig.pose.iodPx;
  const skull = skullFrame(rig, state);
  const flat = rig.style === 'drawing';
  const gapIod = slit.gapPx / iod;
  // What the picture shows between slightly parted lips without teeth fades as they part more.
  const extra = Math.max(0, slit.gapPx - mouth.gapPx) / iod;
  const movedPx = Math.abs(rimRise(rig, skull, slit, slit.bottom, mouth.lower));
  const taken = smileTaken01(rig, state);
  const rest01 = Math.min(1 - taken, 1 - smoothstep(0.005, 0.04, Math.max(extra, movedPx / iod)));
  const lipRisePx = rimRise(rig, skull, slit, slit.top, mouth.upper);
  const parting = meanStrength(state.strengths, 'AU25');
  const own01 = ownTeeth.share01 > 0 ? ownCrowns01(rig, parting, lipRisePx, slit.gapPx) : 0;
  const teeth = setTeeth(rig, state, gapIod, own01);
  const gapes = meanStrength(state.strengths, 'AU26') + meanStrength(state.strengths, 'AU20');
  const deeper = Math.max(taken, smoothstep(...MOUTH_GAPES, gapes));
  // An open one has a sliver of its teeth there.
  const left = Math.max(smoothstep(0.04, 0.14, extra), 0.8 * (1 - rest01));
  // Tips drawn in for own teeth that the lip has left behind are in the dusk of any shut mouth's.
  const left01 = ownTeeth.share01 > 0 ? 1 - own01 : 0;
  const soft01 = smoothstep(...FAINT_SLITS_IOD, surface.lipEdgePx / iod);
  return {
    ...{ rig, colours, skull, teeth, flat, gapIod },
    // Hair hangs over corners below a moustache, and shades them.
    ring: flat ? 0 : (1 - rig.moustache01) * ring01(meanStrength(state.strengths, 'AU26'), gapIod),
    linings: [liningOf(colours, cornerLuma[0]), liningOf(colours, cornerLuma[1])],
    endRims: [endRimOf(colours, cornerLuma[0]), endRimOf(colours, cornerLuma[1])],
    own: {
      reuse01: mouth.gapPx === 0 ? 0 : ownTeeth.share01 > 0 ? own01 : rest01,
      rest01,
      risePx: Math.max(0, lipRisePx),
      rimPx: Math.max(1, 0.012 * iod, OWN_EDGE * surface.lipEdgePx),
      shade01: (1 - rest01) * (1 - state.teeth01) * deeper,
      light: mix(1, colours.ownBaredLight, teeth.lit01 * (1 - rest01)),
    },
    halfPx: (slit.endPx - slit.startPx) / 2,
    softPx: mouthFeatherPx(rig),
    painted01: mouth.gapPx > 0 ? 1 - rest01 : 1,
    faint01: flat ? 0 : Math.max(soft01, PAINTED_FAINT * rig.painted01),
    // Lips that hardly part stay together at their ends; a dropped jaw opens a ring, dark to its rim.
    cornersFrom: flat ? 0.94 : mix(0.78, 0.95, smoothstep(0.1, 0.22, gapIod)),
    coverPx: SEAM_COVER_IOD * iod * (mouth.gapPx > 0 ? left : 1),
    dusk: [mix(DUSK_IOD[0], DUSK_OWN_IOD[0], own01), mix(DUSK_IOD[1], DUSK_OWN_IOD[1], own01)],
    closing01: mouth.gapPx > 0 ? Math.max(state.shutMouth01, left01) : 1,
    shadowed01: smoothstep(0.35, 0.6, state.shutMouth01),
    textureShare: mix(TEXTURE_SHARE, asMade(rig, TEXTURE_ON_LIT), teeth.lit01),
    grainLevels: GRAIN_SHARE * rig.tone.grain,
  };
}

/** How much of a pixel is inside the mouth, 0..1; lengths are px. */
function opacityAt(
  { halfPx, softPx, faint01, cornersFrom, painted01 }: InsideNow,
  along: number,
  gap: number,
  above: number,
  below: number,
  feather: number,
): number {
  // Corners stay closed: flesh fills the last of the opening.
  const corners = 1 - 0.85 * smoothstep(cornersFrom, 1, Math.abs(along / halfPx));
  const narrowness = mix(1, Math.min(1, gap / softPx), faint01);
  return painted01 * corners * narrowness * openShare(below, above, feather);
}

/** Lays the picture's own mouth over `colour`, and answers how much of it is there, 0..1. */
function layOwnMouth({ rig, colours, own }: InsideNow, source: SourcePlace): number {
  placeOwnTeeth(rig, own, source.x, source.y, from);
  const share = own.reuse01 * from.share01;
  if (share === 0) return 0;
  const { rgba, widthPx, heightPx } = rig.plate;
  sampleCubic(rgba, 4, widthPx, heightPx, from.xPx - 0.5, from.yPx - 0.5, seen);
  const light = own.light * ownTeethLight(place, own.shade01);
  for (let k = 0; k < 3; k++) {
    const lit = Math.min(255, seen[k] * light) + fleshBounce(colours, k, light);
    colour[k] = mix(colour[k], lit, share);
  }
  return share;
}

/**
 * Dims `colour` where lips nearly meet, and mixes it into the frame.
 * @param drawn01 how much of it is drawn: brush strokes, pores and grain of the face go over that;
 *   own teeth have theirs
 * @param ends01 how far it is the end of a ring, where rims that come together are no narrow gap
 */
function finish(
  now: InsideNow,
  { xPx: x, yPx: y, topPx, bottomPx }: SlitPixel,
  source: SourcePlace,
  behind: number,
  drawn01: number,
  alpha: number,
  ends01: number,
  out: Kernels,
): void {
  const { rig, colours, dusk } = now;
  const gap = topPx - bottomPx;
  const narrowed = now.flat ? 0 : 1 - ends01;
  const narrow = narrowed * (1 - smoothstep(dusk[0], dusk[1], gap / rig.pose.iodPx));
  const shadow = now.shadowed01 * closingShade(rig, place.side, gap);
  const seam = Math.max(now.closing01 * narrow, shadow);
  const texture = drawn01 * textureBetween(rig.surface, source.x, source.y);
  const strokes = 1 + now.textureShare * texture;
  const cracks = rig.painted01 * cracksInDark(texture, colour[1], rig.tone.skin[1]);
  const noise = drawn01 * now.grainLevels * grainAt(x, y) + cracks;
  const i = 4 * (y * out.widthPx + x);
  // A slit that is narrower than the lips' edges are soft is no shade of its own, but a line in them.
  const wide01 = Math.min(1, gap / now.softPx) ** 2;
  const half01 = narrowed * wide01 * halfShade01(alpha, gap / rig.pose.iodPx);
  for (let k = 0; k < 3; k++) {
    const dark = mix(colours.cavity[k] * 1.5, colours.innerLip[k] * 0.6, 0.5);
    const dimmed = colour[k] * (1 - DUSK[k] * seam * behind);
    const value = mix(dimmed, dark, 0.9 * behind * smoothstep(0.45, 1, seam)) * strokes + noise;
    const laid = mix(out.frame[i + k], value, alpha);
    const light = halfShadeLight(k, half01, colours.coloured01);
    out.frame[i + k] = clamp(Math.round(laid * light), 0, 255);
  }
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
