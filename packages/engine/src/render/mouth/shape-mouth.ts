import type { FaceState } from '../../expression/face-state.ts';
import { curveOf, readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import { wholeOf } from '../../math/points.ts';
import type { PenLine } from '../../rig/drawing/pen-line.ts';
import type { ShapeMask, ShutLine } from '../../rig/drawing/shut-line.ts';
import { type MouthLine, mouthPoint, mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { sampleCubic } from '../sample-cubic.ts';
import { rimAt, type Slit, slitRect } from '../slit.ts';
import { curlMoves, strokeOpens, strokeSmiles } from './drawn-mouth-motion.ts';
import { inkPaths } from './ink-paths.ts';
import type { MouthColours } from './mouth-colours.ts';
import { paintPenMouth } from './pen-mouth.ts';
import { BENDS, depthOf, lineSneers, middleOf, sneer } from './seam-bend.ts';

/** How far the mouth has shut when nothing is left of its shape, and as its line comes. */
const SHAPE_GONE = 0.9;
const LINE_COMES = [0.4, 0.75] as const;
/** A shape is drawn out by this share of its height at most, and stays this wide against it. */
const MOST_OPENS = 0.7;
const LEAST_WIDE = 0.8;
/** A shape reaches this much further than the lips' corners at most, parts of half the mouth. */
const BESIDE = 0.6;
/** A flatter shape is not seen beside the line, share of its height. */
const FLATTEST = 0.05;
/** Its line is shorter than the mouth's slit by this share at either end. */
const LINE_SHORTER = 0.1;
/** A stretched mouth that is open turns its corners down, IOD. */
const STRETCHED_BEND_IOD = 0.05;
const POINTS = 65;
/** Places in the height of a pixel at which a shape that is pushed together is read. */
const ROWS = [-0.375, -0.125, 0.125, 0.375] as const;

/**
 * Moves a mouth that its artist drew open, on skin: the shape is drawn out and pushed together as a
 * whole about its middle, which goes where the lips' goes. A smile's bend goes as the jaw drops or
 * the lips are stretched, and what shuts becomes a line: lips that part or close about drawn teeth
 * make fangs and slivers of them.
 */
export function paintShapeMouth(
  rig: Pick<Rig, 'plate' | 'mouth' | 'pose'>,
  line: ShutLine,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  const { mouth } = rig;
  if (line.curl) {
    paintCurl(rig, line, line.curl, state, colours, slit, out);
    return;
  }
  const opens = Math.max(0, gapOf(slit) - ownGapOf(mouth)) / line.heightPx;
  const shuts01 = smoothstep(0, SHAPE_GONE, state.shutMouth01);
  const tall = (1 - shuts01) * (1 + Math.min(MOST_OPENS, opens));
  const narrow = (times: number, halfPx: number) =>
    Math.max(1, (LEAST_WIDE * times * line.heightPx) / (2 * halfPx));
  // As drawn it may be narrower than that already.
  const wide = Math.max(1, narrow(Math.max(1, tall), slit.endPx) / narrow(1, mouth.halfWidthPx));
  const shut01 = smoothstep(...LINE_COMES, state.shutMouth01);
  const [dropped, stretched] = strokeOpens(state);
  const level01 = Math.max(dropped * (1 - strokeSmiles(state)), stretched, shut01);
  const depth = depthOf((t) => middleOf(slit, t));
  const frown = frownOf(mouth, depth, rig.pose.iodPx);
  const bend = shut01 * BENDS * frown + stretched * STRETCHED_BEND_IOD * rig.pose.iodPx;
  const level = (t: number) => (1 - shut01) * depth + bend * (1 - t * t);
  const middleAt = (t: number) => mix(middleOf(slit, clamp(t, -1, 1)), level(t), level01);
  if (tall > FLATTEST) drawOut(rig, line, slit, tall, wide, middleAt, out);
  if (shut01 === 0) return;
  const half = (1 - LINE_SHORTER) * slit.endPx;
  const sneers01 = lineSneers(state);
  const xs = Float64Array.from({ length: POINTS }, (_, k) => ((2 * k) / (POINTS - 1) - 1) * half);
  const path = {
    xs,
    ys: xs.map((x) => sneer(middleAt(x / slit.endPx), x / half, half, sneers01)),
    radii: xs.map(() => line.halfPx),
  };
  inkPaths(slit, [path], line.colour, shut01, out);
}

/** A line that still smiles by this, IOD, is laid level instead, and bends no further than this the other way. */
const SMILES_ON = 0.08;
const MOST_FROWN = 0.05;

/**
 * How a shut line bends, px: as the lips do, but one that would still smile, as the broad crescents do whose
 * smile no network sees, only by how far its middle has risen.
 */
function frownOf(mouth: MouthLine, depth: number, iodPx: number): number {
  const risen = clamp(depth - depthOf((t) => ownMiddle(mouth, t)), 0, MOST_FROWN * iodPx);
  return mix(depth, risen, smoothstep(0, SMILES_ON * iodPx, -depth));
}

/** What of the gap between the lips is an opening at least, and how high one is against the curl at most. */
const PARTED = 0.5;
const OF_CURL = 0.62;

/** A curl is pushed together and becomes the line of its own pen, which does what lines do. */
function paintCurl(
  rig: Pick<Rig, 'plate' | 'mouth' | 'pose'>,
  line: ShutLine,
  pen: PenLine,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
): void {
  const { mouth, pose } = rig;
  const { gone01, line01 } = curlMoves(state);
  const tall = 1 - gone01;
  const middleAt = (t: number) => middleOf(slit, clamp(t, -1, 1));
  if (tall > FLATTEST) drawOut(rig, line, slit, tall, 1, middleAt, out);
  // Shut, it lies along the middle between what the network took for lips.
  const seam = curveOf((s) => (readCurve(mouth.upper, s) + readCurve(mouth.lower, s)) / 2);
  const shut = { pen, pose, mouth: { ...mouth, upper: seam, lower: seam, gapPx: 0 } };
  // A curl that the network took for open lips says nothing of how far they part.
  const parted = Math.max(PARTED * gapOf(slit), gapOf(slit) - ownGapOf(mouth));
  const gapPx = Math.min(OF_CURL * line.heightPx, parted);
  paintPenMouth(shut, pen, state, colours, { ...slit, gapPx }, out, line01);
}

/** Mean distance of the rims in the middle of the mouth, px, and what it is in the picture. */
function gapOf(slit: Slit): number {
  const at = (t: number, rim: Slit['top']) => rimAt(slit, rim, t * slit.endPx);
  return Math.max(
    0,
    depthOf((t) => at(t, slit.top) - at(t, slit.bottom)),
  );
}

function ownGapOf({ upper, lower, skew }: MouthLine): number {
  const at = (t: number) => mouthS({ skew }, t);
  return Math.max(
    1,
    depthOf((t) => readCurve(upper, at(t)) - readCurve(lower, at(t))),
  );
}

function drawOut(
  { plate, mouth }: Pick<Rig, 'plate' | 'mouth'>,
  { shape, heightPx: ownHeightPx }: ShutLine,
  slit: Slit,
  tall: number,
  wide: number,
  middleAt: (t: number) => number,
  out: Kernels,
): void {
  const { rgba, widthPx, heightPx } = plate;
  const bounds = wholeOf(out);
  const reachX = (1 + BESIDE) * wide * slit.endPx;
  // Along the axis once: where the shape's middle comes to lie, and where it lies in the picture.
  const columns = Array.from({ length: Math.ceil(2 * reachX) + 1 }, (_, k) => {
    const t = (k - reachX) / (wide * slit.endPx);
    return { middle: middleAt(t), own: ownMiddle(mouth, t), s: mouthS(mouth, t) };
  });
  const middles = columns.map(({ middle }) => middle);
  const reachY = tall * ownHeightPx;
  const rect = slitRect(
    slit,
    -reachX,
    reachX,
    Math.min(...middles) - reachY,
    Math.max(...middles) + reachY,
    bounds,
  );
  const seen = new Float64Array(3);
  const colour = new Float64Array(3);
  // Several rows of the picture come to lie on one.
  const rows = tall < 0.6 ? ROWS : [0];
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - slit.centreXPx;
      const dy = y + 0.5 - slit.centreYPx;
      const at = dx * slit.alongX + dy * slit.alongY + reachX;
      const column = columns[Math.floor(at)];
      const next = columns[Math.floor(at) + 1];
      if (!column || !next) continue;
      const f = at - Math.floor(at);
      const up = dx * slit.alongY - dy * slit.alongX - mix(column.middle, next.middle, f);
      if (Math.abs(up) > reachY) continue;
      const s = mix(column.s, next.s, f);
      const own = mix(column.own, next.own, f);
      let covered = 0;
      colour.fill(0);
      for (const row of rows) {
        const [sx, sy] = mouthPoint(mouth, s, own + (up + row) / tall);
        const share = shareOf(shape, sx, sy);
        if (share === 0) continue;
        sampleCubic(rgba, 4, widthPx, heightPx, sx - 0.5, sy - 0.5, seen);
        covered += share / rows.length;
        for (let k = 0; k < 3; k++) colour[k] += (share * seen[k]) / rows.length;
      }
      if (covered === 0) continue;
      const i = 4 * (y * out.widthPx + x);
      for (let k = 0; k < 3; k++) {
        const mixed = (1 - covered) * out.frame[i + k] + colour[k];
        out.frame[i + k] = clamp(Math.round(mixed), 0, 255);
      }
    }
  }
}

/** Height of the middle between the lips as the picture has them. */
function ownMiddle({ upper, lower, skew }: MouthLine, t: number): number {
  const s = mouthS({ skew }, clamp(t, -1, 1));
  return (readCurve(upper, s) + readCurve(lower, s)) / 2;
}

/** How much of a place of the plate is the shape's, 0..1: linear between its pixels. */
function shareOf(shape: ShapeMask, x: number, y: number): number {
  const fx = x - 0.5 - shape.xPx;
  const fy = y - 0.5 - shape.yPx;
  const [x0, y0] = [Math.floor(fx), Math.floor(fy)];
  if (x0 < -1 || y0 < -1 || x0 >= shape.widthPx || y0 >= shape.heightPx) return 0;
  const upper = mix(isInside(shape, x0, y0), isInside(shape, x0 + 1, y0), fx - x0);
  const lower = mix(isInside(shape, x0, y0 + 1), isInside(shape, x0 + 1, y0 + 1), fx - x0);
  return mix(upper, lower, fy - y0);
}

function isInside({ inside, widthPx, heightPx }: ShapeMask, x: number, y: number): number {
  return x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : inside[y * widthPx + x];
}
