import type { PersonMask } from '../face/face.ts';
import { readCurve } from '../math/curve.ts';
import { clamp, smoothstep } from '../math/easing.ts';
import type { Picture } from '../math/picture.ts';
import { ACTION_UNITS, type ActionUnit } from './action-units.ts';
import {
  ANIMAL_REACH,
  ANIMAL_UNITS,
  breadthOf,
  displaceAnimal,
  type MuzzleBreadth,
} from './animal-displacement.ts';
import { type AnimalEar, type EarMotion, earShare, findEars, turnEar } from './animal-ears.ts';
import {
  type AnimalEye,
  displaceAnimalLids,
  eyeDistance,
  LID_ENDS,
  LID_SOFTNESS,
  lidTurn,
  moveCorners,
  movesCorners,
  sideShare,
  squintShare,
  turnEye,
  widenEye,
} from './animal-eyes.ts';
import { dropAnimalJaw } from './animal-jaw.ts';
import { type Bases, type Basis, type DeformationInput, SPLITTING_UNITS } from './basis.ts';
import type { EyeLine } from './eye-shape.ts';
import { createLayerDraft, type LayerDraft, takeBoxes, touchRow } from './field-box.ts';
import { type NodePlaces, placeNodes } from './node-places.ts';
import { shutMouthBasis } from './shut-mouth.ts';
import { type Displacement, displaceByUnit, UNIT_REACH } from './unit-displacement.ts';

/** What an animal's bases need besides a face's. */
export interface AnimalInput extends DeformationInput {
  readonly animalEyes: readonly AnimalEye[];
  readonly plate: Picture;
  readonly mask: PersonMask | undefined;
  readonly headWeight: Float32Array;
  /** 0..1: how surely the line between the lips is known (see findMuzzle). */
  readonly muzzleKnown01: number;
}

/** Ears at EAD103 (back and flat) and EAD101 (up and forward). */
const EARS_FLAT: EarMotion = { turn: 0.95, stretch: -0.14, narrow: 0.3 };
const EARS_UP: EarMotion = { turn: -0.2, stretch: 0.14, narrow: 0 };
/** Ears keep off the midline and the frame's border by this much, IOD. */
const EAR_MIDLINE = 0.3;
const EAR_BORDER = 0.3;
/**
 * A tip goes aside by no more than this, IOD, and than this part of a narrow ear's breadth, over which
 * its motion dies out: further, what lies beside it would fold. Nor does it go further inwards.
 */
const MOST_EAR_TRAVEL = 0.36;
const TRAVEL_OF_BREADTH = 0.48;
const MOST_INWARDS = 0.12;
const MOST_EAR_STRETCH = 0.09;
/** A tip this near to the frame's border does not rise, and this far off it does freely, IOD. */
const EAR_ROOM = [0.3, 0.8] as const;
/** An eye's own surroundings stay with it up to this (see eyeDistance) … */
const EYE_HELD = 1.15;
/** … and move freely this much further, IOD: the cheek below a far, small eye moves as much. */
const EYE_FREE_IOD = 0.42;

/** Bases of an animal. */
export function buildAnimalBases(input: AnimalInput): Bases {
  const places = placeNodes(input);
  const eyes = input.animalEyes;
  const ears = findEars(input.pose, input.mask, input.plate);
  const free = freeOfEyes(input, eyes);
  const room = roomBelow(input).map((share, i) => share * free[i]);
  const draft = createLayerDraft(input.grid);
  const units: Basis[] = [];
  for (const unit of ACTION_UNITS) {
    for (const side of ['right', 'left'] as const) {
      const ear = ears.find((e) => e.side === side);
      const eye = eyes.find((e) => e.line.side === side);
      if (unit === 'EAD101' || unit === 'EAD103') {
        if (ear) addEar(input, ear, unit === 'EAD103' ? EARS_FLAT : EARS_UP, draft);
      } else if (unit === 'AU5') {
        if (eye) addEyeMotion(input, eye, draft, (x, y, out) => widenEye(eye, x, y, out));
      } else {
        if (unit === 'AU26') {
          addJaw(input, places, room, side, draft);
          units.push(takeBoxes(input.grid, draft));
          continue;
        }
        const other = eyes.find((e) => e.line.side !== side);
        const seen = eye && other ? sideShare(eye, other) : 1;
        addCoat(input, places, unit === 'AU15' ? room : free, seen, unit, side, draft);
        const turn = eye ? lidTurn(unit, eye.slantRadians) : 0;
        if (eye && turn)
          addEyeMotion(input, eye, draft, (x, y, out) => turnEye(eye, x, y, turn, out));
        if (eye && movesCorners(unit))
          addEyeMotion(input, eye, draft, (x, y, out) =>
            moveCorners(eye, unit, x, y, input.pose.iodPx, out),
          );
        if (eye) addLids(input, eye, unit, unit === 'AU6' ? squintShare(eye, seen) : 1, draft);
      }
      units.push(takeBoxes(input.grid, draft));
    }
  }
  return { units, shutMouth: shutMouthBasis(input, places, draft), jawBeyond: undefined };
}

