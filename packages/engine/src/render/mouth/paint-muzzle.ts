import type { FaceState } from '../../expression/face-state.ts';
import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';
import { meanStrength } from '../../rig/action-units.ts';
import { mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { textureBetween } from '../../rig/style/surface.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachInOpening, type Slit } from '../slit.ts';
import type { MouthColours } from './mouth-colours.ts';
import { skullFrame } from './skull-frame.ts';

/** The tongue's breadth, share of the opening's, and its height, share of the gap. */
const TONGUE_BREADTH = 0.72;
const TONGUE_HEIGHT = 0.5;
/** It is seen from the first gap on, fully from the second, IOD. */
const TONGUE_FROM = 0.06;
const TONGUE_FULL = 0.13;
/** The upper lip's shadow in the mouth, and the lower lip's rounded edge, IOD. */
const SHADOW = 0.06;
const LIP_EDGE = 0.016;
/** Shade of the lower lip on the tongue behind it, IOD. */
const BEHIND_LIP = 0.03;
/** Fur is softer than lips are: no feather is broader, IOD. */
const SOFTEST = 0.035;
/** Part of the coat's texture that a tongue carries, with the head. */
const TEXTURE = 0.9;

/**
 * Paints what lies between the parted lips of an animal: the dark of the mouth and the tongue's tip
 * on the jaw. Teeth stay behind the lips: from the front a relaxed jaw shows hardly any.
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
  const { tongue, cavity, innerLip } = colours;
  const soft = Math.max(1.2, 0.014 * iod, Math.min(SOFTEST * iod, 1.4 * rig.surface.edgePx));
  const half = (slit.endPx - slit.startPx) / 2;
  const gap = slit.gapPx / iod;
  // Under a lip that only curls there is the dark.
  const jaw = smoothstep(0.1, 0.4, meanStrength(state.strengths, 'AU26'));
  const shown = jaw * smoothstep(TONGUE_FROM, TONGUE_FULL, gap);
  const skull = skullFrame(rig, state);
  const edge = Math.max(LIP_EDGE, (0.6 * soft) / iod);
  forEachInOpening(slit, soft, 0.05, out, ({ xPx, yPx, alongPx, belowPx, abovePx, alpha }) => {
    const side = mouthS(rig.mouth, alongPx / half);
    const below = Math.max(0, belowPx) / iod;
    const above = Math.max(0, abovePx) / iod;
    const across = Math.min(1, Math.abs(side) / TONGUE_BREADTH);
    const crown = TONGUE_HEIGHT * gap * Math.sqrt(1 - across * across);
    const t = above / Math.max(0.01, crown);
    const present = shown * (1 - smoothstep(0.7, 1.1, t)) * (1 - smoothstep(0.75, 1, across));
    const mound =
      mix(1.15, 0.5, smoothstep(0.25, 1, t)) *
      (1 - 0.45 * across * across) *
      (1 - 0.55 * Math.exp(-above / BEHIND_LIP)) *
      (1 - 0.2 * gaussian(side, 0.07));
    const shade = 1 - 0.75 * Math.exp(-below / SHADOW);
    const lip = 0.8 * Math.exp(-above / edge);
    const source = skull.toSource(xPx + 0.5, yPx + 0.5);
    const grain = 1 + TEXTURE * textureBetween(rig.surface, source.x, source.y);
    const i = 4 * (yPx * out.widthPx + xPx);
    for (let k = 0; k < 3; k++) {
      const flesh = mix(cavity[k], tongue[k] * mound * shade, present);
      const value = mix(flesh, 0.8 * innerLip[k], lip) * grain;
      out.frame[i + k] = clamp(Math.round(mix(out.frame[i + k], value, alpha)), 0, 255);
    }
  });
}
