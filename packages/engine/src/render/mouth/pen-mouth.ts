import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { PenPath } from '../../math/pen-path.ts';
import { meanStrength } from '../../rig/action-units.ts';
import type { PenLine } from '../../rig/drawing/pen-line.ts';
import { mouthS } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { forEachInOpening, type Slit, tableThrough } from '../slit.ts';
import { DRAWN_AGAIN, strokeMoves, strokeOpens, strokeSmiles } from './drawn-mouth-motion.ts';
import { inkPaths } from './ink-paths.ts';
import type { MouthColours } from './mouth-colours.ts';
import { type MouthOpening, type PlaceInMouth, shadeFlesh } from './mouth-flesh.ts';
import { BENDS, depthOf, lineSneers, middleOf, sneer } from './seam-bend.ts';

/** A stroke's mouth as its artist would draw it now: lines, and what they enclose. */
export interface PenMouth {
  /** Its opening; the gap is 0 where it is shut. */
  readonly slit: Slit;
  /** In the slit's axes; one where it is shut. */
  readonly lines: readonly PenPath[];
  /** 0..1: how much of it is drawn again; below, the skin still carries the picture's own. */
  readonly drawn01: number;
}

/** Points along each line. */
const POINTS = 97;
/** A bend against the stroke's own by this lays it level first, IOD. */
const LEVELS_AT = 0.06;
/** Openings between which a stroke becomes an oval, IOD. */
const OVAL_IOD = [0.02, 0.17] as const;
/** Width of a round mouth against its height, and least and most against the stroke's own. */
const ROUND = 1;
const OF_STROKE = [0.42, 1.5] as const;
/**
 * Strengths of AU26 over which a line is drawn in to a round mouth's breadth, and those over which that
 * opens: opened at its full length it was a thick bar, and both at once snapped from a line to a dot.
 */
const DRAWS_IN = [0.05, 0.34] as const;
const OPENS = [0.2, 0.5] as const;
/** Cartoons open their mouths further than people do: by these shares, round and stretched. */
const HIGHER = { round: 0.45, stretched: 2 } as const;
/** … and the further, the broader the pen, parts of half its breadth: or nothing is seen inside. */
const BROAD_PENS = 1.2;
/** A stretched mouth that opens turns its corners down, IOD. */
const STRETCHED_BEND_IOD = 0.06;
/** The line around an opening is finer than the stroke by this share, and by that where what it encloses is of its colour. */
const FINER = 0.25;
const FINER_SOLID = 0.6;
/** Of one that is of its colour the whole is seen: it opens so many times as far for a broad pen, as it is round. */
const SOLID_SEEN = 1.6;
/** A broad shape of one colour that smiles gets thicker by this share, as if it opened. */
const SMILES_THICKER = 0.4;

/** Breadth of the feather of an opening, px; its line lies over it. */
const FEATHER_PX = 1.2;
/** … and at its corners, share of its length. */
const CORNERS = 0.01;

/**
 * Paints a mouth that is one stroke, once it leaves where the picture shows it.
 * @param drawn01 how far it is drawn; where not said, as far as it has left
 */
export function paintPenMouth(
  rig: Pick<Rig, 'mouth' | 'pen' | 'pose'>,
  pen: PenLine,
  state: FaceState,
  colours: MouthColours,
  slit: Slit,
  out: Kernels,
  drawn01?: number,
): void {
  const mouth = planPenMouth(rig, pen, state, slit, drawn01);
  if (!mouth) return;
  fillOpening(mouth, pen, rig.pose.iodPx, colours, out);
  inkPaths(mouth.slit, mouth.lines, pen.colour, mouth.drawn01, out);
}

