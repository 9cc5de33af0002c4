import { keptRendersSchema, paths, type Render } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  animate,
  answerPopup,
  choosePicture,
  expectFocus,
  expectInView,
  filmTimeout,
  makeAccount,
  password,
  pictures,
  useBrowser,
} from './support/journey.ts';

const { openAsUser, openContext } = useBrowser();

const faces = '**/api/faces';
const looked = '/api/faces with the picture';
const named = '/api/renders without';
const sent = '/api/renders with the picture';

test('a picture goes to the server once for its film, and again for the next', async () => {
  const { page, uploads } = await studio();
  await choosePicture(page, pictures.redhead);
  await animate(page);
  expect(await uploads()).toEqual([looked, named]);
  // With its film the server has deleted it.
  await page.getByRole('button', { name: 'Another take' }).click();
  await page.getByText("Take 2. It's a wrap").waitFor({ timeout: filmTimeout });
  expect(await uploads()).toEqual([looked, named, sent]);
});

test('an order waits for its picture that is on its way, and can be cancelled meanwhile', async () => {
  const { page, uploads } = await studio();
  const arrival = Promise.withResolvers<void>();
  await page.route(faces, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  const start = page.getByRole('button', { name: 'Animate!', disabled: false });
  await start.click();
  await page.getByText('Sending the picture').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await start.click();
  await page.getByText('Sending the picture').waitFor();
  // Whoever looks at the prices meanwhile does not break it off.
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  expect(await uploads()).toEqual([looked]);
  const ordered = page.waitForResponse('**/api/renders');
  arrival.resolve();
  expect((await ordered).status()).toBe(202);
  await page.goBack();
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
  expect(await uploads()).toEqual([looked, named]);
});

test('the film of an order that is cancelled before its answer is here is not made', async () => {
  const { page, uploads } = await studio();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const holdAnswers = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  const made = async () => keptRendersSchema.parse(await ask(page, paths.renders())).renders.length;
  const orderAndCancel = async () => {
    await holdAnswers(300_000);
    await page.getByRole('button', { name: 'Animate!' }).click();
    await expect.poll(made, { timeout: 60_000 }).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
    await holdAnswers(0);
    await expect.poll(made, { timeout: 60_000 }).toBe(0);
    await page.getByText('3 of 3 films left this week').waitFor();
  };
  await choosePicture(page, pictures.largeRedhead);
  await orderAndCancel();
  // The server has the picture no more: this one brings it.
  await orderAndCancel();
  expect(await uploads()).toEqual([looked, named, sent]);
});

test('orders that were cancelled before they were answered are cancelled after a reload as well', async () => {
  const { page } = await studio();
  let made: readonly Render[] = [];
  await page.route('**/api/renders', async (route) => {
    const asked = route.request();
    if (asked.method() === 'GET') return await route.fulfill({ json: { renders: made } });
    // It arrives, and is not answered before the page is left.
    const key = /name="key"\s+([\w-]+)/.exec(asked.postData() ?? '')?.[1] ?? null;
    const id = runningRender.id.replace(/.$/, String(made.length));
    made = [...made, { ...runningRender, id, key }];
  });
  const cancelled: (string | null)[] = [];
  await page.route('**/api/renders/*', async (route) => {
    if (route.request().method() !== 'DELETE') return await route.continue();
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    cancelled.push(made.find((render) => render.id === id)?.key ?? '');
    made = made.filter((render) => render.id !== id);
    await route.fulfill({ status: 204 });
  });
  await choosePicture(page, pictures.redhead);
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Animate!', disabled: false }).click();
    await expect.poll(() => made.length).toBe(count);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
  const ordered = made.map(({ key }) => key);
  await page.reload();
  await expect.poll(() => cancelled.toSorted()).toEqual(ordered.toSorted());
  expect(new Set(ordered).size).toBe(2);
  await page.getByText('Face found.').waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

test('an order whose account has left brings nothing to the next one', async () => {
  const { page } = await studio();
  const next = await makeAccount(await openContext());
  const arrival = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/renders', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    await arrival.promise;
    await route.fulfill({ status: 202, json: runningRender });
    answered.resolve();
  });
  await choosePicture(page, pictures.redhead);
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await answerPopup(page, 'Are you sure you want to logout?', undefined, 'Yes');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(next);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Drop a face here').waitFor();
  arrival.resolve();
  await answered.promise;
  // While a film is in work, none can be begun.
  await choosePicture(page, pictures.redhead);
  const start = page.getByRole('button', { name: 'Animate!' });
  expect(await start.isDisabled()).toBe(false);
});

test('an order that comes while its picture is still being read waits for it', async () => {
  const { page, uploads } = await studio();
  // As a file takes that lies on another machine, or beside a hundred others.
  const read = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      await promise;
      return await arrayBuffer.call(this);
    };
    return resolve;
  });
  await page.route('**/api/renders', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Busy.' } } }),
  );
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  await page.getByRole('button', { name: 'Animate!' }).dblclick();
  await read.evaluate((resolve) => resolve());
  await answerPopup(page, 'Oops! Something is wrong...');
  expect(await uploads()).toEqual([looked, named]);
});

