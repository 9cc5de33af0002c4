import { extentOf } from '../math/extent.ts';
import type { Picture } from '../math/picture.ts';
import { type RectPx, wholeOf } from '../math/points.ts';
import { findAnimalMask } from './animal-mask.ts';
import { MESH_VERTEX_COUNT } from './canonical-mesh.ts';
import { createPyramid, cropPicture } from './crop.ts';
import type { Face, ModelRuntime, PersonMask } from './face.ts';
import { EYES } from './landmark-indices.ts';
import { readMask } from './read-mask.ts';

/** Side of the model's input and output, px. */
const MASK_PX = 256;
/** A head with hair and shoulders is about this many face boxes wide and high. */
const HEAD_IN_FACES = 3.2;
/** From this part of the picture's side on, the head is large enough in the whole picture. */
const LARGE_HEAD = 0.7;
/** The head's centre lies below the face's by this part of the face's height (shoulders). */
const SHOULDERS_BELOW = 0.25;

/**
 * Who stands before the background, as a soft mask of the whole picture or of a part of it.
 * The part is stretched to the model's square of 256.
 *
 * @param areaPx inside the picture; `personArea` chooses it for a face
 */
export async function findPersonMask(
  picture: Picture,
  runtime: ModelRuntime,
  areaPx: RectPx = wholeOf(picture),
): Promise<PersonMask> {
  const input = cropPicture(createPyramid(picture), {
    widthPx: MASK_PX,
    heightPx: MASK_PX,
    toImage: [areaPx.widthPx / MASK_PX, 0, areaPx.xPx, 0, areaPx.heightPx / MASK_PX, areaPx.yPx],
    scale: 1 / 255,
    offset: 0,
    outside: 'edge',
  });
  const [activation] = await runtime.run('person-mask', [input]);
  const alpha = new Uint8Array(activation!.length);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = Math.round(255 * Math.min(1, Math.max(0, activation![i]!)));
  }
  return { alpha, widthPx: MASK_PX, heightPx: MASK_PX, areaPx };
}

/**
 * The part of a picture where the mask of a face's owner is worth looking at: the whole picture
 * where the head fills much of it, else a square of whole pixels around head and shoulders.
 */
