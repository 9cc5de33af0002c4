import { readCurve } from '../../math/curve.ts';
import { clamp } from '../../math/easing.ts';
import { luma601OfPixel, lumaAt } from '../../math/luma.ts';
import type { Picture } from '../../math/picture.ts';
import type { RectPx } from '../../math/points.ts';
import { type EyeLine, eyePoint } from '../eyes/eye-shape.ts';
import { type BallPixels, boundGlint, type GlintBounds } from '../eyes/glint.ts';
import { fillBall } from './animal-ball-fill.ts';
import { type AnimalEye, eyeDistance } from './animal-eyes.ts';
import { clearPupil, copyBall } from './animal-glint.ts';
import { type EyeLook, findPupils, isSlit, type Pupil } from './animal-pupil.ts';

/**
 * An animal's eye behind its lids, frame px: the ball without its reflections, completed behind the
 * lids, and those.
 */
export interface AnimalEyeball extends BallPixels, GlintBounds {
  readonly pupil: Pupil | undefined;
  /** true: the pupil narrows to a slit. */
  readonly slits: boolean;
  /** From the pupil's middle to the iris's rim, px. */
  readonly irisPx: number;
  /** Half the breadth of the pupil wide open, px: a ring of iris stays around it. */
  readonly widestPx: number;
  /** The pupil's own dark, levels. */
  readonly pupilTone: readonly [number, number, number];
  /** Light that the bare rims of the lids leave, of the fur's beside them, 0..1. */
  readonly rimTone: number;
}

const BLACK = [0, 0, 0] as const;

/** Outlines that are higher are dark patches around eyes, IOD: those of a cat that looks aside have .59. */
const PATCH_GAP = 0.64;

/**
 * The balls of both eyes. Pupils are known only where both eyes show one, in outlines that are an
 * eye's and not a dark patch's around it.
 */
export function copyAnimalEyeballs(
  plate: Picture,
  eyes: readonly AnimalEye[],
  iodPx: number,
): readonly AnimalEyeball[] {
  const drafts = eyes.map((eye) => copyBall(plate, eye, ballArea(plate, eye, iodPx)));
  const looks = drafts.map((draft, i) => lookAt(draft, eyes[i]));
  const plain = looks.length === 2 && eyes.every((eye) => eye.line.gapPx < PATCH_GAP * iodPx);
  const pupils = plain ? findPupils([looks[0], looks[1]]) : undefined;
  // Light from one side, or an outline a little off, makes the rims of a pair look unlike.
  const rimTone =
    eyes.reduce((sum, { line }) => sum + readRimTone(plate, line, iodPx), 0) / eyes.length;
  return drafts.map((draft, i) => {
    const eye = eyes[i];
    const pupil = pupils?.[i];
    const pupilTone = pupil ? clearPupil(draft, pupil) : BLACK;
    return {
      ...draft,
      rgb: fillBall(draft, eye, pupil ?? darkMiddle(draft, eye), iodPx),
      pupilTone,
      ...boundGlint(draft),
      pupil,
      slits: pupil ? isSlit(pupil) : false,
      ...irisOf(eye),
      rimTone,
    };
  });
}

/** The middle of what is darker than an eye's mean: where its iris is, if no pupil is seen; frame px. */
function darkMiddle(
  { areaPx, rgb }: BallPixels,
  eye: AnimalEye,
): { readonly xPx: number; readonly yPx: number } {
  const inside: { readonly x: number; readonly y: number; readonly luma: number }[] = [];
  for (let i = 0; i < areaPx.widthPx * areaPx.heightPx; i++) {
    const x = areaPx.xPx + (i % areaPx.widthPx) + 0.5;
    const y = areaPx.yPx + Math.floor(i / areaPx.widthPx) + 0.5;
    if (eyeDistance(eye, x, y) < IRIS_WITHIN) inside.push({ x, y, luma: luma601OfPixel(rgb, i) });
  }
  const mean = inside.reduce((sum, { luma }) => sum + luma, 0) / Math.max(1, inside.length);
  let [weight, xPx, yPx] = [1e-3, 1e-3 * eye.middleXPx, 1e-3 * eye.middleYPx];
  for (const { x, y, luma } of inside) {
    const dark = Math.max(0, mean - luma);
    weight += dark;
    xPx += dark * x;
    yPx += dark * y;
  }
  return { xPx: xPx / weight, yPx: yPx / weight };
}

