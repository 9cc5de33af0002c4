import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { EyeLine } from './eye-shape.ts';
import { findArm, type GlassesArm } from './glasses-arm.ts';
import { BRIDGE_HIGH, BRIDGE_HIGH_DRAWN, contrastsOverNose } from './glasses-bridge.ts';
import {
  describeFrame,
  findFrame,
  findGleamingFrame,
  findMirroringFrame,
  findThickFrame,
  findTintedFrame,
  type Glasses,
  IN_GREEN,
  LEAST_BRIDGE,
  LEAST_BRIDGE_ON_FLAT,
} from './glasses-frame.ts';
import { areLensesOpaque, OPAQUE } from './glasses-lenses.ts';
import {
  BESIDE_DRAWN,
  type Contrasts,
  type EyeAxes,
  eyeAxes,
  followLine,
  shareSeen,
} from './glasses-lines.ts';
import { followRims, mirrored } from './glasses-rims.ts';

/** Levels that flat skin differs from itself by, and what any more makes of ink, levels each and at most. */
const OTHER_LEVELS = 10;
const OTHER_STEEP = 4;
const MOST_INK = 230;
/** Half of how thick an arm is with its shadow, IOD. */
const ARM_HALF = 0.035;

/**
 * The frame of the glasses that somebody wears; undefined on a bare face.
 * @param drawn true: also frames that are as thick as drawings have them
 * @param flatSkin colour of skin that has but one: also frames of any colour
 */
export function findGlasses(
  plate: Picture,
  eyes: readonly EyeLine[],
  pose: Pick<HeadPose, 'iodPx' | 'yawRadians'>,
  drawn = false,
  flatSkin?: Rgb,
): Glasses | undefined {
  const axes = eyeAxes(eyes, pose);
  if (!axes) return undefined;
  // Most faces are bare, and the bridge is the surest sign: it is looked for first.
  const overNose = contrastsOverNose(plate, axes, BRIDGE_HIGH);
  const found =
    findFrame(plate, axes, overNose, LEAST_BRIDGE) ??
    (drawn
      ? undefined
      : (findGleamingFrame(plate, axes, overNose) ??
        findInGreen(plate, axes, overNose) ??
        findThickFrame(plate, axes) ??
        findTintedFrame(plate, axes, overNose)));
  if (!drawn) return withArm(plate, axes, pose.yawRadians, found);
  if (found) return found;
  const broad = { ...axes, beside: BESIDE_DRAWN };
  const highOverNose = (picture: Picture) => contrastsOverNose(picture, broad, BRIDGE_HIGH_DRAWN);
  const thick = findFrame(plate, broad, highOverNose(plate), LEAST_BRIDGE);
  if (thick || !flatSkin) return thick;
  const ink = otherThan(plate, flatSkin);
  return findFrame(ink, broad, highOverNose(ink), LEAST_BRIDGE_ON_FLAT, plate);
}

/** Where so much of a bridge is seen, it is looked for in green alone. */
const HINT_OF_BRIDGE = 0.8;

/**
 * A frame that gleams in the picture's green, or holds lenses that are seen through and mirror: in red light skin and gold are
 * alike bright, and what is tinted differs from skin by its green most.
 */
function findInGreen(plate: Picture, axes: EyeAxes, overNose: Contrasts): Glasses | undefined {
  if (shareSeen(followLine(overNose, 'either', false).contrast) < HINT_OF_BRIDGE) return undefined;
  const rgba = plate.rgba.map((v, i, all) => (i % 4 === 3 ? v : all[i - (i % 4) + 1]));
  const green = { ...plate, rgba };
  const greenOverNose = contrastsOverNose(green, axes, BRIDGE_HIGH);
  return (
    findGleamingFrame(green, axes, greenOverNose, IN_GREEN) ??
    findMirroringFrame(green, axes, greenOverNose)
  );
}

/**
 * Arms of glasses on turned heads are held with the frame, and one that is sure tells of glasses whose far
 * lens and bridge stand out over the ground: their near rim is where it is most plain.
 */
function withArm(
  plate: Picture,
  axes: EyeAxes,
  yawRadians: number,
  found: Glasses | undefined,
): Glasses | undefined {
  const arm = findArm(plate, axes, yawRadians);
  if (!arm || !(found || arm.sure)) return found;
  const { lines, halfThicknessPx, opaque } = found ?? frameOnArm(plate, axes, arm);
  return {
    lines: [...lines, arm.line],
    halfThicknessPx: Math.max(halfThicknessPx, ARM_HALF * axes.iodPx),
    opaque,
  };
}

/** The frame that an arm belongs to, as far as the near lens shows it. */
function frameOnArm(plate: Picture, axes: EyeAxes, { side, tone }: GlassesArm): Glasses {
  const opaque = areLensesOpaque(plate, axes, OPAQUE);
  const rims = followRims(plate, axes, tone, tone === 'dark');
  const near = rims[side === -1 ? 0 : 1];
  const bridge = followLine(contrastsOverNose(plate, axes, BRIDGE_HIGH), tone, false);
  return { ...describeFrame(plate, axes, tone, [near, mirrored(near)], bridge), opaque };
}

/** What is not of the skin's colour, as ink on paper: frames may be as light as skin. */
function otherThan({ rgba, widthPx, heightPx }: Picture, skin: Rgb): Picture {
  const ink = new Uint8Array(rgba.length).fill(255);
  for (let i = 0; i < rgba.length; i += 4) {
    const off = Math.max(...skin.map((v, k) => Math.abs(rgba[i + k] - v)));
    ink.fill(255 - clamp(OTHER_STEEP * (off - OTHER_LEVELS), 0, MOST_INK), i, i + 3);
  }
  return { rgba: ink, widthPx, heightPx };
}
