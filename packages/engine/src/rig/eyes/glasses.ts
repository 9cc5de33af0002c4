import { clamp } from '../../math/easing.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { Rgb } from '../skin/face-tone.ts';
import type { EyeLine } from './eye-shape.ts';
import { findArm, type GlassesArm } from './glasses-arm.ts';
import {
  BESIDE_DRAWN,
  type Contrasts,
  type EyeAxes,
  eyeAxes,
  type FoundLine,
  followLine,
  halfThickness,
  lnLuma,
  placePx,
  readContrasts,
  type Spot,
  shareSeen,
  type Tone,
} from './glasses-lines.ts';

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
const LEAST_BRIDGE = 0.64;
/** On a turned head the far lens stands out over the cheek: it mirrors a near one as plain as this. */
const PLAIN_BELOW = 0.88;
/**
 * … and where the head is hardly turned, over a bridge as plain as this, ln units: a bearded and a
 * curly bare face had .13 and .16, frames .3 at least.
 */
const PLAIN_BRIDGE = 0.22;

/**
 * Thin metal gleams in part and is dark in part. A line that may be either is found on bare faces, too,
 * but not all the way over the nose so plainly (ln units, mean) and beside both temples as well: of 170
 * photos of bare faces one comes near, with .96, .28 and .87.
 */
const LEAST_EITHER = { bridge: 0.94, plainly: 0.34, temples: 0.8 } as const;

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

/** On flat skin nothing but a bridge crosses the nose: bare cartoons have .38 at most, frames .54 at least. */
const LEAST_BRIDGE_ON_FLAT = 0.46;
/** Levels that flat skin differs from itself by, and what any more makes of ink, levels each and at most. */
const OTHER_LEVELS = 10;
const OTHER_STEEP = 4;
const MOST_INK = 230;

/** Directions around an eye: 0 towards the temple, a quarter on up, half towards the nose. */
const DIRECTIONS = 60;
/** Those that count as beside the temple, on either side of 0, and as below, parts of a turn. */
const TEMPLE_WITHIN = 0.12;
const BELOW_FROM = 0.55;
const BELOW_TO = 0.95;
/** How far from the lens's middle a rim may lie, IOD up and down; sideways lenses are wider. */
const NEAREST = 0.17;
const FARTHEST = 0.58;
const RADII = 56;
const WIDER = 1.25;
/**
 * Lines that on the whole are nearer than this, IOD, are the eye's own lids and no rim: those of a squint under a strand of
 * hair had .19, and none of 34 wearers is lost by this.
 */
const LEAST_RADIUS = 0.21;
/** A lens's middle lies a little below the eye's, and its rim ends before the nose's ridge, IOD. */
const BELOW_EYE = 0.04;
const NOSE_AT = 0.44;
/** The part of the nose's ridge on which a bridge is looked for, IOD: half its breadth, and heights. */
const BRIDGE_HALF = 0.16;
const BRIDGE_LOW = -0.2;
const BRIDGE_HIGH = 0.22;
/** In drawings it may be an arch above the eyes. */
const BRIDGE_HIGH_DRAWN = 0.36;
const BRIDGE_COLUMNS = 24;
const BRIDGE_ROWS = 31;
/** A bar over the bridge lies this far above it at least, and so much further at most, IOD. */
const BAR_ABOVE = 0.06;
const BAR_REACH = 0.26;
/** Share of its way on which it is seen, and how plainly on average, ln units: a frown is neither. */
const BAR_SEEN = 0.95;
const BAR_PLAINLY = 0.4;

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

/** Half of how thick an arm is with its shadow, IOD. */
const ARM_HALF = 0.035;

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
  return { ...describe(plate, axes, tone, [near, mirrored(near)], bridge), opaque };
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

/** @param lensesOf where to see whether anything is seen through them */
function findFrame(
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
      !opaque && radiusOf(axes, rim) < LEAST_RADIUS ? 0 : shareSeen(rim.contrast.filter(isBelow)),
    );
    const [worse, better] = below[0]! < below[1]! ? [0, 1] : [1, 0];
    const hidden = below[worse]! < LEAST_BELOW;
    if (hidden && below[better]! < PLAIN_BELOW) continue;
    if (hidden && !axes.turned && plainlyOf(bridge) < PLAIN_BRIDGE) continue;
    const far = hidden ? mirrored(rims[better]!) : rims[worse]!;
    return { ...describe(plate, axes, tone, [rims[better]!, far], bridge), opaque };
  }
  return undefined;
}

