import type { FaceState } from '../../expression/face-state.ts';
import { clamp } from '../../math/easing.ts';
import { wholeOf } from '../../math/points.ts';
import { strengthIndex } from '../../rig/action-units.ts';
import { type EyeLine, eyePoint, type PlainEye } from '../../rig/eyes/eye-shape.ts';
import { carriedBy } from '../../rig/plate-grid.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Rgb } from '../../rig/skin/face-tone.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { slitRect } from '../slit.ts';

/** A lid's edge slants by at most so many radians, and covers this share of an eye's height in the middle. */
const SLANT = 0.5;
const COVERS = 0.26;
/** Beside an eye and above it the lid covers so much more, px. */
const MARGIN_PX = 2;

/**
 * Draws lids on eyes of flat drawings that are dots without brows: skin with a slanting edge comes
 * down on them, lower towards the nose in anger and lower towards the temple in sorrow. Nothing else
 * above the mouth could tell these two.
 */
export function slantEyes(
  rig: Pick<Rig, 'drawnBrows' | 'eyes' | 'grid' | 'pose'>,
  state: FaceState,
  field: Float32Array,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const { bareSkin } = rig.drawnBrows;
  if (!bareSkin) return;
  for (const eye of rig.eyes) {
    const { plain } = eye;
    if (!plain?.filled || plain.halfHeight === 0 || plain.iris) continue;
    const slant = slantOf(state, eye.side);
    if (slant !== 0) slantEye(rig, eye, plain, slant, field, bareSkin, out);
  }
}

/** -1..1: how far a lid slants; positive down towards the nose. */
function slantOf({ strengths }: FaceState, side: 'right' | 'left'): number {
  const of = (unit: 'AU1' | 'AU2' | 'AU4' | 'AU9') =>
    Math.max(0, strengths[strengthIndex(unit, side)]);
  return clamp(of('AU4') + 0.3 * of('AU9') - 1.2 * Math.max(0, of('AU1') - of('AU2')), -1, 1);
}

function slantEye(
  { grid, pose }: Pick<Rig, 'grid' | 'pose'>,
  eye: EyeLine,
  { along, up, halfWidth, halfHeight }: PlainEye,
  slant: number,
  field: Float32Array,
  skin: Rgb,
  out: Pick<Kernels, 'frame' | 'widthPx' | 'heightPx'>,
): void {
  const { iodPx } = pose;
  const at = (dx: number, dy: number): [number, number] => {
    const t = ((along + dx) * iodPx) / eye.halfWidthPx;
    return carriedBy(grid, field, ...eyePoint(eye, t, (up + dy) * iodPx));
  };
  const [left, right] = [at(-halfWidth, 0), at(halfWidth, 0)];
  const [top, foot] = [at(0, halfHeight), at(0, -halfHeight)];
  const widthPx = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const heightPx = Math.hypot(top[0] - foot[0], top[1] - foot[1]);
  const [ax, ay] = [(right[0] - left[0]) / widthPx, (right[1] - left[1]) / widthPx];
  // The nose lies to the picture's right of the subject's right eye.
  const steep = Math.tan(SLANT * slant) * (eye.side === 'right' ? -1 : 1);
  const edge = heightPx / 2 - COVERS * Math.abs(slant) * heightPx;
  const [cx, cy] = [(top[0] + foot[0]) / 2, (top[1] + foot[1]) / 2];
  const axes = { centreXPx: cx, centreYPx: cy, alongX: ax, alongY: ay };
  const [halfX, halfY] = [widthPx / 2 + MARGIN_PX, heightPx / 2 + MARGIN_PX];
  const frame = wholeOf(out);
  const rect = slitRect(axes, -halfX, halfX, -halfY, halfY, frame);
  for (let y = rect.yPx; y < rect.yPx + rect.heightPx; y++) {
    for (let x = rect.xPx; x < rect.xPx + rect.widthPx; x++) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      const u = dx * ax + dy * ay;
      const v = dx * ay - dy * ax;
      if (Math.abs(u) > halfX || v > halfY) continue;
      const covered = clamp(0.5 + (v - edge - steep * u) * Math.cos(SLANT * slant), 0, 1);
      if (covered === 0) continue;
      const i = 4 * (y * out.widthPx + x);
      for (let k = 0; k < 3; k++) {
        out.frame[i + k] = Math.round(out.frame[i + k] + covered * (skin[k] - out.frame[i + k]));
      }
    }
  }
}
