import type { Face } from '../../src/face/face.ts';
import type { Picture } from '../../src/math/picture.ts';

/** Corners of both eyes: outer and inner of the right one, inner and outer of the left one. */
const CORNERS = [33, 133, 362, 263] as const;

/**
 * Ordinary lenses: half their breadth and height, and how far below the eye their middle lies, parts
 * of the distance between the eyes.
 */
const LENS = [0.36, 0.29, 0.04] as const;

/** A frame's colour, and half of how thick it is, parts of the distance between the eyes. */
export interface FrameLook {
  readonly colour: readonly [number, number, number];
  readonly half: number;
  /** Half the breadth and height of its lenses, and how far below the eye they lie, in that unit. */
  readonly lens?: readonly [wide: number, high: number, below: number];
  /** true: only the left eye's lens is drawn, as if the other one stood out over a turned cheek. */
  readonly oneLens?: boolean;
  /** true: the lenses have the frame's colour, and nothing is seen through them. */
  readonly opaque?: boolean;
}

/** Round glasses put on somebody: a copy of the picture, and where their frame is. */
export function putGlassesOn(picture: Picture, face: Face, look: FrameLook) {
  const { colour, half, lens = LENS, oneLens = false, opaque = false } = look;
  const at = (index: number) => [face.landmarks[3 * index], face.landmarks[3 * index + 1]] as const;
  const [a, b, c, d] = CORNERS.map(at);
  const right = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const left = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
  const apart = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const [ux, uy] = [(left[0] - right[0]) / apart, (left[1] - right[1]) / apart];
  const middle = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  const rgba = picture.rgba.slice();
  const isFrame = new Uint8Array(picture.widthPx * picture.heightPx);
  for (let i = 0; i < isFrame.length; i++) {
    const x = ((i % picture.widthPx) + 0.5 - middle[0]) / apart;
    const y = (Math.floor(i / picture.widthPx) + 0.5 - middle[1]) / apart;
    const along = x * ux + y * uy;
    const down = y * ux - x * uy;
    const outside = distanceToRim(Math.abs(along), down, lens);
    const rim = oneLens && along < 0 ? 1 : opaque ? outside : Math.abs(outside);
    const apartFrom = Math.min(rim, distanceToBridge(along, down));
    const cover = Math.min(1, Math.max(0, (half - apartFrom) * apart + 0.5));
    if (cover === 0) continue;
    isFrame[i] = cover > 0.5 ? 1 : 0;
    for (let k = 0; k < 3; k++) rgba[4 * i + k] += cover * (colour[k] - rgba[4 * i + k]);
  }
  return { picture: { ...picture, rgba }, isFrame };
}

/** Negative inside a lens. */
function distanceToRim(
  along: number,
  down: number,
  [wide, high, below]: readonly [number, number, number],
): number {
  const [x, y] = [(along - 0.5) / wide, (down - below) / high];
  const radius = Math.hypot(x, y);
  return ((radius - 1) * Math.hypot(along - 0.5, down - below)) / Math.max(1e-6, radius);
}

function distanceToBridge(along: number, down: number): number {
  return Math.abs(along) > 0.15 ? 1 : Math.abs(down + 0.06 + 0.04 * Math.cos(along * 10));
}
