import type { ActionUnit } from '../action-units.ts';

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
  /**
   * How steep the roll is at the steepest, rise over run: the side of it that is turned to the
   * face's light gets lighter and the other one darker. 0: only the line and the crest are seen.
   */
  readonly steep: number;
  /** How far the line may move to a valley that the skin already has, IOD. */
  readonly snap: number;
  /** Part of its depth on a smooth, young face, 0..1: some folds everybody has. */
  readonly youth: number;
  /** Part of its depth on a painted face, 0..1; all of it if left out. */
  readonly painted?: number;
  /** How many times as deep it is on a grown-up face with all of its skin's texture; as deep as on others if left out. */
  readonly lively?: number;
  /** Part of the path over which it fades in and out. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /**
   * The stroke that says it in a drawing, a path like the fold's; none where it is left out, and
   * where it would cross a line that the drawing has already.
   */
  readonly stroke?: readonly number[];
}

export const CREASE_LINES: readonly CreaseLine[] = [
  {
    // From the wing of the nose round the corner of the mouth; the cheek rolls over it.
    name: 'nasolabial',
    path: [0.25, -0.47, 0.285, -0.55, 0.345, -0.68, 0.425, -0.86, 0.49, -1.04],
    drives: { AU9: 0.43, AU10: 0.38, AU12: 0.62 },
    depth: 0.22,
    crisp: 0.026,
    soft: 0.06,
    roll: 0.05,
    crest: 0.085,
    steep: 0.22,
    snap: 0.05,
    youth: 0.3,
    fadeIn: 0.22,
    fadeOut: 0.55,
    stroke: [0.275, -0.51, 0.325, -0.58, 0.375, -0.67],
  },
  // Skin of the bridge, pushed together from below and from the cheeks: soft rolls side by side, over
  // the root of the nose and down its sides. The ridge further down keeps smooth.
  {
    name: 'root of the nose',
    path: [-0.1, 0.1, 0, 0.104, 0.08, 0.112, 0.17, 0.095],
    drives: { AU9: 0.62, AU4: 0.12 },
    depth: 0.16,
    crisp: 0.024,
    soft: 0.036,
    roll: 0.009,
    crest: 0.055,
    steep: 0.105,
    snap: 0.03,
    youth: 0.5,
    fadeIn: 0,
    fadeOut: 0.5,
  },
  {
    name: 'root of the nose, lower',
    path: [-0.1, 0.012, 0, 0.018, 0.06, 0.016, 0.12, 0],
    drives: { AU9: 0.7 },
    depth: 0.14,
    crisp: 0.016,
    soft: 0.026,
    roll: 0.006,
    crest: 0.04,
    steep: 0.105,
    snap: 0.02,
    youth: 0.4,
    fadeIn: 0,
    fadeOut: 0.75,
  },
  {
    name: 'bunny line, upper',
    path: [0.035, 0.015, 0.09, -0.006, 0.15, -0.045, 0.205, -0.11, 0.235, -0.175],
    drives: { AU9: 0.8 },
    depth: 0.2,
    crisp: 0.018,
    soft: 0.024,
    roll: 0.011,
    crest: 0.036,
    steep: 0.18,
    snap: 0.02,
    youth: 0.46,
    fadeIn: 0.5,
    fadeOut: 0.5,
  },
  {
    name: 'bunny line, middle',
    path: [0.035, -0.087, 0.088, -0.107, 0.148, -0.153, 0.2, -0.228, 0.225, -0.305],
    drives: { AU9: 0.8 },
    depth: 0.17,
    crisp: 0.018,
    soft: 0.024,
    roll: 0.009,
    crest: 0.036,
    steep: 0.165,
    snap: 0.02,
    youth: 0.26,
    fadeIn: 0.5,
    fadeOut: 0.5,
  },
  {
    name: 'bunny line, lower',
    path: [0.065, -0.205, 0.115, -0.231, 0.163, -0.285, 0.195, -0.36],
    drives: { AU9: 0.75 },
    depth: 0.11,
    crisp: 0.018,
    soft: 0.024,
    roll: 0.007,
    crest: 0.036,
    steep: 0.135,
    snap: 0.02,
    youth: 0.08,
    fadeIn: 0.55,
    fadeOut: 0.55,
  },
  {
    // Between the brows, upright; the brow's head rolls over it from the side.
    name: 'frown',
    path: [0.13, 0.47, 0.118, 0.38, 0.115, 0.28, 0.122, 0.19, 0.11, 0.1],
    drives: { AU4: 0.6 },
    depth: 0.25,
    crisp: 0.027,
    soft: 0.06,
    roll: 0.055,
    crest: 0.072,
    steep: 0.3,
    snap: 0.035,
    youth: 0.6,
    fadeIn: 0.5,
    fadeOut: 0.5,
    stroke: [0.098, 0.41, 0.124, 0.32, 0.122, 0.215],
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
    steep: 0.1,
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
    steep: 0.1,
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
    steep: 0.1,
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
    steep: 0.1,
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
    steep: 0.1,
    snap: 0.04,
    youth: 0.25,
    fadeIn: 0.35,
    fadeOut: 0.6,
  },
  // Lines of the forehead, where the brow's skin is pushed up. Only raised inner ends fold its middle.
  // Painters leave foreheads smooth: lines as deep as a photo's look laid onto the varnish. A grown-up's that
  // hardly folded looked unmoved under raised brows.
  {
    name: 'forehead, low in the middle',
    path: [-0.1, 0.622, 0, 0.625, 0.2, 0.645, 0.4, 0.64, 0.6, 0.59],
    drives: { AU1: 0.8 },
    depth: 0.12,
    crisp: 0.024,
    soft: 0.046,
    roll: 0.025,
    crest: 0.06,
    steep: 0.1,
    snap: 0.07,
    youth: 0.03,
    painted: 0.6,
    lively: 1.35,
    fadeIn: 0,
    fadeOut: 0.7,
  },
  {
    name: 'forehead, high in the middle',
    path: [-0.1, 0.785, 0, 0.785, 0.22, 0.8, 0.45, 0.785, 0.66, 0.725],
    drives: { AU1: 0.5, AU2: 0.34 },
    depth: 0.085,
    crisp: 0.024,
    soft: 0.046,
    roll: 0.022,
    crest: 0.06,
    steep: 0.09,
    snap: 0.07,
    youth: 0.03,
    painted: 0.6,
    lively: 1.35,
    fadeIn: 0,
    fadeOut: 0.75,
  },
  {
    name: 'forehead, low at the side',
    path: [0.3, 0.6, 0.46, 0.645, 0.64, 0.665, 0.82, 0.62, 0.94, 0.54],
    drives: { AU2: 0.95 },
    depth: 0.12,
    crisp: 0.024,
    soft: 0.046,
    roll: 0.025,
    crest: 0.06,
    steep: 0.1,
    snap: 0.07,
    youth: 0.03,
    painted: 0.6,
    lively: 1.35,
    fadeIn: 0.45,
    fadeOut: 0.5,
  },
  {
    name: 'forehead, high at the side',
    path: [0.24, 0.8, 0.42, 0.83, 0.62, 0.83, 0.8, 0.775, 0.92, 0.7],
    drives: { AU2: 0.7, AU1: 0.12 },
    depth: 0.08,
    crisp: 0.024,
    soft: 0.046,
    roll: 0.022,
    crest: 0.06,
    steep: 0.09,
    snap: 0.07,
    youth: 0.03,
    painted: 0.6,
    lively: 1.35,
    fadeIn: 0.45,
    fadeOut: 0.55,
  },
];
