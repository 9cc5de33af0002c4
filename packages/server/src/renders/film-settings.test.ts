import {
  DEFAULT_INTENSITY01,
  EMOTION_NAMES,
  EMOTIONS,
  framingSchema,
  MAX_TAKE,
  MIN_EYES_APART_PX,
  pictureStyleSchema,
  UPLOAD_LIMITS,
} from '@moodreel/contract';
import {
  completeSettings,
  EMOTION_NAMES as ENGINE_EMOTION_NAMES,
  MIN_INTEROCULAR_PX,
} from '@moodreel/engine';
import { MAX_FILE_BYTES } from '@moodreel/engine/node';
import { expect, test } from 'vitest';

test('emotions have the engine’s labels, and its names in lower case', () => {
  const names = ENGINE_EMOTION_NAMES.map((name) => name.toLowerCase());
  expect(EMOTION_NAMES).toEqual(names);
  expect(EMOTIONS.map(({ label, name }) => [label, name])).toEqual([...names.entries()]);
});

test('the intensity that the pages show as usual is the engine’s', () => {
  expect(completeSettings({}).intensity01).toBe(DEFAULT_INTENSITY01);
});

test('a picture may be as large as the engine reads it', () => {
  expect(UPLOAD_LIMITS.maxBytes).toBe(MAX_FILE_BYTES);
});

test('eyes may be as close as the engine takes them', () => {
  expect(MIN_EYES_APART_PX).toBe(MIN_INTEROCULAR_PX);
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
