import { createFaceState, type FaceState } from '../expression/face-state.ts';
import type { Performance } from '../expression/performance.ts';
import { type RectPx, wholeOf } from '../math/points.ts';
import type { Rig } from '../rig/rig.ts';
import { applyPlateChanges } from './apply-plate-changes.ts';
import {
  createDisplacementField,
  type DisplacementField,
  displaceNodes,
} from './displacement-field.ts';
import { paintDrawnBrows } from './eyes/move-brows.ts';
import { paintOpenEyes } from './eyes/open-eye.ts';
import { paintAnimalEye } from './eyes/paint-animal-eyes.ts';
import { paintEyeball } from './eyes/paint-eyes.ts';
import { slantEyes } from './eyes/slant-eyes.ts';
import { createFlowGrid } from './invert-flow.ts';
import type { FlowGrid, Kernels, NodeBox } from './kernels/kernels.ts';
import { type HairStage, layHair, moveRect, stageHair } from './lay-hair.ts';
import { type MouthColours, mixMouthColours } from './mouth/mouth-colours.ts';
import { mixMuzzleColours } from './mouth/muzzle-colours.ts';
import { paintMouth } from './mouth/paint-mouth.ts';
import { pressCreases, smoothCreases } from './press-creases.ts';
import { coverLower, moveSlit, type Slit } from './slit.ts';
import {
  allNodes,
  followSlit,
  nodeRect,
  planEyeSlit,
  planMouthSlit,
  type SlitPlan,
} from './slit-plan.ts';

/** What drawing a rig needs from frame to frame: buffers and plans, no memory of other frames. */
export interface Stage {
  readonly rig: Rig;
  readonly state: FaceState;
  readonly field: DisplacementField;
  readonly flow: FlowGrid;
  readonly box: NodeBox;
  /** Outside this every frame is the picture. */
  readonly rect: RectPx;
  readonly slits: readonly SlitPlan[];
  readonly hair: HairStage | undefined;
  readonly colours: MouthColours;
  readonly warmth: number;
}

/** Sets a rig on stage. */
export function setStage(rig: Rig): Stage {
  const { grid, plate } = rig;
  const box = allNodes(grid);
  const frame = wholeOf(plate);
  const rect = nodeRect(grid, box, frame);
  const slits: SlitPlan[] = [planMouthSlit(rig, rect)];
  for (const [i, eye] of rig.eyes.entries()) {
    if (!eye.plain) slits.push(planEyeSlit(rig, eye, i, rect));
  }
  return {
    rig,
    state: createFaceState(),
    field: createDisplacementField(rig),
    flow: createFlowGrid(grid, box),
    box,
    rect,
    slits,
    hair: rig.hair && stageHair(rig, rig.hair, rect),
    colours: rig.style === 'animal' ? mixMuzzleColours(rig) : mixMouthColours(rig),
    // Half of what red and blue go apart by.
    warmth: (rig.shadowTint[2] - rig.shadowTint[0]) / 2,
  };
}

/**
 * Draws the frame at a time into `out.frame`, which holds the rig's picture (see loadPlate): only
 * what may move, `stage.rect`, is written. The same time gives the same bytes, in any order.
 */
export function renderFrame(
  stage: Stage,
  performance: Performance,
  timeSeconds: number,
  out: Kernels,
): void {
  performance.stateAt(timeSeconds, stage.state);
  renderState(stage, stage.state, out);
}

/** Draws one state of the face: see renderFrame. */
export function renderState(stage: Stage, state: FaceState, out: Kernels): void {
  const { rig, field, flow, slits } = stage;
  smoothCreases(rig, out.plate);
  applyPlateChanges(rig, state, out.plate);
  pressCreases(rig, state, out.plate);
  if (isAtRest(state)) {
    out.reset(stage.rect);
    if (rig.hair) moveRect(rig.plate.rgba, out.frame, out.widthPx, rig.hair.rect);
    return;
  }
  displaceNodes(rig, state, field);
  out.invertFlow(rig.grid, field.upper, field.logGain, stage.warmth, stage.box, flow);
  out.warp(flow, stage.rect, false);
  const soft = Math.max(1, 0.01 * rig.pose.iodPx);
  const moved: Slit[] = [];
  for (const slit of slits) {
    const below = slit.eye === undefined ? field.lower : field.lids;
    const now = moveSlit(rig.grid, field.upper, below, slit.topRim, slit.bottomRim);
    moved.push(now);
    const { box, flow, rect } =
      rig.style === 'animal' ? followSlit(rig.grid, stage.rect, slit, now) : slit;
    out.invertFlow(rig.grid, below, field.logGain, stage.warmth, box, flow);
    coverLower(now, rect, out.widthPx, soft, out.coverage, slit.within);
    out.warp(flow, rect, true);
  }
  slits.forEach((slit, i) => {
    if (slit.eye === undefined) paintMouth(rig, state, stage.colours, moved[i], out);
    else {
      const eye = rig.eyes[slit.eye];
      if (rig.style === 'animal') paintAnimalEye(rig, state, slit.eye, moved[i], out);
      else {
        const texture = rig.eyeballs[slit.eye];
        const { restGapPx } = slit;
        paintEyeball({ rig, state, eye, texture, slit: moved[i], restGapPx }, out);
      }
    }
  });
  slantEyes(rig, state, field.upper, out);
  paintDrawnBrows(rig, state, field.upper, out);
  paintOpenEyes(rig, state, field.upper, out);
  if (stage.hair) layHair(rig, state, stage.hair, out);
}

/** Puts a rig's plate into kernels of its size, and the picture itself into their frame. */
export function loadPlate(rig: Rig, kernels: Kernels): void {
  kernels.plate.set(rig.stillGround?.subject ?? rig.face.rgba);
  kernels.ground.set(rig.stillGround?.behind ?? rig.plate.rgba);
  kernels.reset();
  if (rig.hair) kernels.frame.set(rig.plate.rgba);
}

function isAtRest(state: FaceState): boolean {
  return (
    state.shutMouth01 === 0 &&
    state.gazeX === 0 &&
    state.gazeY === 0 &&
    state.pupils === 0 &&
    state.yawRadians === 0 &&
    state.pitchRadians === 0 &&
    state.rollRadians === 0 &&
    state.liftIod === 0 &&
    state.hairYawRadians === 0 &&
    state.hairPitchRadians === 0 &&
    state.hairRollRadians === 0 &&
    state.hairLiftIod === 0 &&
    state.shouldersIod === 0 &&
    state.leanIod === 0 &&
    state.strengths.every((s) => s === 0)
  );
}