test('where no face turns up meanwhile, no film is asked for before there are points', async () => {
  const { page, uploads } = await studio();
  const arrival = Promise.withResolvers<void>();
  await page.route(faces, async (route) => {
    await arrival.promise;
    await route.fulfill({ json: { widthPx: 512, heightPx: 512, faces: [] } });
  });
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  await page.getByRole('button', { name: 'Animate!' }).click();
  arrival.resolve();
  await page.getByRole('dialog', { name: 'No face was found automatically' }).waitFor();
  expect(await uploads()).toEqual([looked]);
});

test('where several faces turn up meanwhile, no film is asked for before one may be chosen', async () => {
  const { page, uploads } = await studio({ viewport: { width: 360, height: 640 } });
  const arrival = Promise.withResolvers<void>();
  const box = { xPx: 40, yPx: 60, widthPx: 200, heightPx: 200 };
  const face = { box, sizePx: 200, confidence01: 0.9, foundBy: 'first-pass' };
  const several = [0, 1].map((id) => ({ ...face, id, box: { ...box, xPx: 40 + 220 * id } }));
  await page.route(faces, async (route) => {
    await arrival.promise;
    await route.fulfill({ json: { widthPx: 512, heightPx: 512, faces: several } });
  });
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  const start = page.getByRole('button', { name: 'Animate!', disabled: false });
  await start.click();
  await page.getByText('Sending the picture').waitFor();
  arrival.resolve();
  await expectInView(page.getByText('2 faces found. Which one should it be?'));
  const heard = page.getByRole('status').filter({ hasText: 'choose one of the faces first' });
  await heard.waitFor({ state: 'attached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await uploads()).toEqual([looked]);
  await page.getByRole('radio', { name: 'Face 2 of 2' }).check({ force: true });
  await heard.waitFor({ state: 'detached' });

  await page.route('**/api/renders', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Busy.' } } }),
  );
  const asked = page.waitForRequest('**/api/renders');
  await start.click();
  expect((await asked).postData()).toMatch(/name="face"\r\n\r\n1\r\n/);
  await answerPopup(page, 'Oops! Something is wrong...');
});

test('a picture that the server has no more is sent again, without a word', async () => {
  const { page, uploads } = await studio();
  const answer = page.waitForResponse(faces);
  await choosePicture(page, pictures.redhead);
  const { uploadId: upload } = await (await answer).json();
  // Another film takes it, as another tab of the same user might.
  const headers = { origin: new URL(page.url()).origin };
  const multipart = { label: '1', upload };
  const taken = await page.request.post('/api/renders', { headers, multipart });
  expect(taken.status()).toBe(202);
  await animate(page);
  expect(await uploads()).toEqual([looked, named, sent]);
});

test('a reload does not send the picture again, neither to look at it nor for its film', async () => {
  const { page } = await studio();
  const forms: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !/^.api.(faces|renders)$/.test(pathname)) return;
    forms.push(/name="upload"/.test(request.postData() ?? '') ? named : `${pathname} with …`);
  });
  await choosePicture(page, pictures.redhead);
  expect(forms).toEqual(['/api/faces with …']);
  await page.reload();
  await page.getByText('Face found').waitFor();
  await animate(page);
  expect(forms).toEqual(['/api/faces with …', named]);
});

