import type { PersonMask } from '../../face/face.ts';
import { readMask } from '../../face/read-mask.ts';
import { smoothstep } from '../../math/easing.ts';
import type { HeadPose } from '../head/head-pose.ts';

/** An upright ear, found on the animal's outline. All in frame px. */
export interface AnimalEar {
  readonly side: 'right' | 'left';
  /** Middle of its foot on the head. */
  readonly rootX: number;
  readonly rootY: number;
  /** Unit vector from the root to the tip, and that distance. */
  readonly axisX: number;
  readonly axisY: number;
  readonly lengthPx: number;
  /** Breadth of its foot. */
  readonly widthPx: number;
}

/** The outline is read in columns this broad, within this far of the middle, up to here; IOD. */
const STEP = 0.05;
const WIDEST = 2.7;
const HIGHEST = 3.3;
const COLUMNS = Math.round((2 * WIDEST) / STEP) + 1;
/** The crown is the outline's middle height this near to the midline. */
const CROWN_HALF = 0.22;
/** What stands out of the head's dome by less is no ear, IOD. */
const LEAST_EAR = 0.35;
const FOOT = 0.1;
/** An ear whose tip lies nearer to the frame's border than this stays, IOD. */
const CUT_IOD = 0.16;
/** Breadth over length: flatter bulges are a mane or a shoulder. */
const BROADEST = 2.2;

/**
 * Finds ears that stand out of the head's dome on the outline. Hanging ears, ears that the frame
 * cuts off and ears of an animal without an outline are not found: they stay with the head.
 */
export function findEars(
  pose: HeadPose,
  mask: PersonMask | undefined,
  frame: { readonly widthPx: number; readonly heightPx: number },
): readonly AnimalEar[] {
  if (!mask) return [];
  const acrossX = Math.cos(pose.rollRadians);
  const acrossY = Math.sin(pose.rollRadians);
  const place = (u: number, v: number): [number, number] => [
    pose.originXPx + pose.iodPx * (u * acrossX + v * acrossY),
    pose.originYPx + pose.iodPx * (u * acrossY - v * acrossX),
  ];
  const inside = (u: number, v: number) => readMask(mask, ...place(u, v)) > 127;
  const column = (u: number) => Math.round((u + WIDEST) / STEP);
  const heights = Float32Array.from({ length: COLUMNS }, (_, k) => {
    const u = k * STEP - WIDEST;
    for (let v = HIGHEST; v > -0.3; v -= STEP / 2) if (inside(u, v)) return v;
    return -0.3;
  });
  const crowns = heights.slice(column(-CROWN_HALF), column(CROWN_HALF) + 1).sort();
  const crown = crowns[crowns.length >> 1]!;
  if (crown < 0.3) return [];
  const ears: AnimalEar[] = [];
  for (const side of ['right', 'left'] as const) {
    const sign = side === 'left' ? 1 : -1;
    const half = headHalfWidth((u) => inside(sign * u, 0.15));
    // The dome over the eyes, carried on to the head's side.
    const dome = (u: number) => crown * Math.sqrt(Math.max(0.12, 1 - (u / (half + 0.15)) ** 2));
    const over = (u: number) => heights[column(sign * u)]! - dome(u);
    let tip = 0;
    let best = LEAST_EAR;
    for (let u = 0.25; u < Math.min(WIDEST, half + 0.9); u += STEP) {
      if (over(u) <= best) continue;
      best = over(u);
      tip = u;
    }
    if (tip === 0) continue;
    let inner = tip;
    let outer = tip;
    while (inner > 0.1 && over(inner - STEP) > FOOT) inner -= STEP;
    while (outer < WIDEST - STEP && over(outer + STEP) > FOOT) outer += STEP;
    const tipV = heights[column(sign * tip)]!;
    const root = (inner + outer) / 2;
    const rootV = (dome(inner) + dome(outer)) / 2;
    const [tipX, tipY] = place(sign * tip, tipV);
    const [rootX, rootY] = place(sign * root, rootV);
    const edge = Math.min(tipX, tipY, frame.widthPx - tipX, frame.heightPx - tipY);
    const length = Math.hypot(tip - root, tipV - rootV);
    const widthIod = Math.max(0.3, outer - inner);
    if (edge < CUT_IOD * pose.iodPx || widthIod > BROADEST * length) continue;
    ears.push({
      side,
      rootX,
      rootY,
      axisX: (tipX - rootX) / (length * pose.iodPx),
      axisY: (tipY - rootY) / (length * pose.iodPx),
      lengthPx: length * pose.iodPx,
      widthPx: widthIod * pose.iodPx,
    });
  }
  return ears;
}

