import {
  DEFAULT_INTENSITY01,
  framingSchema,
  MAX_TAKE,
  pictureStyleSchema,
} from '@moodreel/contract';
import { completeSettings } from '@moodreel/engine';
import { expect, test } from 'vitest';

test('the intensity that the pages show as usual is the engine’s', () => {
  expect(completeSettings({}).intensity01).toBe(DEFAULT_INTENSITY01);
});

test('takes have the engine’s limits', () => {
  expect(completeSettings({ take: MAX_TAKE }).take).toBe(MAX_TAKE);
  expect(() => completeSettings({ take: MAX_TAKE + 1 })).toThrow(/take/);
});

test('every framing and style that may be asked for is known to the engine', () => {
  for (const framing of framingSchema.options) {
    expect(completeSettings({ framing }).framing).toBe(framing);
  }
  for (const style of pictureStyleSchema.options) {
    expect(completeSettings({ style }).style).toBe(style);
  }
});
