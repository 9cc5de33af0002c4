import { clamp, gaussian, mix, smoothstep } from '../../math/easing.ts';

/**
 * Upper teeth as single crowns in the head frame, fixed to the skull. Widths from the midline
 * outwards and how far each lower edge stands below the seam of the closed lips, IOD.
 */
const WIDTHS = [0.137, 0.108, 0.112, 0.085, 0.07, 0.06] as const;
const EDGES = [0.074, 0.061, 0.066, 0.053, 0.038, 0.023] as const;
const HEIGHTS = [0.185, 0.165, 0.178, 0.155, 0.14, 0.12] as const;
/** Lower edge of the row as a whole in its middle, IOD. */
const ROW_EDGE = -0.07;
const STARTS = startsOf(WIDTHS);

/** Depth of the arch: how far it lies back at x, IOD: parabola of the dental arch. */
export function archDepth(x: number): number {
  return -0.12 - 0.75 * x * x;
}

/** What a row of teeth shows at one place. */
export interface ToothSample {
  /** 0..1: enamel covers the place. */
  coverage: number;
  /** 0..1: gum covers it. */
  gum: number;
  /** Light on the crown: 1 on its middle, less between crowns and at its edges. */
  light: number;
}

/**
 * Samples the upper row at (x, y) of the head frame, IOD, x from the row's middle, y from the
 * closed seam, up. `soft`: feather of edges, IOD.
 * @param apart01 1: crowns stand apart, as in a smile; 0: only their tips show in the lip's shadow,
 *   where the eye sees one soft row and single crowns would read as loose chips
 */
export function sampleUpperTeeth(
  x: number,
  y: number,
  soft: number,
  apart01: number,
  out: ToothSample,
): void {
  const q = Math.abs(x);
  const tooth = crownAt(WIDTHS, STARTS, q);
  const half = WIDTHS[tooth] / 2;
  const across = Math.min(1, Math.abs(q - STARTS[tooth] - half) / half);
  // Corners of a crown are rounded; its edge bends up towards its neighbours.
  const [lower, height] = besideNext(tooth, q, (1 - across) * half, Math.min(soft, MOST_STEP));
  const crown = -lower + 0.017 * across ** 4 + 0.005 * across * across;
  const edge = mix(ROW_EDGE + 0.21 * q * q, crown, apart01);
  const neck = -lower + height - 0.03 * (1 - across * across) + 0.012;
  const end = 1 - smoothstep(0.52, 0.58, q);
  const below = smoothstep(edge - soft, edge + soft, y);
  const above = smoothstep(neck + 1.5 * soft, neck - 1.5 * soft, y);
  out.coverage = below * above * end;
  out.gum = below * (1 - above) * end;
  const seam = gaussian((1 - across) * half, 0.011 + soft * 0.6);
  const body = 1 - 0.06 * across * across;
  const edgeGlass = 0.07 * gaussian(y - edge, 0.018);
  // Rounded corners leave gaps between the tips, which are darker than where crowns touch.
  const gaps = 0.12 * Math.exp(-Math.max(0, y - edge) / 0.035);
  out.light = body * (1 - mix(0.06, 0.17 + gaps, apart01) * seam) - edgeGlass;
}

/** From one crown to the next their edges go over in this, IOD: a step would jump from pixel to pixel as they move. */
const MOST_STEP = 0.016;

/** Lower edge and height of a crown, which near its end become those of the next one. */
function besideNext(
  tooth: number,
  q: number,
  fromEnd: number,
  breadth: number,
): readonly [edge: number, height: number] {
  const outwards = q > STARTS[tooth] + WIDTHS[tooth] / 2;
  const next = clamp(tooth + (outwards ? 1 : -1), 0, WIDTHS.length - 1);
  const share = 1 - smoothstep(-breadth, breadth, fromEnd);
  return [mix(EDGES[tooth], EDGES[next], share), mix(HEIGHTS[tooth], HEIGHTS[next], share)];
}

/** Widths of the lower teeth from the midline outwards, IOD: narrower and more even than the upper. */
const LOWER_WIDTHS = [0.085, 0.094, 0.107, 0.11] as const;
const LOWER_STARTS = startsOf(LOWER_WIDTHS);

/**
 * Samples the tips of the lower row, which goes with the jaw.
 * @param x from the row's middle, IOD
 * @param above from the lower lip's rim, up, IOD
 * @param bare height of the tips above the lip in the row's middle, IOD; below 0 they are covered
 */
export function sampleLowerTeeth(
  x: number,
  above: number,
  bare: number,
  soft: number,
  out: ToothSample,
): void {
  const q = Math.abs(x);
  const tooth = crownAt(LOWER_WIDTHS, LOWER_STARTS, q);
  const half = LOWER_WIDTHS[tooth] / 2;
  const across = Math.min(1, Math.abs(q - LOWER_STARTS[tooth] - half) / half);
  const tip = bare - 0.32 * q * q - 0.012 * across ** 4;
  out.coverage = smoothstep(tip + soft, tip - soft, above) * (1 - smoothstep(0.3, 0.38, q));
  out.gum = 0;
  const seam = gaussian((1 - across) * half, 0.009 + soft * 0.6);
  out.light = (1 - 0.16 * seam) * (1 - 0.45 * smoothstep(0.05, 0.36, q));
}

/** Height of the white band that stands for teeth in a drawing, below the closed seam, IOD. */
const DRAWN_EDGE = 0.085;

/** A drawing's teeth: one band with a soft lower bend, without crowns, gums or shade. */
export function sampleDrawnTeeth(x: number, y: number, soft: number, out: ToothSample): void {
  const edge = -DRAWN_EDGE + 0.14 * x * x;
  out.coverage =
    smoothstep(edge - soft, edge + soft, y) * (1 - smoothstep(0.66, 0.74, Math.abs(x)));
  out.gum = 0;
  out.light = 1.08;
}

/** Where each crown of a row begins, from the midline outwards, IOD. */
function startsOf(widths: readonly number[]): readonly number[] {
  return widths.map((_, tooth) => widths.slice(0, tooth).reduce((sum, width) => sum + width, 0));
}

/** Which crown stands at a distance from the midline, IOD; the last one for all beyond the row. */
function crownAt(widths: readonly number[], starts: readonly number[], q: number): number {
  let tooth = 0;
  while (tooth < widths.length - 1 && q > starts[tooth] + widths[tooth]) tooth++;
  return tooth;
}
