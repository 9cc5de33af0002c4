import { curveOf, readCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { LOG_LEVELS } from '../skin/pixel-change.ts';
import { type MouthLine, mouthPoint, snapToSeam } from './mouth-line.ts';

/** Part of the mouth that is looked at, |s|, and places along it. */
const ALONG = 0.75;
const STEP = 0.05;
/** Where the rims are closer than this part of the gap nothing lies between them. */
const LEAST_GAP = 0.3;
/** Where the inside is read, parts of the gap from the lower rim, and what lies below that rim, parts of the lip. */
const INSIDE = 0.35;
const BELOW = [0.25, 0.5, 0.75, 1.1] as const;
/** A lip is at least so high, IOD. */
const LEAST_LIP_IOD = 0.03;
/** What differs by less, ln of the colour that differs most, is the same skin. */
const SAME = 0.12;
/** A line so near the upper rim, parts of the gap, is darker than what is under it by this, ln. */
const LINE_NEAR = [-0.3, -0.15, 0, 0.15, 0.3] as const;
const LINE_DARKER = 0.35;
/** … and so many gaps over it, it is lighter again by this part of that: a moustache is no line. */
const OVER_LINE = [0.5, 0.75, 1, 1.25] as const;
const OVER_LIGHTER = 0.5;
/**
 * Part of the opening along which there is such a line over such skin: lines with a mark under them have .35
 * and .58, of some 110 open mouths, soft grins included, none more than .13.
 */
const OVER_SKIN = 0.24;

const logsAt = ({ rgba, widthPx, heightPx }: Picture, x: number, y: number) => {
  const column = Math.min(widthPx - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(heightPx - 1, Math.max(0, Math.floor(y)));
  const at = 4 * (row * widthPx + column);
  return [0, 1, 2].map((k) => LOG_LEVELS[rgba[at + k]]);
};

/** Does a line run along the upper rim of an open mouth, and nothing along the lower one? */
function isLineOverSkin(plate: Picture, mouth: MouthLine, iodPx: number): boolean {
  let columns = 0;
  let overSkin = 0;
  for (let s = -ALONG; s <= ALONG; s += STEP) {
    const low = readCurve(mouth.lower, s);
    const top = readCurve(mouth.upper, s);
    const gap = top - low;
    if (gap < LEAST_GAP * mouth.gapPx) continue;
    columns++;
    const at = (up: number) => logsAt(plate, ...mouthPoint(mouth, s, up));
    const inside = at(low + INSIDE * gap);
    const lip = Math.max(LEAST_LIP_IOD * iodPx, low - readCurve(mouth.lowerOuter, s));
    const same = BELOW.every((part) =>
      at(low - part * lip).every((v, k) => Math.abs(v - inside[k]) < SAME),
    );
    const darkest = Math.min(...LINE_NEAR.map((part) => at(top + part * gap)[1]));
    const over = Math.max(...OVER_LINE.map((part) => at(top + part * gap)[1]));
    const isLine = over - darkest > OVER_LIGHTER * LINE_DARKER;
    if (same && isLine && inside[1] - darkest > LINE_DARKER) overSkin++;
  }
  return overSkin > OVER_SKIN * columns;
}

/**
 * A drawn mouth is often one line with a mark under it that is the lower lip's shade. The network takes
 * the mark for the lower lip's rim and the skin between for the mouth's inside, which would become teeth.
 * Where there is a line above and nothing parts that skin from the skin below, the mouth is shut, and its line is the upper one.
 */
export function shutOverSkin(plate: Picture, mouth: MouthLine, iodPx: number): MouthLine {
  if (mouth.gapPx <= 0 || !isLineOverSkin(plate, mouth, iodPx)) return mouth;
  const seam = snapToSeam({ ...mouth, lower: mouth.upper, gapPx: 0 }, plate, iodPx);
  const lowerOuter = curveOf(
    (s) => readCurve(seam, s) - readCurve(mouth.lower, s) + readCurve(mouth.lowerOuter, s),
  );
  return { ...mouth, upper: seam, lower: seam, lowerOuter, gapPx: 0 };
}