/** Mean distance from the middle of a lens to its rim, IOD up and down. */
function radiusOf({ half }: EyeAxes, { spots }: FoundLine): number {
  return mean(
    spots.map(({ along, up }) => Math.hypot((Math.abs(along) - half) / WIDER, up + BELOW_EYE)),
  );
}

/** A frame that is darker than skin here and brighter there. */
function findGleamingFrame(
  plate: Picture,
  axes: EyeAxes,
  overNose: Contrasts,
): Glasses | undefined {
  const bridge = followLine(overNose, 'either', false);
  const plainly = plainlyOf(bridge);
  if (shareSeen(bridge.contrast) < LEAST_EITHER.bridge || plainly < LEAST_EITHER.plainly) {
    return undefined;
  }
  const rims = followRims(plate, axes, 'either');
  const beside = rims.map(({ contrast }) => shareSeen(contrast.filter(isBesideTemple)));
  if (Math.min(...beside) < LEAST_EITHER.temples) return undefined;
  return { ...describe(plate, axes, 'either', rims, bridge), opaque: false };
}

/** A thick frame of plastic, which is of one colour over the nose. */
function findThickFrame(plate: Picture, eyes: EyeAxes): Glasses | undefined {
  const axes = { ...eyes, beside: BESIDE_DRAWN };
  const bridge = followLine(contrastsOverNose(plate, axes, BRIDGE_HIGH_DRAWN), 'dark', false);
  const { bridge: least, plainly, even, below } = LEAST_THICK;
  if (shareSeen(bridge.contrast) < least || plainlyOf(bridge) < plainly) return undefined;
  const light = bridge.spots.map(({ along, up }) => lnLuma(plate, axes, along, up));
  if (deviation(light) > even) return undefined;
  const rims = followRims(plate, axes, 'dark');
  const seen = rims.map(({ contrast }) => shareSeen(contrast.filter(isBelow)));
  if (Math.min(...seen) < below || Math.max(...seen) < PLAIN_BELOW) return undefined;
  return { ...describe(plate, axes, 'dark', rims, bridge), opaque: false };
}

/** A frame of many colours, which is told by its lenses. */
function findTintedFrame(plate: Picture, axes: EyeAxes, overNose: Contrasts): Glasses | undefined {
  const bridge = followLine(overNose, 'dark', false);
  const { bridge: least, plainly, below, darkness, even } = LEAST_TINTED;
  if (axes.turned || shareSeen(bridge.contrast) < least || plainlyOf(bridge) < plainly) {
    return undefined;
  }
  const rims = followRims(plate, axes, 'dark', true);
  if (rims.some(({ contrast }) => shareSeen(contrast.filter(isBelow)) < below)) return undefined;
  const isOfOneShade = SIDES.every((side) => {
    const lens = lensShades(plate, axes, side);
    return quantile(lens, NEARLY_ALL) - quantile(lens, 0.5) < Math.log(even);
  });
  if (!isOfOneShade || !areLensesOpaque(plate, axes, darkness)) return undefined;
  return { ...describe(plate, axes, 'dark', rims, bridge), opaque: true };
}

/** How much a line stands out on average, ln units. */
function plainlyOf({ contrast }: FoundLine): number {
  return mean(Array.from(contrast, (c) => Math.max(0, c)));
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
}

function contrastsOverNose(plate: Picture, axes: EyeAxes, high: number): Contrasts {
  return readContrasts(plate, axes, BRIDGE_COLUMNS, BRIDGE_ROWS, (k, j) =>
    overNoseSpot(k, j, BRIDGE_LOW, high),
  );
}

/** The lines around both eyes, that on the picture's left first. @param edges see readContrasts */
function followRims(
  plate: Picture,
  axes: EyeAxes,
  tone: Tone,
  edges = false,
): readonly [FoundLine, FoundLine] {
  const around = (side: -1 | 1) =>
    followLine(
      readContrasts(plate, axes, DIRECTIONS, RADII, (k, j) => rimSpot(axes, side, k, j), edges),
      tone,
      true,
    );
  return [around(-1), around(1)];
}

