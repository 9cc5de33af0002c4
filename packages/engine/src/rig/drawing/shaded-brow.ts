import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import type { EyeLine } from '../eyes/eye-shape.ts';
import { lumaOf, medianColour, type Rgb } from '../skin/face-tone.ts';
import { patchShadedSkin } from '../skin/shaded-patch.ts';
import {
  coloursOver,
  type DrawnBrow,
  type DrawnBrows,
  findDrawnBrow,
  isForeheadCovered,
  NO_DRAWN_BROWS,
} from './drawn-brow.ts';
import { standsOut } from './drawn-pieces.ts';

/** Levels by which two brows of one face differ at most: one lies in the shade. */
const ALIKE = 50;
/** … and the least by which they differ from the skin: what does by less is a shade, or the rim of a hat. */
const LEAST = 30;
/** They are no lighter than this part of the skin's light: whites of eyes stand out from it, too. */
const LIGHTEST = 1.15;

/** Luma that dark skin has in the light in which dark brows are told from it, at most so many times the picture's own. */
const LIT = 110;
const MOST_LIGHT = 3;

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
 * on plain skin all around, by its likeness to the other. Under a hat or hair, where there are none, nothing moves.
 */
export function findShadedBrows(
  plate: Picture,
  eyes: readonly EyeLine[],
  iodPx: number,
): DrawnBrows {
  if (eyes.length !== 2) return NO_DRAWN_BROWS;
  const shown = eyes.map((eye) => asShape(eye, iodPx));
  // In more light edges are less clean: only for what is not told from dark skin without it.
  const inMoreLight = () => {
    const skins = skinOver(plate, shown, iodPx);
    const light = clamp(LIT / Math.max(1, Math.min(...skins.map(lumaOf))), 1, MOST_LIGHT);
    return light > 1 ? findPair(plate, shown, skins, iodPx, light) : undefined;
  };
  const shapes = findPair(plate, shown, skinOver(plate, eyes, iodPx), iodPx, 1) ?? inMoreLight();
  if (shapes) return { ...NO_DRAWN_BROWS, shapes };
  const covered = shown.every((eye) => isForeheadCovered(plate, eye, iodPx));
  return { ...NO_DRAWN_BROWS, hidden: new Set(covered ? eyes.map(({ side }) => side) : []) };
}

/** Colours of the skin over some eyes, sRGB 0..255. */
function skinOver(plate: Picture, eyes: readonly EyeLine[], iodPx: number): readonly Rgb[] {
  return eyes.map((eye) => medianColour(coloursOver(plate, eye, iodPx)));
}

/** Both, looked for in so many times the picture's light. */
function findPair(
  plate: Picture,
  eyes: readonly EyeLine[],
  skins: readonly Rgb[],
  iodPx: number,
  light: number,
): readonly DrawnBrow[] | undefined {
  const lit = light > 1 ? lighter(plate, light) : plate;
  const fill: typeof patchShadedSkin = (_, pixels, iod, skin) =>
    patchShadedSkin(plate, pixels, iod, skin && times(skin, 1 / light));
  const find = (k: number, like?: Rgb): readonly DrawnBrow[] => {
    const brow = findDrawnBrow(lit, eyes[k], times(skins[k], light), iodPx, {
      ...{ ways: ['skin', 'colour'], fill },
      ...(like && { like }),
    });
    // One in the shade stands out by less: that it is like its twin says enough.
    if (!brow || (!like && !standsOut(brow.colour, brow.skin, LEAST))) return [];
    return lumaOf(brow.colour) < LIGHTEST * lumaOf(brow.skin) ? [brow] : [];
  };
  const [first, second] = [find(0), find(1)];
  const pair =
    pairOf([...first, ...second]) ??
    pairOf(first.flatMap((brow) => [brow, ...find(1, brow.colour)])) ??
    pairOf(second.flatMap((brow) => [...find(0, brow.colour), brow]));
  return pair?.map((brow) => darker(brow, light));
}

/** A picture in so many times its light. */
function lighter(plate: Picture, light: number): Picture {
  const rgba = plate.rgba.map((v, i) => (i % 4 === 3 ? v : Math.min(255, Math.round(v * light))));
  return { ...plate, rgba };
}

/** A brow found in it, in its own light. */
function darker(brow: DrawnBrow, light: number): DrawnBrow {
  const { sprite, colour, skin } = brow;
  return {
    ...brow,
    sprite: { ...sprite, rgb: sprite.rgb.map((v) => v / light) },
    colour: times(colour, 1 / light),
    skin: times(skin, 1 / light),
  };
}

function times([r, g, b]: Rgb, light: number): Rgb {
  return [r * light, g * light, b * light];
}

/** They, if they are two of one face. */
function pairOf(brows: readonly DrawnBrow[]): readonly DrawnBrow[] | undefined {
  const [one, other] = brows;
  return other && !standsOut(one.colour, other.colour, ALIKE) ? brows : undefined;
}
