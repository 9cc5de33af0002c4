import type { FoundFace } from '@moodreel/contract';
import type { Route } from 'playwright-core';

/** A face that the server is pretended to have found. */
export const face: FoundFace = {
  id: 0,
  box: box(40, 200),
  sizePx: 200,
  confidence01: 0.9,
  foundBy: 'first-pass',
};

/** Where such a face lies in its picture. */
export function box(xPx: number, widthPx: number) {
  return { xPx, yPx: 60, widthPx, heightPx: widthPx };
}

/** Answers a request as the server refuses one. */
export const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message } } });
