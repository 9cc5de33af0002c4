import type { Act } from './acts.ts';
import type { Emotion, EmotionTarget } from './emotions.ts';

/** What an animal says most with comes early: ears that lie flat or stand, and lids. */
const EARLY = 0.4;

/** What all animal targets have in common: no teeth, and little gaze (their eyes are all iris). */
const ANIMAL = {
  shutMouth01: 1,
  teeth01: 0,
  gaze: [0, 0],
  growth: {
    EAD101: EARLY,
    EAD103: EARLY,
    AU1: EARLY,
    AU4: EARLY,
    AU5: EARLY,
    AU6: EARLY,
    AU7: EARLY,
    AU12: EARLY,
    AU15: EARLY,
    AU43: EARLY,
  },
} as const;

/**
 * How animals show the six emotions, after DogFACS and CatFACS and what actors of animal films do:
 * ears and head say most, then the eyes' shape, then the muzzle. Joy: corners that rise in the
 * cheeks, eyes narrowed to crescents from below, ears forward, head up. Anger: inner lids down, ears flat, head low, nose
 * wrinkled. Sorrow: outer lids down, inner ones up over wide pupils, gaze, ears and head drooping.
 * Surprise: ears and head up, eyes wide.
 * Fear: eyes as wide, but ears flat and the head drawn in. Disgust: nose and one lip up, eyes half shut from
 * above, ears back, head drawn in and turned away. A sneer has one side: a lip that both sides curl says anger.
 */
export const ANIMAL_TARGETS: Readonly<Record<Emotion, EmotionTarget>> = {
  0: {
    ...ANIMAL,
    units: { AU6: 0.92, AU12: 2.1, EAD101: 0.85 },
    shutMouth01: 0,
    head: { yaw: 3.5, pitch: -5, roll: 4.6, lift: 0.05 },
    onset: 0.7,
    apex: 1.6,
    offset: 1.1,
    asymmetry: 0.06,
  },
  1: {
    ...ANIMAL,
    units: { AU4: 1.1, AU7: 0.52, AU9: 0.65, AU10: 0.3, AU15: 0.74, EAD103: 0.6 },
    pupils: -0.9,
    head: { yaw: -2, pitch: 9, roll: -1, lift: -0.07 },
    onset: 0.5,
    apex: 1.5,
    offset: 0.9,
    asymmetry: 0.05,
  },
  2: {
    ...ANIMAL,
    units: { AU1: 1.1, AU15: 0.74, AU43: 0.05, EAD103: 0.5 },
    gaze: [0, -0.035],
    pupils: 0.6,
    head: { yaw: 5, pitch: 9, roll: -4, lift: -0.1 },
    onset: 1.1,
    apex: 2,
    offset: 1.2,
    asymmetry: 0.05,
  },
  3: {
    ...ANIMAL,
    units: { AU2: 0.8, AU5: 1, AU15: 0.2, AU26: 0.85, EAD101: 1.25 },
    // As people's: a slit says nothing.
    growth: { ...ANIMAL.growth, AU26: 0.6 },
    shutMouth01: 0,
    pupils: 0.45,
    head: { yaw: 0, pitch: -8, roll: 1, lift: 0.09 },
    onset: 0.22,
    apex: 0.9,
    offset: 0.9,
    asymmetry: 0.04,
  },
  4: {
    ...ANIMAL,
    units: { AU1: 0.25, AU5: 1.15, AU15: 0.42, AU20: 0.6, AU26: 0.42, EAD103: 0.95 },
    gaze: [-0.03, 0],
    pupils: 1,
    head: { yaw: 6.5, pitch: 4, roll: 2, lift: -0.11 },
    onset: 0.28,
    apex: 1.2,
    offset: 0.9,
    asymmetry: 0.05,
  },
  5: {
    ...ANIMAL,
    units: {
      AU6: 0.29,
      AU7: 0.42,
      AU9: 1.2,
      AU10: 0.84,
      AU15: 0.7,
      AU43: 0.28,
      EAD103: 0.54,
    },
    gaze: [-0.04, -0.025],
    pupils: -0.3,
    head: { yaw: -9, pitch: 2, roll: -3.5, lift: -0.02 },
    onset: 0.4,
    apex: 1.2,
    offset: 0.8,
    asymmetry: 0.2,
  },
};