/** 0 on the eyes, 1 away from them: fur moves, eyes keep their shape. */
function freeOfEyes({ grid, pose }: AnimalInput, eyes: readonly AnimalEye[]): Float32Array {
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => {
    const x = grid.originXPx + (i % grid.columns) * grid.cellPx;
    const y = grid.originYPx + Math.floor(i / grid.columns) * grid.cellPx;
    let free = 1;
    for (const eye of eyes) {
      const radius = Math.min(eye.line.halfWidthPx, eye.halfHeightPx);
      const beyond = (eyeDistance(eye, x, y) - EYE_HELD) * radius;
      free *= smoothstep(0, EYE_FREE_IOD * pose.iodPx, beyond);
    }
    return free;
  });
}

/** What is pulled down comes to rest over this much, IOD: nearer to the face's lower end it would fold. */
const ROOM_IOD = 0.5;

/** How much of the face there is below a place, 0..1. */
function roomBelow({ grid, pose, faceWeight, headWeight }: AnimalInput): Float32Array {
  const firm = faceWeight.map((w, i) => w * smoothstep(0.6, 1, headWeight[i]));
  const room = new Float32Array(grid.columns * grid.rows);
  const rows = Math.max(1, Math.round((ROOM_IOD * pose.iodPx) / grid.cellPx));
  for (let c = 0; c < grid.columns; c++) {
    let sum = 0;
    for (let r = grid.rows - 1; r >= 0; r--) {
      const i = r * grid.columns + c;
      const left = i + rows * grid.columns;
      sum += firm[i] - (left < firm.length ? firm[left] : 0);
      room[i] = sum / rows;
    }
  }
  return room;
}

/** Units whose places are measured from the mouth alone, and what is seen of them at least. */
const BY_MOUTH = new Set<ActionUnit>(['AU10', 'AU12', 'AU15']);
const SEEN_BY_MOUTH = 0.62;

function addCoat(
  input: AnimalInput,
  places: NodePlaces,
  free: Float32Array,
  seen: number,
  unit: ActionUnit,
  side: 'right' | 'left',
  draft: LayerDraft,
): void {
  const { grid, pose, chartX, chartY, faceWeight } = input;
  const own = ANIMAL_UNITS.has(unit);
  const [maxA, minV, maxV] = own ? ANIMAL_REACH : UNIT_REACH[unit];
  const { upper, lower } = draft;
  const sign = side === 'left' ? 1 : -1;
  const r = pose.rotation;
  const splits = !own && SPLITTING_UNITS.has(unit);
  const muzzle = muzzleOf(input);
  // The line between the lips is where the picture shows it, however the mesh stands.
  const least = BY_MOUTH.has(unit) ? SEEN_BY_MOUTH * input.muzzleKnown01 : 0;
  const here: Displacement = { out: 0, up: 0 };
  const place = { s: 0, h: 0 };
  for (let i = 0; i < faceWeight.length; i++) {
    const weight = seen * faceWeight[i] * free[i];
    if (weight === 0) continue;
    const x = sign * chartX[i];
    if (x < -0.16 || x > maxA || chartY[i] < minV || chartY[i] > maxV) continue;
    const sided = weight * smoothstep(-0.16, 0.16, x) * pose.iodPx;
    const a = Math.max(0, x);
    place.s = Math.abs(places.mouthS[i]);
    place.h = places.mouthH[i];
    const scaleX = sided * Math.max(places.seenX[i], least) * sign;
    const scaleY = sided * Math.max(places.seenY[i], least);
    const put = (layer: Float32Array) => {
      layer[2 * i] = scaleX * r[0] * here.out + scaleY * r[1] * here.up;
      layer[2 * i + 1] = -scaleX * r[3] * here.out - scaleY * r[4] * here.up;
    };
    if (own) displaceAnimal(unit, a, chartY[i], place, muzzle, false, here);
    else displaceByUnit(unit, a, chartY[i], place, false, here);
    put(upper);
    if (splits) displaceByUnit(unit, a, chartY[i], place, true, here);
    else if (unit === 'AU10') displaceAnimal(unit, a, chartY[i], place, muzzle, true, here);
    put(lower);
    touchRow(draft, Math.floor(i / grid.columns));
  }
}