function headHalfWidth(inside: (u: number) => boolean): number {
  let u = 0.6;
  while (u < WIDEST - 0.4 && inside(u + STEP)) u += STEP;
  return u;
}

/** What lies outside an ear goes with it by less and less over this, radians about its root. */
const GIVES_WAY = 1.9;

/**
 * Share of an ear's motion at a place, 0..1: what stands free goes as one piece, its foot by less, and
 * the scalp around it gives way. Outwards it ebbs away by direction, so gently that what an ear is laid
 * upon is pushed together and does not fold; inwards by breadths of it, or the scalp would bulge.
 */
export function earShare(ear: AnimalEar, dx: number, dy: number): number {
  const along = dx * ear.axisX + dy * ear.axisY;
  const outwards = (ear.side === 'left' ? 1 : -1) * (dy * ear.axisX - dx * ear.axisY);
  const across = Math.abs(outwards);
  const far = Math.hypot(along, across) / ear.lengthPx;
  const edge = Math.atan2(ear.widthPx, ear.lengthPx);
  const beside =
    outwards > 0
      ? smoothstep(edge, edge + GIVES_WAY, Math.atan2(across, along))
      : smoothstep(0.6, 1.7, across / ear.widthPx);
  return (
    smoothstep(-0.5, 0.42, along / ear.lengthPx) *
    smoothstep(0, 0.42, far) *
    (1 - smoothstep(1.2, 1.75, far)) *
    (1 - beside)
  );
}

/** From the first height on an ear's inner edge begins to rise with it as it turns, from the second it does wholly; lengths. */
const STANDS_FREE = [0.05, 0.7] as const;

/** How an ear moves as a whole: see turnEar. */
export interface EarMotion {
  /** Radians about its root; positive lays it to the side. */
  readonly turn: number;
  /** Parts that it gets longer by along its axis, and narrower by across it. */
  readonly stretch: number;
  readonly narrow: number;
}

/**
 * How a point of an ear moves when it turns about its root, px. An ear that lies back also turns
 * about its own axis, and shows less of its breadth: it gets narrower, and hardly shorter.
 *
 * @param share of the motion, 0..1: less of it is a turn by a smaller angle, and no part of the way
 * of a whole one. Turned by angles that differ, what lies around a root is a swirl, which does not fold.
 */
export function turnEar(
  ear: AnimalEar,
  dx: number,
  dy: number,
  motion: EarMotion,
  share: number,
  out: Float64Array,
): void {
  const angle = (ear.side === 'left' ? share : -share) * motion.turn;
  const along = (dx * ear.axisX + dy * ear.axisY) * share * motion.stretch;
  const across = (dx * ear.axisY - dy * ear.axisX) * share * motion.narrow;
  const x = dx + along * ear.axisX - across * ear.axisY;
  const y = dy + along * ear.axisY + across * ear.axisX;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  out[0] = x * cos - y * sin - dx;
  out[1] = x * sin + y * cos - dy;
  // What the turn would lift of the scalp on an ear's inner side slides over the skull instead.
  const rises = out[0] * ear.axisX + out[1] * ear.axisY;
  const inwards = (ear.side === 'left' ? 1 : -1) * (dx * ear.axisY - dy * ear.axisX);
  if (rises <= 0 || inwards <= 0) return;
  const stays = 1 - smoothstep(...STANDS_FREE, (dx * ear.axisX + dy * ear.axisY) / ear.lengthPx);
  out[0] -= stays * rises * ear.axisX;
  out[1] -= stays * rises * ear.axisY;
}
