import { EMOTIONS } from '@moodreel/contract';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectFocus, expectInView, useBrowser } from './support/journey.ts';

const { openPage, openContext } = useBrowser();

test('a visitor looks around at home and is led to sign in by Generate Now', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  await page.getByRole('heading', { level: 1, name: /Give any face a feeling/ }).waitFor();
  // What the film was made from is seen beside it.
  const still = page.getByRole('img', { name: /The calm face/ });
  await expect
    .poll(() => still.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const section = page.getByRole('region', { name: 'Choose from Various Expressions' });
  const dots = section.getByRole('button', { name: /^Go to/ });
  await dots.nth(5).waitFor();
  const calledAs = (all: Element[]) => all.map((dot) => dot.getAttribute('aria-label'));
  expect(await dots.evaluateAll(calledAs)).toEqual(EMOTIONS.map(({ title }) => `Go to ${title}`));

  const caption = () => section.locator('.swiper-slide-active figcaption').innerText();
  expect(await caption()).toBe('Happy');
  await section.getByRole('button', { name: 'Next expression' }).click();
  await section.locator('.swiper-slide-active', { hasText: 'Angry' }).waitFor();
  await dots.nth(5).click();
  await section.locator('.swiper-slide-active', { hasText: 'Disgust' }).waitFor();
  // It loops. While it turns, a click on an arrow would be one too many.
  await carouselStands(page);
  await section.getByRole('button', { name: 'Next expression' }).click();
  await section.locator('.swiper-slide-active', { hasText: 'Happy' }).waitFor();

  // The film in front plays, the ones beside it rest.
  await page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('.swiper-slide-active video');
    return video !== null && video.currentTime > 0.2 && !video.paused;
  });
  const playing = await section
    .locator('video')
    .evaluateAll((all) => all.filter((video) => !(video as HTMLVideoElement).paused).length);
  expect(playing).toBe(1);

  for (const step of ['Upload an image', 'Pick an emotion', 'Enjoy the video']) {
    await page.getByRole('heading', { name: step }).waitFor();
  }
  await page.getByRole('link', { name: 'Generate Now' }).first().click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  // Most who press it have no account: theirs is the first thing on the page, and not a link at its end.
  const newcomers = page.getByRole('region', { name: 'New here?' });
  await newcomers.getByText('three films a week, and no card needed').waitFor();
  await newcomers.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).click();
  await page.getByText('Good to see your face again.').waitFor();
  expect(await newcomers.count()).toBe(0);
});

test('the carousel leaves the keys that scroll to the page', async () => {
  const page = await openPage('/', { viewport: { width: 1280, height: 700 } });
  const section = page.getByRole('region', { name: 'Choose from Various Expressions' });
  await section.getByRole('button', { name: 'Next expression' }).waitFor();
  await section.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  // Again until it scrolls: a page that is busy loses a key now and then.
  const pressed = async () => {
    await page.keyboard.press('PageDown');
    return scrolled();
  };
  await expect.poll(pressed, { interval: 500 }).toBeGreaterThan(before + 200);
  expect(await section.locator('.swiper-slide-active figcaption').innerText()).toBe('Happy');
});

test('the arrows of the carousel live on after an arrow and a dot within one frame', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  const section = page.getByRole('region', { name: 'Choose from Various Expressions' });
  await section.getByRole('button', { name: 'Go to Disgust' }).waitFor();
  // The second turn leads back to where the carousel stands: there is nothing to move.
  await section.evaluate((element) => {
    element.querySelector<HTMLElement>('[aria-label="Next expression"]')?.click();
    element.querySelector<HTMLElement>('[aria-label="Go to Disgust"]')?.click();
  });
  await section.locator('.swiper-slide-active', { hasText: 'Disgust' }).waitFor();
  await carouselStands(page);
  await section.getByRole('button', { name: 'Next expression' }).click();
  await section.locator('.swiper-slide-active', { hasText: 'Happy' }).waitFor();
});

test('the switch of the films stands beside the arrows, on phones and narrow windows', async () => {
  for (const hasTouch of [false, true]) {
    const page = await openPage('/', { hasTouch, isMobile: hasTouch });
    const section = page.getByRole('region', { name: 'Choose from Various Expressions' });
    const middleOf = async (name: string) => {
      const box = await section.getByRole('button', { name }).boundingBox();
      return box && box.y + box.height / 2;
    };
    for (const width of [360, 375, 390, 412, 420, 428, 440, 460]) {
      await page.setViewportSize({ width, height: 740 });
      expect({ width, y: await middleOf('Play the films') }).toEqual({
        width,
        y: await middleOf('Next expression'),
      });
    }
  }
});