/** Draws up such a mouth; undefined where it hardly moves yet. */
export function planPenMouth(
  rig: Pick<Rig, 'mouth' | 'pen' | 'pose'>,
  pen: PenLine,
  state: FaceState,
  slit: Slit,
  drawn01 = smoothstep(0, DRAWN_AGAIN, strokeMoves(rig, state)),
): PenMouth | undefined {
  if (drawn01 === 0) return undefined;
  const shape = shapeOf(rig, pen, state, slit);
  const { startPx, endPx, gapPx } = shape;
  const upper = rimOf(pen, shape, 1);
  const lower = rimOf(pen, shape, -1);
  const opening = {
    ...slit,
    startPx,
    endPx,
    top: tableThrough(upper.xs, upper.ys, startPx, endPx),
    bottom: tableThrough(lower.xs, lower.ys, startPx, endPx),
    gapPx,
  };
  return { slit: opening, lines: gapPx > 0 ? [upper, lower] : [upper], drawn01 };
}

/** What such a mouth is to look like now, in the slit's axes, px. */
interface PenShape {
  readonly startPx: number;
  readonly endPx: number;
  /** So many times as wide as the stroke in the picture. */
  readonly width: number;
  /** Half the breadth over which it bends: the lips' own, as wide as it is. */
  readonly bendsOverPx: number;
  /** Height of the opening's middle. */
  readonly gapPx: number;
  /** 0..1: from a line, which keeps its own bend, to an oval. */
  readonly open01: number;
  /** 0..1: how far the line's own bend is laid level, and by how much its middle rises above its ends. */
  readonly level01: number;
  readonly bendPx: number;
  /** 0..1: how far it is a wave: see sneer. */
  readonly sneers01: number;
  /** So many times as thick as the stroke in the picture, in its middle. */
  readonly thicker: number;
  /** How high an oval's corners lie, and by how much its middle rises above them. */
  readonly cornersPx: number;
  readonly archPx: number;
}

function shapeOf(
  { mouth, pose }: Pick<Rig, 'mouth' | 'pose'>,
  pen: PenLine,
  state: FaceState,
  slit: Slit,
): PenShape {
  const { iodPx } = pose;
  const [dropped01, stretched01] = strokeOpens(state);
  const smiles01 = strokeSmiles(state);
  const round01 = dropped01 * (1 - stretched01) * (1 - smiles01);
  const higher = 1 + HIGHER.round * round01 + HIGHER.stretched * stretched01;
  const partedPx = Math.max(dropped01, stretched01) * Math.max(0, slit.gapPx);
  const broadPx = BROAD_PENS * pen.halfPx * smoothstep(0, 0.06, partedPx / iodPx);
  const seen01 = pen.solid ? SOLID_SEEN * round01 : Math.max(round01, stretched01);
  const asFarPx = higher * partedPx + seen01 * broadPx;
  const jaw = meanStrength(state.strengths, 'AU26');
  const late = mix(1, smoothstep(...OPENS, jaw), round01);
  const gapPx = asFarPx * late;
  const open01 = (1 - smiles01) * smoothstep(...OVAL_IOD, gapPx / iodPx);
  const own = depthOf((t) => readPen(pen, pen.ys, t * mouth.halfWidthPx));
  const now = depthOf((t) => middleOf(slit, t));
  const was = depthOf((t) => readCurve(mouth.upper, mouthS(mouth, t)));
  const bendPx = BENDS * (now - was);
  const level01 = own * bendPx < 0 ? smoothstep(0, LEVELS_AT * iodPx, Math.abs(bendPx)) : 0;
  const scale = slit.endPx / mouth.halfWidthPx;
  const [first, last] = [pen.xs[0], pen.xs[pen.xs.length - 1]];
  const narrow = clamp((ROUND * gapPx) / (scale * (last - first)), ...OF_STROKE);
  const drawnIn01 = smoothstep(...DRAWS_IN, jaw);
  const width = scale * mix(1, narrow, drawnIn01 * round01);
  return {
    startPx: first * width,
    endPx: last * width,
    width,
    // The line between a solid one's corners ends before its shape does.
    bendsOverPx: pen.solid ? Math.max(-first, last) * width : slit.endPx * (width / scale),
    gapPx,
    open01,
    level01,
    bendPx,
    sneers01: lineSneers(state),
    thicker: pen.solid ? 1 + SMILES_THICKER * smiles01 : 1,
    cornersPx: now,
    archPx: STRETCHED_BEND_IOD * iodPx * stretched01,
  };
}

