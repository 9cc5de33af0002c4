/** Side of the square crop in which an eye is looked at upright, px. */
export const EYE_CROP_PX = 96;
/** Its scale: in crop px the other eye would lie this far off. */
export const EYE_CROP_IOD_PX = 96;
export const EYE_CROP = { widthPx: EYE_CROP_PX, heightPx: EYE_CROP_PX } as const;

/** An ellipse in crop px. */
export interface Ellipse {
  readonly centreX: number;
  readonly centreY: number;
  readonly radiusX: number;
  readonly radiusY: number;
  /** From the crop's axes to its own, radians. */
  readonly tilt: number;
}

/** Half widths that are tried, IOD, and heights over widths. */
const RADII_IOD = [0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3];
const ROUNDNESS = [0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.2, 1.35];
/** Slants of the longer axis that are tried, radians: many an eye's inner corner lies lower. */
const TILTS = [0, -0.4, 0.4];
/** What is no flatter than this has no slant to be seen. */
const ROUND_FROM = 0.9;
/** How far around the given centre another is looked for. */
export interface Shifts {
  /** IOD, and the step from one to the next. */
  readonly reach: number;
  readonly step: number;
  /** What a full shift costs, part of the worth. */
  readonly cost: number;
}
/** From a point that somebody placed: it is rarely far off. */
export const FROM_POINTS: Shifts = { reach: 0.08, step: 0.02, cost: 0.15 };
/** From where a face that was found has its eyes: models of people lay them beside an animal's by up to .18. */
export const FROM_FACE: Shifts = { reach: 0.16, step: 0.02, cost: 0.3 };
/** From a guessed point: it is often far off, and a pupil's middle is as good as the eye's. */
export const FROM_GUESS: Shifts = { reach: 0.2, step: 0.04, cost: 0.6 };
/** From what was found from a guess, which lies between the two: the guess draws it to itself. */
export const FROM_FOUND: Shifts = { reach: 0.1, step: 0.02, cost: 0.15 };
/** The rim is looked at in this many directions. */
const DIRECTIONS = 32;
/** Rises beyond this many levels count no more: one glint must not outweigh the rest. */
const RISE_LIMIT = 60;
/** Where it gets darker outwards is no outline: a fall counts this much more than a rise. */
const FALL_COST = 2;
/** An animal's lids have dark rims: a rise from a tone this light, in parts of the coat's, is none. */
const RIM_LIGHTEST = 0.85;
const RIM_DARKEST = 0.35;
/** A rim is believed from this mean rise across it, levels. */
export const MIN_RISE = 14;

/** An ellipse and what speaks for its rim. */
interface Rimmed extends Ellipse {
  readonly worth: number;
}

/** … and for it among others: see darkInside. Bright eyes are no less plain for being bright. */
export interface Candidate extends Rimmed {
  readonly plain: number;
}

/**
 * Of each shape, the ellipse with the strongest rise of brightness all around, if it is clear.
 * @param luma tones of a crop, f32[EYE_CROP_PX²], 0..255
 * @param coat see coatTone
 * @param leastRise mean rise across the rim from which on it is clear, levels
 */
export function findEllipses(
  luma: Float32Array,
  coat: number,
  shifts: Shifts,
  leastRise: number,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const radiusIod of RADII_IOD) {
    for (const round of ROUNDNESS) {
      for (const tilt of TILTS) {
        if (tilt !== 0 && round > ROUND_FROM) continue;
        const best = placeEllipse(luma, coat, [radiusIod, round, tilt], shifts, leastRise);
        if (!best) continue;
        found.push({
          ...best,
          plain: best.worth,
          worth: best.worth * darkInside(luma, best, coat),
        });
      }
    }
  }
  return found;
}

/** Where an ellipse's inside is looked at, parts of its radii, in so many directions. */
const INSIDE = [0.25, 0.5, 0.75];
const INSIDE_DIRECTIONS = 16;
/** What an ellipse is worth that is no darker than the coat, and how dark, in parts of that, an eye usually is. */
const AS_LIGHT = 0.35;
const USUALLY_DARK = 0.55;

/**
 * How much darker than the coat an ellipse is inside, 1 as eyes usually are: one around an eye and the
 * fur beside it may have as clear a rim. Fitted to 42 animals with given eyes, at two guesses of each: the
 * middle of an outline lies .060 IOD off in the mean, .084 without; more than .08 in 19 of 80, 36 without.
 */
function darkInside(
  luma: Float32Array,
  { centreX, centreY, radiusX, radiusY, tilt }: Ellipse,
  coat: number,
): number {
  const cos = Math.cos(tilt);
  const sin = Math.sin(tilt);
  let dark = 0;
  let area = 0;
  for (const part of INSIDE) {
    for (let k = 0; k < INSIDE_DIRECTIONS; k++) {
      const angle = (2 * Math.PI * (k + part)) / INSIDE_DIRECTIONS;
      const x = part * radiusX * Math.cos(angle);
      const y = part * radiusY * Math.sin(angle);
      const tone = toneAt(luma, centreX + x * cos - y * sin, centreY + x * sin + y * cos);
      area += part;
      dark += part * Math.max(0, 1 - tone / coat);
    }
  }
  return (AS_LIGHT + dark / area) / (AS_LIGHT + USUALLY_DARK);
}

