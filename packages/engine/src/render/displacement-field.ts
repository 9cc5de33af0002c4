import type { FaceState } from '../expression/face-state.ts';
import { clamp, mix } from '../math/easing.ts';
import { strengthIndex } from '../rig/action-units.ts';
import { type Basis, MUZZLE_UNITS, SPLITTING_UNITS } from '../rig/basis.ts';
import { addBox } from '../rig/field-box.ts';
import { neckOfAnimal, neckOfPerson } from '../rig/head/neck-joint.ts';
import { lipGaps, shareToMeet } from '../rig/mouth/shut-lips.ts';
import type { Rig } from '../rig/rig.ts';
import type { NodeBox } from './kernels/kernels.ts';
import { allNodes } from './slit-plan.ts';
import { smileTaken01 } from './smile-taken.ts';

/**
 * Where every node of the grid goes at one moment. Three layers: the upper one is everything above
 * the slits of mouth and eyes, the lower one the lower lip, the lids those below the eyes; away from
 * their slits they are the same. Lip and lids are apart, for a mouth may lie right below an eye, of
 * a face that looks up. f32[2·N], interleaved dx,dy, frame px; `logGain` f32[N] in source positions.
 */
export interface DisplacementField {
  readonly upper: Float32Array;
  readonly lower: Float32Array;
  readonly lids: Float32Array;
  readonly logGain: Float32Array;
}

/** Buffers for one rig. */
export function createDisplacementField(rig: Rig): DisplacementField {
  const count = rig.grid.columns * rig.grid.rows;
  return {
    upper: new Float32Array(2 * count),
    lower: new Float32Array(2 * count),
    lids: new Float32Array(2 * count),
    logGain: new Float32Array(count),
  };
}

/** Sums the bases of a state and turns the head. */
export function displaceNodes(rig: Rig, state: FaceState, out: DisplacementField): void {
  const { upper, lower, lids, logGain } = out;
  upper.fill(0);
  logGain.fill(0);
  const columns = rig.grid.columns;
  const active = activeUnits(rig, state);
  for (const { basis, strength, index } of active) {
    if (basis.upper) addBox(upper, columns, basis.upper, strength);
    const shade = strength > 0 ? rig.shading[index] : rig.release[index];
    // A unit that is taken back takes back its shading, too, but never raises new ridges.
    if (shade) {
      const share = rig.creaseStrength01 * (strength > 0 ? 1 : 0.6);
      addGain(logGain, columns, shade, strength * share);
    }
  }
  dropJaw(rig, state, upper, 'upper');
  lower.set(upper);
  dropJaw(rig, state, lower, 'lowerMinusUpper');
  for (const { basis, strength, index } of active) {
    if (basis.lowerMinusUpper && LIPS.has(index)) {
      addBox(lower, columns, basis.lowerMinusUpper, strength);
    }
  }
  shutLips(rig, state, upper, lower);
  straightenSeam(rig, state, upper, lower);
  narrowFace(rig, state, upper, lower);
  lids.set(upper);
  for (const { basis, strength, index } of active) {
    if (basis.lowerMinusUpper && !LIPS.has(index)) {
      addBox(lids, columns, basis.lowerMinusUpper, strength);
    }
  }
  turnHead(rig, state, [upper, lower, lids], allNodes(rig.grid));
  moveBody(rig, state, out);
}

/** Strengths whose lower layer is the lower lip's; that of all others is the lower lids'. */
const LIPS = new Set(
  [...SPLITTING_UNITS, ...MUZZLE_UNITS].flatMap((unit) => [
    strengthIndex(unit, 'right'),
    strengthIndex(unit, 'left'),
  ]),
);

/** Brings the lips of an open mouth together, as far as the other units leave them apart. */
function shutLips(rig: Rig, state: FaceState, upper: Float32Array, lower: Float32Array): void {
  if (state.shutMouth01 === 0) return;
  const basis = rig.bases.shutMouth;
  const columns = rig.grid.columns;
  const add = (share: number) => {
    if (basis.upper) {
      addBox(upper, columns, basis.upper, share);
      addBox(lower, columns, basis.upper, share);
    }
    if (basis.lowerMinusUpper) addBox(lower, columns, basis.lowerMinusUpper, share);
  };
  const before = lipGaps(rig, upper, lower);
  add(1);
  const meet = shareToMeet(before, lipGaps(rig, upper, lower), rig.pose.iodPx);
  add(state.shutMouth01 * meet - 1);
}

/** Lips that the picture shows apart, and that stay apart, take this share of the line at rest; the rest of the line stays their own. */
const STRAIGHT_WHEN_OPEN = 0.7;

/** Lays the line of a smile's lips as mouths at rest have it, as far as the grin is taken back. */
function straightenSeam(
  rig: Rig,
  state: FaceState,
  upper: Float32Array,
  lower: Float32Array,
): void {
  if (!rig.seamAtRest) return;
  const shut = rig.mouth.gapPx > 0 ? state.shutMouth01 : 1;
  const share = smileTaken01(rig, state) * mix(STRAIGHT_WHEN_OPEN, 1, clamp(shut, 0, 1));
  if (share === 0) return;
  for (const layer of [upper, lower]) addBox(layer, rig.grid.columns, rig.seamAtRest, share);
}

