import type { Face, PersonMask } from '../face/face.ts';
import { interocularDistancePx } from '../face/face-shape.ts';
import type { Picture } from '../math/picture.ts';
import { type Points3, type RectPx, wholeOf } from '../math/points.ts';

/** `portrait`: a square around head and shoulders; `full`: the whole picture. */
export type FramingName = 'portrait' | 'full';

/** Longest side of a film, px. */
export const MIN_FILM_PX = 256;
export const MAX_FILM_PX = 1080;
export const DEFAULT_FILM_PX = 720;
/**
 * What has fewer pixels is enlarged to as many. What is drawn (teeth, lids, folds) is then finer than the
 * picture, and who plays the film enlarges it less, mostly worse than Lanczos does.
 */
const ENLARGED_PX = 512;

/** Which part of the picture a film shows, and at which size. */
export interface Framing {
  readonly framing: FramingName;
  /** The part shown, image px; its corner lies on whole pixels. */
  readonly cropPx: RectPx;
  /** Size of the film, even. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Frame px per image px, the same both ways. */
  readonly scale: number;
}

/** The whole picture is shown where the eyes are this part of its longest side apart. */
const FULL_FROM_INTEROCULAR = 0.11;
/** Side of the portrait square, in heights or widths (the larger) of the face's box. */
const PORTRAIT_IN_FACES = 2.3;
/** Where the middle of the face lies in the portrait square, from its top. */
const PORTRAIT_FACE_AT = 0.45;

/**
 * Chooses what the film shows. Never larger than the source's own pixels, but for small sources:
 * those are enlarged to `ENLARGED_PX`, or to what is wanted where that is less.
 *
 * @param wanted.framing by default what suits the size of the face
 * @param wanted.sizePx longest side, MIN_FILM_PX to MAX_FILM_PX
 */
export function planFraming(
  picture: Pick<Picture, 'widthPx' | 'heightPx'>,
  face: Face,
  wanted: { readonly framing?: FramingName | undefined; readonly sizePx: number },
): Framing {
  const longestPx = Math.max(picture.widthPx, picture.heightPx);
  const large = interocularDistancePx(face.landmarks) >= FULL_FROM_INTEROCULAR * longestPx;
  const framing = wanted.framing ?? (large ? 'full' : 'portrait');
  const wholePx = wholeOf(picture);
  const cropPx = framing === 'full' ? wholePx : portraitCrop(picture, face.boxPx);
  return { framing, ...fit(cropPx, wanted.sizePx) };
}

function portraitCrop(
  { widthPx, heightPx }: Pick<Picture, 'widthPx' | 'heightPx'>,
  boxPx: RectPx,
): RectPx {
  const face = Math.max(boxPx.widthPx, boxPx.heightPx);
  const side = Math.min(Math.ceil(PORTRAIT_IN_FACES * face), widthPx, heightPx);
  const start = (at: number, lengthPx: number) =>
    Math.min(Math.max(Math.round(at), 0), lengthPx - side);
  return {
    xPx: start(boxPx.xPx + boxPx.widthPx / 2 - side / 2, widthPx),
    yPx: start(boxPx.yPx + boxPx.heightPx / 2 - PORTRAIT_FACE_AT * side, heightPx),
    widthPx: side,
    heightPx: side,
  };
}

/** Even numbers of frame pixels, and the crop trimmed by less than two of them to match. */
function fit(cropPx: RectPx, sizePx: number): Omit<Framing, 'framing'> {
  const longestPx = Math.max(cropPx.widthPx, cropPx.heightPx);
  const scale = Math.min(sizePx, Math.max(longestPx, ENLARGED_PX)) / longestPx;
  const even = (px: number) => Math.max(2, 2 * Math.floor((px * scale + 1e-6) / 2));
  const widthPx = even(cropPx.widthPx);
  const heightPx = even(cropPx.heightPx);
  const trimmed = (frameSide: number, side: number) => Math.min(frameSide / scale, side);
  return {
    cropPx: {
      xPx: cropPx.xPx,
      yPx: cropPx.yPx,
      widthPx: trimmed(widthPx, cropPx.widthPx),
      heightPx: trimmed(heightPx, cropPx.heightPx),
    },
    widthPx,
    heightPx,
    scale,
  };
}

/** Landmarks of the picture in the film's pixels; a copy. */
export function landmarksToFrame(
  { cropPx, scale }: Pick<Framing, 'cropPx' | 'scale'>,
  landmarks: Points3<'image-px'>,
): Points3<'frame-px'> {
  const out: Points3<'frame-px'> = new Float32Array(landmarks.length);
  for (let i = 0; i < landmarks.length; i += 3) {
    out[i] = (landmarks[i]! - cropPx.xPx) * scale;
    out[i + 1] = (landmarks[i + 1]! - cropPx.yPx) * scale;
    out[i + 2] = landmarks[i + 2]! * scale;
  }
  return out;
}

/** A mask of the picture over the film's pixels. Its area may reach beyond the frame. */
export function maskToFrame(
  { cropPx, scale }: Pick<Framing, 'cropPx' | 'scale'>,
  mask: PersonMask,
): PersonMask {
  const { areaPx } = mask;
  return {
    ...mask,
    areaPx: {
      xPx: (areaPx.xPx - cropPx.xPx) * scale,
      yPx: (areaPx.yPx - cropPx.yPx) * scale,
      widthPx: areaPx.widthPx * scale,
      heightPx: areaPx.heightPx * scale,
    },
  };
}
