import { describe, expect, it } from 'vitest';
import type { ArtStyle } from '../rig/style/art-style.ts';
import { EMOTION_TARGETS, type Emotion } from './emotions.ts';
import { styleTarget } from './style-profiles.ts';

const EMOTIONS: readonly Emotion[] = [0, 1, 2, 3, 4, 5];

describe('styleTarget', () => {
  it('is the emotion as it is in a photo', () => {
    for (const emotion of EMOTIONS) {
      const { units, teeth01, head } = styleTarget(emotion, 'photo');
      expect(teeth01).toBe(EMOTION_TARGETS[emotion].teeth01);
      expect(head).toMatchObject({ yaw: EMOTION_TARGETS[emotion].head.yaw });
      for (const [unit, strength] of Object.entries(units)) {
        expect(strength).toBe(EMOTION_TARGETS[emotion].units[unit as keyof typeof units]);
      }
    }
  });

  it('takes stronger shapes in a drawing, and in disgust neither brows of anger nor lids that are held', () => {
    for (const emotion of EMOTIONS) {
      const drawn = styleTarget(emotion, 'drawing');
      for (const [unit, strength] of Object.entries(styleTarget(emotion, 'photo').units)) {
        const there = drawn.units[unit as keyof typeof drawn.units];
        // A drawn lip is high enough beside a photo's: with more of it cells fold below the nose.
        if (emotion === 5 && unit === 'AU10') expect(there).toBeGreaterThan(0.9 * strength);
        else if (emotion === 5 && ['AU4', 'AU5'].includes(unit))
          expect(there).toBeLessThan(0.5 * strength);
        else expect(there).toBeGreaterThan(strength);
      }
    }
  });

  it('bares fewer of the teeth in surprise where they are painted, only tips of drawn ones, and as many in a smile', () => {
    const surprised = (style: ArtStyle) => styleTarget(3, style).teeth01;
    expect(surprised('painting')).toBeLessThan(0.75 * surprised('photo'));
    expect(surprised('drawing')).toBeLessThan(0.6 * surprised('painting'));
    for (const style of ['painting', 'drawing'] as const) {
      expect(styleTarget(0, style).teeth01).toBe(styleTarget(0, 'photo').teeth01);
    }
  });

  it('shows fewer painted teeth in fear, and acts fear in a drawing as no face of skin does', () => {
    expect(styleTarget(4, 'painting').teeth01).toBeLessThan(0.9 * styleTarget(4, 'photo').teeth01);
    const [drawn, photo] = [styleTarget(4, 'drawing').units, styleTarget(4, 'photo').units];
    for (const unit of ['AU1', 'AU4', 'AU20', 'AU26'] as const) {
      expect(drawn[unit]).toBeGreaterThan(1.12 * (photo[unit] ?? 0));
    }
    expect(drawn.AU2).toBeCloseTo(1.12 * (photo.AU2 ?? 0), 6);
  });
});