/** Nearer to the rim than this (see eyeDistance), what is dark may be the lids'. */
const IRIS_WITHIN = 0.85;

/** Parts of the eye's larger half axis and of its half height. */
const IRIS_SHARE = 0.94;
const WIDEST_OF_IRIS = 0.74;
const WIDEST_OF_HEIGHT = 0.7;

function irisOf({ line, halfHeightPx }: AnimalEye): Pick<AnimalEyeball, 'irisPx' | 'widestPx'> {
  const irisPx = IRIS_SHARE * Math.max(line.halfWidthPx, halfHeightPx);
  return { irisPx, widestPx: Math.min(WIDEST_OF_IRIS * irisPx, WIDEST_OF_HEIGHT * halfHeightPx) };
}

function lookAt({ areaPx, rgb }: BallPixels, eye: AnimalEye): EyeLook {
  const { line, slantRadians } = eye;
  const level =
    Math.atan2(line.alongY, line.alongX) - (line.side === 'right' ? slantRadians : -slantRadians);
  return {
    middleXPx: eye.middleXPx,
    middleYPx: eye.middleYPx,
    radiusPx: eye.halfHeightPx,
    acrossX: Math.cos(level),
    acrossY: Math.sin(level),
    distance: (x, y) => eyeDistance(eye, x, y),
    luma: (x, y) => {
      const column = clamp(Math.floor(x) - areaPx.xPx, 0, areaPx.widthPx - 1);
      const row = clamp(Math.floor(y) - areaPx.yPx, 0, areaPx.heightPx - 1);
      return luma601OfPixel(rgb, row * areaPx.widthPx + column);
    },
  };
}

/** An animal's lids have dark rims, an ape's are bare skin: read just inside and outside them. */
function readRimTone(plate: Picture, eye: EyeLine, iodPx: number): number {
  const ratios: number[] = [];
  for (let t = -0.6; t <= 0.6; t += 0.1) {
    const tone = (heightPx: number) => lumaAt(plate, ...eyePoint(eye, t, heightPx));
    const top = readCurve(eye.upper, t);
    const low = readCurve(eye.lower, t);
    const within = RIM_INSIDE_IOD * iodPx;
    const beyond = RIM_OUTSIDE_IOD * iodPx;
    ratios.push(tone(top - within) / Math.max(1, tone(top + beyond)));
    ratios.push(tone(low + within) / Math.max(1, tone(low - beyond)));
  }
  ratios.sort((a, b) => a - b);
  return clamp(ratios[ratios.length >> 1], 0.25, 1);
}

const RIM_INSIDE_IOD = 0.015;
const RIM_OUTSIDE_IOD = 0.05;

/** Whole pixels around a ball. */
function ballArea(plate: Picture, eye: AnimalEye, iodPx: number): RectPx {
  const reach = Math.ceil(
    1.15 * Math.max(eye.line.halfWidthPx, eye.halfHeightPx) + 0.1 * iodPx + 2,
  );
  const x0 = clamp(Math.floor(eye.middleXPx - reach), 0, plate.widthPx - 1);
  const y0 = clamp(Math.floor(eye.middleYPx - reach), 0, plate.heightPx - 1);
  const x1 = clamp(Math.ceil(eye.middleXPx + reach), x0 + 1, plate.widthPx);
  const y1 = clamp(Math.ceil(eye.middleYPx + reach), y0 + 1, plate.heightPx);
  return { xPx: x0, yPx: y0, widthPx: x1 - x0, heightPx: y1 - y0 };
}
