import type { Render } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import { expect, test } from 'vitest';
import { webcamErrorText } from './use-webcam.ts';
import { eventOf } from './watch-render.ts';

const render: Render = {
  ...runningRender,
  stage: 'rendering',
  framesDone: 30,
  framesTotal: 120,
};

test('asking instead of listening tells the same', () => {
  expect(eventOf({ ...render, state: 'queued', place: 4 })).toEqual({ type: 'queued', place: 4 });
  expect(eventOf(render)).toEqual({ type: 'progress', framesDone: 30, framesTotal: 120 });
  expect(eventOf({ ...render, stage: 'finding-face', framesTotal: 0 })).toEqual({
    type: 'stage',
    stage: 'finding-face',
  });
  expect(eventOf({ ...render, state: 'finished' })).toEqual({ type: 'finished' });
  const failure = { code: 'no_face_found' as const, message: 'No face.' };
  expect(eventOf({ ...render, state: 'failed', failure })).toEqual({ type: 'failed', ...failure });
});

test('a denied camera is told apart from a missing one', () => {
  expect(webcamErrorText(new DOMException('', 'NotAllowedError'))).toMatch(/^Camera access denied/);
  expect(webcamErrorText(new DOMException('', 'NotReadableError'))).toMatch(/^Error occurred/);
  expect(webcamErrorText(new TypeError('no mediaDevices'))).toMatch(/^Error occurred/);
});
