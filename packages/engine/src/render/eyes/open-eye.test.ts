import { expect, it } from 'vitest';
import { stateWith } from '../../../test/support/face-states.ts';
import { EMOTION_TARGETS } from '../../expression/emotions.ts';
import { eyesOpened } from './open-eye.ts';

it('opens eyes that were drawn shut in surprise and fear, and in anger not at all', () => {
  const openedIn = (emotion: keyof typeof EMOTION_TARGETS) => {
    const { AU5 = 0, AU7 = 0 } = EMOTION_TARGETS[emotion].units;
    return eyesOpened(stateWith({ AU5, AU7 }));
  };
  expect(openedIn(3)).toBe(1);
  expect(openedIn(4)).toBe(1);
  expect(openedIn(1)).toBe(0);
});
