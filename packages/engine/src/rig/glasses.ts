import { clamp } from '../math/easing.ts';
import { lumaAt } from '../math/luma.ts';
import type { Picture } from '../math/picture.ts';
import { findBestLine } from './best-line.ts';
import type { EyeLine } from './eye-shape.ts';
import type { Rgb } from './face-tone.ts';

/** The frame of a pair of glasses. */
export interface Glasses {
  /** Lines x0, y0, x1, y1, … in frame px: around each lens (closed), and over the nose. */
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

/** On flat skin nothing but a bridge crosses the nose: bare cartoons have .38 at most, frames .54 at least. */
const LEAST_BRIDGE_ON_FLAT = 0.46;
/** Levels that flat skin differs from itself by, and what any more makes of ink, levels each and at most. */
const OTHER_LEVELS = 10;
const OTHER_STEEP = 4;
const MOST_INK = 230;

/** Directions around an eye: 0 towards the temple, a quarter on up, half towards the nose. */
const DIRECTIONS = 60;
/** Those that count as below, parts of a turn. */
const BELOW_FROM = 0.55;
const BELOW_TO = 0.95;
/** How far from the lens's middle a rim may lie, IOD up and down; sideways lenses are wider. */
const NEAREST = 0.17;
const FARTHEST = 0.58;
const RADII = 56;
const WIDER = 1.25;
/** A lens's middle lies a little below the eye's, and its rim ends before the nose's ridge, IOD. */
const BELOW_EYE = 0.04;
const NOSE_AT = 0.44;
/** The part of the nose's ridge on which a bridge is looked for, IOD: half its breadth, and heights. */
const BRIDGE_HALF = 0.16;
const BRIDGE_LOW = -0.2;
const BRIDGE_HIGH = 0.22;
const BRIDGE_COLUMNS = 24;
const BRIDGE_ROWS = 31;
/** How far beside a line the skin is read, IOD: a line is at most about as thick. */
const BESIDE = [0.02, 0.035, 0.055, 0.08] as const;
/** … and in a drawing, whose frames may be as thick as a brow. */
const BESIDE_DRAWN = [...BESIDE, 0.12, 0.17] as const;
/** Part of its contrast at which a line counts as seen from both sides. */
const SEEN = 0.7;
/** A line is read this far along itself as well, IOD: grain is no line. */
const ALONG = 0.012;
/** A line stands out from here on; more than the second makes it no surer, ln units. */
const STANDS_OUT = 0.1;
const PLAIN = 1;
/** Places by which a line may move between two columns, and what each costs, ln units. */
const MOST_STEPS = 2;
const STEP_COST = 0.025;
/** Added before logarithms, levels: noise in the dark is no contrast. */
const LOG_OFFSET = 12;

/** A place along and above the middle between the eyes, IOD, and the direction across a line there. */
interface Spot {
  readonly along: number;
  readonly up: number;
  readonly acrossAlong: number;
  readonly acrossUp: number;
}

/** The axes of both eyes in the picture. */
interface EyeAxes {
  readonly middleXPx: number;
  readonly middleYPx: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly iodPx: number;
  /** From the middle to an eye, IOD. */
  readonly half: number;
  /** See BESIDE. */
  readonly beside: readonly number[];
}

interface FoundLine {
  readonly spots: readonly Spot[];
  /** At each spot, ln units. */
  readonly contrast: Float64Array;
}

/**
 * The frame of the glasses that somebody wears; undefined on a bare face.
 * @param drawn true: also frames that are as thick as drawings have them
 * @param flatSkin colour of skin that has but one: also frames of any colour
 */
export function findGlasses(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
  drawn = false,
  flatSkin?: Rgb,
): Glasses | undefined {
  const axes = eyeAxes(eyes, iodPx);
  if (!axes) return undefined;
  const found = findFrame(plate, axes, LEAST_BRIDGE);
  if (found || !drawn) return found;
  const broad = { ...axes, beside: BESIDE_DRAWN };
  const dark = findFrame(plate, broad, LEAST_BRIDGE);
  if (dark || !flatSkin) return dark;
  return findFrame(otherThan(plate, flatSkin), broad, LEAST_BRIDGE_ON_FLAT, plate);
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
  leastBridge: number,
  lensesOf = plate,
): Glasses | undefined {
  // Most faces are bare, and the bridge is the surest sign: it is looked for first.
  const overNose = search(plate, axes, BRIDGE_COLUMNS, BRIDGE_ROWS, bridgeSpot);
  // Horn is darker than skin, light metal brighter: one or the other all the way.
  for (const tone of ['dark', 'bright'] as const) {
    const bridge = lineOf(overNose, tone, false);
    if (shareOf(bridge.contrast) < leastBridge) continue;
    const opaque = areLensesOpaque(lensesOf, axes, lensesOf === plate ? OPAQUE : OPAQUE_ON_FLAT);
    const rims = ([-1, 1] as const).map((side) =>
      lineOf(
        search(plate, axes, DIRECTIONS, RADII, (k, j) => rimSpot(axes, side, k, j), opaque),
        tone,
        true,
      ),
    );
    const below = rims.map(({ contrast }) => shareOf(contrast.filter(isBelow)));
    const [worse, better] = below[0]! < below[1]! ? [0, 1] : [1, 0];
    const hidden = below[worse]! < LEAST_BELOW;
    if (hidden && below[better]! < PLAIN_BELOW) continue;
    const far = hidden ? mirrored(rims[better]!) : rims[worse]!;
    return { ...describe(plate, axes, tone, [rims[better]!, far], bridge), opaque };
  }
  return undefined;
}

/** The middle of a lens, half its breadth and height, IOD; nearly all of it is darker than … */
const LENS_HALF = [0.24, 0.14] as const;
const NEARLY_ALL = 0.9;
/** … this part of the cheek's light, read this far below the eye, IOD, if nothing is seen through. */
const OPAQUE = 0.3;
/** … and in a flat drawing, where lenses are of one plain colour; eyes are white there. */
const OPAQUE_ON_FLAT = 0.85;
const CHEEK_BELOW = [0.65, 0.75, 0.85] as const;

/** Are both lenses so dark that no eye is seen in them? Eyes in deep shade are not: one has lights. */
function areLensesOpaque(plate: Picture, axes: EyeAxes, darkness: number): boolean {
  return ([-1, 1] as const).every((side) => {
    const lens: number[] = [];
    for (let x = -1; x <= 1; x += 0.1) {
      for (let y = -1; y <= 1; y += 0.1) {
        if (x * x + y * y > 1) continue;
        const along = side * (axes.half + x * LENS_HALF[0]);
        lens.push(lnLuma(plate, axes, along, y * LENS_HALF[1] - BELOW_EYE));
      }
    }
    lens.sort((a, b) => a - b);
    const cheek = CHEEK_BELOW.map((down) => lnLuma(plate, axes, side * axes.half, -down));
    const lit = Math.max(...cheek);
    return lens[Math.floor(NEARLY_ALL * lens.length)]! < lit + Math.log(darkness);
  });
}

type Tone = 'dark' | 'bright';

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
  return {
    lines: [...rims.map(({ spots }) => lineOn([...spots, spots[0]])), lineOn(bridge.spots)],
    halfThicknessPx: thick[thick.length >> 1] * axes.iodPx,
  };
}

