import { readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { lumaOf, medianColour } from '../skin/face-tone.ts';
import { patchShadedSkin } from '../skin/shaded-patch.ts';
import { coloursOver, type DrawnBrows, findDrawnBrow, NO_DRAWN_BROWS } from './drawn-brow.ts';
import { standsOut } from './drawn-pieces.ts';

/** Levels by which two brows of one face differ at most: one lies in the shade. */
const ALIKE = 50;
/** … and the least by which they differ from the skin: what does by less is a shade, or the rim of a hat. */
const LEAST = 22;

/** An eye between its lids as the shape below which no brow comes. */
function asShape(eye: EyeLine, iodPx: number): EyeLine {
  const [high, low] = [eye.upper, eye.lower].map((rim) => readCurve(rim, 0) / iodPx);
  const halfWidth = eye.halfWidthPx / iodPx;
  const shape = { along: 0, up: (high + low) / 2, halfWidth, halfHeight: (high - low) / 2 };
  return { ...eye, plain: eye.plain ?? shape };
}

/**
 * The brows of a 3-D character, whose skin is shaded: they move as shapes, as those of flat drawings do. With the skin
 * around them they took fringes and brims along, and hardly tilted. None unless both are found.
 */
export function findShadedBrows(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): DrawnBrows {
  const found = eyes.flatMap((given) => {
    const eye = asShape(given, iodPx);
    const skin = medianColour(coloursOver(plate, given, iodPx));
    const wanted = { ways: ['skin', 'colour'], fill: patchShadedSkin } as const;
    const brow = findDrawnBrow(plate, eye, skin, iodPx, wanted);
    if (!brow || !standsOut(brow.colour, brow.skin, LEAST)) return [];
    // Whites of eyes stand out as well.
    return lumaOf(brow.colour) < lumaOf(brow.skin) ? [brow] : [];
  });
  const pair = found.length === 2 && !standsOut(found[0].colour, found[1].colour, ALIKE);
  return pair ? { ...NO_DRAWN_BROWS, shapes: found } : NO_DRAWN_BROWS;
}