/** The middle of a lens, half its breadth and height, IOD; nearly all of it is darker than … */
const LENS_HALF = [0.24, 0.14] as const;
const NEARLY_ALL = 0.9;
/** … this part of the skin's light if nothing is seen through. */
const OPAQUE = 0.3;
/** … and in a flat drawing, where lenses are of one plain colour; eyes are white there. */
const OPAQUE_ON_FLAT = 0.85;
/** The skin is read this far below the eye and, since beards cover cheeks, on the nose's ridge, IOD. */
const CHEEK_BELOW = [0.65, 0.75, 0.85] as const;
const NOSE_BELOW = [0.4, 0.47, 0.54] as const;

const SIDES = [-1, 1] as const;

/** Are both lenses so dark that no eye is seen in them? Eyes in deep shade are not: one has lights. */
function areLensesOpaque(plate: Picture, axes: EyeAxes, darkness: number): boolean {
  const nose = NOSE_BELOW.map((down) => lnLuma(plate, axes, 0, -down));
  return SIDES.every((side) => {
    const cheek = CHEEK_BELOW.map((down) => lnLuma(plate, axes, side * axes.half, -down));
    const lit = Math.max(...cheek, ...nose);
    return quantile(lensShades(plate, axes, side), NEARLY_ALL) < lit + Math.log(darkness);
  });
}

/** ln of luma all over the middle of a lens, from the darkest to the lightest place. */
function lensShades(plate: Picture, axes: EyeAxes, side: -1 | 1): readonly number[] {
  const lens: number[] = [];
  for (let x = -1; x <= 1; x += 0.1) {
    for (let y = -1; y <= 1; y += 0.1) {
      if (x * x + y * y > 1) continue;
      const along = side * (axes.half + x * LENS_HALF[0]);
      lens.push(lnLuma(plate, axes, along, y * LENS_HALF[1] - BELOW_EYE));
    }
  }
  return lens.sort((a, b) => a - b);
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(part * sorted.length)]!;
}

function describe(
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

/** The bar that some frames have over their bridge; undefined where skin is seen there. */
function findBar(
  plate: Picture,
  axes: EyeAxes,
  tone: Tone,
  { spots }: FoundLine,
): FoundLine | undefined {
  const low = Math.max(...spots.map(({ up }) => up)) + BAR_ABOVE;
  const over = readContrasts(plate, axes, BRIDGE_COLUMNS, BRIDGE_ROWS, (k, j) =>
    overNoseSpot(k, j, low, low + BAR_REACH),
  );
  const bar = followLine(over, tone, false);
  const plainly = plainlyOf(bar);
  return shareSeen(bar.contrast) < BAR_SEEN || plainly < BAR_PLAINLY ? undefined : bar;
}

function isBesideTemple(_contrast: number, k: number): boolean {
  return Math.min(k, DIRECTIONS - k) < TEMPLE_WITHIN * DIRECTIONS;
}

function isBelow(_contrast: number, k: number): boolean {
  return k > BELOW_FROM * DIRECTIONS && k < BELOW_TO * DIRECTIONS;
}

/** Place k of directions and j of radii around the eye on the picture's left (-1) or right (1). */
function rimSpot({ half }: EyeAxes, side: -1 | 1, k: number, j: number): Spot {
  const turn = (2 * Math.PI * k) / DIRECTIONS;
  const radius = NEAREST + ((FARTHEST - NEAREST) * j) / (RADII - 1);
  const out = Math.max(WIDER * Math.cos(turn) * radius, -Math.min(NOSE_AT, half));
  // Across the ellipse on which places of one radius lie.
  const acrossOut = Math.cos(turn) / WIDER;
  const length = Math.hypot(acrossOut, Math.sin(turn));
  return {
    along: side * (half + out),
    up: Math.sin(turn) * radius - BELOW_EYE,
    acrossAlong: (side * acrossOut) / length,
    acrossUp: Math.sin(turn) / length,
  };
}

/** Place k of columns over the nose's ridge and j of rows between two heights, IOD. */
function overNoseSpot(k: number, j: number, low: number, high: number): Spot {
  return {
    along: BRIDGE_HALF * ((2 * k) / (BRIDGE_COLUMNS - 1) - 1),
    up: low + ((high - low) * j) / (BRIDGE_ROWS - 1),
    acrossAlong: 0,
    acrossUp: 1,
  };
}

/** A rim on the other side of the nose. */
function mirrored({ spots, contrast }: FoundLine): FoundLine {
  const over = ({ along, acrossAlong, ...spot }: Spot): Spot => ({
    ...spot,
    along: -along,
    acrossAlong: -acrossAlong,
  });
  return { spots: spots.map(over), contrast };
}