function eyeAxes(eyes: readonly EyeLine[], iodPx: number): EyeAxes | undefined {
  const right = eyes.find(({ side }) => side === 'right');
  const left = eyes.find(({ side }) => side === 'left');
  if (!right || !left) return undefined;
  const dx = left.centreXPx - right.centreXPx;
  const dy = left.centreYPx - right.centreYPx;
  const apartPx = Math.hypot(dx, dy);
  return {
    middleXPx: (left.centreXPx + right.centreXPx) / 2,
    middleYPx: (left.centreYPx + right.centreYPx) / 2,
    alongX: dx / apartPx,
    alongY: dy / apartPx,
    iodPx,
    half: apartPx / 2 / iodPx,
    beside: BESIDE,
  };
}

function isBelow(_contrast: number, k: number): boolean {
  return k > BELOW_FROM * DIRECTIONS && k < BELOW_TO * DIRECTIONS;
}

function shareOf(contrast: Float64Array): number {
  return contrast.filter((c) => c > STANDS_OUT).length / contrast.length;
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

function bridgeSpot(k: number, j: number): Spot {
  return {
    along: BRIDGE_HALF * ((2 * k) / (BRIDGE_COLUMNS - 1) - 1),
    up: BRIDGE_LOW + ((BRIDGE_HIGH - BRIDGE_LOW) * j) / (BRIDGE_ROWS - 1),
    acrossAlong: 0,
    acrossUp: 1,
  };
}

/** Contrasts of all places at which a line may lie, ln units, column by column. */
interface Search {
  readonly columns: number;
  readonly rows: number;
  readonly spotAt: (column: number, row: number) => Spot;
  readonly dark: Float64Array;
  readonly bright: Float64Array;
}

/** @param edges true: dark lines count where only their outer side is brighter */
function search(
  plate: Picture,
  axes: EyeAxes,
  columns: number,
  rows: number,
  spotAt: Search['spotAt'],
  edges = false,
): Search {
  const dark = new Float64Array(columns * rows).fill(-Infinity);
  const bright = new Float64Array(columns * rows).fill(-Infinity);
  for (let k = 0; k < columns; k++) {
    for (let j = 0; j < rows; j++) {
      const i = k * rows + j;
      forEachBeside(plate, axes, spotAt(k, j), (darker, brighter, darkerThanOut) => {
        dark[i] = Math.max(dark[i], edges ? darkerThanOut : darker);
        bright[i] = Math.max(bright[i], brighter);
      });
    }
  }
  return { columns, rows, spotAt, dark, bright };
}

function lineOf(found: Search, tone: Tone, closed: boolean): FoundLine {
  const rules = { mostSteps: MOST_STEPS, stepCost: STEP_COST, most: PLAIN, closed };
  const line = findBestLine(found[tone], found.columns, found.rows, rules);
  return { spots: Array.from(line.rows, (j, k) => found.spotAt(k, j)), contrast: line.gains };
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

/**
 * By how much a place is darker and brighter than both its sides, and darker than its outer one, ln
 * units, at each of BESIDE.
 */
function forEachBeside(
  plate: Picture,
  axes: EyeAxes,
  { along, up, acrossAlong: u, acrossUp: w }: Spot,
  visit: (darker: number, brighter: number, darkerThanOut: number) => void,
): void {
  const read = (a: number, b: number) => lnLuma(plate, axes, a, b);
  const here =
    (read(along, up) +
      read(along - ALONG * w, up + ALONG * u) +
      read(along + ALONG * w, up - ALONG * u)) /
    3;
  for (const d of axes.beside) {
    const one = read(along + d * u, up + d * w);
    const other = read(along - d * u, up - d * w);
    visit(Math.min(one, other) - here, here - Math.max(one, other), one - here);
  }
}

/** Half of how thick a line is at a place, IOD: its sides are plain skin from there on. */
function halfThickness(plate: Picture, axes: EyeAxes, spot: Spot, tone: Tone): number {
  const contrasts: number[] = [];
  forEachBeside(plate, axes, spot, (darker, brighter) =>
    contrasts.push(tone === 'dark' ? darker : brighter),
  );
  const plain = SEEN * Math.max(...contrasts);
  return axes.beside[
    Math.max(
      0,
      contrasts.findIndex((c) => c >= plain),
    )
  ];
}

/** ln of luma at a place along and above the middle between the eyes, IOD. */
function lnLuma(plate: Picture, axes: EyeAxes, along: number, up: number): number {
  const [x, y] = placePx(axes, along, up);
  return Math.log(lumaAt(plate, x, y) + LOG_OFFSET);
}

/** A place along and above the middle between the eyes, IOD → frame px. */
function placePx(axes: EyeAxes, along: number, up: number): [number, number] {
  const { middleXPx, middleYPx, alongX, alongY, iodPx } = axes;
  return [
    middleXPx + iodPx * (along * alongX + up * alongY),
    middleYPx + iodPx * (along * alongY - up * alongX),
  ];
}
