import type { FaceState } from '../../expression/face-state.ts';
import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { mouthT } from '../../rig/mouth/mouth-line.ts';
import type { Rig } from '../../rig/rig.ts';
import { moveSkullPoint } from '../displacement-field.ts';
import { archDepth } from './teeth.ts';

/** Positions on the skull around the mouth, whatever lips and jaw do. */
export interface SkullFrame {
  /** The plate's place of a frame px, with the head's motion undone. Valid until the next call. */
  toSource(xPx: number, yPx: number): { readonly x: number; readonly y: number };
  /** Place on the dental arch: x from its middle, y up from the closed seam, IOD of this mouth. */
  toArch(xPx: number, yPx: number): { readonly x: number; readonly y: number };
}

/** Mouth width, IOD, that the teeth's published sizes belong to, and how far they are scaled. */
const WIDTH_OF_TEETH_IOD = 0.66;
const LEAST_SCALE = 0.75;
const MOST_SCALE = 1.2;

/** The middle of the seam of this mouth's lips when they are shut, on the skull, frame px of the plate. */
function closedSeam({ mouth, mouthAtRest: rest }: Rig): [number, number] {
  const axes = rest ?? mouth;
  // An open mouth that does not smile is open because the jaw has dropped.
  const height = rest
    ? readCurve(rest.seam, 0)
    : readCurve(mouth.upper, 0) * 0.65 + readCurve(mouth.lower, 0) * 0.35;
  const t = rest ? 0 : mouthT(mouth, 0) * mouth.halfWidthPx;
  return [
    axes.centreXPx + t * axes.alongX + height * axes.alongY,
    axes.centreYPx + t * axes.alongY - height * axes.alongX,
  ];
}

/** Undoes the head's motion about the mouth by an affine map. */
export function skullFrame(rig: Rig, state: FaceState): SkullFrame {
  const { mouth, pose } = rig;
  const iod = pose.iodPx;
  const r = pose.rotation;
  // Teeth stand behind the lips.
  const depth = iod * (r[8] * 0.2 + r[7] * -1.05);
  const m = new Float64Array(2);
  const cx = mouth.centreXPx;
  const cy = mouth.centreYPx;
  moveSkullPoint(rig, state, cx, cy, depth, m);
  const ox = m[0];
  const oy = m[1];
  const step = 0.3 * iod;
  moveSkullPoint(rig, state, cx + step, cy, depth, m);
  const ax = (m[0] - ox) / step;
  const ay = (m[1] - oy) / step;
  moveSkullPoint(rig, state, cx, cy + step, depth, m);
  const bx = (m[0] - ox) / step;
  const by = (m[1] - oy) / step;
  const det = ax * by - bx * ay;

  const [seamX, seamY] = closedSeam(rig);
  const width = (2 * mouth.halfWidthPx) / (WIDTH_OF_TEETH_IOD * iod);
  const size = iod * clamp(width, LEAST_SCALE, MOST_SCALE);
  const rdet = r[0] * r[4] - r[1] * r[3];
  const source = { x: 0, y: 0 };
  const arch = { x: 0, y: 0 };

  const toSource = (x: number, y: number) => {
    const dx = x - ox;
    const dy = y - oy;
    source.x = cx + (by * dx - bx * dy) / det;
    source.y = cy + (ax * dy - ay * dx) / det;
    return source;
  };
  return {
    toSource,
    toArch(x, y) {
      const p = toSource(x, y);
      const qx = (p.x - seamX) / size;
      const qy = -(p.y - seamY) / size;
      // The arch recedes: solve for the place on it that is seen here.
      let hx = (r[4] * qx - r[1] * qy) / rdet;
      let hy = 0;
      for (let k = 0; k < 3; k++) {
        const z = archDepth(hx) - archDepth(0);
        const ex = qx - r[2] * z;
        const ey = qy - r[5] * z;
        hx = (r[4] * ex - r[1] * ey) / rdet;
        hy = (r[0] * ey - r[3] * ex) / rdet;
      }
      arch.x = hx;
      arch.y = hy;
      return arch;
    },
  };
}
