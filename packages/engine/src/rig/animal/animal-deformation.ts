import type { PersonMask } from '../../face/face.ts';
import { readCurve } from '../../math/curve.ts';
import { smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { ACTION_UNITS, type ActionUnit } from '../action-units.ts';
import {
  type Bases,
  type Basis,
  type DeformationInput,
  MUZZLE_UNITS,
  SPLITTING_UNITS,
} from '../basis.ts';
import { createLayerDraft, type LayerDraft, takeBoxes, touchRow } from '../field-box.ts';
import { shutMouthBasis } from '../mouth/shut-mouth.ts';
import { type NodePlaces, placeNodes } from '../node-places.ts';
import { nodeXPx, nodeYPx } from '../plate-grid.ts';
import { type Displacement, displaceByUnit, UNIT_REACH } from '../unit-displacement.ts';
import {
  ANIMAL_REACH,
  ANIMAL_UNITS,
  breadthOf,
  displaceAnimal,
  type MuzzleBreadth,
} from './animal-displacement.ts';
import { addEar } from './animal-ear-motion.ts';
import { findEars } from './animal-ears.ts';
import { addEyeMotion } from './animal-eye-motion.ts';
import { type AnimalEye, eyeDistance, sideShare } from './animal-eyes.ts';
import { dropAnimalJaw, openingEnds } from './animal-jaw.ts';

/** What an animal's bases need besides a face's. */
export interface AnimalInput extends DeformationInput {
  readonly animalEyes: readonly AnimalEye[];
  readonly plate: Picture;
  readonly mask: PersonMask | undefined;
  readonly headWeight: Float32Array;
  /** Distance of nodes to the animal's outline, cells; undefined where that is not known. */
  readonly outside: Float32Array | undefined;
  /** 0..1: how surely the line between the lips is known (see findMuzzle). */
  readonly muzzleKnown01: number;
}

/** An eye's own surroundings stay with it up to this (see eyeDistance) … */
const EYE_HELD = 1.15;
/** … and move freely this much further, IOD: the cheek below a far, small eye moves as much. */
const EYE_FREE_IOD = 0.42;
/** … what the mouth's corners push up over more: between them and a large eye it would fold. */
const SMILE_FREE_IOD = 0.62;

/** Bases of an animal. */
export function buildAnimalBases(input: AnimalInput): Bases {
  const places = placeNodes(input);
  const eyes = input.animalEyes;
  const ears = findEars(input.pose, input.mask, input.plate);
  const free = freeOfEyes(input, eyes, EYE_FREE_IOD);
  const freeOfSmile = freeOfEyes(input, eyes, SMILE_FREE_IOD);
  const below = roomBelow(input);
  const room = below.map((share, i) => share * free[i]);
  const smileRoom = below.map((share, i) => share * freeOfSmile[i]);
  const draft = createLayerDraft(input.grid);
  const units: Basis[] = [];
  for (const unit of ACTION_UNITS) {
    for (const side of ['right', 'left'] as const) {
      if (unit === 'EAD101' || unit === 'EAD103') {
        const ear = ears.find((e) => e.side === side);
        if (ear && input.outside) addEar({ ...input, outside: input.outside }, ear, unit, draft);
      } else if (unit === 'AU26') {
        addJaw(input, places, room, side, draft);
      } else {
        const eye = eyes.find((e) => e.line.side === side);
        const other = eyes.find((e) => e.line.side !== side);
        const seen = eye && other ? sideShare(eye, other) : 1;
        const weight = unit === 'AU12' ? smileRoom : unit === 'AU15' ? room : free;
        // An eye that opens wide leaves the coat where it is.
        if (unit !== 'AU5') addCoat(input, places, weight, seen, unit, side, draft);
        if (eye) addEyeMotion(input, eye, unit, seen, draft);
      }
      units.push(takeBoxes(input.grid, draft));
    }
  }
  const shutMouth = shutMouthBasis(input, places, draft);
  return { units, raising: new Map(), shutMouth, jawBeyond: undefined };
}

/** 0 on the eyes, 1 away from them: fur moves, eyes keep their shape. */
function freeOfEyes(
  { grid, pose }: AnimalInput,
  eyes: readonly AnimalEye[],
  freeIod: number,
): Float32Array {
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => {
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    let free = 1;
    for (const eye of eyes) {
      const radius = Math.min(eye.line.halfWidthPx, eye.halfHeightPx);
      const beyond = (eyeDistance(eye, x, y) - EYE_HELD) * radius;
      free *= smoothstep(0, freeIod * pose.iodPx, beyond);
    }
    return free;
  });
}

/**
 * What the mouth's corners pull along comes to rest over this much, IOD: nearer to the face's lower
 * end it would fold.
 */
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
    else if (MUZZLE_UNITS.has(unit)) displaceAnimal(unit, a, chartY[i], place, muzzle, true, here);
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
  const opens = openingEnds(mouth, pose.yawRadians);
  const here: Displacement = { out: 0, up: 0 };
  const place = { s: 0, h: 0, opening: 0 };
  for (let i = 0; i < faceWeight.length; i++) {
    const weight = muzzleKnown01 * room[i] * smoothstep(-0.16, 0.16, sign * chartX[i]) * pose.iodPx;
    if (weight === 0) continue;
    place.s = Math.abs(places.mouthS[i]);
    place.opening = place.s / (places.mouthS[i] < 0 ? opens.right : opens.left);
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
