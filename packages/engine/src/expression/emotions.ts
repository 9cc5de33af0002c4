import type { ActionUnit } from '../rig/action-units.ts';

/** Labels of the emotions, as users and calls know them. */
export const EMOTION_NAMES = ['Happy', 'Angry', 'Sad', 'Surprise', 'Fear', 'Disgust'] as const;

export type EmotionName = (typeof EMOTION_NAMES)[number];

/** 0 Happy, 1 Angry, 2 Sad, 3 Surprise, 4 Fear, 5 Disgust. */
export type Emotion = 0 | 1 | 2 | 3 | 4 | 5;

/** What a body does in an emotion. */
export interface BodyTarget {
  /** How far shoulders rise at the apex, IOD; below 0 they drop. */
  readonly shoulders: number;
  /** How far they rise with each breath, IOD, and breaths a second. */
  readonly breath: number;
  readonly breathHz: number;
}

/** How an emotion looks at its height and how it comes and goes. */
export interface EmotionTarget {
  /** FACS strengths at the apex, 1 = full activation. */
  readonly units: Partial<Record<ActionUnit, number>>;
  /** 1: lips that are apart in the picture close; 0: they stay as they are. */
  readonly shutMouth01: number;
  /** true: brows that scowl in the picture go back to what this feeling asks of them, as where it asks for nothing. */
  readonly easesScowl?: boolean;
  /**
   * true: what the picture shows goes no sooner than the feeling comes (see goneOf): surprise may be
   * glad at first and at last.
   */
  readonly lingers?: boolean;
  /** How far the upper teeth come out below the upper lip's own edge, 0..1. */
  readonly teeth01: number;
  /** IOD, x to the subject's left, y up. */
  readonly gaze: readonly [x: number, y: number];
  /** -1..1: how an animal's pupils narrow or widen at the apex. */
  readonly pupils?: number;
  /** Degrees at the apex; pitch positive looks down, roll positive tilts clockwise. */
  readonly head: {
    readonly yaw: number;
    readonly pitch: number;
    readonly roll: number;
    /** IOD, up. */
    readonly lift?: number;
  };
  /** What shoulders do; an animal's keep still. */
  readonly body?: BodyTarget;
  /** Seconds; the offset is slower than the onset, as in genuine expressions. */
  readonly onset: number;
  readonly apex: number;
  readonly offset: number;
  /**
   * How units grow with the intensity asked for: exponents on it, `all` for whatever is not named,
   * 1 if left out. Below 1 a unit comes sooner, above 1 later; at intensity 1 all are the same. All
   * go smoothly to nothing: see growthOf.
   */
  readonly growth?: Partial<Record<ActionUnit | 'all', number>>;
  /**
   * Where brows, eyes or lips are hidden (SourceUnits.hidden01) the rest says more: strengths to add, and how
   * many times as far the head turns.
   */
  readonly whereHidden?: {
    readonly units: Partial<Record<ActionUnit, number>>;
    readonly turns: number;
  };
  /** Largest natural difference between the sides at the apex, share of the strength. */
  readonly asymmetry: number;
}

/**
 * The six emotions (Ekman and Friesen's prototypes), strengths tuned by looking at films. 5 is
 * slight in surprise and strong in fear; that, 4 and 20 tell the two apart.
 */
