import { clamp, smoothstep } from '../../math/easing.ts';

/** A pupil as an ellipse inside its iris, frame px. */
export interface Pupil {
  readonly xPx: number;
  readonly yPx: number;
  /** Unit vector of its longer axis, and half its length and breadth. */
  readonly axisX: number;
  readonly axisY: number;
  readonly longPx: number;
  readonly shortPx: number;
}

/** What a pupil is looked for in: one eye without its small reflections. */
export interface EyeLook {
  readonly middleXPx: number;
  readonly middleYPx: number;
  /** Half the height of its opening, px: the measure of all that follows. */
  readonly radiusPx: number;
  /** Unit vector across the head, to the picture's right. */
  readonly acrossX: number;
  readonly acrossY: number;
  /** 0 in its middle, 1 on its rim. */
  readonly distance: (xPx: number, yPx: number) => number;
  readonly luma: (xPx: number, yPx: number) => number;
}

/** Shapes that are tried, in parts of the radius: half breadths, and lengths over breadths. */
const BREADTHS = [0.07, 0.1, 0.14, 0.19, 0.25, 0.32, 0.4, 0.48, 0.56, 0.64, 0.72];
const LENGTHS = [1, 1.35, 1.8, 2.5, 3.4];
const LONGEST = 0.82;
const SHIFT = 0.28;
const SHIFT_STEP = 0.07;
const DIRECTIONS = 20;
/** Brightness is read this far to either side of the edge. */
const EDGE = 0.07;
const RISE_LIMIT = 45;
const FALL_COST = 1.5;
/** Of two clear outlines the larger is preferred, by this power of its size. */
const SIZE_POWER = 0.6;
/** A pupil is believed from this mean rise across its edge, levels, and if it is this dark. */
const LEAST_RISE = 13;
const DARKNESS = 0.62;
/** All around it lies iris, no further out than the dark line of the rim; and it gets lighter in most directions. */
const IRIS_ENDS = 1.03;
const LIGHTER_AROUND = 0.8;
const PLAIN_RISE = 6;
/** What surrounds it is this part as light as the eye's lighter parts at least: not pupil itself. */
const IRIS_QUANTILE = 0.75;
const LEAST_IRIS = 0.62;
const DARKEST_IRIS = 40;
/** A pupil is dark all over: this part of it, read on rings, is darker than midway to its iris. */
const FILLED = 0.8;
const RINGS = [0.2, 0.5, 0.8];
/** Eyes whose openings differ by more have not both been found well, smaller over larger. */
const LEAST_ALIKE = 0.62;
/** Thinner ones are not seen plainly, px. */
const THINNEST_PX = 1.6;

/**
 * The pupils of both eyes: upright ellipses of the same shape in both, darker than the iris around
 * them. Eyes that are dark all over have none.
 */
export function findPupils(
  looks: readonly [EyeLook, EyeLook],
): readonly [Pupil, Pupil] | undefined {
  const [small, large] = looks.map(({ radiusPx }) => radiusPx).sort((a, b) => a - b);
  if (small < LEAST_ALIKE * large) return undefined;
  const tones = looks.map(irisTone);
  if (Math.min(...tones) < DARKEST_IRIS) return undefined;
  let best: readonly [Pupil, Pupil] | undefined;
  let most = 0;
  for (const breadth of BREADTHS) {
    for (const length of LENGTHS) {
      if (breadth * length > LONGEST) continue;
      if (looks.some(({ radiusPx }) => breadth * radiusPx < THINNEST_PX)) continue;
      const [one, other] = looks.map((look, i) => placePupil(look, tones[i], breadth, length));
      if (!one || !other) continue;
      const worth = one.rise * other.rise * (breadth * breadth * length) ** SIZE_POWER;
      if (worth <= most) continue;
      most = worth;
      best = [one.pupil, other.pupil];
    }
  }
  return best;
}

/** Luma of an eye's lighter parts. */
function irisTone(look: EyeLook): number {
  const lumas: number[] = [];
  for (let i = -1; i <= 1; i += 0.07) {
    for (let j = -1; j <= 1; j += 0.07) {
      const x = look.middleXPx + i * look.radiusPx;
      const y = look.middleYPx + j * look.radiusPx;
      if (look.distance(x, y) < 0.88) lumas.push(look.luma(x, y));
    }
  }
  lumas.sort((a, b) => a - b);
  return lumas[Math.floor(IRIS_QUANTILE * lumas.length)] ?? 0;
}

/** A pupil and the mean rise across its edge. */
interface PlacedPupil {
  readonly pupil: Pupil;
  readonly rise: number;
}

