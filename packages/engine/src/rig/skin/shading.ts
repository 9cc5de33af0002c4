import { smoothstep } from '../../math/easing.ts';
import { ACTION_UNITS, type ActionUnit, strengthIndex } from '../action-units.ts';
import { cropField, type FieldBox } from '../field-box.ts';
import type { HeadPose } from '../head/head-pose.ts';
import type { PlateGrid } from '../plate-grid.ts';
import { shadeSeen01 } from './bleached-skin.ts';
import type { FaceTone } from './face-tone.ts';
import { foldTrust01 } from './fold-trust.ts';
import { DARKEST } from './pixel-change.ts';
import { RELIEFS, type Relief, reliefAt, reliefBounds } from './relief.ts';

/**
 * Shading as an expression ratio image (Liu, Shan and Zhang 2001): the film's colour is the
 * plate's times exp(sum of strength · basis). A basis is the first-order change of a Lambertian
 * surface under the face's own light when the unit's relief is pressed into it, and the light that
 * a furrow loses.
 */
export interface ShadingBasis extends Omit<FieldBox, 'values'> {
  /** Change of ln(colour) at strength 1, f32[columns·rows]. */
  readonly logGain: Float32Array;
}

/** Loss of light in a furrow, per IOD of its depth. */
const OCCLUSION_PER_DEPTH = 9;
/** Flat light still models a face a little, from above. */
const LEAST_LIGHT_FROM_ABOVE = 0.3;
/** One unit at strength 1 darkens skin by less than this, ln of colour: steeper is a bruise. */
const DARKEST_SHADE = 0.24;
/** Changes smaller than this are not stored. */
const SILENT = 0.002;

/** What shading is built on. */
export interface ShadingInput {
  readonly grid: PlateGrid;
  readonly chartX: Float32Array;
  readonly chartY: Float32Array;
  readonly faceWeight: Float32Array;
  readonly iodPx: number;
  readonly tone: FaceTone;
  /** ln(green + DARKEST) around each node: how near skin is to the face's highlights. */
  readonly lnGreen?: Float32Array;
}

/** Units whose relief hangs on the nose. */
const BESIDE_NOSE = new Set<ActionUnit>(['AU9', 'AU10']);

/** Bases in the order of strengthIndex; undefined where a unit leaves the skin smooth. */
export function buildShading(
  input: ShadingInput,
  pose: Pick<HeadPose, 'yawRadians'>,
): readonly (ShadingBasis | undefined)[] {
  const shade = shaderOf(input);
  return ACTION_UNITS.flatMap((unit) =>
    ([-1, 1] as const).map((sign) => {
      const basis = shade(RELIEFS[unit], sign);
      const known01 = BESIDE_NOSE.has(unit) ? foldTrust01(pose, sign) : 1;
      if (!basis || known01 === 1) return basis;
      return { ...basis, logGain: basis.logGain.map((gain) => known01 * gain) };
    }),
  );
}

/** Units whose furrows are the picture's own when they are taken back: see own-folds.ts. */
export const OWN_FOLD_UNITS = ['AU6', 'AU12'] as const;

/**
 * Bases for units that are taken back from what the picture shows, in the order of strengthIndex.
 * A smile's leave out the furrows: the picture's own are filled in instead, where they really are.
 */
export function buildRelease(
  input: ShadingInput,
  shading: readonly (ShadingBasis | undefined)[],
): readonly (ShadingBasis | undefined)[] {
  const shade = shaderOf(input);
  const release = [...shading];
  for (const unit of OWN_FOLD_UNITS) {
    const cheek: Relief = { furrows: [], bulges: RELIEFS[unit].bulges };
    release[strengthIndex(unit, 'right')] = shade(cheek, -1);
    release[strengthIndex(unit, 'left')] = shade(cheek, 1);
  }
  return release;
}

/** Part of the way to the face's highlights that one unit may go, and the least, ln of colour. */
const HEADROOM_SHARE = 0.5;
const LEAST_HEADROOM = 0.04;

/** What one unit at strength 1 may lighten a node by at most: skin in full light gets no lighter. */
function headroomOf({ lnGreen, tone }: ShadingInput): Float32Array | undefined {
  const highest = Math.log(tone.highlightLuma + DARKEST);
  return lnGreen?.map((green) => Math.max(LEAST_HEADROOM, HEADROOM_SHARE * (highest - green)));
}

/** What all reliefs of one face are shaded with; the fields are written anew for each. */
interface Shader {
  readonly input: ShadingInput;
  readonly headroom: Float32Array | undefined;
  readonly height: Float32Array;
  readonly furrow: Float32Array;
  readonly logGain: Float32Array;
}

/** Shades reliefs of one face, on one side at a time (sign: 1 on the subject's left). */
export function shaderOf(input: ShadingInput) {
  const count = input.grid.columns * input.grid.rows;
  const shader: Shader = {
    input,
    headroom: headroomOf(input),
    height: new Float32Array(count),
    furrow: new Float32Array(count),
    logGain: new Float32Array(count),
  };
  return (relief: Relief, sign: -1 | 1) => shadeRelief(shader, relief, sign);
}

// Not within shaderOf: V8 would compile it anew for every face.
function shadeRelief(
  { input, headroom, height, furrow, logGain }: Shader,
  relief: Relief,
  sign: -1 | 1,
): ShadingBasis | undefined {
  if (relief.furrows.length + relief.bulges.length === 0) return undefined;
  const { grid, chartX, chartY, faceWeight, iodPx, tone, lnGreen } = input;
  const lightX = tone.lightX;
  const lightY = Math.max(LEAST_LIGHT_FROM_ABOVE, tone.lightY);
  const perIod = iodPx / (2 * grid.cellPx);
  const [a0, a1, v0, v1] = reliefBounds(relief);
  let r0 = grid.rows;
  let r1 = -1;
  height.fill(0);
  furrow.fill(0);
  for (let i = 0; i < height.length; i++) {
    const x = sign * chartX[i];
    if (faceWeight[i] === 0 || x < -0.12 || x > a1) continue;
    if (Math.max(0, x) < a0 || chartY[i] < v0 || chartY[i] > v1) continue;
    const at = reliefAt(relief, Math.max(0, x), chartY[i]);
    const sided = faceWeight[i] * smoothstep(-0.12, 0.12, x);
    height[i] = at.height * sided;
    furrow[i] = at.furrow * sided;
    const row = Math.floor(i / grid.columns);
    if (row < r0) r0 = row;
    if (row > r1) r1 = row;
  }
  logGain.fill(0);
  for (let r = Math.max(1, r0 - 1); r <= Math.min(grid.rows - 2, r1 + 1); r++) {
    for (let c = 1; c < grid.columns - 1; c++) {
      const i = r * grid.columns + c;
      const slopeX = (height[i + 1] - height[i - 1]) * perIod;
      const slopeUp = (height[i - grid.columns] - height[i + grid.columns]) * perIod;
      const gain = -lightX * slopeX - lightY * slopeUp + OCCLUSION_PER_DEPTH * furrow[i];
      if (gain < 0) {
        const seen01 = lnGreen ? shadeSeen01(lnGreen[i]) : 1;
        logGain[i] = (seen01 * gain) / Math.hypot(1, gain / DARKEST_SHADE);
      } else logGain[i] = headroom ? gain / (1 + gain / headroom[i]) : gain;
    }
  }
  const first = Math.max(0, r0 - 1);
  const box = cropField(grid, logGain, 1, SILENT, first, Math.min(grid.rows - 1, r1 + 1));
  if (!box) return undefined;
  const { values, ...place } = box;
  return { ...place, logGain: values };
}
