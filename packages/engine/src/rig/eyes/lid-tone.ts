import { readCurve } from '../../math/curve.ts';
import { clamp, mix, smoothstep } from '../../math/easing.ts';
import type { Picture } from '../../math/picture.ts';
import { lumaOf, pixelAt, type Rgb } from '../skin/face-tone.ts';
import { DARKEST, type Logs } from '../skin/pixel-change.ts';
import { type EyeLine, eyePoint } from './eye-shape.ts';
import { shutLidLight } from './lid-light.ts';

/** Places along an eye at which the colour of its lid is read, and how far around each, half widths. */
const NODES = [-0.8, -0.4, 0, 0.4, 0.8] as const;
const AROUND = 0.32;
const COLUMNS = 3;
/** The skin above the rim up to the second, IOD, and to this part of what is below the brow's hair. */
const ABOVE_IOD = [0.03, 0.14] as const;
const BELOW_HAIR = 0.65;
/** The skin below the eye, from the rim, IOD. */
const BELOW_IOD = [0.09, 0.19] as const;
/** Readings across either. */
const ACROSS = 6;
/** Of the places in such a band these, by light, are skin: lashes and creases are darker, gleams lighter. */
const SKIN_FROM = 0.45;
const SKIN_TO = 0.85;
/** A lid's middle faces the light: it is lighter by this than a shut lid as a whole. */
const LIGHTER = 1.08;
/** A lid that is lighter than the skin below the eye stays so: it is no darker than this share of its own. */
const LEAST_OF_OWN = 0.93;

/** Writes ln of the colour of a shut lid at t. */
export type LidTone = (t: number, out: Logs) => void;

/** A lid is warmer than the face's skin, ln of red against blue, by this at most, and by this part of what it is beyond. */
const WARMER = 0.15;
const WARMER_STILL = 0.25;

/**
 * 0..1: what part of a lid's hue is the face's skin's. Skin in the fold over an eye that laughs is lit by the skin around it,
 * and as red as that makes it only while it lies there: drawn out over the ball in full light it would be orange.
 */
function coolness([r, , b]: readonly number[], skin: Rgb): number {
  const warmer = Math.log((r / b) * (skin[2] / skin[0]));
  return warmer > WARMER ? (1 - WARMER_STILL) * (1 - WARMER / warmer) : 0;
}

/** Reads the colour of a lid that is shut from the skin above the open eye and below it. @param skin the face's, sRGB 0..255 */
export function readLidTone(plate: Picture, eye: EyeLine, iodPx: number, skin: Rgb): LidTone {
  const logs = NODES.map((node) => {
    const lid = skinOf(bandAround(plate, eye, node, iodPx, true));
    const below = skinOf(bandAround(plate, eye, node, iodPx, false));
    const { shutLidLuma, shutLidHue, shutLidTinted01 } = shutLidLight(lid, below);
    const own = Math.max(8, lumaOf(lid));
    const luma = Math.max(LIGHTER * shutLidLuma, LEAST_OF_OWN * own);
    const hue = lid.map((v, k) => mix(v / own, shutLidHue[k], shutLidTinted01));
    const cool = coolness(hue, skin);
    const light = Math.max(1, lumaOf(skin));
    return hue.map((v, k) => Math.log(luma * mix(v, skin[k] / light, cool) + DARKEST));
  });
  return (t, out) => {
    const at = clamp((t - NODES[0]) / (NODES[1] - NODES[0]), 0, NODES.length - 1.001);
    const i = Math.floor(at);
    for (let k = 0; k < 3; k++) out[k] = mix(logs[i][k], logs[i + 1][k], at - i);
  };
}

/** Neighbouring columns below an eye differ by this, rms of ln, where what lies there is hair. */
const STREAKS = [0.06, 0.12] as const;
const STREAK_STEP = 0.06;
/** Skin above an eye is of another hue than the face by this, ln, where it is seen through a coloured lens. */
const OTHER_HUE = [0.65, 0.95] as const;
/** Gaps over an eye's width: what is shut in the picture has its lid already. */
const SHUT_RATIO = [0.06, 0.14] as const;