export function personArea(
  { widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>,
  face: Face,
): RectPx {
  const { boxPx } = face;
  const side = Math.ceil(HEAD_IN_FACES * Math.max(boxPx.widthPx, boxPx.heightPx));
  if (side >= LARGE_HEAD * Math.max(widthPx, heightPx)) {
    return { xPx: 0, yPx: 0, widthPx, heightPx };
  }
  const width = Math.min(side, widthPx);
  const height = Math.min(side, heightPx);
  const start = (centre: number, length: number, limit: number) =>
    Math.max(0, Math.min(limit - length, Math.round(centre - length / 2)));
  return {
    xPx: start(boxPx.xPx + boxPx.widthPx / 2, width, widthPx),
    yPx: start(boxPx.yPx + boxPx.heightPx * (0.5 + SHOULDERS_BELOW), height, heightPx),
    widthPx: width,
    heightPx: height,
  };
}

/** A mask that covers less of the face than this is not of its owner: animals, mostly. */
const TRUSTED_FACE_COVER = 0.85;

/** Levels of the model's mask between which it is in doubt: half-tones. */
const DOUBT_FROM = 25;
const DOUBT_TO = 230;
/** A mask with a larger share of them than this was in doubt everywhere. */
const TRUSTED_HALF_TONES = 0.08;

/**
 * The mask of a face's owner: the model's where it covers the face, and where it does not (it
 * knows people, not cats) an oval head with soft edges.
 *
 * @param mask the model's, of the face's personArea
 * @param animal true: the model is believed only where it has no doubts (apes), and colours tell
 * elsewhere, or everywhere where it has many
 */
export function trustMask(
  picture: Picture,
  mask: PersonMask,
  face: Face,
  animal: boolean,
): PersonMask {
  const { cover01, halfTones01 } = readMaskTrust(mask, face);
  const covers = cover01 >= TRUSTED_FACE_COVER;
  const found = animal ? findAnimalMask(picture, face, mask) : undefined;
  if (!found) return covers ? mask : ovalMask(mask.areaPx, face);
  return covers && halfTones01 < TRUSTED_HALF_TONES ? settleDoubts(mask, found) : found;
}

/** A mask whose half-tones another one settles, as far as that reaches. */
function settleDoubts(mask: PersonMask, by: PersonMask): PersonMask {
  const { alpha, widthPx, heightPx, areaPx } = mask;
  const { xPx, yPx } = by.areaPx;
  const settled = alpha.map((a, i) => {
    if (a <= DOUBT_FROM || a >= DOUBT_TO) return a;
    const x = areaPx.xPx + (((i % widthPx) + 0.5) * areaPx.widthPx) / widthPx;
    const y = areaPx.yPx + ((Math.floor(i / widthPx) + 0.5) * areaPx.heightPx) / heightPx;
    const within =
      x > xPx && y > yPx && x < xPx + by.areaPx.widthPx && y < yPx + by.areaPx.heightPx;
    return within ? readMask(by, x, y) : a;
  });
  return { ...mask, alpha: settled };
}

/** How surely the model saw a person there. */
export interface MaskTrust {
  /** How much of the face it covers: of people .95 and more, seldom less. */
  readonly cover01: number;
  /** Share of it that is neither plainly in nor plainly out: of people in photos .04 at most, mostly. */
  readonly halfTones01: number;
}

export function readMaskTrust(mask: PersonMask, face: Face): MaskTrust {
  const half = mask.alpha.reduce((sum, a) => sum + (a > DOUBT_FROM && a < DOUBT_TO ? 1 : 0), 0);
  return { cover01: faceCover01(mask, face), halfTones01: half / mask.alpha.length };
}

/** Mean of the mask at the mesh points that it covers, 0..1. */
export function faceCover01({ alpha, widthPx, heightPx, areaPx }: PersonMask, face: Face): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < MESH_VERTEX_COUNT; i++) {
    const column = Math.floor(((face.landmarks[3 * i]! - areaPx.xPx) / areaPx.widthPx) * widthPx);
    const row = Math.floor(
      ((face.landmarks[3 * i + 1]! - areaPx.yPx) / areaPx.heightPx) * heightPx,
    );
    if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue;
    sum += alpha[row * widthPx + column]! / 255;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Half axes of the oval head, in widths and heights of the face along its own axes, and where it starts and ends to fade. */
const OVAL_HALF_WIDTH = 0.72;
const OVAL_HALF_HEIGHT = 0.78;
const OVAL_FULL = 0.85;
const OVAL_NONE = 1.15;

function ovalMask(areaPx: RectPx, { landmarks }: Face): PersonMask {
  const alpha = new Uint8Array(MASK_PX * MASK_PX);
  // A head may lie on its side.
  const [right, left] = EYES.map(({ corners }) => corners);
  const along = (k: number) => landmarks[3 * left![1] + k]! - landmarks[3 * right![0] + k]!;
  const roll = Math.atan2(along(1), along(0));
  const cos = Math.cos(roll);
  const sin = Math.sin(roll);
  const places = Array.from({ length: MESH_VERTEX_COUNT }, (_, i) => {
    const [x, y] = [landmarks[3 * i]!, landmarks[3 * i + 1]!];
    return [cos * x + sin * y, cos * y - sin * x] as const;
  });
  const [u0, u1] = extentOf(places.map(([u]) => u));
  const [v0, v1] = extentOf(places.map(([, v]) => v));
  for (let row = 0; row < MASK_PX; row++) {
    const y = areaPx.yPx + ((row + 0.5) / MASK_PX) * areaPx.heightPx;
    for (let column = 0; column < MASK_PX; column++) {
      const x = areaPx.xPx + ((column + 0.5) / MASK_PX) * areaPx.widthPx;
      const distance = Math.hypot(
        (cos * x + sin * y - (u0 + u1) / 2) / (OVAL_HALF_WIDTH * (u1 - u0)),
        (cos * y - sin * x - (v0 + v1) / 2) / (OVAL_HALF_HEIGHT * (v1 - v0)),
      );
      const part = (OVAL_NONE - distance) / (OVAL_NONE - OVAL_FULL);
      alpha[row * MASK_PX + column] = Math.round(255 * Math.min(1, Math.max(0, part)));
    }
  }
  return { alpha, widthPx: MASK_PX, heightPx: MASK_PX, areaPx };
}