/** Where the middle of the line is read, half widths. */
const LINE_MIDDLE = 0.3;

function muzzleOf({ mouth, pose, muzzleKnown01 }: AnimalInput): MuzzleBreadth {
  let middlePx = 0;
  for (let k = -3; k <= 3; k++) middlePx += readCurve(mouth.upper, (k / 3) * LINE_MIDDLE) / 7;
  return breadthOf(mouth.halfWidthPx / pose.iodPx, muzzleKnown01, -middlePx / pose.iodPx);
}

/** The jaw is one bone: what is seen of it on the far side drops as far. */
function addJaw(
  input: AnimalInput,
  places: NodePlaces,
  room: Float32Array,
  side: 'right' | 'left',
  draft: LayerDraft,
): void {
  const { grid, pose, chartX, faceWeight, mouth, muzzleKnown01 } = input;
  if (muzzleKnown01 === 0) return;
  const sign = side === 'left' ? 1 : -1;
  const muzzle = muzzleOf(input);
  const here: Displacement = { out: 0, up: 0 };
  const place = { s: 0, h: 0 };
  for (let i = 0; i < faceWeight.length; i++) {
    const weight = muzzleKnown01 * room[i] * smoothstep(-0.16, 0.16, sign * chartX[i]) * pose.iodPx;
    if (weight === 0) continue;
    place.s = Math.abs(places.mouthS[i]);
    place.h = places.mouthH[i];
    const arch = Math.max(0, readCurve(mouth.upper, places.mouthS[i])) / pose.iodPx;
    for (const layer of [draft.upper, draft.lower]) {
      dropAnimalJaw(place, muzzle, arch, layer === draft.lower, here);
      layer[2 * i] = weight * here.up * mouth.alongY;
      layer[2 * i + 1] = -weight * here.up * mouth.alongX;
    }
    touchRow(draft, Math.floor(i / grid.columns));
  }
}

function addLids(
  input: AnimalInput,
  eye: AnimalEye,
  unit: ActionUnit,
  share: number,
  draft: LayerDraft,
): void {
  if (!LID_UNITS.has(unit)) return;
  const { grid, pose, faceWeight } = input;
  const { line } = eye;
  const reachPx = line.halfWidthPx + 0.7 * pose.iodPx;
  const widest = (2 * eye.halfHeightPx) / pose.iodPx;
  // The inner corner lies at t = 1 of the eye on the picture's left, at -1 of the other.
  const outwards = line.side === 'left' ? 1 : -1;
  const { upper, lower } = draft;
  for (let row = 0; row < grid.rows; row++) {
    const y = grid.originYPx + row * grid.cellPx - line.centreYPx;
    if (Math.abs(y) > reachPx) continue;
    touchRow(draft, row);
    for (let column = 0; column < grid.columns; column++) {
      const x = grid.originXPx + column * grid.cellPx - line.centreXPx;
      if (Math.abs(x) > reachPx) continue;
      const t = (x * line.alongX + y * line.alongY) / line.halfWidthPx;
      if (Math.abs(t) >= LID_ENDS) continue;
      const up = x * line.alongY - y * line.alongX;
      const top = readCurve(line.upper, t);
      const low = readCurve(line.lower, t);
      const lid = {
        outwards: outwards * t,
        aboveUpper: (up - top) / pose.iodPx,
        aboveLower: (up - low) / pose.iodPx,
        gap: softGap(line, t) / pose.iodPx,
        widest,
        slantRadians: eye.slantRadians,
      };
      const i = row * grid.columns + column;
      const scale = share * line.open01 * faceWeight[i] * pose.iodPx;
      const du = scale * displaceAnimalLids(unit, lid, false);
      const dl = scale * displaceAnimalLids(unit, lid, true);
      upper[2 * i] += du * line.alongY;
      upper[2 * i + 1] -= du * line.alongX;
      lower[2 * i] += dl * line.alongY;
      lower[2 * i + 1] -= dl * line.alongX;
    }
  }
}

/** An eye's own motion is felt within this, in half widths or gaps. */
const EYE_REACH = 2.4;

