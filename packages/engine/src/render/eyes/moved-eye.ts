import type { FaceState } from '../../expression/face-state.ts';
import type { EyeLine } from '../../rig/eyes/eye-shape.ts';
import type { EyeballTexture } from '../../rig/eyes/eyeball-texture.ts';
import type { Rig } from '../../rig/rig.ts';
import type { Slit } from '../slit.ts';

/** One eye of a person, as a state has moved it. */
export interface MovedEye {
  readonly rig: Rig;
  readonly state: FaceState;
  readonly eye: EyeLine;
  readonly texture: EyeballTexture;
  /** Its opening now. */
  readonly slit: Slit;
  /** Height of the opening in the picture, px. */
  readonly restGapPx: number;
}
