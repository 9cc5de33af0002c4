import { mix } from '../math/easing.ts';
import { extentOf } from '../math/extent.ts';
import { luma601Plane } from '../math/luma.ts';
import { nthInPlace } from '../math/median.ts';
import { type ColumnOutline, floodFrom, hullColumns, polygonArea } from '../math/pixel-shapes.ts';
import type { Points3 } from '../math/points.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import type { Pyramid } from './crop.ts';
import {
  type Eye,
  type EyeLook,
  inLook,
  LOOK_IOD_PX,
  type LookedIris,
  lookAtEye,
  moveVertex,
  putIris,
  putVertex,
} from './eye-look.ts';
import { EYE_RIMS, EYES } from './landmark-indices.ts';

const SIDE_PX = 208;
/** The white of a drawn eye is at least this bright, luma of 0..255. */
const LEAST_WHITE = 185;
/**
 * It is also at least this share of the eye's brightest, and has no more colour than this (max − min of
 * red, green and blue, levels). Tried from the loosest to the strictest: bright skin beside an eye may
 * run together with it.
 */
const WHITES = [
  { ofBrightest: 0.8, mostColour: 60 },
  { ofBrightest: 0.86, mostColour: 45 },
  { ofBrightest: 0.9, mostColour: 32 },
  { ofBrightest: 0.94, mostColour: 22 },
] as const;
const BRIGHTEST_QUANTILE = 0.995;
/** White belongs to an eye if it comes this near to the model's, IOD, and is no speck, px. */
const NEAR_IOD = 0.06;
const LEAST_AREA_PX = 20;
/** People's eyes are as large as the model says: from this many times its area on they are not. */
const LARGER = 1.45;
/** What a drawn eye is: so much of it is no white, its height over its width, its width in IOD. */
const NOT_WHITE = [0.12, 0.82] as const;
const ROUNDNESS = [0.3, 1.6] as const;
const WIDTH_IOD = [0.22, 0.85] as const;
/**
 * There is nothing but white and one iris in it: .94 and more in drawn eyes; .9 at most in what a
 * glare or make-up makes of a person's.
 */
const SOLID = 0.92;
/** An iris is darker than the white by this factor, and as large as this, IOD. */
const IRIS_DARKER = 0.55;
const IRIS_IOD = [0.05, 0.3] as const;
/** The two eyes of a face, which may be turned, differ by no more than this factor, in area and in iris. */
const MOST_UNLIKE = 1.6;
/** The rim is softer than what counts as white, which ends so far inside of it. */
const SOFT_RIM_PX = 1.5;
/** The lids go with their rim; what lies around them follows, less by e over this distance. */
const LIDS_PX = 0.1 * LOOK_IOD_PX;
const REACH_PX = 0.2 * LOOK_IOD_PX;

/** The outline of an eye as the picture shows it, in px of its look. */
interface WhiteEye extends ColumnOutline {
  readonly area: number;
  readonly iris: LookedIris;
}

/**
 * The mesh model knows the eyes of people. In 3-D characters and cartoons, whose whites are plain
 * shapes, it may lie inside of the iris, and lids would move across it. Where both eyes plainly are
 * such shapes and larger than the model's, rims and irises go to them, and the mesh around follows.
 * People's eyes are left exactly as the model sees them.
 *
 * @param landmarks f32[3·478], image px; not changed
 * @returns new landmarks, or undefined where nothing is changed
 */
export function fitWhiteEyes(
  pyramid: Pyramid,
  landmarks: Points3<'image-px'>,
): Points3<'image-px'> | undefined {
  const right = prepare(pyramid, landmarks, EYES[0]);
  let left: Prepared | undefined;
  for (const level of WHITES) {
    const found = eyeIn(right, level);
    if (!found) continue;
    left ??= prepare(pyramid, landmarks, EYES[1]);
    const other = eyeIn(left, level);
    if (!other || unlike(found, other)) continue;
    const out = landmarks.slice();
    putEye(out, landmarks, right.look, found);
    putEye(out, landmarks, left.look, other);
    return out;
  }
  return undefined;
}