/** Its upper rim (way 1) or lower one (-1), with the pen that draws it; a shut one's are the same. */
function rimOf(pen: PenLine, shape: PenShape, way: 1 | -1): PenPath {
  const { startPx, endPx, gapPx, open01 } = shape;
  const xs = new Float64Array(POINTS);
  const ys = new Float64Array(POINTS);
  const radii = new Float64Array(POINTS);
  const around = (1 - (pen.solid ? FINER_SOLID : FINER)) * pen.halfPx;
  for (let k = 0; k < POINTS; k++) {
    // Even steps along an oval.
    const c = -Math.cos((Math.PI * k) / (POINTS - 1));
    const x = (startPx + endPx) / 2 + (c * (endPx - startPx)) / 2;
    const inPicture = x / shape.width;
    const t = clamp(x / shape.bendsOverPx, -1, 1);
    const arch = 1 - t * t;
    const bent = (1 - shape.level01) * readPen(pen, pen.ys, inPicture) + shape.bendPx * arch;
    const line = sneer(bent, c, (endPx - startPx) / 2, shape.sneers01);
    const oval = shape.cornersPx + shape.archPx * arch;
    xs[k] = x;
    ys[k] = mix(line, oval, open01) + (way * gapPx * Math.sqrt(1 - c * c)) / 2;
    const thicker = mix(1, shape.thicker, 1 - c * c);
    radii[k] = mix(thicker * readPen(pen, pen.radii, inPicture), around, open01);
  }
  return { xs, ys, radii };
}

/** The inside of a solid one is this part as light under its upper rim as above the lower one: it is hollow. */
const HOLLOW = 0.6;

/** @param below01 0 at the upper rim, 1 at the lower one */
function shadeSolid(own: Rgb, below01: number, open01: number, colour: number[]): void {
  const light = mix(1, mix(HOLLOW, 1, smoothstep(0, 1, below01)), open01);
  for (let k = 0; k < 3; k++) colour[k] = light * own[k];
}

/** Two plain colours, as in other drawn mouths, or the pen's own. */
function fillOpening(
  { slit, drawn01 }: PenMouth,
  pen: PenLine,
  iodPx: number,
  colours: MouthColours,
  out: Kernels,
): void {
  if (slit.gapPx === 0) return;
  const opening: MouthOpening = { gapIod: slit.gapPx / iodPx, flat: true };
  const open01 = smoothstep(...OVAL_IOD, slit.gapPx / iodPx);
  const inside: PlaceInMouth = { side: 0, below: 0, above: 0, fromCorner: 0 };
  const colour = [0, 0, 0];
  forEachInOpening(
    slit,
    FEATHER_PX,
    CORNERS,
    out,
    ({ xPx, yPx, alongPx, belowPx, abovePx, alpha }) => {
      inside.side = (2 * (alongPx - slit.startPx)) / (slit.endPx - slit.startPx) - 1;
      inside.below = belowPx / iodPx;
      inside.above = abovePx / iodPx;
      if (pen.solid) shadeSolid(pen.colour, belowPx / (belowPx + abovePx), open01, colour);
      else shadeFlesh(inside, opening, colours, colour);
      const i = 4 * (yPx * out.widthPx + xPx);
      for (let k = 0; k < 3; k++) {
        out.frame[i + k] = Math.round(mix(out.frame[i + k], colour[k], drawn01 * alpha));
      }
    },
  );
}

/** What a line has at x px; its points lie at even steps. Beyond its ends the end's. */
function readPen({ xs }: PenLine, values: Float64Array, x: number): number {
  const last = xs.length - 1;
  const at = clamp(((x - xs[0]) / (xs[last] - xs[0])) * last, 0, last);
  const k = Math.min(last - 1, Math.floor(at));
  return values[k] + (at - k) * (values[k + 1] - values[k]);
}