/** Narrows the face to its breadth without the smile, as far as the smile is taken back. */
function narrowFace(rig: Rig, state: FaceState, upper: Float32Array, lower: Float32Array): void {
  if (!rig.breadthAtRest) return;
  const share = smileTaken01(rig, state);
  if (share === 0) return;
  for (const layer of [upper, lower]) addBox(layer, rig.grid.columns, rig.breadthAtRest, share);
}

const JAW = [strengthIndex('AU26', 'right'), strengthIndex('AU26', 'left')] as const;

/** Lets a dropping jaw move out of the frame where the chin lies on the frame's border. */
function dropJaw(rig: Rig, state: FaceState, field: Float32Array, layer: keyof Basis): void {
  JAW.forEach((index, side) => {
    const box = rig.bases.jawBeyond?.[side][layer];
    const drop = state.strengths[index];
    if (box && drop > 0) addBox(field, rig.grid.columns, box, drop);
  });
}

/** What moves the face now, in the order of strengthIndex. */
function activeUnits(
  rig: Rig,
  state: FaceState,
): { readonly basis: Basis; readonly strength: number; readonly index: number }[] {
  const active = [];
  for (const [index, unit] of rig.bases.units.entries()) {
    const strength = state.strengths[index];
    if (strength === 0) continue;
    const basis = strength > 0 ? (rig.bases.raising.get(index) ?? unit) : unit;
    active.push({ basis, strength, index });
  }
  return active;
}

function addGain(
  field: Float32Array,
  columns: number,
  box: { column: number; row: number; columns: number; rows: number; logGain: Float32Array },
  strength: number,
): void {
  for (let r = 0; r < box.rows; r++) {
    let to = (r + box.row) * columns + box.column;
    let from = r * box.columns;
    const end = from + box.columns;
    while (from < end) field[to++] += strength * box.logGain[from++];
  }
}

/** How a head is turned and lifted. */
type HeadTurn = Pick<FaceState, 'yawRadians' | 'pitchRadians' | 'rollRadians' | 'liftIod'>;

/** The same of what hangs from it. */
function hairTurn(state: FaceState): HeadTurn {
  return {
    yawRadians: state.hairYawRadians,
    pitchRadians: state.hairPitchRadians,
    rollRadians: state.hairRollRadians,
    liftIod: state.hairLiftIod,
  };
}

function isTurned({ yawRadians, pitchRadians, rollRadians, liftIod }: HeadTurn): boolean {
  return yawRadians !== 0 || pitchRadians !== 0 || rollRadians !== 0 || liftIod !== 0;
}

/**
 * Rotation of a state about the neck, camera axes, row-major 3×3, as far as the frame lets it. A head that
 * lies on its side nods along its own axis: along the camera's it would shake itself.
 */
export function headRotation(
  rig: Pick<Rig, 'mobility01' | 'pose'>,
  { yawRadians, pitchRadians, rollRadians }: HeadTurn,
): Float64Array {
  const free = rig.mobility01;
  const cy = Math.cos(free * yawRadians);
  const sy = Math.sin(free * yawRadians);
  const cp = Math.cos(free * pitchRadians);
  const sp = Math.sin(free * pitchRadians);
  // Roll · pitch · yaw; pitch > 0 brings the forehead towards the viewer (looks down).
  const yaw = [cy, 0, sy, 0, 1, 0, -sy, 0, cy];
  const pitch = [1, 0, 0, 0, cp, -sp, 0, sp, cp];
  const lies = rig.pose.rollRadians;
  const upright = rollBy(-lies);
  return multiply3(rollBy(lies + free * rollRadians), multiply3(multiply3(pitch, yaw), upright));
}

/** Tilts clockwise in the picture. */
function rollBy(radians: number): number[] {
  const c = Math.cos(radians);
  const s = Math.sin(radians);
  return [c, s, 0, -s, c, 0, 0, 0, 1];
}

/** How far a state lifts the head, px to the right and up: along its own axis, too. */
function liftOf(rig: Rig, { liftIod }: HeadTurn): [x: number, y: number] {
  const { iodPx, rollRadians } = rig.pose;
  const lift = rig.mobility01 * liftIod * iodPx;
  return [lift * Math.sin(rollRadians), lift * Math.cos(rollRadians)];
}

function multiply3(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const c = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
  return c;
}

/** The neck joint in frame px and depth px. */
function neckJoint({ style, pose }: Rig): [number, number, number] {
  return style === 'animal' ? neckOfAnimal(pose) : neckOfPerson(pose);
}

/**
 * Turns fields with the head: all layers of the face, or what does not move but for the head.
 * @param box the nodes that are turned; those with the last column and row are not
 */
