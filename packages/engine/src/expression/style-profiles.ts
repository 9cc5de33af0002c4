import { ACTION_UNITS, type ActionUnit } from '../rig/action-units.ts';
import type { ArtStyle } from '../rig/art-style.ts';
import { EMOTION_TARGETS, type Emotion, type EmotionTarget } from './emotions.ts';

/** How a style acts: factors on units and on the head's angles. */
interface StyleProfile {
  readonly factors: Partial<Record<ActionUnit, number>>;
  readonly all: number;
  readonly head: number;
  /** Strengths on top, by emotion. */
  readonly extras?: Partial<Record<Emotion, Partial<Record<ActionUnit, number>>>>;
}

/**
 * A drawing takes stronger shapes. An animal's muzzle moves as one and its lips are not a
 * person's: it opens less, and its head says more (DogFACS has no unit for half of what a human
 * mouth does).
 */
const PROFILES: Readonly<Record<ArtStyle, StyleProfile>> = {
  photo: { factors: {}, all: 1, head: 1 },
  painting: { factors: {}, all: 1, head: 1 },
  drawing: { factors: { AU26: 0.95 }, all: 1.12, head: 1.2 },
  animal: {
    factors: {
      AU2: 0.7,
      AU4: 1.5,
      AU6: 0.9,
      AU9: 0.85,
      AU10: 0.8,
      AU12: 1.2,
      AU16: 0,
      AU18: 0.4,
      AU20: 0.45,
      AU25: 0,
      AU26: 0,
    },
    all: 1,
    head: 1.1,
    // Ears flatten in anger and fear and stand up in surprise; a content animal half shuts its eyes.
    extras: {
      0: { AU43: 0.3 },
      1: { AU43: 0.3, EAD103: 0.9 },
      2: { AU43: 0.12, EAD103: 0.35 },
      3: { EAD101: 1 },
      4: { EAD103: 1 },
      5: { AU43: 0.32, EAD103: 0.4 },
    },
  },
};

/** An emotion's target as a style acts it. */
export function styleTarget(emotion: Emotion, style: ArtStyle): EmotionTarget {
  const target = EMOTION_TARGETS[emotion];
  const profile = PROFILES[style];
  const units: Partial<Record<ActionUnit, number>> = {};
  for (const unit of ACTION_UNITS) {
    const wanted = (target.units[unit] ?? 0) * profile.all * (profile.factors[unit] ?? 1);
    const extra = profile.extras?.[emotion]?.[unit] ?? 0;
    if (wanted + extra > 0) units[unit] = wanted + extra;
  }
  const { yaw, pitch, roll } = target.head;
  return {
    ...target,
    units,
    head: { yaw: yaw * profile.head, pitch: pitch * profile.head, roll: roll * profile.head },
  };
}