test('where looking for faces failed, the order brings the picture', async () => {
  const { page, uploads } = await studio();
  await page.route(faces, (route) => route.abort());
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  await page.getByText('The face could not be looked for.').waitFor();
  await page.route('**/api/renders', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Busy.' } } }),
  );
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'Oops! Something is wrong...');
  expect(await uploads()).toEqual([looked, sent]);
});

test('a search for faces that failed says why, and is made again by a button', async () => {
  const { page, uploads } = await studio();
  let answers = 0;
  await page.route(faces, (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    const error = { code: 'too_many_requests', message: 'Please wait a moment.' };
    return route.fulfill({ status: 429, json: { error } });
  });
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  const status = page.getByRole('status');
  const failed = 'The face could not be looked for. Please wait a moment.';
  await status.filter({ hasText: failed }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await status.filter({ hasText: 'Face found.' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  // The button took its focus with it.
  await expectFocus(page.getByRole('main'));
  expect(await uploads()).toEqual([looked, looked]);
});

test('without a connection the search says so, and begins anew when it is back', async () => {
  const { page } = await studio();
  await page.context().setOffline(true);
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  await page.getByText('The face could not be looked for. The server could not be').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Face found.').waitFor();
});

test('how much of a picture is sent is told, while it is chosen for and while it is waited for', async () => {
  const { page, uploads } = await studio();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const throttle = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throttle(40_000);
  // Large enough not to leave the browser at one go.
  await page.getByLabel('Picture file').setInputFiles(pictures.astronaut);
  const status = page.getByRole('status');
  await status.filter({ hasText: /^Sending the picture, [1-9]0\s%…$/ }).waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  await status.filter({ hasText: /^Sending the picture, [1-9]0\s%$/ }).waitFor();
  const bar = page.getByRole('progressbar', { name: 'Making the film' });
  // The whole film is more than its picture: the bar does not begin anew after that.
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(15);
  await throttle(-1);
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
  expect(await uploads()).toEqual([looked, named]);
});

test('as long as nothing is known of a picture on its way, no bar is full', async () => {
  const { page } = await studio();
  // Held back before its first byte.
  await page.route(faces, () => {});
  await page.getByLabel('Picture file').setInputFiles(pictures.redhead);
  await page.getByText('Sending the picture…').waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  const bar = page.getByRole('progressbar', { name: 'Making the film' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBeNull();
  // Whoever asks for less movement sees it rest, and in the middle.
  const [whole, segment] = await Promise.all([
    bar.boundingBox(),
    bar.locator('.travelling-segment').boundingBox(),
  ]);
  if (!whole || !segment) throw new Error('no bar');
  expect(segment.width / whole.width).toBeCloseTo(0.3, 1);
  expect((segment.x - whole.x) / whole.width).toBeCloseTo(0.35, 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
});

/** What the server answers to who is signed in on a page. */
async function ask(page: Page, path: string): Promise<unknown> {
  return await (await page.request.get(path)).json();
}

/** The AI page of a new user, and what was sent from it in forms, in order. */
async function studio(
  more: BrowserContextOptions = {},
): Promise<{ page: Page; uploads: () => Promise<readonly string[]> }> {
  const page = await openAsUser(more);
  await page.evaluate(() => {
    const uploads: string[] = [];
    Object.assign(window, { uploads });
    const keep = (address: string, body: unknown) => {
      if (!(body instanceof FormData)) return;
      uploads.push(`${address} ${body.has('image') ? 'with the picture' : 'without'}`);
    };
    const { fetch, XMLHttpRequest: Request } = window;
    window.fetch = (input, init) => {
      keep(String(input), init?.body);
      return fetch(input, init);
    };
    // Pictures are sent so, for their progress.
    const { open, send } = Request.prototype;
    const addresses = new WeakMap<XMLHttpRequest, string>();
    Request.prototype.open = function (method: string, url: string | URL) {
      addresses.set(this, String(url));
      open.call(this, method, url, true);
    };
    Request.prototype.send = function (body) {
      keep(addresses.get(this) ?? '', body);
      send.call(this, body);
    };
  });
  return {
    page,
    uploads: () => page.evaluate(() => (window as unknown as { uploads: string[] }).uploads),
  };
}
