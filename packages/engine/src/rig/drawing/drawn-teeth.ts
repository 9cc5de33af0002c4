import { curveOf, readCurve, type SampledCurve } from '../../math/curve.ts';
import type { Picture } from '../../math/picture.ts';
import { type MouthLine, mouthPoint } from '../mouth/mouth-line.ts';
import { lumaOf, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { levelsOff } from './drawn-pieces.ts';

/** What is so light, and of so little colour, is a tooth: levels. */
const LEAST_LUMA = 190;
const MOST_CHROMA = 45;
/** Teeth begin within this part of the gap below the upper rim, and are no lower than the other. */
const BEGIN = 0.35;
const LEAST = 0.22;
/** They fill the gap from this part of it on; else, so much further down, there is skin again. */
const FILL = 0.8;
const SKIN_BELOW = 0.35;
/** A throat is darker than this part of skin's light, and thicker than a line: part of the gap. */
const DARK = 0.6;
const MOST_LINE = 0.22;
/** Levels that skin may be off: it lies in the shade of the lip. */
const SKIN_OFF = 70;
/** Mouths are looked at in steps of, px. */
const STEP_PX = 0.5;
/** Places that are looked at, s, and how many of them show nothing but teeth. */
const PLACES = [-0.5, -0.3, -0.1, 0.1, 0.3, 0.5] as const;
const MOSTLY = 0.6;

/** Clenched teeth have a line between two rows of one colour: where it is looked for, and how dark it is. */
const CLENCHED = {
  places: [-0.4, -0.2, 0, 0.2, 0.4],
  mostly: 0.5,
  darker: 0.6,
  alike: 50,
} as const;

/** The teeth that a drawing shows between parted lips. */
export interface DrawnTeeth {
  /** Is there a dark line between two rows of them? */
  readonly clenched: boolean;
  /** See findTeethBand. */
  readonly band: SampledCurve | undefined;
}

/** Reads them; undefined where the mouth is shut. */
export function readDrawnTeeth(
  plate: Picture,
  mouth: MouthLine,
  skin: Rgb,
): DrawnTeeth | undefined {
  if (mouth.gapPx === 0) return undefined;
  return {
    clenched: areTeethClenched(plate, mouth),
    band: findTeethBand(plate, mouth, skin),
  };
}

/**
 * Height of the band of white below the upper rim of a drawn mouth that shows nothing but teeth, px
 * over s; undefined where it shows more than these, as a throat or a tongue. The lower rim that the
 * network sees is often below it, on the skin.
 */
export function findTeethBand(
  plate: Picture,
  mouth: MouthLine,
  skin: Rgb,
): SampledCurve | undefined {
  const onlyTeeth = PLACES.filter((s) => {
    const own = readCurve(mouth.upper, s) - readCurve(mouth.lower, s);
    const teeth = teethPx(plate, mouth, s);
    if (teeth < LEAST * own) return false;
    if (teeth > FILL * own) return true;
    const until = Math.min(own, teeth + SKIN_BELOW * own);
    let dark = 0;
    for (let down = teeth; down < until; down += STEP_PX) {
      if (lumaOf(colourAt(plate, mouth, s, down)) < DARK * lumaOf(skin)) dark += STEP_PX;
    }
    const isSkin = levelsOff(colourAt(plate, mouth, s, until), skin) < SKIN_OFF;
    return isSkin && dark < MOST_LINE * own;
  });
  if (onlyTeeth.length < MOSTLY * PLACES.length) return undefined;
  return curveOf((s) => teethPx(plate, mouth, s));
}

/** How far below the upper rim white ends that begins near it, px. */
function teethPx(plate: Picture, mouth: MouthLine, s: number): number {
  const own = readCurve(mouth.upper, s) - readCurve(mouth.lower, s);
  let end = 0;
  for (let down = 0; down <= own; down += STEP_PX) {
    if (isTooth(colourAt(plate, mouth, s, down))) end = down;
    else if (end > 0 || down > BEGIN * own) break;
  }
  return end;
}

function isTooth(colour: Rgb): boolean {
  return lumaOf(colour) > LEAST_LUMA && Math.max(...colour) - Math.min(...colour) < MOST_CHROMA;
}

function colourAt(plate: Picture, mouth: MouthLine, s: number, downPx: number): Rgb {
  return pixelAt(plate, ...mouthPoint(mouth, s, readCurve(mouth.upper, s) - downPx));
}

/** Is there a dark line between two rows of one light colour? */
export function areTeethClenched(plate: Picture, mouth: MouthLine): boolean {
  const { places, mostly, darker, alike } = CLENCHED;
  const lines = places.filter((s) => {
    const top = readCurve(mouth.upper, s);
    const own = top - readCurve(mouth.lower, s);
    const at = (part: number) => pixelAt(plate, ...mouthPoint(mouth, s, top - part * own));
    const [upper, lower] = [at(0.25), at(0.75)];
    const middle = [0.4, 0.45, 0.5, 0.55, 0.6].map((part) => lumaOf(at(part)));
    const light = Math.min(lumaOf(upper), lumaOf(lower));
    return levelsOff(upper, lower) < alike && Math.min(...middle) < darker * light;
  });
  return lines.length > mostly * places.length;
}
