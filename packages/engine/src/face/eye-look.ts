import { type Affine, apply, invert, turnedAbout } from '../math/affine.ts';
import { cropPicture, type Pyramid } from './crop.ts';
import { EYES, IRIS_POINTS } from './landmark-indices.ts';

export type Eye = (typeof EYES)[number];

/** An eye is looked at upright, with the eyes this far apart, px. */
export const LOOK_IOD_PX = 160;

/** One eye, upright, its middle in the middle. */
export interface EyeLook {
  readonly eye: Eye;
  readonly toImage: Affine;
  readonly fromImage: Affine;
  /** f32[3·side²], RGB, 0..255. */
  readonly rgb: Float32Array;
}

/** An iris in a look's px. */
export interface LookedIris {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Looks at an eye in a square of this side, px. */
export function lookAtEye(
  pyramid: Pyramid,
  landmarks: Float32Array,
  eye: Eye,
  sidePx: number,
): EyeLook {
  const at = (vertex: number) => [landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!] as const;
  const [ax, ay] = at(eye.corners[0]);
  const [bx, by] = at(eye.corners[1]);
  const [rightX, rightY] = at(EYES[0].iris);
  const [leftX, leftY] = at(EYES[1].iris);
  const scale = Math.max(1e-3, Math.hypot(leftX - rightX, leftY - rightY)) / LOOK_IOD_PX;
  const toImage = turnedAbout([(ax + bx) / 2, (ay + by) / 2], Math.atan2(by - ay, bx - ax), scale, [
    sidePx / 2,
    sidePx / 2,
  ]);
  const rgb = cropPicture(pyramid, {
    widthPx: sidePx,
    heightPx: sidePx,
    toImage,
    scale: 1,
    offset: 0,
    outside: 'edge',
  });
  return { eye, toImage, fromImage: invert(toImage)!, rgb };
}

/** A vertex in a look's px. */
export function inLook(
  { fromImage }: EyeLook,
  landmarks: Float32Array,
  vertex: number,
): [number, number] {
  return apply(fromImage, landmarks[3 * vertex]!, landmarks[3 * vertex + 1]!);
}

/** Puts a vertex at a place of a look. */
export function putVertex(
  out: Float32Array,
  { toImage }: EyeLook,
  vertex: number,
  x: number,
  y: number,
): void {
  const [imageX, imageY] = apply(toImage, x, y);
  out[3 * vertex] = imageX;
  out[3 * vertex + 1] = imageY;
}

/** Moves a vertex from where it is by so much of a look, px of the look. */
export function moveVertex(
  out: Float32Array,
  { toImage }: Pick<EyeLook, 'toImage'>,
  vertex: number,
  dx: number,
  dy: number,
): void {
  out[3 * vertex]! += toImage[0] * dx + toImage[1] * dy;
  out[3 * vertex + 1]! += toImage[3] * dx + toImage[4] * dy;
}

/** Puts an iris' centre and its four points: +x, −y, −x, +y of it. */
export function putIris(out: Float32Array, look: EyeLook, { x, y, radius }: LookedIris): void {
  const directions = [0, 0, 1, 0, 0, -1, -1, 0, 0, 1];
  for (let i = 0; i < IRIS_POINTS; i++) {
    const [dx, dy] = [directions[2 * i]!, directions[2 * i + 1]!];
    putVertex(out, look, look.eye.iris + i, x + radius * dx, y + radius * dy);
  }
}