function placeEllipse(
  luma: Float32Array,
  coat: number,
  [radiusIod, round, tilt]: readonly [radiusIod: number, round: number, tilt: number],
  shifts: Shifts,
  leastRise: number,
): Rimmed | undefined {
  const middle = EYE_CROP_PX / 2;
  const reach = Math.round(shifts.reach / shifts.step);
  // Pupils have outlines too: of two clear ones the larger is preferred.
  const size = radiusIod * Math.sqrt(round);
  const radiusX = radiusIod * EYE_CROP_IOD_PX;
  const shape = { radiusX, radiusY: radiusX * round, tilt };
  const places = placesAcross(shape);
  let best: Rimmed | undefined;
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      const centreX = middle + i * shifts.step * EYE_CROP_IOD_PX;
      const centreY = middle + j * shifts.step * EYE_CROP_IOD_PX;
      const shift = Math.hypot(i, j) / reach;
      const counts = size * (1 - shifts.cost * shift * shift);
      const least = Math.max(leastRise, (best?.worth ?? 0) / counts);
      const rise = riseAround(luma, centreX, centreY, places, coat, least);
      const worth = rise * counts;
      if (rise > leastRise && worth > (best?.worth ?? 0))
        best = { centreX, centreY, ...shape, worth };
    }
  }
  return best;
}

/** Where the coat around an eye is seen, IOD from the crop's middle. */
const COAT_FROM = 0.33;
const COAT_TO = 0.46;

/** What this share of the values of a crop, f32[EYE_CROP_PX²], stays below on the coat around the eye. */
export function coatQuantile(values: Float32Array, share: number): number {
  const around = values.filter((_, i) => {
    const x = (i % EYE_CROP_PX) - EYE_CROP_PX / 2;
    const y = Math.floor(i / EYE_CROP_PX) - EYE_CROP_PX / 2;
    const d = Math.hypot(x, y) / EYE_CROP_IOD_PX;
    return d > COAT_FROM && d < COAT_TO;
  });
  return around.sort()[Math.floor(share * around.length)]!;
}

/** The middle tone of what surrounds an eye, levels, 20 at least. */
export function coatTone(luma: Float32Array): number {
  return Math.max(20, coatQuantile(luma, 0.5));
}

/** Where a rim is looked at, px across it: inside, and outside. */
const ACROSS = [-1, -2.5, 2, 3.5] as const;

/** The places at which a shape's rim is looked at in each direction, from its middle, crop px: x of all, and y. */
function placesAcross({ radiusX, radiusY, tilt }: Omit<Ellipse, 'centreX' | 'centreY'>) {
  const xs = new Float64Array(ACROSS.length * DIRECTIONS);
  const ys = new Float64Array(ACROSS.length * DIRECTIONS);
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    ACROSS.forEach((grow, i) => {
      const x = (radiusX + grow) * Math.cos(angle);
      const y = (radiusY + grow) * Math.sin(angle);
      xs[ACROSS.length * k + i] = x * Math.cos(tilt) - y * Math.sin(tilt);
      ys[ACROSS.length * k + i] = x * Math.sin(tilt) + y * Math.cos(tilt);
    });
  }
  return { xs, ys };
}

/**
 * How much brighter it is just outside of an ellipse than just inside, mean of all directions; -∞ as soon as that
 * cannot be more than `least`.
 */
function riseAround(
  luma: Float32Array,
  centreX: number,
  centreY: number,
  { xs, ys }: ReturnType<typeof placesAcross>,
  coat: number,
  least: number,
): number {
  let sum = 0;
  // What is missing when all directions that are left rise by the most that counts.
  let spare = DIRECTIONS * (RISE_LIMIT - least);
  for (let k = 0; k < xs.length; k += ACROSS.length) {
    const at = (i: number) => toneAt(luma, centreX + xs[i]!, centreY + ys[i]!);
    const rise = rimRise((at(k) + at(k + 1)) / 2, (at(k + 2) + at(k + 3)) / 2, coat);
    sum += rise;
    spare -= RISE_LIMIT - rise;
    if (spare < 0) return Number.NEGATIVE_INFINITY;
  }
  return sum / DIRECTIONS;
}

/** What speaks for an eye's outline between two tones, levels. */
export function rimRise(inner: number, outer: number, coat: number): number {
  const dark = (RIM_LIGHTEST - inner / coat) / (RIM_LIGHTEST - RIM_DARKEST);
  const rise = Math.max(-RISE_LIMIT, Math.min(RISE_LIMIT, outer - inner));
  return rise > 0 ? rise * Math.max(0.85, Math.min(1, dark)) : FALL_COST * rise;
}

/** The tone at a place of a crop, px; beyond its sides that of the nearest pixel. */
export function toneAt(luma: Float32Array, x: number, y: number): number {
  return luma[clampToCrop(y) * EYE_CROP_PX + clampToCrop(x)]!;
}

function clampToCrop(value: number): number {
  return Math.max(0, Math.min(EYE_CROP_PX - 1, Math.floor(value)));
}