test('people who want less movement see still pictures, until they ask for the films', async () => {
  const page = await openPage('/', { reducedMotion: 'reduce' });
  const films = page.locator('video');
  await films.first().waitFor();
  await page.waitForLoadState('networkidle');
  const used = () =>
    films.evaluateAll((all) =>
      (all as HTMLVideoElement[]).filter(({ paused, readyState }) => !paused || readyState > 0),
    );
  expect((await used()).length).toBe(0);
  const play = page.getByRole('button', { name: 'Play the films' });
  expect(await play.count()).toBe(2);
  await play.first().click();
  await page.waitForFunction(
    () => [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length === 2,
  );
  await page.getByRole('button', { name: 'Pause the films' }).first().click();
  await play.first().waitFor();
});

test('what moves on the home page can be stopped by keyboard, and stays so while one looks around', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  const patience = { timeout: 60_000 };
  const moving = () =>
    page.evaluate(() => ({
      films: [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length,
      puppets: document
        .getAnimations()
        .filter((a) => a.playState === 'running' && a.effect?.getTiming().iterations === Infinity)
        .length,
    }));
  await expect.poll(moving, patience).toEqual({ films: 2, puppets: 2 });
  // One where each film is, and all of them one switch.
  const pause = page.getByRole('button', { name: 'Pause the films' });
  const play = page.getByRole('button', { name: 'Play the films' });
  expect(await pause.count()).toBe(2);
  await pause.first().press('Enter');
  await expectFocus(play.first());
  expect(await play.count()).toBe(2);
  await expect.poll(moving, patience).toEqual({ films: 0, puppets: 0 });
  const section = page.getByRole('region', { name: 'Choose from Various Expressions' });
  await section.getByRole('button', { name: 'Next expression' }).click();
  await section.locator('.swiper-slide-active', { hasText: 'Angry' }).waitFor();
  expect(await moving()).toEqual({ films: 0, puppets: 0 });

  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  await bar.getByRole('link', { name: 'Moodreel' }).click();
  await play.last().waitFor();
  expect(await moving()).toEqual({ films: 0, puppets: 0 });
  await play.last().press('Space');
  await expect.poll(moving, patience).toEqual({ films: 2, puppets: 2 });
});

test('a browser that plays nothing unasked shows pictures, and a switch that plays them', async () => {
  const page = await openPage('/theme.js', { reducedMotion: 'no-preference' });
  // As a phone that saves power does: what was not asked for is refused. The browser's own note of
  // that, `userActivation`, counts what the test looks up in the page, too.
  await page.addInitScript(() => {
    let asked = false;
    addEventListener('click', () => (asked = true), { capture: true });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (asked) return play.call(this);
      return Promise.reject(new DOMException('Not now.', 'NotAllowedError'));
    };
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the films' }).first().click();
  await page.waitForFunction(
    () => [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length === 2,
  );
});

test('Home is reported once, and not for those who ask not to be tracked', async () => {
  const page = await openPage('/Contact/Contact');
  const report = page.waitForRequest((request) => request.url().endsWith('/api/events'));
  await page.getByRole('link', { name: 'Moodreel' }).click();
  expect((await report).postDataJSON()).toEqual({ name: 'screen_view', screen: 'Home' });
});

test('the bar of a visitor has Pricing, Contact, Sign In and Sign Up', async () => {
  const page = await openPage('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Sign Up' }).waitFor();
  expect(await bar.getByRole('link').allInnerTexts()).toEqual([
    'Moodreel',
    'Pricing',
    'Contact',
    'Sign In',
    'Sign Up',
  ]);
  expect(await bar.getByRole('img', { name: 'Moodreel' }).count()).toBe(1);
  // The focus is seen around all of the logo, and not on a line through it.
  const logo = await bar.getByRole('link', { name: 'Moodreel' }).boundingBox();
  expect(logo?.height).toBeGreaterThanOrEqual(44);
});

test('on a small screen the menu opens, leads on, and closes', async () => {
  const page = await openPage('/', { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Who listens to pages is at the new one, not back at the button.
  await expectFocus(page.locator('#content'));
});

test('the product can be put on a home screen, with icons and colours of its own', async () => {
  const page = await openPage('/');
  // The browser's own reading of it: a policy that forbids it, or a mistake in it, shows here.
  const devTools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, ...manifest } = JSON.parse(data ?? '{}');
  expect(manifest).toMatchObject({
    name: 'Moodreel',
    start_url: '/AI/AIPage',
    display: 'standalone',
    theme_color: await page
      .locator('meta[name="theme-color"][media*="light"]')
      .getAttribute('content'),
  });
  const { headers, status } = await fetch(url);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/manifest+json');
  expect(headers.get('cache-control')).toBe('no-cache');

  const forApple = page.locator('link[rel="apple-touch-icon"]');
  const touchIcon = { src: await forApple.getAttribute('href'), sizes: '180x180' };
  for (const { src, sizes } of [...icons, touchIcon]) {
    const size = await page.evaluate(async (address) => {
      const icon = new Image();
      icon.src = address;
      await icon.decode();
      return `${icon.naturalWidth}x${icon.naturalHeight}`;
    }, src);
    expect({ src, size }).toEqual({ src, size: sizes });
  }
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
});

test('a link to the product has a title, a text and a picture in a chat', async () => {
  const { request } = await openContext();
  const html = await (await request.get('/')).text();
  const told = (name: string) =>
    new RegExp(`property="og:${name}"\\s+content="([^"]+)"`).exec(html)?.[1] ?? '';
  expect(told('title')).toContain('Moodreel');
  expect(told('description')).not.toBe('');
  expect(new URL(told('image')).origin).toBe(inject('origin'));
  const picture = await request.get(told('image'));
  expect(picture.headers()['content-type']).toBe('image/jpeg');
});

test('on a phone a film and the way to one of your own are on the first screen', async () => {
  const page = await openPage('/', { viewport: { width: 360, height: 740 } });
  await expectInView(page.getByLabel('A sample film: a still face comes alive and smiles'));
  await expectInView(page.getByRole('link', { name: 'Generate Now' }).first());
});

test('addresses that lead nowhere get a page that helps', async () => {
  const page = await openPage('/theme.js');
  for (const path of ['/no/such/page', '/Pricing', '/ai/aipage', '/s', '/index.html']) {
    const answer = await page.goto(path);
    expect({ path, status: answer?.status() }).toEqual({ path, status: 404 });
    await page.getByRole('heading', { name: 'This scene was never filmed' }).waitFor();
  }
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
});

test.each(['light', 'dark'] as const)(
  'in %s a page says that it loads before its code is there, and nothing jumps',
  async (theme) => {
    const page = await (await openContext({ colorScheme: theme })).newPage();
    const code = Promise.withResolvers<void>();
    const home = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.route('**/assets/home-page-*.js', async (route) => {
      await home.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const loading = page.getByText('Loading...');
    await loading.waitFor();
    const title = page.locator('#root').getByText('Moodreel', { exact: true });
    expect(await title.isVisible()).toBe(true);
    const seen = () =>
      loading.evaluate((text) => {
        const { x, y, width, height } = text.getBoundingClientRect();
        const { color, fontWeight } = getComputedStyle(text);
        return { x, y, width, height, color, fontWeight };
      });
    // `fonts.ready` is over as well before any font is asked for.
    await page.waitForFunction(() =>
      [...document.fonts].some(
        ({ family, status }) => /Figtree V/.test(family) && status === 'loaded',
      ),
    );
    const before = await seen();
    expect(before.color).toBe(theme === 'light' ? 'rgb(105, 77, 99)' : 'rgb(203, 178, 194)');
    code.resolve();
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
    expect(await seen()).toEqual(before);
    home.resolve();
    await page.getByRole('heading', { level: 1, name: /Give any face/ }).waitFor();
    expect(await loading.count()).toBe(0);
  },
);

test('without scripts no page says that it loads', async () => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto('/');
  const words = await page.locator('body > noscript > p').boundingBox();
  // They do not stick to the window's edge.
  expect(Math.min(words?.x ?? 0, words?.y ?? 0)).toBeGreaterThanOrEqual(16);
  expect(await page.locator('#root').isVisible()).toBe(false);
});

test.each([
  '/Downloads/Downloads',
  '/Profile/editProf',
  '/Profile/EditProf',
  '/Subscription/CancelSub',
])('%s asks a visitor to sign in and remembers where they wanted to go', async (path) => {
  const page = await openPage(path);
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe(path);
});

test.each(['/Admin/AdminPage', '/Admin/CreateUser', '/Admin/EditUser'])(
  '%s is denied to a visitor, who goes home',
  async (path) => {
    const page = await openPage(path);
    const popup = page.getByRole('dialog', { name: 'Access Denied' });
    await popup.getByText('You are not authorized to access this page.').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
  },
);

test('the pictures of the three scenes are whole, however wide the window is', async () => {
  const page = await openPage('/');
  const scenes = page.getByRole('region', { name: /Three scenes/ }).getByRole('listitem');
  const cutOff: Record<number, readonly string[]> = {};
  for (const width of [320, 768, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    cutOff[width] = await scenes.evaluateAll((items) =>
      items.flatMap((item) => {
        const frame = item.firstElementChild?.getBoundingClientRect();
        const drawings = [...item.querySelectorAll('svg')].map((svg) =>
          svg.getBoundingClientRect(),
        );
        const isCut = drawings.some(
          ({ left, right }) => !frame || left < frame.left - 1 || right > frame.right + 1,
        );
        return isCut ? [item.querySelector('h3')?.textContent ?? ''] : [];
      }),
    );
  }
  expect(cutOff).toEqual({ 320: [], 768: [], 1023: [], 1024: [], 1440: [] });
});

async function carouselStands(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const carousel = document.querySelector<HTMLElement & { swiper?: { animating: boolean } }>(
      '.swiper',
    );
    return carousel?.swiper?.animating === false;
  });
}
