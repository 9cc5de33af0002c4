import type { Picture } from '../../src/math/picture.ts';
import { findPlainEyes } from '../../src/rig/drawing/drawn-eye.ts';
import { findEyeLine } from '../../src/rig/eyes/eye-line.ts';
import type { EyeLine } from '../../src/rig/eyes/eye-shape.ts';
import type { Rgb } from '../../src/rig/skin/face-tone.ts';
import { poseHead } from './posed-head.ts';

export const FLAT_IOD = 80;
export const FLAT_SIZE = 400;
export const FLAT_SKIN: Rgb = [240, 200, 170];
export const FLAT_INK: Rgb = [30, 20, 20];
/** Between the eyes, px: the place from which shapes are measured. */
export const FLAT_MIDDLE = { xPx: 200, yPx: 160 } as const;
export const FLAT_LANDMARKS = poseHead({ iodPx: FLAT_IOD, ...FLAT_MIDDLE });

/** Colour of a place, in IOD from the middle between the eyes, y up; undefined where there is skin. */
export type FlatShape = (x: number, y: number) => Rgb | undefined;

/** Dots for eyes. */
export const dots: FlatShape = (x, y) =>
  Math.hypot(Math.abs(x) - 0.5, y) < 0.1 ? FLAT_INK : undefined;

/** A bar over either eye; its inner end lies higher than the outer one by `tilt`, rise over run. */
export const bars =
  (up: number, tilt = 0, colour: Rgb = FLAT_INK): FlatShape =>
  (x, y) => {
    const out = Math.abs(x) - 0.5;
    return Math.abs(out) < 0.2 && Math.abs(y - up + tilt * out) < 0.04 ? colour : undefined;
  };

/** A face on skin of one colour; later shapes lie over earlier ones. */
export function drawFlatFace(...shapes: readonly FlatShape[]): Picture {
  const rgba = new Uint8Array(4 * FLAT_SIZE * FLAT_SIZE).fill(255);
  for (let i = 0; i < FLAT_SIZE * FLAT_SIZE; i++) {
    const x = ((i % FLAT_SIZE) + 0.5 - FLAT_MIDDLE.xPx) / FLAT_IOD;
    const y = (FLAT_MIDDLE.yPx - Math.floor(i / FLAT_SIZE) - 0.5) / FLAT_IOD;
    rgba.set(
      shapes.reduce((c: Rgb, shape) => shape(x, y) ?? c, FLAT_SKIN),
      4 * i,
    );
  }
  return { rgba, widthPx: FLAT_SIZE, heightPx: FLAT_SIZE };
}

/** Its eyes. */
export function eyesOfFlatFace(plate: Picture): readonly EyeLine[] {
  const lidded = (['right', 'left'] as const).map((side) =>
    findEyeLine(FLAT_LANDMARKS, side, plate, FLAT_IOD, 'drawing'),
  );
  return findPlainEyes(plate, lidded, FLAT_IOD, true);
}
