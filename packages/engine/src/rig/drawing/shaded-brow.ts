import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';
import { patchShadedSkin } from '../skin/shaded-patch.ts';
import {
  coloursOver,
  type DrawnBrow,
  type DrawnBrows,
  findDrawnBrow,
  NO_DRAWN_BROWS,
} from './drawn-brow.ts';
import { standsOut } from './drawn-pieces.ts';

/** Levels by which two brows of one face differ at most: one lies in the shade. */
const ALIKE = 50;
/** … and the least by which they differ from the skin: what does by less is a shade, or the rim of a hat. */
const LEAST = 30;
/** They are no lighter than this part of the skin's light: whites of eyes stand out from it, too. */
const LIGHTEST = 1.15;

/** An eye between its lids as the shape below which no brow comes. */
function asShape(eye: EyeLine, iodPx: number): EyeLine {
  const [high, low] = [eye.upper, eye.lower].map((rim) => readCurve(rim, 0) / iodPx);
  const halfWidth = eye.halfWidthPx / iodPx;
  const shape = { along: 0, up: (high + low) / 2, halfWidth, halfHeight: (high - low) / 2 };
  return { ...eye, plain: eye.plain ?? shape };
}

/**
 * The brows of a 3-D character, whose skin is shaded: they move as shapes, as those of flat drawings do. With the skin
 * around them they took fringes and brims along, and hardly tilted. None unless both are found: one that does not lie
 * on plain skin all around, by its likeness to the other.
 */
export function findShadedBrows(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): DrawnBrows {
  const find = (given: EyeLine, like?: Rgb): readonly DrawnBrow[] => {
    const skin = medianColour(coloursOver(plate, given, iodPx));
    const brow = findDrawnBrow(plate, asShape(given, iodPx), skin, iodPx, {
      ...{ ways: ['skin', 'colour'], fill: patchShadedSkin },
      ...(like && { like }),
    });
    // One in the shade stands out by less: that it is like its twin says enough.
    if (!brow || (!like && !standsOut(brow.colour, brow.skin, LEAST))) return [];
    return lumaOf(brow.colour) < LIGHTEST * lumaOf(brow.skin) ? [brow] : [];
  };
  if (eyes.length !== 2) return NO_DRAWN_BROWS;
  const [first, second] = [find(eyes[0]), find(eyes[1])];
  const shapes =
    pairOf([...first, ...second]) ??
    pairOf(first.flatMap((brow) => [brow, ...find(eyes[1], brow.colour)])) ??
    pairOf(second.flatMap((brow) => [...find(eyes[0], brow.colour), brow]));
  return shapes ? { ...NO_DRAWN_BROWS, shapes } : NO_DRAWN_BROWS;
}

/** They, if they are two of one face. */
function pairOf(brows: readonly DrawnBrow[]): readonly DrawnBrow[] | undefined {
  const [one, other] = brows;
  return other && !standsOut(one.colour, other.colour, ALIKE) ? brows : undefined;
}
