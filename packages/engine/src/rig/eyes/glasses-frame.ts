import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import { BRIDGE_HIGH_DRAWN, contrastsOverNose, findBar } from './glasses-bridge.ts';
import {
  areLensesDark,
  areLensesEven,
  areLensesOpaque,
  OPAQUE,
  OPAQUE_ON_FLAT,
} from './glasses-lenses.ts';
import {
  BESIDE_DRAWN,
  type Contrasts,
  type EyeAxes,
  type FoundLine,
  followLine,
  halfThickness,
  lnLuma,
  placePx,
  plainlyOf,
  type Spot,
  shareSeen,
  type Tone,
} from './glasses-lines.ts';
import { followRims, mirrored, radiusOf, seenBelow, seenBesideTemple } from './glasses-rims.ts';

/** The frame of a pair of glasses. */
export interface Glasses {
  /** Lines x0, y0, x1, y1, … in frame px: around each lens (closed), and one or two over the nose. */
  readonly lines: readonly Float64Array[];
  /** Half of how thick the frame is, px. */
  readonly halfThicknessPx: number;
  /** true: nothing is seen through the lenses, which `lines` begin with. */
  readonly opaque: boolean;
}

/**
 * Shares of the way on which a line stands out from both its sides: below the eyes (of the eye that
 * has less), where bare faces have soft folds at most, and over the nose between them. 60 bare faces
 * of many kinds had at most .29 over the nose together with .6 below the eyes (.91 and .17 an old
 * man's bags, .57 and .58 a painted clown); frames at least .78 and .71.
 */
const LEAST_BELOW = 0.68;
export const LEAST_BRIDGE = 0.64;
/** On a turned head the far lens stands out over the cheek: it mirrors a near one as plain as this. */
const PLAIN_BELOW = 0.88;
/**
 * … and where the head is hardly turned, over a bridge as plain as `oneRim`, ln units: a bearded and a curly bare face had .13 and
 * .16, frames .3 at least. Where both rims are seen, as plain as `bothRims`: a woman with lines below both eyes had .17, frames .25.
 */
const PLAIN_BRIDGE = { oneRim: 0.22, bothRims: 0.2 } as const;
/**
 * Lines that on the whole are nearer than this, IOD, are the eye's own lids and no rim: those of a squint under a strand of
 * hair had .19, and none of 34 wearers is lost by this.
 */
const LEAST_RADIUS = 0.21;

/**
 * Thin metal gleams in part and is dark in part. A line that may be either is found on bare faces, too,
 * but not all the way over the nose so plainly (ln units, mean) and beside both temples as well: of 170
 * photos of bare faces one comes near, with .96, .28 and .87.
 */
const LEAST_EITHER = { bridge: 0.94, plainly: 0.34, temples: 0.8 } as const;
/** … in green alone, in which none of 123 photos and paintings of bare faces has .9, .28 and .7. */
export const IN_GREEN = { ...LEAST_EITHER, plainly: 0.31 } as const;

/**
 * A thick frame is as wide as a shadow, but over the nose it is of one light: on bare faces what is as
 * plain there differs by .14 at least (standard deviation, ln units), and frames by .02.
 */
const LEAST_THICK = { bridge: 0.85, plainly: 0.4, even: 0.08, below: LEAST_BELOW } as const;

/**
 * Tinted lenses in a frame of many colours: a bridge, lenses that end against brighter skin below, and in
 * them one shade, which is darker than skin by so much, and of which the lightest part is hardly lighter.
 */
const LEAST_TINTED = { bridge: 0.95, plainly: 0.3, below: 0.8, darkness: 0.8, even: 1.3 } as const;

/**
 * Dark or tinted lenses that mirror lights are neither black nor even. They end against skin that is brighter in green nearly all the
 * way below, are at most half as light as it, in the middle, and have a bridge between them: of 123 bare faces the nearest to it
 * have .79 or .78 for the first two.
 */
const LEAST_MIRRORING = { bridge: 0.9, plainly: 0.2, below: 0.85, darkness: 0.5 } as const;

/** On flat skin nothing but a bridge crosses the nose: bare cartoons have .38 at most, frames .54 at least. */
export const LEAST_BRIDGE_ON_FLAT = 0.46;

/**
 * A frame that is darker than skin all the way, or brighter.
 * @param overNose see contrastsOverNose
 * @param leastBridge share of the bridge that stands out at least
 * @param lensesOf where to see whether anything is seen through them
 */