export function turnHead(
  rig: Rig,
  state: FaceState,
  layers: readonly Float32Array[],
  box: NodeBox,
): void {
  const hair = rig.hangs01 ? hairTurn(state) : state;
  if (!isTurned(state) && !isTurned(hair)) return;
  const { grid, depthPx, headGoes, hangs01 } = rig;
  const { left, right, up, down } = headGoes;
  // By index, not taken apart: what an iterator gives stays boxed throughout the loop.
  const m = headRotation(rig, state);
  const [m0, m1, m2, m3, m4, m5] = [m[0], m[1], m[2], m[3], m[4], m[5]];
  const neck = neckJoint(rig);
  const [nx, ny, nz] = [neck[0], neck[1], neck[2]];
  const lift = liftOf(rig, state);
  const [liftX, liftY] = [lift[0], lift[1]];
  // What hangs goes between where the head is and where it was.
  const late = headRotation(rig, hair).map((value, k) => value - m[k]);
  const [h0, h1, h2, h3, h4, h5] = [late[0], late[1], late[2], late[3], late[4], late[5]];
  const lateLift = liftOf(rig, hair);
  const [hairX, hairY] = [lateLift[0] - liftX, lateLift[1] - liftY];
  for (let r = box.row0; r < box.row1; r++) {
    const yPx = grid.originYPx + r * grid.cellPx;
    let i = r * grid.columns + box.column0;
    for (let c = box.column0; c < box.column1; c++, i++) {
      if (left[i] + right[i] + up[i] + down[i] === 0) continue;
      const xPx = grid.originXPx + c * grid.cellPx;
      const z = depthPx[i] - nz;
      const hangs = hangs01 ? hangs01[i] : 0;
      let fromX = Number.NaN;
      let fromY = Number.NaN;
      let toX = 0;
      let toY = 0;
      for (let k = 0; k < layers.length; k++) {
        const layer = layers[k];
        const dx = layer[2 * i];
        const dy = layer[2 * i + 1];
        // Away from the slits all layers are the same.
        if (dx !== fromX || dy !== fromY) {
          const x = xPx + dx - nx;
          const y = -(yPx + dy - ny);
          let goesRight = m0 * x + m1 * y + m2 * z - x + liftX;
          let goesUp = m3 * x + m4 * y + m5 * z - y + liftY;
          if (hangs > 0) {
            goesRight += hangs * (h0 * x + h1 * y + h2 * z + hairX);
            goesUp += hangs * (h3 * x + h4 * y + h5 * z + hairY);
          }
          toX = dx + goesRight * (goesRight < 0 ? left[i] : right[i]);
          toY = dy - goesUp * (goesUp < 0 ? down[i] : up[i]);
          fromX = dx;
          fromY = dy;
        }
        layer[2 * i] = toX;
        layer[2 * i + 1] = toY;
      }
    }
  }
}

/** Moves shoulders and all below them that belongs to the person. */
function moveBody(
  rig: Rig,
  state: FaceState,
  { upper, lower, lids }: Omit<DisplacementField, 'logGain'>,
): void {
  const { body, pose } = rig;
  if (!body || (state.shouldersIod === 0 && state.leanIod === 0)) return;
  const { goes, rises, upX, upY } = body;
  const { left, right, up, down } = goes;
  const risePx = state.shouldersIod * pose.iodPx;
  const leanPx = state.leanIod * pose.iodPx;
  for (let i = 0; i < rises.length; i++) {
    if (left[i] + right[i] + up[i] + down[i] === 0) continue;
    const rise = risePx * rises[i];
    const goesX = upX * rise - upY * leanPx;
    const goesY = upY * rise + upX * leanPx;
    const dx = goesX * (goesX < 0 ? left[i] : right[i]);
    const dy = goesY * (goesY < 0 ? up[i] : down[i]);
    upper[2 * i] += dx;
    upper[2 * i + 1] += dy;
    lower[2 * i] += dx;
    lower[2 * i + 1] += dy;
    lids[2 * i] += dx;
    lids[2 * i + 1] += dy;
  }
}

/** Where the head's motion alone takes a point of the skull. Writes x, y into `out`. */
export function moveSkullPoint(
  rig: Rig,
  state: FaceState,
  xPx: number,
  yPx: number,
  depthPx: number,
  out: Float64Array,
): void {
  const m = headRotation(rig, state);
  const [nx, ny, nz] = neckJoint(rig);
  const x = xPx - nx;
  const y = -(yPx - ny);
  const z = depthPx - nz;
  const c = Math.round((xPx - rig.grid.originXPx) / rig.grid.cellPx);
  const r = Math.round((yPx - rig.grid.originYPx) / rig.grid.cellPx);
  const inside = c >= 0 && r >= 0 && c < rig.grid.columns && r < rig.grid.rows;
  const i = r * rig.grid.columns + c;
  const { left, right, up, down } = rig.headGoes;
  const [liftX, liftY] = liftOf(rig, state);
  const goesRight = m[0] * x + m[1] * y + m[2] * z - x + liftX;
  const goesUp = m[3] * x + m[4] * y + m[5] * z - y + liftY;
  out[0] = xPx + (inside ? goesRight * (goesRight < 0 ? left[i] : right[i]) : 0);
  out[1] = yPx - (inside ? goesUp * (goesUp < 0 ? down[i] : up[i]) : 0);
}
