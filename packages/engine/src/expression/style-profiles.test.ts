import { describe, expect, it } from 'vitest';
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

  it('takes stronger shapes in a drawing', () => {
    for (const emotion of EMOTIONS) {
      const drawn = styleTarget(emotion, 'drawing');
      for (const [unit, strength] of Object.entries(styleTarget(emotion, 'photo').units)) {
        expect(drawn.units[unit as keyof typeof drawn.units]).toBeGreaterThan(strength);
      }
    }
  });

  it('bares fewer of the teeth in surprise where they are painted, and as many in a smile', () => {
    for (const style of ['painting', 'drawing'] as const) {
      expect(styleTarget(3, style).teeth01).toBeLessThan(0.6 * styleTarget(3, 'photo').teeth01);
      expect(styleTarget(0, style).teeth01).toBe(styleTarget(0, 'photo').teeth01);
    }
  });

  it('leaves a painted nose nearly still in disgust, and shows fewer painted teeth in fear', () => {
    const units = (emotion: Emotion, style: 'photo' | 'painting') =>
      styleTarget(emotion, style).units;
    expect(units(5, 'painting').AU9).toBeLessThan(0.6 * (units(5, 'photo').AU9 ?? 0));
    expect(units(5, 'painting').AU10).toBe(units(5, 'photo').AU10);
    // Anger is acted as in a photo: its nose hardly moves.
    expect(units(1, 'painting')).toEqual(units(1, 'photo'));
    expect(styleTarget(4, 'painting').teeth01).toBeLessThan(0.7 * styleTarget(4, 'photo').teeth01);
  });
});
