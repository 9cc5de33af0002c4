import { mix } from '../math/easing.ts';
import { ACTION_UNITS, type ActionUnit } from '../rig/action-units.ts';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { ANIMAL_TARGETS } from './animal-emotions.ts';
import { EMOTION_TARGETS, type Emotion, type EmotionTarget } from './emotions.ts';

/** How a style acts: factors on units and on the head's angles. */
interface StyleProfile {
  readonly factors: Partial<Record<ActionUnit, number>>;
  /** More factors on units, in single emotions. */
  readonly of: Partial<Record<Emotion, Partial<Record<ActionUnit, number>>>>;
  readonly all: number;
  readonly head: number;
  /** How far the upper lip bares the teeth where it does otherwise than in a photo, 0..1. */
  readonly teeth01: Partial<Record<Emotion, number>>;
}

/** Of drawn teeth in an open mouth only tips are seen: more is a pale band in it. */
const DRAWN_TIPS = { 3: 0.2 } as const;
/** Painted ones are hinted at in the lip's shade: without them the mouth was a hole, and as many as in a photo were a band. */
const PAINTED_TIPS = { 3: 0.45, 4: 0.55 } as const;

const DRAWN = {
  1: { AU4: 0.9 },
  // Lines tell fear from sorrow by shapes that a face made of skin has no need of.
  4: { AU1: 1.03, AU4: 1.13, AU20: 1.08, AU26: 1.13 },
  // Drawn brows tilt by as much as they sink: more of it would be anger's sign. Drawn lids need no holding.
  5: { AU4: 0.3, AU5: 0.34, AU7: 1.18, AU10: 0.82 },
} as const;

/** A drawing takes stronger shapes. Animals have targets of their own. */
const PROFILES: Readonly<Record<Exclude<ArtStyle, 'animal'>, StyleProfile>> = {
  photo: { factors: {}, of: {}, all: 1, head: 1, teeth01: {} },
  painting: { factors: {}, of: {}, all: 1, head: 1, teeth01: PAINTED_TIPS },
  drawing: { factors: { AU26: 0.95 }, of: DRAWN, all: 1.12, head: 1.2, teeth01: DRAWN_TIPS },
};

/**
 * An emotion's target as a style acts it.
 * @param painted01 see StyleGuess: teeth of what is hardly a painting are bared nearly as in a photo
 */
export function styleTarget(emotion: Emotion, style: ArtStyle, painted01 = 1): EmotionTarget {
  if (style === 'animal') return ANIMAL_TARGETS[emotion];
  const target = EMOTION_TARGETS[emotion];
  const profile = PROFILES[style];
  const units: Partial<Record<ActionUnit, number>> = {};
  for (const unit of ACTION_UNITS) {
    const factor = (profile.factors[unit] ?? 1) * (profile.of[emotion]?.[unit] ?? 1);
    const wanted = (target.units[unit] ?? 0) * profile.all * factor;
    if (wanted > 0) units[unit] = wanted;
  }
  const { yaw, pitch, roll } = target.head;
  return {
    ...target,
    units,
    teeth01: mix(
      target.teeth01,
      profile.teeth01[emotion] ?? target.teeth01,
      style === 'painting' ? painted01 : 1,
    ),
    head: { yaw: yaw * profile.head, pitch: pitch * profile.head, roll: roll * profile.head },
  };
}
