import type { ActionUnit } from './action-units.ts';

/**
 * Folds that action units press into the skin, in the head frame of one side (a outwards, v up,
 * IOD, on a face at rest). A fold is where one piece of skin rolls over another: dark at its line,
 * crisp towards the roll that overhangs it, soft on the other side, and the roll catches light.
 */
export interface CreaseLine {
  readonly name: string;
  /** Where it runs: a,v, a,v, … The roll lies on its left, walking along it. */
  readonly path: readonly number[];
  /** What each unit at strength 1 adds to how deep it is pressed, 0..1 in all. */
  readonly drives: Partial<Record<ActionUnit, number>>;
  /** Change of ln(luma) at the line, fully pressed. */
  readonly depth: number;
  /** Half breadth on the crisp side and on the soft one, IOD. */
  readonly crisp: number;
  readonly soft: number;
  /** Change of ln(luma) on the crest of the roll, and how far from the line it is, IOD. */
  readonly roll: number;
  readonly crest: number;
  /** How far the line may move to a valley that the skin already has, IOD. */
  readonly snap: number;
  /** Part of its depth on a smooth, young face, 0..1: some folds everybody has. */
  readonly youth: number;
  /** Part of the path over which it fades in and out. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** The stroke that says it in a drawing, a path like the fold's; none where it is left out. */
  readonly stroke?: readonly number[];
}