/** 0..1: how sure it is that skin lies around an eye, whose colour its lid may have. */
export function lidSkin01(plate: Picture, eye: EyeLine, iodPx: number, skin: Rgb): number {
  const above = skinOf(bandAround(plate, eye, 0, iodPx, true));
  const hue = Math.max(...hueOf(above).map((v, k) => Math.abs(v - hueOf(skin)[k])));
  return (
    eye.open01 *
    smoothstep(...SHUT_RATIO, eye.gapPx / (2 * eye.halfWidthPx)) *
    (1 - smoothstep(...STREAKS, streaksBelow(plate, eye, iodPx))) *
    (1 - smoothstep(...OTHER_HUE, hue))
  );
}

/** Hair and hats that hang down to the lid are darker than this share of the skin below the eye; shade and paint are not. */
const HAIR_SHARE = 0.28;

/** Of an eye whose brow lies under hair: does that end above the lid? */
export function isLidBare(plate: Picture, eye: EyeLine, iodPx: number): boolean {
  const [above, below] = [true, false].map((up) =>
    lumaOf(skinOf(bandAround(plate, eye, 0, iodPx, up))),
  );
  return above > HAIR_SHARE * below;
}

/** ln of red and of blue against green. */
function hueOf([r, g, b]: Rgb): [number, number] {
  return [Math.log((r + DARKEST) / (g + DARKEST)), Math.log((b + DARKEST) / (g + DARKEST))];
}

/** What columns of the skin below an eye differ by from those beside them, rms of ln. */
function streaksBelow(plate: Picture, eye: EyeLine, iodPx: number): number {
  const columns: number[] = [];
  for (let t = -0.8 + STREAK_STEP / 3; t < 0.8; t += STREAK_STEP) {
    const column = columnOf(plate, eye, t, iodPx, false);
    columns.push(column.reduce((sum, c) => sum + Math.log(lumaOf(c) + DARKEST), 0) / column.length);
  }
  let squares = 0;
  for (let i = 1; i < columns.length - 1; i++) {
    squares += (columns[i] - (columns[i - 1] + columns[i + 1]) / 2) ** 2;
  }
  return Math.sqrt(squares / (columns.length - 2));
}

/** Colours of a band along a lid around a place of it. */
function bandAround(plate: Picture, eye: EyeLine, node: number, iodPx: number, above: boolean) {
  const colours: Rgb[] = [];
  for (let i = -COLUMNS; i <= COLUMNS; i++) {
    colours.push(...columnOf(plate, eye, node + (AROUND * i) / COLUMNS, iodPx, above));
  }
  return colours;
}

/** Colours across such a band. */
function columnOf(plate: Picture, eye: EyeLine, t: number, iodPx: number, above: boolean): Rgb[] {
  const [near, far] = above ? ABOVE_IOD : BELOW_IOD;
  const most = above ? Math.max(near, (BELOW_HAIR * eye.browGapPx) / iodPx) : far;
  return Array.from({ length: ACROSS + 1 }, (_, k) => {
    const away = mix(near, Math.min(far, most), k / ACROSS) * iodPx;
    const up = above ? readCurve(eye.upper, t) + away : readCurve(eye.lower, t) - away;
    return pixelAt(plate, ...eyePoint(eye, t, up));
  });
}

/** Mean of the places that are skin. */
function skinOf(colours: Rgb[]): Rgb {
  const sorted = colours.toSorted((a, b) => lumaOf(a) - lumaOf(b));
  const skin = sorted.slice(
    Math.floor(SKIN_FROM * sorted.length),
    Math.ceil(SKIN_TO * sorted.length),
  );
  return [0, 1, 2].map((k) =>
    skin.reduce((sum, c) => sum + c[k] / skin.length, 0),
  ) as unknown as Rgb;
}