/** Places of the grid that rise by less than this part of the most count for nothing in the mean place. */
const NEARLY_MOST = 0.8;
/** Part of its half axes within which a place belongs to the one that rises most. */
const BESIDE = 0.9;

/**
 * Where in an eye a pupil of this shape lies: a mean of the places of a grid that are nearly as good as
 * the best one. That moves with the pupil, where the best one moves in steps, and to one side first.
 */
function placePupil(
  look: EyeLook,
  iris: number,
  breadth: number,
  length: number,
): PlacedPupil | undefined {
  const placed: PlacedPupil[] = [];
  let best: PlacedPupil | undefined;
  for (let i = -SHIFT; i <= SHIFT + 1e-6; i += SHIFT_STEP) {
    for (let j = -SHIFT; j <= SHIFT + 1e-6; j += SHIFT_STEP) {
      const least = Math.max(LEAST_RISE, NEARLY_MOST * (best?.rise ?? 0));
      const found = tryPupil(look, iris, breadth, length, i, j, least);
      if (!found) continue;
      placed.push(found);
      if (found.rise > (best?.rise ?? 0)) best = found;
    }
  }
  if (!best) return undefined;
  let weights = 0;
  let xPx = 0;
  let yPx = 0;
  for (const { pupil, rise } of placed) {
    if (pupilDistance(best.pupil, pupil.xPx, pupil.yPx) > BESIDE) continue;
    const weight = Math.max(0, rise - NEARLY_MOST * best.rise);
    weights += weight;
    xPx += weight * pupil.xPx;
    yPx += weight * pupil.yPx;
  }
  return { ...best, pupil: { ...best.pupil, xPx: xPx / weights, yPx: yPx / weights } };
}

/** The pupil of this shape that is shifted by so much across the head and down, parts of the radius, if it may be one. */
function tryPupil(
  look: EyeLook,
  iris: number,
  breadth: number,
  length: number,
  i: number,
  j: number,
  leastRise: number,
): PlacedPupil | undefined {
  const { radiusPx: radius, acrossX, acrossY, luma } = look;
  const xPx = look.middleXPx + radius * (i * acrossX - j * acrossY);
  const yPx = look.middleYPx + radius * (i * acrossY + j * acrossX);
  let rise = 0;
  let inside = 0;
  let outside = 0;
  let plain = 0;
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    const point = (grow: number): [number, number] => {
      const x = radius * (breadth + grow) * Math.cos(angle);
      const y = radius * (breadth * length + grow) * Math.sin(angle);
      return [xPx + x * acrossX - y * acrossY, yPx + x * acrossY + y * acrossX];
    };
    if (look.distance(...point(2 * EDGE)) > IRIS_ENDS) return undefined;
    const at = (grow: number) => luma(...point(grow));
    const inner = (at(-EDGE) + at(-EDGE / 2)) / 2;
    const outer = (at(EDGE) + at(2 * EDGE)) / 2;
    inside += inner;
    outside += outer;
    if (outer - inner > PLAIN_RISE) plain++;
    const step = clamp(outer - inner, -RISE_LIMIT, RISE_LIMIT);
    rise += (step > 0 ? step : FALL_COST * step) / DIRECTIONS;
  }
  if (plain < LIGHTER_AROUND * DIRECTIONS || outside < LEAST_IRIS * iris * DIRECTIONS) {
    return undefined;
  }
  if (rise < leastRise || inside > DARKNESS * outside) return undefined;
  const pupil = {
    xPx,
    yPx,
    axisX: -acrossY,
    axisY: acrossX,
    longPx: radius * breadth * length,
    shortPx: radius * breadth,
  };
  if (!isFilled(pupil, luma, (inside + outside) / (2 * DIRECTIONS))) return undefined;
  return { pupil, rise };
}

/** Whether a pupil is dark all over: no patch of fur or shadow with an iris in it. */
function isFilled(pupil: Pupil, luma: EyeLook['luma'], limit: number): boolean {
  let dark = 0;
  for (const ring of RINGS) {
    for (let k = 0; k < DIRECTIONS; k++) {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      const along = ring * pupil.longPx * Math.cos(angle);
      const across = ring * pupil.shortPx * Math.sin(angle);
      const x = pupil.xPx + along * pupil.axisX - across * pupil.axisY;
      const y = pupil.yPx + along * pupil.axisY + across * pupil.axisX;
      if (luma(x, y) < limit) dark++;
    }
  }
  return dark >= FILLED * DIRECTIONS * RINGS.length;
}

