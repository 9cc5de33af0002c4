import type { FoundFace, Video } from '@moodreel/contract';
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

/** A video that an account is pretended to have saved. */
export const video: Video = {
  id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a11',
  title: 'The cat knows',
  videoUrl: '/api/videos/x/stream',
  posterUrl: '/api/avatars/cat.png',
  downloadUrl: null,
  shareUrl: null,
  label: 4,
  take: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  widthPx: 480,
  heightPx: 480,
  durationSeconds: 4,
  sizeBytes: 400_000,
};

/** Answers a request as the server refuses one. */
export const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message } } });
