import { expect, test } from 'vitest';
import { webcamErrorText } from './use-webcam.ts';

test('a denied camera is told apart from a missing one', () => {
  expect(webcamErrorText(new DOMException('', 'NotAllowedError'))).toMatch(/^Camera access denied/);
  expect(webcamErrorText(new DOMException('', 'NotReadableError'))).toMatch(/^Error occurred/);
  expect(webcamErrorText(new TypeError('no mediaDevices'))).toMatch(/^Error occurred/);
});
