import { LOWER_INNER_LIP, UPPER_INNER_LIP } from '../../face/landmark-indices.ts';
import { luma709 } from '../../math/luma.ts';
import { mean } from '../../math/mean.ts';
import type { Picture } from '../../math/picture.ts';
import type { Points3 } from '../../math/points.ts';
import { pixelAt, type Rgb } from '../skin/face-tone.ts';
import { type PieceAxes, pointOfPieceAxes, standsOut } from './drawn-pieces.ts';
import { localOf } from './mouth-axes.ts';

/** How far off the seam a line may lie, and how thick it is at most, IOD: a moustache is thicker. */
const REACH = 0.05;
const MOST_THICK = 0.08;
/** What lies next to the seam, IOD. */
const NEXT_TO = 0.03;
/** What part of the skin's light a line has at most. */
const DARKER = 0.8;
/** Corners are left out: lines end there. */
const CORNERS = 1;

/**
 * How much of the line between the landmarks' lips is drawn as a line on skin.
 * @param skin sRGB 0..255
 * @returns 0..1
 */
export function lineAtSeam01(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  skin: Rgb,
): number {
  return mean(
    seamPlaces(landmarks, axes).map(([along, up]) =>
      crossesLine(plate, axes, skin, along, up) ? 1 : 0,
    ),
  );
}

/**
 * How much of that line runs along or beside what is darker than skin: a stroke, however far it runs on, or lips.
 * @param skin sRGB 0..255
 * @returns 0..1
 */
export function inkAtSeam01(
  plate: Picture,
  landmarks: Points3<'frame-px'>,
  axes: PieceAxes,
  skin: Rgb,
): number {
  const inked = (along: number, up: number) => {
    for (let off = -NEXT_TO; off <= NEXT_TO; off += 1 / axes.iodPx) {
      if (isDark(plate, axes, skin, along, up + off)) return 1;
    }
    return 0;
  };
  return mean(seamPlaces(landmarks, axes).map(([along, up]) => inked(along, up)));
}

/** Places on the line between the landmarks' lips, IOD on the axes. */
function seamPlaces(landmarks: Points3<'frame-px'>, axes: PieceAxes) {
  return UPPER_INNER_LIP.map((upper, k) => {
    const [along, top] = localOf(landmarks, upper, axes);
    return [along, (top + localOf(landmarks, LOWER_INNER_LIP[k], axes)[1]) / 2] as const;
  }).slice(CORNERS, -CORNERS);
}

function isDark(plate: Picture, axes: PieceAxes, skin: Rgb, along: number, up: number): boolean {
  const colour = pixelAt(plate, ...pointOfPieceAxes(axes, along, up));
  return standsOut(colour, skin) && luma709(...colour) < DARKER * luma709(...skin);
}

/** Is there one line across the axes near a place, and skin above and below it? */
function crossesLine(
  plate: Picture,
  axes: PieceAxes,
  skin: Rgb,
  along: number,
  up: number,
): boolean {
  const step = 1 / axes.iodPx;
  const inked = (off: number) => isDark(plate, axes, skin, along, up + off);
  for (let away = 0; away < REACH; away += step) {
    for (const off of [away, -away]) {
      if (!inked(off)) continue;
      let thick = step;
      for (const way of [step, -step]) {
        for (let at = off + way; thick < MOST_THICK && inked(at); at += way) thick += step;
      }
      return thick < MOST_THICK;
    }
  }
  return false;
}
