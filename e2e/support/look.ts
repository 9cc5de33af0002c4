import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepScreenshot } from './journey.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Title, overflow, axe, and pictures to look at, in two widths and two themes; ends on a phone. */
export async function look(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.title()).toMatch(/Moodreel/);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.fonts.ready);
      // Axe wants the last ones.
      await coloursStand(page);
      expect({ name, width, overflow: await page.evaluate(overflow) }).toEqual({
        name,
        width,
        overflow: 0,
      });
      // By night only the colours are others.
      const only = colorScheme === 'light' ? undefined : ['color-contrast'];
      if (width === 1440 || colorScheme === 'light') {
        expect({ name, width, colorScheme, faults: await axe(page, only) }).toEqual({
          name,
          width,
          colorScheme,
          faults: [],
        });
      }
      await keepScreenshot(page, `${name}-${colorScheme}-${width}`);
    }
  }
}

/** Resolves when colours have faded from theme to theme. */
export async function coloursStand(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getAnimations().some(({ playState }) => playState === 'running'),
  );
}

/** Overflow of the phone on which `look` ends, with letters that are larger, up to twice as large. */
export async function lookAtLargeLetters(page: Page, name: string): Promise<void> {
  for (const size of ['130%', '200%']) {
    await page.evaluate((large) => {
      document.documentElement.style.fontSize = large;
    }, size);
    const seen = { overflow: await page.evaluate(overflow), spilt: await page.evaluate(spilt) };
    expect({ name, size, ...seen }).toEqual({ name, size, overflow: 0, spilt: [] });
  }
}

/** Runs in the page: by how much it is wider than its window. */
function overflow(): number {
  const { documentElement } = document;
  return documentElement.scrollWidth - documentElement.clientWidth;
}

/** Runs in the page: words that reach out of the frame around them, or are cut off by it. */
function spilt(): readonly string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility()) continue;
    if (parent.closest('.sr-only, .truncate, .swiper, form [aria-hidden]')) continue;
    const words = document.createRange();
    words.selectNodeContents(text);
    const { left, right } = words.getBoundingClientRect();
    for (let frame: Element | null = parent; frame; frame = frame.parentElement) {
      const { overflowX, borderLeftWidth } = getComputedStyle(frame);
      if (overflowX === 'visible' && borderLeftWidth === '0px') continue;
      const box = frame.getBoundingClientRect();
      // What is for those who listen is a pixel wide.
      const isSeen = box.width > 1;
      if (isSeen && (left < box.left - 1 || right > box.right + 1)) found.push(text.textContent);
      break;
    }
  }
  return found;
}

type AxeFault = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
};

/** What axe finds serious or critical, by all its rules or by these only, as text. */
async function axe(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const faults = await page.evaluate(async (runOnly) => {
    const { axe: tool } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: AxeFault[] }> };
    };
    // Of what is in order it need not tell each element.
    const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
    return (await tool.run(options)).violations;
  }, rules);
  return faults
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Runs in the page: how an element looks, and what the mouse looks like over it. */
export function getLook(element: Element): { opacity: string; cursor: string } {
  const { opacity, cursor } = getComputedStyle(element);
  return { opacity, cursor };
}
