import type { Picture } from '../../math/picture.ts';
import type { Features } from '../features.ts';
import type { FaceTone, Rgb } from '../skin/face-tone.ts';
import { readCrescentPen } from './crescent-pen.ts';
import { inkOfEyes } from './drawn-eye.ts';
import { standsOut } from './drawn-pieces.ts';
import {
  type DrawnSeam,
  NOT_DRAWN,
  readDrawnSeam,
  readFaintSeam,
  readLipSeam,
} from './drawn-seam.ts';
import { type DrawnTeeth, readDrawnTeeth } from './drawn-teeth.ts';
import { flatSkinAt } from './flat-skin.ts';
import { readInk } from './ink.ts';
import { readShutLine, type ShutLine } from './shut-line.ts';

/** What drawings are made of and no other picture is: lines of ink, and skin of one colour. */
export interface Drawing extends DrawnSeam {
  /** Its colour, sRGB 0..255; undefined of skin that is shaded. */
  readonly flatSkin: Rgb | undefined;
  /** Is its mouth that of a 3-D character? See findCrescent. */
  readonly crescent: boolean;
  /** Does it show no mouth at all, under a beard say? None is opened then. */
  readonly mouthless: boolean;
  /** Colour of strokes that say folds, that of its lines; undefined where it has none: see readInk. */
  readonly foldInk: Rgb | undefined;
  /** What its open mouth is when it shuts: see readShutLine. */
  readonly shutLine: ShutLine | undefined;
  /** Teeth in a mouth that is drawn open. */
  readonly drawnTeeth: DrawnTeeth | undefined;
}

/** Of pictures that are none. */
export const NO_DRAWING: Drawing = {
  ...NOT_DRAWN,
  flatSkin: undefined,
  crescent: false,
  mouthless: false,
  foldInk: undefined,
  shutLine: undefined,
  drawnTeeth: undefined,
};

/**
 * Shapes of eyes further off the landmarks' than this, IOD: the network took brows for them, and
 * strokes would lie beside the nose.
 */
const EYES_OFF = 0.25;

const SEAM_READERS = {
  lips: readLipSeam,
  'faint-line': readFaintSeam,
  crescent: readCrescentPen,
  'crescent-in-beard': readDrawnSeam,
  shape: readDrawnSeam,
  unseen: readDrawnSeam,
};

/** Reads it. */
export function readDrawing(
  plate: Picture,
  { landmarks, mouth, drawnMouth, eyes, flat }: Features,
  tone: FaceTone,
  iodPx: number,
): Drawing {
  const around = flat ? flatSkinAt(plate, mouth, iodPx) : tone.mouthSkin;
  // As the median of many places it is the more exact one where both are the same.
  const skin = standsOut(around, tone.mouthSkin) ? around : tone.mouthSkin;
  const flatSkin = flat ? skin : undefined;
  const mouthless = flat && mouth.gapPx === 0 && drawnMouth === 'unseen';
  const crescent = drawnMouth === 'crescent' || drawnMouth === 'crescent-in-beard';
  const ink = readInk(plate, landmarks, iodPx, tone);
  const eyesOff = eyes.some(({ plain }) => Math.abs(plain?.up ?? 0) > EYES_OFF);
  const lineInk = ink ?? (flatSkin && inkOfEyes(plate, eyes, iodPx, flatSkin));
  const readSeam = SEAM_READERS[drawnMouth];
  const seam = mouthless ? NOT_DRAWN : readSeam(plate, mouth, iodPx, skin, flat);
  return {
    ...seam,
    flatSkin,
    crescent,
    mouthless,
    // What is modelled in 3-D has no lines: beside its nose that is a moustache or the mouth.
    foldInk: eyesOff || crescent ? undefined : ink,
    shutLine:
      flatSkin && !seam.pen && !mouthless && drawnMouth !== 'lips'
        ? readShutLine(plate, mouth, flatSkin, iodPx, lineInk)
        : undefined,
    drawnTeeth: readDrawnTeeth(plate, mouth, tone.mouthSkin),
  };
}
