import type { Picture } from '../math/picture.ts';
import { inkOfEyes } from './drawn-eye.ts';
import { type DrawnSeam, NOT_DRAWN, readDrawnSeam } from './drawn-seam.ts';
import type { FaceTone, Rgb } from './face-tone.ts';
import type { Features } from './features.ts';
import { readInk } from './ink.ts';
import { readShutLine, type ShutLine } from './shut-line.ts';

/** What drawings are made of and no other picture is: lines of ink, and skin of one colour. */
export interface Drawing extends DrawnSeam {
  /** Its colour, sRGB 0..255; undefined of skin that is shaded. */
  readonly flatSkin: Rgb | undefined;
  /** Does it show no mouth at all, under a beard say? None is opened then. */
  readonly mouthless: boolean;
  /** Colour of its lines: see readInk. */
  readonly ink: Rgb | undefined;
  /** What its open mouth is when it shuts: see readShutLine. */
  readonly shutLine: ShutLine | undefined;
}

/** Of pictures that are none. */
export const NO_DRAWING: Drawing = {
  ...NOT_DRAWN,
  flatSkin: undefined,
  mouthless: false,
  ink: undefined,
  shutLine: undefined,
};

/** Reads it. */
export function readDrawing(
  plate: Picture,
  { landmarks, mouth, mouthUnseen, eyes, flat }: Features,
  tone: FaceTone,
  iodPx: number,
): Drawing {
  const flatSkin = flat ? tone.mouthSkin : undefined;
  const mouthless = flat && mouth.gapPx === 0 && mouthUnseen;
  const ink = readInk(plate, landmarks, iodPx, tone);
  const lineInk = ink ?? (flatSkin && inkOfEyes(plate, eyes, iodPx, flatSkin));
  return {
    ...(mouthless ? NOT_DRAWN : readDrawnSeam(plate, mouth, iodPx, tone.mouthSkin)),
    flatSkin,
    mouthless,
    ink,
    shutLine: flatSkin && readShutLine(plate, mouth, flatSkin, iodPx, lineInk),
  };
}