function unlike(a: WhiteEye, b: WhiteEye): boolean {
  const apart = (x: number, y: number) => Math.max(x / y, y / x) > MOST_UNLIKE;
  return apart(a.area, b.area) || apart(a.iris.radius, b.iris.radius);
}

/** An eye to be searched: its look, the rim that the model gave it, its light f32[SIDE²], 0..255. */
interface Prepared {
  readonly look: EyeLook;
  readonly rim: readonly (readonly [number, number])[];
  readonly luma: Float32Array;
  /** Light that next to nothing of the look exceeds. */
  readonly brightest: number;
}

function prepare(pyramid: Pyramid, landmarks: Points3<'image-px'>, eye: Eye): Prepared {
  const look = lookAtEye(pyramid, landmarks, eye, SIDE_PX);
  const rim = [eye.corners[0], ...eye.upper, eye.corners[1], ...eye.lower.toReversed()];
  const luma = luma601Plane(look.rgb, new Float32Array(SIDE_PX * SIDE_PX));
  return {
    look,
    rim: rim.map((vertex) => inLook(look, landmarks, vertex)),
    luma,
    brightest: nthInPlace(luma.slice(), Math.floor(BRIGHTEST_QUANTILE * (luma.length - 1))),
  };
}

/** The eye whose white reaches the model's, if what is there looks like one. */
function eyeIn(eye: Prepared, level: (typeof WHITES)[number]): WhiteEye | undefined {
  const { rim, luma } = eye;
  const white = whiteOf(eye, level);
  const pixels = whiteNear(white, rim);
  if (!pixels) return undefined;
  const hull = hullColumns(pixels, SIDE_PX);
  const area = hull.top.reduce((sum, top, c) => sum + hull.bottom[c]! - top + 1, 0);
  const height = Math.max(...hull.bottom) - Math.min(...hull.top);
  if (area < LARGER * polygonArea(rim)) return undefined;
  if (!isIn(hull.top.length / LOOK_IOD_PX, WIDTH_IOD)) return undefined;
  if (!isIn(height / hull.top.length, ROUNDNESS)) return undefined;
  const iris = findIris(hull, white, luma, area);
  return iris && { area, ...hull, iris };
}

function isIn(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/** 1 where a pixel is nearly as bright as the brightest and has hardly a colour, u8[SIDE²]. */
function whiteOf({ look, luma, brightest }: Prepared, level: (typeof WHITES)[number]): Uint8Array {
  const { rgb } = look;
  const least = Math.max(LEAST_WHITE, level.ofBrightest * brightest);
  const white = new Uint8Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    if (luma[i]! < least) continue;
    const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
    if (Math.max(r, g, b) - Math.min(r, g, b) <= level.mostColour) white[i] = 1;
  }
  return white;
}

/** Pixels of the white areas that reach the model's eye; undefined where one reaches the border, too. */
function whiteNear(
  white: Uint8Array,
  rim: readonly (readonly [number, number])[],
): number[] | undefined {
  const [x0, x1] = extentOf(rim.map(([x]) => x));
  const [y0, y1] = extentOf(rim.map(([, y]) => y));
  const near = NEAR_IOD * LOOK_IOD_PX;
  const seen = new Uint8Array(white.length);
  const pixels: number[] = [];
  for (let y = Math.max(0, Math.ceil(y0 - near)); y <= Math.min(SIDE_PX - 1, y1 + near); y++) {
    for (let x = Math.max(0, Math.ceil(x0 - near)); x <= Math.min(SIDE_PX - 1, x1 + near); x++) {
      const area = floodFrom(white, seen, y * SIDE_PX + x, SIDE_PX);
      if (area === 'open') return undefined;
      if (area.length >= LEAST_AREA_PX) for (const i of area) pixels.push(i);
    }
  }
  return pixels.length > 0 ? pixels : undefined;
}

