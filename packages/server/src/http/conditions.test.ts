import { expect, test } from 'vitest';
import { isKnown, rangeOf } from './conditions.ts';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b,c","a"', true],
  ['*', true],
  ['"b"', false],
  ['"A"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('of the versions %s the client has "a": %s', (ifNoneMatch, expected) => {
  expect(isKnown(ifNoneMatch, '"a"')).toBe(expected);
});

test.each([
  [undefined, 'bytes=0-1'],
  ['"a"', 'bytes=0-1'],
  ['"b"', undefined],
  ['W/"a"', undefined],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
])('with If-Range %s the range of version "a" is %s', (ifRange, expected) => {
  expect(rangeOf('bytes=0-1', ifRange, '"a"')).toBe(expected);
});
