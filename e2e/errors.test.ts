import { paths, type Render } from '@moodreel/contract';
import { runningRender } from '@moodreel/contract/test/running-render';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { box, face, refuse } from './support/answers.ts';
import {
  animate,
  answerPopup,
  choosePicture,
  cutOff,
  expectFocus,
  expectInView,
  filmTimeout,
  keepScreenshot,
  pictures,
  useBrowser,
} from './support/journey.ts';

const { openAsUser } = useBrowser();

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };

test('on a phone a refusal comes into sight, however far below the upload it stands', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 640 } });
  await page.getByLabel('Picture file').setInputFiles(notes);
  await expectInView(page.getByText('“notes.txt” was not taken.'));
});

test('what is no picture is refused beside the upload, and changes nothing', async () => {
  const page = await openAsUser();
  const chooser = page.getByLabel('Picture file');
  await chooser.setInputFiles(notes);
  await page.getByText('“notes.txt” was not taken. This file is not a picture.').waitFor();
  // What only the server can tell, it tells before a film is asked for.
  await choosePicture(page, pictures.redhead);
  await chooser.setInputFiles({
    name: 'torn.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture either'),
  });
  await page.getByText('This file is not a picture.').waitFor();
  await page.getByText('Your browser cannot show this picture (torn.png).').waitFor();
  const start = page.getByRole('button', { name: 'Animate!' });
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  // Nothing but the usual space lies between the reason and what can be done.
  const reasonBox = await page.locator('#picture-refusal').boundingBox();
  const another = await page.getByRole('button', { name: 'Another picture' }).boundingBox();
  if (!reasonBox || !another) throw new Error('nothing is said');
  expect(another.y - reasonBox.y - reasonBox.height).toBeLessThan(24);
  // No points help there.
  const byHand = page.getByRole('button', { name: 'Show where the face is' });
  expect(await byHand.count()).toBe(0);
  await choosePicture(page, pictures.redhead);
  expect(await start.getAttribute('aria-disabled')).toBeNull();
  expect(await byHand.count()).toBe(1);
  expect(await page.getByText('This file is not a picture.').count()).toBe(0);
});

test('what was said of a refused file is over when the film begins, and after it', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.largeRedhead);
  await page.getByLabel('Picture file').setInputFiles(notes);
  const refusal = page.getByText('“notes.txt” was not taken.');
  await refusal.filter({ hasText: 'The picture you put in before stays.' }).waitFor();
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('progressbar', { name: 'Making the film' }).waitFor();
  expect(await refusal.count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Face found').waitFor();
  expect(await refusal.count()).toBe(0);
});

