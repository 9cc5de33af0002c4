import { describe, expect, it } from 'vitest';
import { EMOTIONS, plan, SEEDS, stateAt, strength } from '../../test/support/clips.ts';
import type { ActionUnit } from '../rig/action-units.ts';
import { lidShare } from '../rig/animal/animal-eyes.ts';
import { BROW_PIECE, displaceByUnit } from '../rig/unit-displacement.ts';
import { ANIMAL_TARGETS } from './animal-emotions.ts';
import { EMOTION_NAMES, EMOTION_TARGETS, type Emotion } from './emotions.ts';

const ANGRY: Emotion = 1;
const DISGUST: Emotion = 5;
const FAR_FROM_MOUTH = { s: 0, h: 1 };

/** How far an emotion moves the inner end of a brow at its height, IOD, up. */
function innerBrow(emotion: Emotion): number {
  const out = { out: 0, up: 0 };
  let up = 0;
  for (const [unit, strength] of Object.entries(EMOTION_TARGETS[emotion].units)) {
    displaceByUnit(unit as ActionUnit, 0.2, BROW_PIECE.v, FAR_FROM_MOUTH, false, out);
    up += strength * out.up;
  }
  return up;
}

describe('disgust', () => {
  it('lowers the brows by much less than anger, for which it is taken otherwise', () => {
    expect(innerBrow(DISGUST)).toBeLessThan(0);
    expect(innerBrow(DISGUST)).toBeGreaterThan(0.65 * innerBrow(ANGRY));
  });

  it('says it by the nose, the lip and the eyes instead', () => {
    const { units } = EMOTION_TARGETS[DISGUST];
    const angry = EMOTION_TARGETS[ANGRY].units;
    for (const unit of ['AU6', 'AU9', 'AU10'] as const) {
      expect(units[unit]).toBeGreaterThan((angry[unit] ?? 0) + 0.5);
    }
  });
});

/** How far a nose's tip lies before the middle of the head, IOD. */
const NOSE_DEPTH_IOD = 0.5;

describe('a nose that shortens', () => {
  it('is not shortened again by a head that goes back: eyes stay where they look', () => {
    for (const emotion of EMOTIONS) {
      const { units, head, gaze } = EMOTION_TARGETS[emotion];
      if ((units.AU9 ?? 0) < 0.5) continue;
      const byHead = -NOSE_DEPTH_IOD * Math.sin((head.pitch * Math.PI) / 180);
      expect(byHead).toBeLessThanOrEqual(0);
      expect(Math.sign(gaze[1])).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('what each emotion is made of (FACS prototypes)', () => {
  const prototypes = {
    0: ['AU6', 'AU12'],
    1: ['AU4', 'AU7', 'AU24'],
    2: ['AU1', 'AU15'],
    3: ['AU1', 'AU2', 'AU26'],
    4: ['AU1', 'AU2', 'AU4', 'AU5', 'AU20'],
    5: ['AU9', 'AU10'],
  } as const;

  it.each(EMOTIONS.map((e) => [EMOTION_NAMES[e], e] as const))('%s', (_, emotion) => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion, seed });
      const state = stateAt(clip, clip.apexSeconds);
      for (const unit of prototypes[emotion]) {
        expect(strength(state, unit), `${unit} of ${clip.actName}`).toBeGreaterThan(0.2);
      }
    }
  });

  it('leaves angry lips most of their height: they set, and are not pressed to a line', () => {
    for (const seed of SEEDS) {
      const clip = plan({ emotion: 1, seed });
      expect(strength(stateAt(clip, clip.apexSeconds), 'AU24')).toBeLessThan(0.85);
      expect(strength(stateAt(clip, clip.apexSeconds), 'AU24')).toBeGreaterThan(0.4);
    }
  });

  it('holds the eyes wider in Fear than in Surprise', () => {
    for (const seed of SEEDS) {
      const [surprise, fear] = ([3, 4] as const).map((emotion) => {
        const clip = plan({ emotion, seed });
        return strength(stateAt(clip, clip.apexSeconds), 'AU5');
      });
      expect(fear).toBeGreaterThan(surprise);
    }
  });
});

describe('ears and lids of animals', () => {
  it('do most of what they ever do at a middling intensity already, and never more', () => {
    for (const emotion of [1, 3, 4] as const) {
      const height = (intensity01: number) => {
        const clip = plan({ emotion, intensity01, style: 'animal' });
        const state = stateAt(clip, clip.apexSeconds);
        return (['EAD101', 'EAD103', 'AU4', 'AU5'] as const).reduce(
          (sum, unit) => sum + strength(state, unit),
          0,
        );
      };
      expect(height(0)).toBe(0);
      expect(height(0.5)).toBeGreaterThan(0.72 * height(1));
      for (let i = 0; i < 1; i += 0.1) expect(height(i + 0.1)).toBeGreaterThanOrEqual(height(i));
    }
  });

  it('narrow eyes from below in joy, to crescents, and from both sides in disgust: an upper lid alone cuts the ball flat', () => {
    const closes = (emotion: Emotion, lower: boolean) =>
      Object.entries(ANIMAL_TARGETS[emotion].units).reduce(
        (sum, [unit, at]) => sum + Math.abs(at * lidShare(unit as ActionUnit, lower, 0, 0)),
        0,
      );
    expect(closes(0, true)).toBeGreaterThan(0.5);
    expect(closes(0, false)).toBeLessThan(0.1);
    expect(closes(5, true)).toBeGreaterThan(0.2);
    expect(closes(5, false)).toBeGreaterThan(0.2);
    expect(closes(5, false)).toBeLessThan(1.25 * closes(5, true));
  });
});
