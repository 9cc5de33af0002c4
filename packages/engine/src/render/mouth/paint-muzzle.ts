import type { FaceState } from '../../expression/face-state.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { type ActionUnit, meanStrength } from '../../rig/action-units.ts';
import { mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { lumaOf } from '../../rig/skin/face-tone.ts';
import { textureBetween } from '../../rig/style/surface.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachInOpening, type Slit } from '../slit.ts';
import { coverage, jawTeeth, toothLight } from './jaw-teeth.ts';
import type { MouthColours } from './mouth-colours.ts';
import { skullFrame } from './skull-frame.ts';

/** The tongue's breadth, share of the opening's, and its height, share of the gap. */
const TONGUE_BREADTH = 0.66;
const TONGUE_HEIGHT = 0.56;
/** How round its back is: the exponent of its height across; .5 a half disc, more a mound. */
const TONGUE_ROUND = 0.85;
/** It is seen from the first gap on, fully from the second, IOD. */
const TONGUE_FROM = 0.08;
const TONGUE_FULL = 0.2;
/** The upper lip's shadow in the mouth, and the lower lip's rounded edge, IOD. */
const SHADOW = 0.06;
const LIP_EDGE = 0.016;
/** The upper lip is rounded, too: its edge, IOD, and how much of it is seen from the front. */
const UPPER_EDGE = 0.024;
const UPPER_SEEN = 0.62;
/** Light on the mouth's floor and at its back, against the colour of its dark, and more on the cheeks. */
const FLOOR_LIGHT = 2.1;
const BACK_LIGHT = 0.75;
const CHEEK_LIGHT = 0.5;
/** Shade of the lower lip on the tongue behind it, IOD. */
const BEHIND_LIP = 0.045;
/** Fur is softer than lips are: no feather is narrower, and none broader, IOD. */
const SOFT = 0.02;
const SOFTEST = 0.035;
/** A smile that parts lips at all (see AU12 of animals) drops the jaw by this part of its strength. */
const PLAYS = 0.22;
/** Spit on a tongue: two soft glints beside its groove, of the tongue's luma. */
const GLINT = 0.34;
/** Between lips that are hardly apart this part of that light falls in: gaps with so little, and with all of it, IOD. */
const NARROW_LIGHT = 0.5;
const NARROW_LIT = [0.08, 0.24] as const;
/** Half of the soft edge of a tooth, against that of the picture's edges. */
const TOOTH_EDGE = 0.45;
const LEAST_TOOTH_EDGE_PX = 0.7;
/** Part of the coat's texture that a tongue carries, with the head. */
const TEXTURE = 0.9;

/**
 * Light in an open mouth, against the colour of its dark: it falls in from above and before, and
 * reaches the floor and the cheeks, but not the back.
 * @param height01 0 at the lower lip, 1 at the upper one
 * @param side -1..1 from corner to corner
 * @param gapIod largest gap of the lips, IOD
 */
export function cavityLight(height01: number, side: number, gapIod: number): number {
  const floor = mix(FLOOR_LIGHT, BACK_LIGHT, smoothstep(0, 0.7, height01));
  const cheeks = CHEEK_LIGHT * smoothstep(0.45, 0.95, Math.abs(side));
  return (floor + cheeks) * mix(NARROW_LIGHT, 1, smoothstep(...NARROW_LIT, gapIod));
}

/** How high a tongue's back lies at a place of its breadth, 0 in its middle to 1, share of its height: a mound. */
export function tongueCrown(across01: number): number {
  return (1 - across01 * across01) ** TONGUE_ROUND;
}

/**
 * Paints what lies between the parted lips of an animal: the dark of the mouth, which is lit at its
 * floor, the rounded edges of both lips, the tongue's tip on the jaw and the jaw's teeth before it.
 * Upper teeth stay behind the lip: from the front a relaxed jaw shows hardly any.
 */
export function paintMuzzle(
  rig: Rig,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  if (slit.gapPx <= 0) return;
  const iod = rig.pose.iodPx;
  const { tongue, cavity, innerLip, tooth } = colours;
  const glint = GLINT * lumaOf(tongue);
  const soft = Math.max(1.2, SOFT * iod, Math.min(SOFTEST * iod, 1.4 * rig.surface.edgePx));
  const half = (slit.endPx - slit.startPx) / 2;
  const gap = slit.gapPx / iod;
  // Under a lip that only curls there is the dark.
  const opens = (unit: ActionUnit) => meanStrength(state.strengths, unit);
  const jaw = smoothstep(0.1, 0.4, Math.max(opens('AU26'), PLAYS * opens('AU12')));
  const shown = jaw * smoothstep(TONGUE_FROM, TONGUE_FULL, gap);
  const teeth = jawTeeth(rig.mouth.halfWidthPx / iod, half / iod, gap, iod);
  const teethSeen = jaw * teeth.seen01;
  const skull = skullFrame(rig, state);
  const feather = Math.max(LEAST_TOOTH_EDGE_PX, TOOTH_EDGE * rig.surface.edgePx) / iod;
  const edge = Math.max(LIP_EDGE, (0.6 * soft) / iod);
  forEachInOpening(slit, soft, 0.05, out, ({ xPx, yPx, alongPx, belowPx, abovePx, alpha }) => {
    const side = mouthS(rig.mouth, alongPx / half);
    const below = Math.max(0, belowPx) / iod;
    const above = Math.max(0, abovePx) / iod;
    const across = Math.min(1, Math.abs(side) / TONGUE_BREADTH);
    const crown = TONGUE_HEIGHT * gap * tongueCrown(across);
    const t = above / Math.max(0.01, crown);
    const present = shown * (1 - smoothstep(0.6, 1.15, t)) * (1 - smoothstep(0.75, 1, across));
    const mound =
      mix(1.15, 0.5, smoothstep(0.25, 1, t)) *
      (1 - 0.45 * across * across) *
      (1 - 0.72 * Math.exp(-above / BEHIND_LIP)) *
      (1 - 0.28 * gaussian(side, 0.05) * smoothstep(0.1, 0.5, t));
    const wet = glint * gaussian(Math.abs(side) - 0.2, 0.09) * gaussian(t - 0.5, 0.14) * present;
    const shade = 1 - 0.75 * Math.exp(-below / SHADOW);
    const lip = Math.max(
      0.8 * Math.exp(-above / edge),
      UPPER_SEEN * Math.exp(-below / Math.max(UPPER_EDGE, edge)),
    );
    const aside = (side * half) / iod;
    const enamel = teethSeen > 0 ? teethSeen * coverage(teeth, aside, above, feather) : 0;
    const lit = enamel > 0 ? toothLight(teeth, aside, above) * shade : 0;
    const height01 = above / Math.max(1e-6, above + below);
    const depth = mix(1, cavityLight(height01, side, gap), jaw);
    const source = skull.toSource(xPx + 0.5, yPx + 0.5);
    const grain = 1 + TEXTURE * textureBetween(rig.surface, source.x, source.y);
    const i = 4 * (yPx * out.widthPx + xPx);
    for (let k = 0; k < 3; k++) {
      const flesh = mix(cavity[k] * depth, tongue[k] * mound * shade, present) + wet;
      const value = mix(mix(flesh, tooth[k] * lit, enamel), 0.8 * innerLip[k], lip) * grain;
      out.frame[i + k] = clamp(Math.round(mix(out.frame[i + k], value, alpha)), 0, 255);
    }
  });
}
