import type { Render } from '../../src/index.ts';

/** A render whose worker looks for the face, as the server answers it. */
export const runningRender: Render = {
  id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a11',
  key: null,
  label: 1,
  take: 0,
  state: 'running',
  place: null,
  stage: 'finding-face',
  framesDone: 0,
  framesTotal: 0,
  failure: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: null,
  videoId: null,
  expiresAt: null,
  widthPx: null,
  heightPx: null,
  durationSeconds: null,
};
