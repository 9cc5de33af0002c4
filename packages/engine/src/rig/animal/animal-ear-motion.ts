import { clamp, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { DeformationInput } from '../basis.ts';
import { type LayerDraft, touchRow } from '../field-box.ts';
import { nodeXPx, nodeYPx } from '../plate-grid.ts';
import { type AnimalEar, type EarMotion, earShare, turnEar } from './animal-ears.ts';

type EarUnit = 'EAD101' | 'EAD103';

/** Ears at strength 1: up and forward, and back and flat. */
const MOTIONS: Readonly<Record<EarUnit, EarMotion>> = {
  EAD101: { turn: -0.2, stretch: 0.14, narrow: 0 },
  EAD103: { turn: 0.8, stretch: -0.14, narrow: 0.3 },
};
/** Ears keep off the midline and the frame's border by this much, IOD. */
const EAR_MIDLINE = 0.3;
const EAR_BORDER = 0.3;
/** How far beside the outline an ear's motion is felt, IOD: over less the ground there would fold. */
const EAR_FALLOFF = 1;
/** A tip goes aside by no more than this, IOD … */
const MOST_EAR_TRAVEL = 0.5;
/** … and inwards by no more than this. */
const MOST_INWARDS = 0.12;
const MOST_EAR_STRETCH = 0.09;
/** A tip this near to the frame's border does not rise, and this far off it does freely, IOD. */
const EAR_ROOM = [0.3, 0.8] as const;

/** What an ear moves on. */
interface EarMotionInput extends Pick<DeformationInput, 'grid' | 'pose'> {
  readonly plate: Picture;
  /** Distance of nodes to the animal's outline, cells; 0 inside. */
  readonly outside: Float32Array;
}

/** Adds what a unit moves of an animal's ear, on both layers. */
export function addEar(
  { grid, pose, plate, outside }: EarMotionInput,
  ear: AnimalEar,
  unit: EarUnit,
  draft: LayerDraft,
): void {
  const motion = MOTIONS[unit];
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
  const turn = clamp(
    motion.turn,
    -(free * MOST_INWARDS * pose.iodPx) / ear.lengthPx,
    (MOST_EAR_TRAVEL * pose.iodPx) / (ear.lengthPx * (1 + stretch)),
  );
  // It dies out beside the outline, further out than a head's motion does, and towards the border.
  const freeAt = (x: number, y: number) => {
    const edge = Math.min(x, y, plate.widthPx - x, plate.heightPx - y) - still;
    return smoothstep(0, EAR_BORDER * pose.iodPx, edge);
  };
  const fallPx = EAR_FALLOFF * pose.iodPx;
  // All of it goes as far as its tip may: one whose tip stays behind is bent into a hook.
  const tipFree = freeAt(tipX, tipY);
  for (let i = 0; i < grid.columns * grid.rows; i++) {
    const fall = 1 - smoothstep(0, fallPx, outside[i] * grid.cellPx);
    if (fall === 0) continue;
    const x = nodeXPx(grid, i);
    const y = nodeYPx(grid, i);
    let share = earShare(ear, x - ear.rootX, y - ear.rootY);
    if (share === 0) continue;
    share *= fall * Math.min(tipFree, freeAt(x, y));
    const across =
      (x - pose.originXPx) * Math.cos(pose.rollRadians) +
      (y - pose.originYPx) * Math.sin(pose.rollRadians);
    share *= smoothstep(0, EAR_MIDLINE * pose.iodPx, sign * across);
    turnEar(
      ear,
      x - ear.rootX,
      y - ear.rootY,
      { turn, stretch, narrow: motion.narrow },
      share,
      moved,
    );
    setBoth(draft, grid.columns, i, moved);
  }
}

function setBoth(draft: LayerDraft, columns: number, i: number, [x, y]: Float64Array): void {
  for (const layer of [draft.upper, draft.lower]) {
    layer[2 * i] = x!;
    layer[2 * i + 1] = y!;
  }
  touchRow(draft, Math.floor(i / columns));
}