const LID_UNITS = new Set<ActionUnit>(['AU1', 'AU4', 'AU6', 'AU7', 'AU43']);

/** The gap at t, evened out over a part of the eye's width: 0 at LID_ENDS. */
function softGap({ upper, lower }: EyeLine, t: number): number {
  let sum = 0;
  for (let k = -3; k <= 3; k++) {
    const at = t + (k / 3) * LID_SOFTNESS;
    if (Math.abs(at) < 1) sum += Math.max(0, readCurve(upper, at) - readCurve(lower, at)) / 7;
  }
  return sum;
}

/** Adds what moves an eye's opening as a piece. */
function addEyeMotion(
  { grid, pose, faceWeight }: AnimalInput,
  { line }: AnimalEye,
  draft: LayerDraft,
  motion: (xPx: number, yPx: number, out: Float64Array) => void,
): void {
  const moved = new Float64Array(2);
  const reachPx = EYE_REACH * Math.max(line.halfWidthPx, line.gapPx) + 0.2 * pose.iodPx;
  for (let i = 0; i < faceWeight.length; i++) {
    if (faceWeight[i] === 0) continue;
    const x = grid.originXPx + (i % grid.columns) * grid.cellPx;
    const y = grid.originYPx + Math.floor(i / grid.columns) * grid.cellPx;
    if (Math.abs(x - line.centreXPx) > reachPx || Math.abs(y - line.centreYPx) > reachPx) continue;
    motion(x, y, moved);
    if (moved[0] === 0 && moved[1] === 0) continue;
    touchRow(draft, Math.floor(i / grid.columns));
    for (const layer of [draft.upper, draft.lower]) {
      layer[2 * i] += faceWeight[i] * moved[0];
      layer[2 * i + 1] += faceWeight[i] * moved[1];
    }
  }
}

function addEar(
  { grid, pose, plate, headWeight }: AnimalInput,
  ear: AnimalEar,
  motion: EarMotion,
  draft: LayerDraft,
): void {
  const moved = new Float64Array(2);
  const sign = ear.side === 'left' ? 1 : -1;
  const still = 1 + grid.cellPx;
  const tipX = ear.rootX + ear.axisX * ear.lengthPx;
  const tipY = ear.rootY + ear.axisY * ear.lengthPx;
  const room = Math.min(tipX, tipY, plate.widthPx - tipX, plate.heightPx - tipY) / pose.iodPx;
  const longest = (MOST_EAR_STRETCH * pose.iodPx) / ear.lengthPx;
  // A tip that goes inwards rises as well.
  const free = smoothstep(...EAR_ROOM, room);
  const stretch = Math.min(motion.stretch, longest * free);
  const most = Math.min(MOST_EAR_TRAVEL * pose.iodPx, TRAVEL_OF_BREADTH * ear.widthPx);
  const turn = clamp(
    motion.turn,
    -(free * MOST_INWARDS * pose.iodPx) / ear.lengthPx,
    most / (ear.lengthPx * (1 + stretch)),
  );
  for (let i = 0; i < grid.columns * grid.rows; i++) {
    const x = grid.originXPx + (i % grid.columns) * grid.cellPx;
    const y = grid.originYPx + Math.floor(i / grid.columns) * grid.cellPx;
    // Outside the outline it dies out as the head's motion does.
    let share = headWeight[i] === 0 ? 0 : earShare(ear, x - ear.rootX, y - ear.rootY);
    if (share === 0) continue;
    share *= headWeight[i];
    const across =
      (x - pose.originXPx) * Math.cos(pose.rollRadians) +
      (y - pose.originYPx) * Math.sin(pose.rollRadians);
    const edge = Math.min(x, y, plate.widthPx - x, plate.heightPx - y) - still;
    share *= smoothstep(0, EAR_MIDLINE * pose.iodPx, sign * across);
    share *= smoothstep(0, EAR_BORDER * pose.iodPx, edge);
    turnEar(ear, x - ear.rootX, y - ear.rootY, { turn, stretch, narrow: motion.narrow }, moved);
    setBoth(draft, grid.columns, i, share, moved);
  }
}

function setBoth(
  draft: LayerDraft,
  columns: number,
  i: number,
  share: number,
  [x, y]: Float64Array,
): void {
  for (const layer of [draft.upper, draft.lower]) {
    layer[2 * i] = share * x!;
    layer[2 * i + 1] = share * y!;
  }
  touchRow(draft, Math.floor(i / columns));
}
