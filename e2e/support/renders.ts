import { paths, type Render } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import type { Page } from 'playwright-core';

/** Lets the AI page find a render, one in work if nothing else is said of it, when it is opened next. */
export async function pretendRender(page: Page, part: Partial<Render> = {}): Promise<Render> {
  const render = { ...runningRender, createdAt: new Date().toISOString(), ...part };
  await page.route(`**${paths.renders()}`, (route) =>
    route.fulfill({ json: { renders: [render] } }),
  );
  return render;
}
