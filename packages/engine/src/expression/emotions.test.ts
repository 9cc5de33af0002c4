import { describe, expect, it } from 'vitest';
import type { ActionUnit } from '../rig/action-units.ts';
import { BROW_PIECE, displaceByUnit } from '../rig/unit-displacement.ts';
import { EMOTION_TARGETS, type Emotion } from './emotions.ts';

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