/** Three acts for each emotion of an animal. The first is the plainest. */
export const ANIMAL_ACTS: Readonly<Record<Emotion, readonly [Act, Act, Act]>> = {
  0: [
    {
      name: 'a contented look',
      step: { level01: 0.5, pauseSeconds: 0.3 },
      beats: [
        { afterSeconds: 0.3, factors: { EAD101: 0.4 }, head: { yaw: 3.2, roll: 2.4 } },
        { afterSeconds: 0.8, factors: { EAD101: 1.2 }, head: { pitch: 2.4 } },
      ],
    },
    {
      name: 'a tilted head',
      beats: [
        { afterSeconds: 0.3, head: { roll: -4.8, yaw: -3.2 } },
        { afterSeconds: 0.8, factors: { EAD101: 0.5 }, head: { roll: 1.6, pitch: 1.6 } },
      ],
      head: { roll: 1.4, yaw: 0.7 },
      extras: { EAD101: 0.2 },
    },
    {
      name: 'a slow blink',
      beats: [
        { afterSeconds: 0.3, factors: { EAD101: 0.5 }, head: { pitch: 3.2 } },
        { afterSeconds: 0.8, head: { yaw: 3.2 } },
      ],
      extras: { AU43: 0.1 },
      head: { pitch: 0.6 },
      onsetFactor: 1.3,
    },
  ],
  1: [
    {
      name: 'a glare',
      onsetFactor: 1.1,
      beats: [
        { afterSeconds: 0.3, factors: { EAD103: 1.08 }, head: { pitch: 3.2, yaw: 3.2 } },
        { afterSeconds: 0.8, level: 0.87, head: { yaw: -2.4 } },
      ],
    },
    {
      name: 'a snarl',
      beats: [
        { afterSeconds: 0.25, head: { pitch: 2.4, yaw: 2.4 } },
        { afterSeconds: 0.8, factors: { AU10: 0.8 }, head: { yaw: -1.6 } },
      ],
      factors: { AU10: 1.5, AU9: 1.15 },
      pulse: { hz: 5.2, units: ['AU10', 'AU9'], share: 0.07, pitchDegrees: 0.2, lasts: 0.8 },
      onsetFactor: 0.8,
    },
    {
      name: 'anger held back',
      beats: [
        { afterSeconds: 0.3, level: 0.84, head: { yaw: 4 } },
        { afterSeconds: 0.75, factors: { EAD103: 1.08 } },
      ],
      step: { level01: 0.55, pauseSeconds: 0.25 },
      head: { yaw: 2.2 },
    },
  ],
  2: [
    {
      name: 'sinking',
      onsetFactor: 1.1,
      beats: [
        { afterSeconds: 0.12, head: { pitch: 4, yaw: 3.2 } },
        { afterSeconds: 0.85, factors: { EAD103: 0.8 }, head: { pitch: 1.6, roll: -1.6 } },
      ],
    },
    {
      name: 'a sigh',
      beats: [
        { afterSeconds: 0.12, level: 0.87, head: { pitch: -2.4, yaw: -3.2 } },
        { afterSeconds: 0.75, head: { pitch: 3.2 } },
      ],
      step: { level01: 0.6, pauseSeconds: 0.35 },
      head: { roll: 0.6 },
    },
    {
      name: 'pleading',
      beats: [
        { afterSeconds: 0.12, factors: { AU1: 0.9, EAD103: 0.8 }, head: { pitch: 3.2, yaw: 3.2 } },
        { afterSeconds: 0.8, head: { roll: -3.2 } },
      ],
      factors: { AU1: 1.1 },
      head: { pitch: 0.6, roll: 1.5 },
    },
  ],
  3: [
    {
      name: 'a start',
      onsetFactor: 0.9,
      beats: [
        { afterSeconds: 0.3, factors: { AU26: 0.85, EAD101: 0.8 }, head: { pitch: 3.2 } },
        { afterSeconds: 0.7, factors: { EAD101: 1.05 }, head: { yaw: 4.8 } },
      ],
    },
    {
      name: 'a second look',
      step: { level01: 0.5, pauseSeconds: 0.18 },
      beats: [
        { afterSeconds: 0.25, factors: { AU26: 0.85, EAD101: 0.8 }, head: { yaw: 5.6 } },
        { afterSeconds: 0.7, head: { pitch: 1.6 } },
      ],
    },
    {
      name: 'wonder',
      onsetFactor: 1.5,
      head: { pitch: 0.8, roll: 4 },
      beats: [
        { afterSeconds: 0.3, head: { roll: -8, yaw: 3.2 } },
        { afterSeconds: 0.8, factors: { EAD101: 0.85 }, head: { roll: 1.6 } },
      ],
    },
  ],
  4: [
    {
      name: 'frozen',
      beats: [
        { afterSeconds: 0.25, head: { yaw: 3.2 } },
        { afterSeconds: 0.7, factors: { EAD103: 0.9 }, head: { yaw: -3.2, pitch: 1.6 } },
      ],
      onsetFactor: 0.9,
      pulse: { hz: 8.1, units: ['EAD103'], share: 0.03, pitchDegrees: 0.12, lasts: 1 },
    },
    {
      name: 'shrinking back',
      head: { yaw: 1.5, pitch: 1.4 },
      beats: [
        { afterSeconds: 0.25, head: { yaw: 1, pitch: 3 } },
        { afterSeconds: 0.75, factors: { EAD103: 0.92 }, head: { yaw: -1.6 } },
      ],
    },
    {
      name: 'trembling',
      beats: [
        { afterSeconds: 0.25, head: { yaw: 3.2 } },
        { afterSeconds: 0.7, head: { yaw: -3.2, pitch: -1.6 } },
      ],
      pulse: { hz: 7.3, units: ['EAD103', 'AU20'], share: 0.05, pitchDegrees: 0.22, lasts: 1 },
    },
  ],
  5: [
    {
      name: 'a wrinkled nose',
      beats: [
        { afterSeconds: 0.3, head: { yaw: -4, pitch: -1.6 } },
        { afterSeconds: 0.8, level: 0.84, factors: { EAD103: 0.7 }, head: { pitch: 3.2 } },
      ],
    },
    {
      name: 'turning away',
      head: { yaw: 1.15, roll: 1.2 },
      beats: [
        { afterSeconds: 0.25, head: { yaw: -3.2, roll: -1.6 } },
        { afterSeconds: 0.75, level: 0.89, head: { yaw: 2.4 } },
      ],
    },
    {
      name: 'a curled lip',
      beats: [
        { afterSeconds: 0.3, factors: { AU10: 0.8, AU9: 0.85 }, head: { yaw: 3.2 } },
        { afterSeconds: 0.65, head: { pitch: -2.4, yaw: -1.6 } },
      ],
      factors: { AU10: 1.12, AU9: 0.95 },
      step: { level01: 0.5, pauseSeconds: 0.22 },
    },
  ],
};