export function findFrame(
  plate: Picture,
  axes: EyeAxes,
  overNose: Contrasts,
  leastBridge: number,
  lensesOf = plate,
): Glasses | undefined {
  // Horn is darker than skin, light metal brighter: one or the other all the way.
  for (const tone of ['dark', 'bright'] as const) {
    const bridge = followLine(overNose, tone, false);
    if (shareSeen(bridge.contrast) < leastBridge) continue;
    const opaque = areLensesOpaque(lensesOf, axes, lensesOf === plate ? OPAQUE : OPAQUE_ON_FLAT);
    const rims = followRims(plate, axes, tone, opaque);
    const below = rims.map((rim) =>
      !opaque && radiusOf(axes, rim) < LEAST_RADIUS ? 0 : seenBelow(rim),
    );
    const [worse, better] = below[0]! < below[1]! ? [0, 1] : [1, 0];
    const hidden = below[worse]! < LEAST_BELOW;
    if (hidden && below[better]! < PLAIN_BELOW) continue;
    const plain = hidden ? PLAIN_BRIDGE.oneRim : PLAIN_BRIDGE.bothRims;
    if (!axes.turned && plainlyOf(bridge) < plain) continue;
    const far = hidden ? mirrored(rims[better]!) : rims[worse]!;
    return { ...describeFrame(plate, axes, tone, [rims[better]!, far], bridge), opaque };
  }
  return undefined;
}

/** A frame that is darker than skin here and brighter there. */
export function findGleamingFrame(
  plate: Picture,
  axes: EyeAxes,
  overNose: Contrasts,
  least: Readonly<Record<keyof typeof LEAST_EITHER, number>> = LEAST_EITHER,
): Glasses | undefined {
  const bridge = followLine(overNose, 'either', false);
  if (shareSeen(bridge.contrast) < least.bridge || plainlyOf(bridge) < least.plainly) {
    return undefined;
  }
  const rims = followRims(plate, axes, 'either');
  const beside = rims.map(seenBesideTemple);
  if (Math.min(...beside) < least.temples) return undefined;
  return { ...describeFrame(plate, axes, 'either', rims, bridge), opaque: false };
}

/** A thick frame of plastic, which is of one colour over the nose. */
export function findThickFrame(plate: Picture, eyes: EyeAxes): Glasses | undefined {
  const axes = { ...eyes, beside: BESIDE_DRAWN };
  const bridge = followLine(contrastsOverNose(plate, axes, BRIDGE_HIGH_DRAWN), 'dark', false);
  const { bridge: least, plainly, even, below } = LEAST_THICK;
  if (shareSeen(bridge.contrast) < least || plainlyOf(bridge) < plainly) return undefined;
  const light = bridge.spots.map(({ along, up }) => lnLuma(plate, axes, along, up));
  if (deviation(light) > even) return undefined;
  const rims = followRims(plate, axes, 'dark');
  const seen = rims.map(seenBelow);
  if (Math.min(...seen) < below || Math.max(...seen) < PLAIN_BELOW) return undefined;
  return { ...describeFrame(plate, axes, 'dark', rims, bridge), opaque: false };
}

/** The edge of lenses that mirror what is around. @param green the picture in its green alone */
export function findMirroringFrame(
  green: Picture,
  axes: EyeAxes,
  overNose: Contrasts,
): Glasses | undefined {
  const bridge = followLine(overNose, 'dark', false);
  const { bridge: least, plainly, below, darkness } = LEAST_MIRRORING;
  if (shareSeen(bridge.contrast) < least || plainlyOf(bridge) < plainly) return undefined;
  const rims = followRims(green, axes, 'dark', true);
  if (rims.some((rim) => seenBelow(rim) < below)) return undefined;
  if (!areLensesDark(green, axes, darkness)) return undefined;
  return { ...describeFrame(green, axes, 'dark', rims, bridge), opaque: true };
}

/** A frame of many colours, which is told by its lenses. */
export function findTintedFrame(
  plate: Picture,
  axes: EyeAxes,
  overNose: Contrasts,
): Glasses | undefined {
  const bridge = followLine(overNose, 'dark', false);
  const { bridge: least, plainly, below, darkness, even } = LEAST_TINTED;
  if (axes.turned || shareSeen(bridge.contrast) < least || plainlyOf(bridge) < plainly) {
    return undefined;
  }
  const rims = followRims(plate, axes, 'dark', true);
  if (rims.some((rim) => seenBelow(rim) < below)) return undefined;
  if (!areLensesEven(plate, axes, even) || !areLensesOpaque(plate, axes, darkness))
    return undefined;
  return { ...describeFrame(plate, axes, 'dark', rims, bridge), opaque: true };
}

/** Its lines and how thick it is. */
export function describeFrame(
  plate: Picture,
  axes: EyeAxes,
  tone: Tone,
  rims: readonly FoundLine[],
  bridge: FoundLine,
): Omit<Glasses, 'opaque'> {
  const thick = [...rims, bridge].flatMap(({ spots }) =>
    spots.map((spot) => halfThickness(plate, axes, spot, tone)),
  );
  thick.sort((a, b) => a - b);
  const lineOn = (spots: readonly Spot[]) =>
    Float64Array.from(spots.flatMap((spot) => placePx(axes, spot.along, spot.up)));
  const bar = findBar(plate, axes, tone, bridge);
  return {
    lines: [
      ...rims.map(({ spots }) => lineOn([...spots, spots[0]])),
      ...[bridge, ...(bar ? [bar] : [])].map(({ spots }) => lineOn(spots)),
    ],
    halfThicknessPx: thick[thick.length >> 1] * axes.iodPx,
  };
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
}
