import { mix, smoothstep } from '../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from './action-units.ts';
import {
  type Bases,
  type Basis,
  type DeformationInput,
  SILENT_BASIS,
  SPLITTING_UNITS,
} from './basis.ts';
import {
  BROW_UNITS,
  browRise,
  heightByBrow,
  LID_HOLD,
  lidHold,
  type PlaceByEye,
  placeByEye,
} from './eyes/brow-lift.ts';
import { browSink, heightBelowSinking, SINKING_UNITS, sinkAt } from './eyes/brow-sink.ts';
import { holdAtGlasses } from './eyes/glasses-hold.ts';
import { addLids } from './eyes/lid-motion.ts';
import { createLayerDraft, type LayerDraft, takeBoxes, touchRow } from './field-box.ts';
import { lookOf } from './head/head-pose.ts';
import type { MotionWeights } from './head/motion-weights.ts';
import { moustacheShare, partsBelowHair } from './mouth/moustache.ts';
import { isRingUnit, shapeRing } from './mouth/mouth-ring.ts';
import { shutMouthBasis } from './mouth/shut-mouth.ts';
import { type NodePlaces, placeNodes } from './node-places.ts';
import {
  type Displacement,
  displaceByUnit,
  type MouthPlace,
  openingProfile,
  UNIT_REACH,
} from './unit-displacement.ts';

/** What moves the face, also where it leaves the frame (see weighMotion). */
export function buildBases(
  input: DeformationInput,
  { jawBeyond, browsBeyond }: Pick<MotionWeights, 'jawBeyond' | 'browsBeyond'>,
): Bases {
  const places = placeNodes(input);
  const draft = createLayerDraft(input.grid);
  const units: Basis[] = [];
  const raising = new Map<number, Basis>();
  const even = { ...input, lidCreaseIod: 0, released: true };
  const risen = { ...input, faceWeight: browsBeyond ?? input.faceWeight };
  for (const unit of ACTION_UNITS) {
    for (const side of ['right', 'left'] as const) {
      const raised = BROW_UNITS.has(unit) ? risen : unit === 'AU7' ? input : undefined;
      if (raised) raising.set(units.length, unitBasis(raised, places, draft, unit, side));
      units.push(unitBasis(even, places, draft, unit, side));
    }
  }
  const shutMouth = shutMouthBasis(input, places, draft);
  if (!jawBeyond) return { units, raising, shutMouth, jawBeyond: undefined };
  const beyond = { ...input, faceWeight: jawBeyond };
  const jawOf = (side: 'right' | 'left') => unitBasis(beyond, places, draft, 'AU26', side);
  return { units, raising, shutMouth, jawBeyond: [jawOf('right'), jawOf('left')] };
}

