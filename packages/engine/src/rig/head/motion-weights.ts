import type { PersonMask } from '../../face/face.ts';
import { mix, smoothstep } from '../../math/easing.ts';
import { blurField, nodeXPx, nodeYPx, type PlateGrid } from '../plate-grid.ts';
import { distanceOutside } from './distance-outside.ts';
import { type HeadPose, placeInHead } from './head-pose.ts';
import { type BorderWeights, goAtBorder, holdAtBorder, reachInFrame } from './hold-at-border.ts';
import { headShare } from './neck-joint.ts';

/** How much a node takes part: in the expression (`face`) and in the head's motion (`head`). */
export interface MotionWeights {
  readonly faceWeight: Float32Array;
  /** What a node goes with the head whichever way it goes: the least of `headGoes`. */
  readonly headWeight: Float32Array;
  readonly headGoes: BorderWeights;
  /** 0..1: how freely the head may turn. One that the frame cuts off, and would bend, does so less. */
  readonly mobility01: number;
  /**
   * What a dropping jaw weighs more than `faceWeight` where the chin nearly stands on the lower
   * border: it leaves the frame instead of being squashed against it. Only for motion downwards:
   * upwards there is nothing to fill the frame with. undefined where there is room.
   */
  readonly jawBeyond: Float32Array | undefined;
  /**
   * What a rising brow weighs instead of `faceWeight` where the frame cuts the forehead off: it leaves the
   * frame, too, instead of being pressed to a line below the border. undefined where there is room.
   */
  readonly browsBeyond: Float32Array | undefined;
  /** Distance of nodes to the person's outline, cells; 0 inside, undefined where it is not known. */
  readonly outside: Float32Array | undefined;
}

/** Share of the head that lies free of the border's falloff: held below the first, free above. */
const HELD_SHARE = 0.8;
const FREE_SHARE = 0.98;

/** Motion dies out over this distance outside the outline of a person or an animal, IOD: in less an animal's coat folds. */
const OUTLINE_FALLOFF_IOD = 0.32;
/** … but ears, far from the neck, go further when the head tilts. */
const EARS_FALLOFF_IOD = 0.6;
/** How freely a head may turn that the frame cuts off, where its outline is known. */
const LEAST_MOBILITY = 0.85;
/** Animals turn further: more of it would fold the ground beside them. A coat hides that it is bent. */
const LEAST_ANIMAL_MOBILITY = { outlined: 0.65, without: 0.4 } as const;
/** Share of the frame's shorter side over which motion dies out towards its border. */
const BORDER_SHARE = 0.05;
/** … but at least this, IOD: a face that the frame cuts must not fold where its motion ends. */
const BORDER_IOD = 0.35;
/** A head that comes in is stretched over at least this, IOD: by a fifth where it goes furthest. */
const STRETCHED_IOD = 0.7;

/** Room below the chin, IOD, in which a jaw cannot drop, and in which it can. */
const CHIN_STANDS = 0.45;
const CHIN_FREE = 0.8;
/** Depth of the middle of the head in its frame, IOD. */
const MIDDLE_Z = -0.35;
/** Height of the chin in the head frame, IOD. */
const CHIN_V = -1.75;
/** … and of the neck, which bodies hold where the frame cuts them off. */
const NECK_V = -2.4;
/** Height up to which a rising brow moves the forehead, IOD. */
const FOREHEAD_V = 1.2;