/** The largest dark area inside of an outline, as a circle: lids may cut it off above or below. */
function findIris(
  { left, top, bottom }: ColumnOutline,
  white: Uint8Array,
  luma: Float32Array,
  area: number,
): LookedIris | undefined {
  const dark = new Uint8Array(white.length);
  let brightness = 0;
  let whites = 0;
  for (const [c, high] of top.entries()) {
    for (let y = Math.ceil(high) + 1; y < bottom[c]!; y++) {
      const i = y * SIDE_PX + left + c;
      if (white[i]) {
        brightness += luma[i]!;
        whites++;
      } else dark[i] = 1;
    }
  }
  if (whites === 0 || !isIn(1 - whites / area, NOT_WHITE)) return undefined;
  const seen = new Uint8Array(dark.length);
  let largest: number[] = [];
  for (let i = 0; i < dark.length; i++) {
    if (!dark[i] || seen[i]) continue;
    const found = floodFrom(dark, seen, i, SIDE_PX);
    if (found !== 'open' && found.length > largest.length) largest = found;
  }
  const meanDark = largest.reduce((sum, i) => sum + luma[i]!, 0) / Math.max(1, largest.length);
  if ((whites + largest.length) / area < SOLID) return undefined;
  if (largest.length === 0 || meanDark > (IRIS_DARKER * brightness) / whites) return undefined;
  const [x0, x1] = extentOf(largest.map((i) => i % SIDE_PX));
  const [y0, y1] = extentOf(largest.map((i) => Math.floor(i / SIDE_PX)));
  const radius = (x1 - x0 + 1) / 2;
  if (!isIn(radius / LOOK_IOD_PX, IRIS_IOD)) return undefined;
  const x = (x0 + x1 + 1) / 2;
  const middle = Math.floor(x) - left;
  const cutAbove = y0 - (top[middle] ?? y0) < 3;
  const cutBelow = (bottom[middle] ?? y1) - y1 < 3;
  const y = cutAbove === cutBelow ? (y0 + y1 + 1) / 2 : cutAbove ? y1 + 1 - radius : y0 + radius;
  return { x, y, radius };
}

/**
 * Lays an eye's rim on its outline and its iris on what was found; the mesh around follows, but for the
 * other eye's rim. What both eyes move adds up.
 */
function putEye(out: Float32Array, landmarks: Float32Array, look: EyeLook, found: WhiteEye): void {
  const { corners, upper, lower } = look.eye;
  const { left, top, bottom, iris } = found;
  const last = top.length - 1;
  const at = (t: number, edge: readonly number[], down: number): [number, number] => {
    const c = t * last;
    const y = mix(edge[Math.floor(c)]!, edge[Math.ceil(c)]!, c - Math.floor(c));
    return [left + c + 0.5 + SOFT_RIM_PX * (2 * t - 1), y + 0.5 + SOFT_RIM_PX * down];
  };
  const between = (i: number) => (1 - Math.cos((Math.PI * (i + 1)) / (upper.length + 1))) / 2;
  const level = top.map((y, c) => (y + bottom[c]!) / 2);
  const rim = new Map<number, [number, number]>([
    [corners[0], at(0, level, 0)],
    [corners[1], at(1, level, 0)],
    ...upper.map((vertex, i): [number, [number, number]] => [vertex, at(between(i), top, -1)]),
    ...lower.map((vertex, i): [number, [number, number]] => [vertex, at(between(i), bottom, 1)]),
  ]);
  const moves = [...rim].map(([vertex, [x, y]]) => {
    const [fromX, fromY] = inLook(look, landmarks, vertex);
    return { fromX, fromY, dx: x - fromX, dy: y - fromY };
  });
  for (let vertex = 0; vertex < MESH_VERTEX_COUNT; vertex++) {
    const own = rim.get(vertex);
    if (own) {
      putVertex(out, look, vertex, ...own);
      continue;
    }
    if (EYE_RIMS.has(vertex)) continue;
    const [x, y] = inLook(look, landmarks, vertex);
    let nearest = Number.POSITIVE_INFINITY;
    let [sum, dx, dy] = [0, 0, 0];
    for (const move of moves) {
      const distance = Math.hypot(x - move.fromX, y - move.fromY);
      const weight = 1 / (1 + distance ** 4);
      nearest = Math.min(nearest, distance);
      sum += weight;
      dx += weight * move.dx;
      dy += weight * move.dy;
    }
    const share = Math.exp(-Math.max(0, nearest - LIDS_PX) / REACH_PX);
    if (share < 0.01) continue;
    moveVertex(out, look, vertex, (share * dx) / sum, (share * dy) / sum);
  }
  putIris(out, look, iris);
}
