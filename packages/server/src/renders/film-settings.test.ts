import { DEFAULT_INTENSITY01, framingSchema, pictureStyleSchema } from '@moodreel/contract';
import { completeSettings } from '@moodreel/engine';
import { expect, test } from 'vitest';

test('the intensity that the pages show as usual is the engine’s', () => {
  expect(completeSettings({}).intensity01).toBe(DEFAULT_INTENSITY01);
});

test('every framing and style that may be asked for is known to the engine', () => {
  for (const framing of framingSchema.options) {
    expect(completeSettings({ framing }).framing).toBe(framing);
  }
  for (const style of pictureStyleSchema.options) {
    expect(completeSettings({ style }).style).toBe(style);
  }
});