/** Weights from the head's shape, the person mask where there is one, and the frame's border. */
export function weighMotion(
  grid: PlateGrid,
  pose: HeadPose,
  mask: PersonMask | undefined,
  frame: { readonly widthPx: number; readonly heightPx: number },
  animal = false,
): MotionWeights {
  const count = grid.columns * grid.rows;
  const faceWeight = new Float32Array(count);
  const headWeight = new Float32Array(count);
  const chinYPx = pose.originYPx - CHIN_V * pose.rotation[4] * pose.iodPx;
  const stands = 1 - smoothstep(CHIN_STANDS, CHIN_FREE, (frame.heightPx - chinYPx) / pose.iodPx);
  const jaw = animal || stands === 0 ? undefined : new Float32Array(count);
  const foreheadYPx = pose.originYPx - FOREHEAD_V * pose.rotation[4] * pose.iodPx;
  const outside = mask ? distanceOutside(grid, mask) : undefined;
  const border = Math.max(
    BORDER_SHARE * Math.min(frame.widthPx, frame.heightPx),
    BORDER_IOD * pose.iodPx,
  );
  const brows = animal || foreheadYPx > border ? undefined : new Float32Array(count);
  // Pixels of the border lie between the outermost nodes and the next: both stand still.
  const still = 1 + grid.cellPx;
  const fadeIn = (edgePx: number) => smoothstep(0, border, edgePx - still);
  const stretched = outside && !animal ? Math.max(border, STRETCHED_IOD * pose.iodPx) : border;
  /** How much of each node is the person's head: only that may move at the border. */
  const own = outside && new Float32Array(count);
  const place = new Float64Array(2);
  let wanted = 1e-6;
  let given = 0;
  for (let i = 0; i < count; i++) {
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    placeInHead(pose, x, y, MIDDLE_Z, place);
    const [u, v] = [place[0], place[1]];
    const beside = Math.min(x, frame.widthPx - x);
    const below = frame.heightPx - y;
    const inFrame = fadeIn(Math.min(beside, y, below));
    const falloff = animal
      ? mix(OUTLINE_FALLOFF_IOD, EARS_FALLOFF_IOD, smoothstep(0.2, 1.2, v))
      : OUTLINE_FALLOFF_IOD;
    const fall = outside ? 1 - smoothstep(0, falloff, (outside[i] * grid.cellPx) / pose.iodPx) : 1;
    const face = Math.hypot(u / 1.3, (v + 0.45) / 1.7);
    const neckPart = Math.hypot(u / 1.15, (v + 1.2) / 1.7);
    const part = fall * (1 - smoothstep(0.92, 1.32, Math.min(face, neckPart)));
    faceWeight[i] = inFrame * part;
    if (own) own[i] = fall * smoothstep(NECK_V, CHIN_V, v);
    if (jaw) jaw[i] = part * fadeIn(Math.min(beside, y));
    if (brows) brows[i] = part * fadeIn(Math.min(beside, below));
    const head = outside
      ? Math.hypot(u / 2.3, (v - 0.2) / 3.1)
      : Math.hypot(u / 1.5, (v - 0.05) / 2.0);
    const neck = headShare(v, Math.abs(u));
    const free = fall * neck * (1 - smoothstep(0.9, outside ? 1.35 : 1.5, head));
    headWeight[i] = free;
    if (v > 0.2) {
      wanted += free;
      given += free * inFrame;
    }
  }
  const radius = Math.max(1, Math.round((0.05 * pose.iodPx) / grid.cellPx));
  blurField(grid, headWeight, 2 * radius);
  blurField(grid, faceWeight, radius);
  if (jaw) blurField(grid, jaw, radius);
  if (brows) blurField(grid, brows, radius);
  const headGoes = holdAtBorder(count);
  // The blur must not carry motion to the border.
  for (let i = 0; i < count; i++) {
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    const beside = Math.min(x, frame.widthPx - x);
    const below = frame.heightPx - y;
    const inFrame = fadeIn(Math.min(beside, y, below));
    faceWeight[i] = faceWeight[i] < 0.002 ? 0 : Math.min(faceWeight[i], inFrame);
    headWeight[i] = goAtBorder(
      i,
      headWeight[i],
      reachInFrame(x, y, frame, still, stretched),
      own ? own[i] : 0,
      headGoes,
    );
    if (brows) {
      const here = Math.min(brows[i], fadeIn(Math.min(beside, below)));
      brows[i] = Math.max(here, faceWeight[i]);
    }
    if (!jaw) continue;
    const here = Math.min(jaw[i], fadeIn(Math.min(beside, y)));
    jaw[i] = stands * Math.max(0, here - faceWeight[i]);
  }
  const animals = LEAST_ANIMAL_MOBILITY[outside ? 'outlined' : 'without'];
  const least = animal ? animals : outside ? LEAST_MOBILITY : 0;
  const mobility01 = Math.max(least, smoothstep(HELD_SHARE, FREE_SHARE, given / wanted));
  return {
    ...{ faceWeight, headWeight, headGoes, mobility01, outside },
    ...{ jawBeyond: jaw, browsBeyond: brows },
  };
}