test('an animation that fails says so, hints at another image, and keeps the picture', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.route('**/api/renders', refuse(500, 'internal', 'Something went wrong on our side.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  const popup = page.getByRole('dialog', { name: 'Oops! Something is wrong...' });
  await popup
    .getByText('Something went wrong while processing the image. Please try again later.')
    .waitFor();
  await popup.getByText(/try another image: a face may not be detected/).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('img', { name: 'Your upload' }).waitFor();

  // A reason that one can act on is added. The films that were in work are done meanwhile.
  await page.unroute('**/api/renders');
  const reason = 'Your earlier films are still in work.';
  await page.route('**/api/renders', refuse(429, 'too_many_waiting', reason));
  await page.getByRole('button', { name: 'Animate!' }).click();
  await answerPopup(page, 'Oops! Something is wrong...', new RegExp(reason));
  await page.unroute('**/api/renders');

  // Where no answer comes at all, there is a way back.
  await page.route('**/api/renders', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByText('Sending the picture').waitFor();
  const asked = page.waitForRequest(`**${paths.rendersUsage()}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
  await asked;
  await page.getByRole('img', { name: 'Your upload' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('where too many films are in work, they are listed, and each can be cancelled', async () => {
  const page = await openAsUser({ viewport: { width: 360, height: 740 } });
  await choosePicture(page, pictures.redhead);
  const id = (digit: number) => `${runningRender.id.slice(0, -1)}${digit}`;
  let films: Render[] = [
    { ...runningRender, id: id(1), framesDone: 30, framesTotal: 120, stage: 'rendering' },
    { ...runningRender, id: id(2), label: 0, state: 'queued', place: 1, stage: null },
  ];
  const cancelled: string[] = [];
  await page.route('**/api/renders', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { renders: films } });
    return refuse(429, 'too_many_waiting', 'Your earlier films are still in work.')(route);
  });
  await page.route(`**${paths.render('*')}`, (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    cancelled.push(new URL(route.request().url()).pathname);
    films = films.slice(1);
    return route.fulfill({ status: 204 });
  });
  await page.getByRole('button', { name: 'Animate!' }).click();
  const list = page.getByRole('region', { name: 'Still being made' });
  await expectFocus(list.getByRole('heading'));
  await expectInView(list.getByRole('heading'));
  await list.getByText('Your next film was not begun').waitFor();
  expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
    'Angry\nDrawing the film, frame 30 of 120\nCancel',
    'Happy\nPlace 2 in the queue\nCancel',
  ]);
  await keepScreenshot(page, 'studio-in-work');
  await list.getByRole('button', { name: 'Cancel Angry' }).press('Enter');
  await page.getByText('Cancelled. It does not count against your week.').waitFor();
  await expectFocus(list.getByRole('heading'));
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  expect(cancelled).toEqual([paths.render(id(1))]);
  expect(await list.getByText('was not begun').count()).toBe(0);
  // What is made is heard of without a press.
  films = [];
  await list.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a film in work says when the connection is lost, and goes on when it is back', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  const letThrough = await cutOff(page, '**/events');
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('status').filter({ hasText: 'No connection, trying again' }).waitFor();
  letThrough();
  await page
    .getByRole('button', { name: 'Save it to your account' })
    .waitFor({ timeout: filmTimeout });
});

test('a film that is cancelled in another tab says so where it is waited for', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.largeRedhead);
  const followed = page.waitForRequest('**/api/renders/*/events');
  await page.getByRole('button', { name: 'Animate!' }).click();
  const render = new URL((await followed).url()).pathname.replace(/\/events$/, '');
  await page.request.delete(render, { headers: { origin: new URL(page.url()).origin } });
  await page.getByText('Cancelled. It does not count against your week.').waitFor();
  await page.getByRole('button', { name: 'Animate!', disabled: false }).waitFor();
});

test('a film is followed also where something on the way lets no stream of events through', async () => {
  const page = await openAsUser();
  await page.route('**/events', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await choosePicture(page, pictures.redhead);
  await animate(page);
});

test('a film that could not be loaded says why, and comes by a button or with the connection', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  let answer = (route: Route) => route.abort();
  await page.route('**/video', (route) => answer(route));
  await animate(page);
  const screen = page.getByRole('region', { name: 'Picture' });
  const alert = screen.getByRole('alert').filter({ hasText: 'Error fetching video' });
  await alert.getByText('The server could not be reached. Check your connection').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.locator('video').isVisible()).toBe(false);

  // Where the server answers, its reason is told.
  answer = refuse(503, 'unavailable', 'The films are being moved.');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.getByText('The films are being moved.').waitFor();
  answer = (route) => route.continue();
  await alert.getByRole('button', { name: 'Try again' }).press('Enter');
  await filmLoaded(page);
  expect(await alert.count()).toBe(0);
  await expectFocus(page.getByRole('main'));

  answer = (route) => route.abort();
  await page.reload();
  await alert.getByText('The server could not be reached.').waitFor();
  // The browser knows of a network before there is a way to the server.
  let tries = 0;
  answer = (route) => {
    tries += 1;
    return tries <= 2 ? route.abort() : route.continue();
  };
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await filmLoaded(page);
  expect(tries).toBeGreaterThan(2);

  // What was deleted does not come by another try.
  answer = refuse(404, 'not_found', 'There is nothing here.');
  await page.reload();
  await alert.getByText('This film is no longer here.').waitFor();
  expect(await alert.getByRole('button').count()).toBe(0);
});

test('a picture in which the render finds no face asks for three points', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await page.route('**/api/renders', refuse(422, 'no_face_found', 'No face was found.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  await page.getByRole('dialog', { name: 'No face was found automatically' }).waitFor();
});

test('of several faces one is chosen, by points as well, and the render is asked for that one', async () => {
  const page = await openAsUser();
  await page.route('**/api/faces', (route) =>
    route.fulfill({
      json: {
        widthPx: 512,
        heightPx: 512,
        faces: [face, { ...face, id: 1, box: box(400, 16), sizePx: 16 }],
      },
    }),
  );
  await choosePicture(page, pictures.astronaut);
  await page.getByText('2 faces found. Which one should it be?').waitFor();
  expect(await page.getByRole('radio', { name: 'Face 1 of 2' }).isChecked()).toBe(true);
  // As a finger does it that does not quite meet a small face.
  const small = await page.getByRole('radio', { name: 'Face 2 of 2' }).boundingBox();
  if (!small) throw new Error('no face');
  await page.mouse.click(small.x + small.width + 8, small.y + small.height / 2);
  expect(await page.getByRole('radio', { name: 'Face 2 of 2' }).isChecked()).toBe(true);

  // Points begin where that face is, and are used when one of them was moved.
  const byHand = page.getByRole('button', { name: 'Show where the face is' });
  await byHand.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Show where the face is' });
  const marker = dialog.getByRole('button', { name: /^1 Eye on the left: 79 % from the left/ });
  await expectFocus(marker);
  const use = dialog.getByRole('button', { name: 'Use these points' });
  expect(await use.isDisabled()).toBe(true);
  await dialog.getByRole('status').getByText('Move the markers that are not').waitFor();
  await keepScreenshot(page, 'studio-points');
  await dialog.getByRole('button', { name: /^2 Eye on the right/ }).press('Shift+ArrowRight');
  await use.click();
  await page.getByText('Your three points are set.').waitFor();
  const back = page.getByRole('button', { name: 'Back to the found faces' });
  await keepScreenshot(page, 'studio-points-set');
  await back.press('Enter');
  await page.getByText('2 faces found. Which one should it be?').waitFor();
  await expectFocus(byHand);
  expect(await back.count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Face 2 of 2' }).isChecked()).toBe(true);

  const asked = page.waitForRequest('**/api/renders');
  await page.route('**/api/renders', refuse(422, 'broken_image', 'The picture is damaged.'));
  await page.getByRole('button', { name: 'Animate!' }).click();
  expect((await asked).postData()).toMatch(/name="face"\r\n\r\n1\r\n/);
  await answerPopup(page, 'Oops! Something is wrong...', /The picture is damaged/);
});

test('every way in which saving can fail has its words', async () => {
  const page = await openAsUser();
  await choosePicture(page, pictures.redhead);
  await animate(page);
  const save = page.getByRole('button', { name: 'Save it to your account' });
  const cannot = [
    'You cannot save the video!',
    'You have reached your limit or need a premium subscription.',
  ] as const;

  await page.route('**/us-central1/isAllowedToSaveVideo', (route) =>
    route.fulfill({ json: { allowed: false } }),
  );
  // What helps is offered; the film waits meanwhile.
  for (const [way, heading] of [
    ['Downloads', 'Downloads'],
    ['See Premium', 'Pricing'],
  ] as const) {
    await save.click();
    await answerPopup(page, ...cannot, way);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.goBack();
  }
  await page.unroute('**/us-central1/isAllowedToSaveVideo');

  await page.route('**/us-central1/isAllowedToSaveVideo', (route) => route.abort());
  await save.click();
  await answerPopup(page, ...cannot);
  await page.unroute('**/us-central1/isAllowedToSaveVideo');

  await page.route('**/save', refuse(500, 'internal', 'The disk is full.'));
  await save.click();
  await answerPopup(page, 'Error saving video', 'The disk is full.');
  await page.unroute('**/save');

  await page.route('**/save', refuse(422, 'video_empty', 'empty'));
  await save.click();
  await answerPopup(page, 'Error saving video', 'The video file is empty. Please try again!');
  await page.unroute('**/save');

  await page.route('**/video', headOnly({ status: 503 }));
  await save.click();
  await answerPopup(page, 'Error fetching video');
  await page.unroute('**/video');

  // The page stayed open for more than a day, or it was discarded in another tab: the film is gone.
  await page.route('**/video', headOnly({ status: 404 }));
  await save.click();
  await page.getByText('it was discarded, or its day is over').waitFor();
  await answerPopup(page, 'No video to save', 'Please animate an image first!');
  await page.unroute('**/video');

  // It took the last place, and only the answer was lost: once more is not one too many.
  await page.route('**/save', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save.click();
  await answerPopup(page, 'Error saving video', 'The server could not be reached.');
  await page.unroute('**/save');
  await page.route('**/us-central1/isAllowedToSaveVideo', (route) =>
    route.fulfill({ json: { allowed: false } }),
  );
  await save.click();
  await page.getByRole('dialog', { name: 'Video Saved Successfully' }).waitFor();
});

/** Waits until the film is on the screen. */
async function filmLoaded(page: Page): Promise<void> {
  await page.locator('video').waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
}

/** Answers HEAD requests only; the film itself goes on playing. */
function headOnly(answer: { readonly status: number }) {
  return (route: Route) =>
    route.request().method() === 'HEAD' ? route.fulfill(answer) : route.continue();
}
