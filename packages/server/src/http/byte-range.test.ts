import { expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';

test('ranges are cut to the file', () => {
  expect(parseByteRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 });
  expect(parseByteRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseByteRange('bytes=900-5000', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseByteRange('bytes=-100', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseByteRange('bytes=-5000', 1000)).toEqual({ start: 0, end: 999 });
});

test('what lies outside is unsatisfiable', () => {
  expect(parseByteRange('bytes=1000-', 1000)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=-0', 1000)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
});

test('what is not understood gets the whole file', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2']) {
    expect(parseByteRange(header, 1000)).toBeUndefined();
  }
});