function unitBasis(
  input: DeformationInput,
  places: NodePlaces,
  draft: LayerDraft,
  unit: ActionUnit,
  side: 'right' | 'left',
): Basis {
  const { grid, pose, chartX, chartY } = input;
  if (EAR_UNITS.has(unit)) return SILENT_BASIS;
  const { faceWeight } = input;
  const count = grid.columns * grid.rows;
  const { upper, lower } = draft;
  const sign = side === 'left' ? 1 : -1;
  const r = pose.rotation;
  // How high a mouth opens was tuned on heads that look up and down: what goes back is seen on turned ones.
  const [asideX, asideY] = lookOf(pose).aside;
  const eye = input.eyes.find((e) => e.side === side);
  const raises = BROW_UNITS.has(unit);
  const browAlone = input.browsAlone?.has(side);
  // Brows that are no shapes of their own go with their skin.
  const drawn = browAlone || !(raises || unit === 'AU4') ? places.byMouth : undefined;
  if (browAlone && (raises || unit === 'AU4')) {
    if (!eye || !input.lidsForBrows) return SILENT_BASIS;
    addLids(input, eye, unit, draft);
    return takeBoxes(grid, draft);
  }
  const moved = raises || SINKING_UNITS.has(unit);
  const brow = moved && !browAlone ? input.brows.find((b) => b.side === side) : undefined;
  const free = moved && eye ? freeOfHair(input.browsCovered?.[input.eyes.indexOf(eye)]) : 1;
  const travel = free * browRise(unit, input.eyes, input.brows, pose.iodPx);
  const sink = unit === 'AU4' ? browSink(input.eyes, input.brows, pose.iodPx) : undefined;
  const [maxA, minV, maxV] = UNIT_REACH[unit];
  const splits = SPLITTING_UNITS.has(unit) && !input.mouthless;
  const ring = isRingUnit(unit) ? input.ring : undefined;
  const shorter = CORNER_UNITS.has(unit) ? (input.shortMouth ?? 1) : 1;
  const above = CORNER_UNITS.has(unit) ? (input.mouthAbove ?? 0) : 0;
  const here: Displacement = { out: 0, up: 0 };
  const place: { s: number; h: number } = { s: 0, h: 0 };
  const beside: PlaceByEye = { alongPx: 0, upPx: 0 };
  // Across a side whose eye is not seen one looks along the skin: moved there, the bridge of the nose was dented.
  const across = eye || !BY_EYE.has(unit) ? 1 : 0;
  const project = (to: Float32Array, i: number, x: number, y: number, back: number) => {
    const { out, up, back: goesBack = 0 } = here;
    to[2 * i] = across * x * r[0] * out + y * r[1] * up - back * asideX * goesBack;
    to[2 * i + 1] = -across * x * r[3] * out - y * r[4] * up + back * asideY * goesBack;
  };
  for (let i = 0; i < count; i++) {
    const weight = faceWeight[i] * (drawn ? drawn[i] : 1);
    if (weight === 0) continue;
    const x = sign * chartX[i];
    if (x < -0.16 || Math.min(1, shorter) * x > maxA || chartY[i] < minV || chartY[i] > maxV)
      continue;
    const sided = weight * smoothstep(-0.16, 0.16, x);
    const a = shorter * Math.max(0, x);
    let calm = travel;
    const v = chartY[i];
    const heightV = v - above;
    let browV = browAlone ? Number.POSITIVE_INFINITY : v;
    if (brow && eye) {
      placeByEye(grid, eye, i, beside);
      if (raises) calm *= 1 - LID_HOLD * lidHold(eye, brow, beside, pose.iodPx, input.lidCreaseIod);
      else if (sink) calm *= sinkAt(sink, eye, beside);
      browV = sink
        ? heightBelowSinking(eye, brow, beside, pose.iodPx)
        : heightByBrow(brow, beside, pose.iodPx);
    }
    place.s = Math.abs(places.mouthS[i]);
    place.h = places.mouthH[i];
    const scaleX = sided * calm * places.seenX[i] * sign * pose.iodPx;
    const scaleY = sided * calm * places.seenY[i] * pose.iodPx;
    const scaleBack = sided * calm * pose.iodPx;
    const hair =
      input.moustache01 > 0
        ? moustacheShare(unit, input.moustache01, a, place as MouthPlace)
        : undefined;
    if (hair && splits) place.s = partsBelowHair(input.moustache01, place.s);
    displaceByUnit(unit, a, heightV, place as MouthPlace, false, here, browV, input.chinFollows01);
    shorten(here, shorter);
    if (hair) holdHair(hair.out, hair.up, here);
    const rounds = ring ? shapeRing(ring, unit, places.mouthS[i], place.h) : 0;
    here.up += rounds;
    project(upper, i, scaleX, scaleY, scaleBack);
    if (splits) {
      displaceByUnit(unit, a, heightV, place as MouthPlace, true, here, browV, input.chinFollows01);
      shorten(here, shorter);
      // The lower lip is free of the hair, but not at the corners: there and beside them the layers
      // are one, or hair would be torn along the line of the mouth.
      if (hair) holdHair(hair.lipOut, mix(hair.up, 1, openingProfile(place.s)), here);
      here.up += rounds;
    }
    project(lower, i, scaleX, scaleY, scaleBack);
    touchRow(draft, Math.floor(i / grid.columns));
  }
  if (eye) addLids(input, eye, unit, draft);
  if (input.glasses) holdAtGlasses(input.glasses, unit, draft);
  return takeBoxes(grid, draft);
}

/** Shares of a brow that lies under hair: all of it moves up to the first, and none from the second on. */
const UNDER_HAIR = [0.25, 0.55] as const;

/** Share of its way that a brow goes: what is seen of it does not move apart from what hair lies on. */
function freeOfHair(covered01 = 0): number {
  return 1 - smoothstep(...UNDER_HAIR, covered01);
}

/** Units of the face's upper half. */
const BY_EYE = new Set<ActionUnit>([...BROW_UNITS, ...SINKING_UNITS, 'AU6']);

/** Units that pull corners of the mouth: where these lie is theirs to know. */
const CORNER_UNITS = new Set<ActionUnit>(['AU12', 'AU15', 'AU18', 'AU20']);

/** A shorter mouth widens by less, but rises by as much: small drawn ones must be read from afar. */
function shorten(here: Displacement, shorter: number): void {
  here.out /= Math.max(1, shorter);
}

/** Takes back what a moustache has no part in. */
function holdHair(outShare: number, upShare: number, here: Displacement): void {
  here.out *= outShare;
  here.up *= upShare;
}

const EAR_UNITS = new Set<ActionUnit>(['EAD101', 'EAD103']);
