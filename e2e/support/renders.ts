import { paths, type Render } from '@moodreel/contract';
import type { Page } from 'playwright-core';

const running: Render = {
  id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a11',
  label: 1,
  take: 0,
  state: 'running',
  place: null,
  stage: 'finding-face',
  framesDone: 0,
  framesTotal: 0,
  failure: null,
  createdAt: new Date().toISOString(),
  finishedAt: null,
  videoId: null,
  expiresAt: null,
  widthPx: null,
  heightPx: null,
  durationSeconds: null,
};

/** Lets the AI page find a render, one in work if nothing else is said of it, when it is opened next. */
export async function pretendRender(page: Page, part: Partial<Render> = {}): Promise<Render> {
  const render = { ...running, ...part };
  await page.route(`**${paths.renders()}`, (route) =>
    route.fulfill({ json: { renders: [render] } }),
  );
  return render;
}