/** 0 in a pupil's middle, 1 on its edge. */
export function pupilDistance(pupil: Pupil, xPx: number, yPx: number): number {
  const dx = xPx - pupil.xPx;
  const dy = yPx - pupil.yPx;
  const along = (dx * pupil.axisX + dy * pupil.axisY) / pupil.longPx;
  const across = (dy * pupil.axisX - dx * pupil.axisY) / pupil.shortPx;
  return Math.sqrt(along * along + across * across);
}

/** Half axes of a cat's slit in parts of the iris's radius. */
const SLIT_LONG = 0.72;
const SLIT_SHORT = 0.2;
/** A round pupil stays round and gets this small. */
const PIN = 0.26;
/** Breadth over length below which a pupil is a slit's. */
const SLIT_BELOW = 0.8;

/**
 * A pupil at another opening: 1 as wide as can be, 0 as it is, -1 as narrow as can be.
 * @param slits true: it narrows to a slit, as in cats and foxes
 */
export function openPupil(
  pupil: Pupil,
  { irisPx, widestPx }: { readonly irisPx: number; readonly widestPx: number },
  opening: number,
  slits: boolean,
): readonly [longPx: number, shortPx: number] {
  const share = Math.min(1, Math.abs(opening));
  const towards = (from: number, to: number) => from + share * (to - from);
  if (opening > 0) {
    return [
      towards(pupil.longPx, Math.max(pupil.longPx, widestPx)),
      towards(pupil.shortPx, Math.max(pupil.shortPx, widestPx)),
    ];
  }
  const long = (slits ? SLIT_LONG : PIN) * irisPx;
  const short = (slits ? SLIT_SHORT : PIN) * irisPx;
  return [
    towards(pupil.longPx, Math.min(pupil.longPx, long)),
    towards(pupil.shortPx, Math.min(pupil.shortPx, short)),
  ];
}

/** A drawn pupil's edge is this soft at least to either side, px, and this part of its breadth. */
const SOFT_PX = 0.7;
const SOFT_SHARE = 0.07;

/**
 * 1 inside a widened pupil, 0 on the iris around it, with an edge as soft as a picture's. Drawn so
 * and not stretched out of the picture, it is round and whole: what was next to a pupil a few
 * pixels wide would make a ragged rim.
 */
export function pupilShare(
  pupil: Pupil,
  [longPx, shortPx]: readonly [number, number],
  xPx: number,
  yPx: number,
): number {
  const distance = pupilDistance({ ...pupil, longPx, shortPx }, xPx, yPx);
  const soft = SOFT_PX / shortPx + SOFT_SHARE;
  return 1 - smoothstep(1 - soft, 1 + soft, distance);
}

/** Whether a pupil is plainly longer than it is broad. */
export function isSlit(pupil: Pupil): boolean {
  return pupil.shortPx < SLIT_BELOW * pupil.longPx;
}

/**
 * Where a point of an iris was before its pupil changed: rays from the pupil's middle are stretched
 * so that the pupil's edge comes from its edge and the iris's rim stays. Writes x, y.
 */
export function beforePupil(
  pupil: Pupil,
  [longPx, shortPx]: readonly [number, number],
  irisPx: number,
  xPx: number,
  yPx: number,
  out: Float64Array,
): void {
  const dx = xPx - pupil.xPx;
  const dy = yPx - pupil.yPx;
  const r2 = dx * dx + dy * dy;
  out[0] = xPx;
  out[1] = yPx;
  if (r2 < 1e-6 || r2 >= irisPx * irisPx) return;
  const r = Math.sqrt(r2);
  const along = (dx * pupil.axisX + dy * pupil.axisY) / r;
  const across = (dy * pupil.axisX - dx * pupil.axisY) / r;
  const most = 0.95 * irisPx;
  const now = Math.min(most, ellipseRadius(along, across, longPx, shortPx));
  const was = Math.min(most, ellipseRadius(along, across, pupil.longPx, pupil.shortPx));
  const back = r < now ? (r * was) / now : was + ((r - now) * (irisPx - was)) / (irisPx - now);
  const scale = clamp(back / r, 0, 20);
  out[0] = pupil.xPx + scale * dx;
  out[1] = pupil.yPx + scale * dy;
}

/** Radius of an ellipse in the direction (along, across) of its axes. */
function ellipseRadius(along: number, across: number, longPx: number, shortPx: number): number {
  const a = along / longPx;
  const b = across / shortPx;
  return 1 / Math.sqrt(a * a + b * b);
}