export const EMOTION_TARGETS: Readonly<Record<Emotion, EmotionTarget>> = {
  0: {
    units: { AU2: 0.32, AU6: 1.3, AU7: 0.36, AU10: 0.08, AU12: 1.2, AU25: 0.95, AU26: 0.2 },
    shutMouth01: 0,
    teeth01: 1,
    gaze: [0, 0],
    head: { yaw: 2.5, pitch: -3.5, roll: 1 },
    body: { shoulders: 0.08, breath: 0.03, breathHz: 0.3 },
    onset: 0.7,
    apex: 1.6,
    offset: 1.1,
    asymmetry: 0.08,
    growth: { AU6: 0.7, AU12: 0.7, AU25: 5, AU26: 5 },
  },
  1: {
    units: {
      AU4: 2,
      AU5: 0.34,
      AU7: 0.82,
      AU9: 0.6,
      AU10: 0.12,
      AU15: 0.35,
      AU17: 1,
      AU24: 0.7,
    },
    shutMouth01: 1,
    teeth01: 0,
    gaze: [0, 0],
    head: { yaw: -1.6, pitch: 5.5, roll: -1 },
    body: { shoulders: 0.1, breath: 0.05, breathHz: 0.4 },
    onset: 0.5,
    apex: 1.5,
    offset: 0.9,
    asymmetry: 0.06,
    growth: { all: 0.75, AU4: 0.35, AU9: 0.45, AU17: 0.6 },
  },
  2: {
    units: { AU1: 1.45, AU4: 0.44, AU15: 1, AU17: 0.5, AU41: 0.7, AU43: 0.01 },
    easesScowl: true,
    shutMouth01: 1,
    teeth01: 0,
    gaze: [0, -0.035],
    head: { yaw: 2.5, pitch: 7.5, roll: -2.5 },
    body: { shoulders: -0.1, breath: 0.045, breathHz: 0.24 },
    onset: 1,
    apex: 2,
    offset: 1.2,
    asymmetry: 0.08,
    growth: { all: 0.75 },
  },
  3: {
    units: { AU1: 1.05, AU2: 1.15, AU5: 0.92, AU18: 1.1, AU25: 0.38, AU26: 1.36 },
    lingers: true,
    shutMouth01: 0,
    teeth01: 0.65,
    gaze: [0, 0],
    head: { yaw: 0, pitch: -4.5, roll: 0.5 },
    body: { shoulders: 0.26, breath: 0.03, breathHz: 0.33 },
    onset: 0.25,
    apex: 0.9,
    offset: 0.9,
    asymmetry: 0.05,
    growth: { AU1: 0.65, AU2: 0.65, AU5: 0.7, AU18: 1.1, AU25: 1.3, AU26: 0.55 },
  },
  4: {
    units: {
      AU1: 1.6,
      AU2: 0.5,
      AU4: 0.68,
      AU5: 1.35,
      AU15: 0.3,
      AU16: 0.24,
      AU20: 0.78,
      AU25: 0.48,
      AU26: 0.6,
    },
    easesScowl: true,
    shutMouth01: 0.4,
    teeth01: 0.64,
    gaze: [0, 0],
    head: { yaw: 3.5, pitch: -2.5, roll: 1 },
    body: { shoulders: 0.3, breath: 0.045, breathHz: 0.6 },
    onset: 0.34,
    apex: 1.2,
    offset: 0.9,
    asymmetry: 0.06,
    growth: { AU1: 0.45, AU2: 0.65, AU4: 0.7, AU5: 0.35, AU15: 0.7 },
  },
  5: {
    // Brows join in, but by a quarter of what anger lowers them: with more, it is taken for that. The upper lid
    // is held up against them (AU5): cheeks narrow the eye from below, and what stays of it shows iris and white.
    units: {
      AU4: 0.5,
      AU5: 0.48,
      AU6: 1,
      AU7: 0.72,
      AU9: 1.6,
      AU10: 1.35,
      AU15: 0.4,
      AU17: 0.8,
      AU20: 0.42,
    },
    easesScowl: true,
    shutMouth01: 1,
    teeth01: 0,
    gaze: [0, 0.008],
    // The chin comes in: seen from below, as in a head thrown back, a nose that shortens is another person's.
    head: { yaw: -4, pitch: 2, roll: -1 },
    body: { shoulders: 0.14, breath: 0.03, breathHz: 0.3 },
    onset: 0.4,
    apex: 1.2,
    offset: 0.8,
    asymmetry: 0.18,
    whereHidden: {
      units: { AU4: 0.3, AU7: 0.15, AU9: 0.25, AU10: 0.25, AU17: 0.2, AU20: 0.15 },
      turns: 1.8,
    },
    growth: { AU6: 0.4, AU7: 0.55, AU9: 0.45, AU10: 0.55 },
  },
};