export const CREASE_LINES: readonly CreaseLine[] = [
  {
    // From the wing of the nose round the corner of the mouth; the cheek rolls over it.
    name: 'nasolabial',
    path: [0.25, -0.46, 0.305, -0.55, 0.375, -0.69, 0.455, -0.87, 0.52, -1.05],
    drives: { AU9: 0.5, AU10: 0.45, AU12: 0.42 },
    depth: 0.3,
    crisp: 0.017,
    soft: 0.05,
    roll: 0.05,
    crest: 0.085,
    snap: 0.07,
    youth: 0.42,
    fadeIn: 0.16,
    fadeOut: 0.5,
    stroke: [0.275, -0.51, 0.325, -0.58, 0.4, -0.71, 0.46, -0.9],
  },
  {
    name: 'bunny line, upper',
    path: [0.205, -0.2, 0.135, -0.1, 0.06, -0.04],
    drives: { AU9: 0.75 },
    depth: 0.26,
    crisp: 0.012,
    soft: 0.03,
    roll: 0.02,
    crest: 0.04,
    snap: 0.025,
    youth: 0.55,
    fadeIn: 0.5,
    fadeOut: 0.5,
    stroke: [0.205, -0.2, 0.135, -0.1, 0.06, -0.04],
  },
  {
    name: 'bunny line, lower',
    path: [0.2, -0.31, 0.14, -0.2, 0.075, -0.125],
    drives: { AU9: 0.7 },
    depth: 0.22,
    crisp: 0.012,
    soft: 0.032,
    roll: 0.02,
    crest: 0.042,
    snap: 0.025,
    youth: 0.5,
    fadeIn: 0.5,
    fadeOut: 0.5,
  },
  {
    // Across the root of the nose, under the skin that the procerus pulls down.
    name: 'root of the nose',
    path: [-0.1, 0.092, 0, 0.092, 0.08, 0.1, 0.16, 0.085],
    drives: { AU9: 0.6, AU4: 0.2 },
    depth: 0.24,
    crisp: 0.02,
    soft: 0.044,
    roll: 0.015,
    crest: 0.055,
    snap: 0.03,
    youth: 0.5,
    fadeIn: 0,
    fadeOut: 0.4,
  },
  {
    // Between the brows, upright; the brow's head rolls over it from the side.
    name: 'frown',
    path: [0.105, 0.44, 0.125, 0.33, 0.125, 0.21, 0.1, 0.11],
    drives: { AU4: 0.62 },
    depth: 0.34,
    crisp: 0.013,
    soft: 0.036,
    roll: 0.05,
    crest: 0.055,
    snap: 0.035,
    youth: 0.5,
    fadeIn: 0.45,
    fadeOut: 0.4,
    stroke: [0.105, 0.44, 0.125, 0.33, 0.125, 0.21, 0.1, 0.11],
  },
  {
    // Under the pouch that the tightened lower lid makes.
    name: 'lower lid',
    path: [0.36, -0.115, 0.48, -0.155, 0.62, -0.145, 0.76, -0.085],
    drives: { AU6: 0.55, AU7: 0.45, AU9: 0.25 },
    depth: 0.22,
    crisp: 0.011,
    soft: 0.036,
    roll: 0.045,
    crest: 0.042,
    snap: 0.03,
    youth: 0.7,
    fadeIn: 0.4,
    fadeOut: 0.4,
  },
  {
    // Where the raised cheek meets the lid: the cheek rolls over it from below.
    name: 'cheek',
    path: [0.84, -0.17, 0.7, -0.265, 0.52, -0.3, 0.36, -0.265, 0.25, -0.2],
    drives: { AU6: 0.5, AU9: 0.3 },
    depth: 0.17,
    crisp: 0.022,
    soft: 0.05,
    roll: 0.05,
    crest: 0.1,
    snap: 0.04,
    youth: 0.4,
    fadeIn: 0.45,
    fadeOut: 0.45,
  },
  {
    name: "crow's foot, upper",
    path: [0.82, 0.035, 0.92, 0.065, 1.03, 0.125],
    drives: { AU6: 0.75 },
    depth: 0.2,
    crisp: 0.009,
    soft: 0.02,
    roll: 0.03,
    crest: 0.028,
    snap: 0.04,
    youth: 0.2,
    fadeIn: 0.35,
    fadeOut: 0.6,
  },
  {
    name: "crow's foot, middle",
    path: [0.83, -0.045, 0.94, -0.05, 1.07, -0.035],
    drives: { AU6: 0.75 },
    depth: 0.22,
    crisp: 0.009,
    soft: 0.02,
    roll: 0.03,
    crest: 0.028,
    snap: 0.04,
    youth: 0.3,
    fadeIn: 0.35,
    fadeOut: 0.6,
  },
  {
    name: "crow's foot, lower",
    path: [0.81, -0.115, 0.9, -0.155, 1.0, -0.22],
    drives: { AU6: 0.75 },
    depth: 0.18,
    crisp: 0.009,
    soft: 0.022,
    roll: 0.03,
    crest: 0.03,
    snap: 0.04,
    youth: 0.25,
    fadeIn: 0.35,
    fadeOut: 0.6,
  },
  // Lines of the forehead, where the brow's skin is pushed up. Only raised inner ends fold its middle.
  {
    name: 'forehead, low in the middle',
    path: [-0.1, 0.617, 0, 0.62, 0.2, 0.63, 0.38, 0.6],
    drives: { AU1: 0.8 },
    depth: 0.19,
    crisp: 0.018,
    soft: 0.034,
    roll: 0.04,
    crest: 0.06,
    snap: 0.07,
    youth: 0.12,
    fadeIn: 0,
    fadeOut: 0.5,
  },
  {
    name: 'forehead, high in the middle',
    path: [-0.1, 0.785, 0, 0.785, 0.22, 0.79, 0.46, 0.755],
    drives: { AU1: 0.5, AU2: 0.34 },
    depth: 0.15,
    crisp: 0.018,
    soft: 0.034,
    roll: 0.04,
    crest: 0.06,
    snap: 0.07,
    youth: 0.12,
    fadeIn: 0,
    fadeOut: 0.6,
  },
  {
    name: 'forehead, low at the side',
    path: [0.42, 0.62, 0.62, 0.655, 0.84, 0.575],
    drives: { AU2: 0.95 },
    depth: 0.18,
    crisp: 0.018,
    soft: 0.034,
    roll: 0.04,
    crest: 0.06,
    snap: 0.07,
    youth: 0.12,
    fadeIn: 0.4,
    fadeOut: 0.5,
  },
  {
    name: 'forehead, high at the side',
    path: [0.36, 0.815, 0.6, 0.82, 0.8, 0.75],
    drives: { AU2: 0.7, AU1: 0.12 },
    depth: 0.13,
    crisp: 0.018,
    soft: 0.034,
    roll: 0.04,
    crest: 0.06,
    snap: 0.07,
    youth: 0.12,
    fadeIn: 0.4,
    fadeOut: 0.6,
  },
];
