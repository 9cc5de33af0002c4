import { paths, type VideosPage } from '@moodreel/contract';
import { expect, test } from 'vitest';
import { refuse, video } from './support/answers.ts';
import {
  answerPopup,
  expectFocus,
  makeAccount,
  newEmail,
  openStudio,
  password,
  post,
  useBrowser,
} from './support/journey.ts';

const { openAsUser, openContext } = useBrowser();

test('Downloads says when videos cannot be fetched, deleted or shared, and goes on', async () => {
  const page = await openAsUser();
  await page.route('**/api/videos?page=1', refuse(400, 'bad_request', 'Not today.'));
  await page.goto('/Downloads/Downloads');
  await page.getByRole('heading', { name: 'Error fetching videos' }).waitFor();
  await page.unroute('**/api/videos?page=1');
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: onePage }));
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expectFocus(page.getByRole('main'));
  const card = page.getByRole('article', { name: 'The cat knows' });
  // A long title leaves the mask beside it its size.
  const masks = page.locator('article svg[viewBox="0 0 100 100"]');
  await expect.poll(() => masks.count()).toBe(2);
  for (const mask of await masks.all()) {
    expect(await mask.boundingBox()).toMatchObject({ width: 40, height: 40 });
  }
  // Here is all but downloads, and it is said why.
  await page.getByText('downloading them as files comes with Premium').waitFor();
  // How a video is played depends on what one points with.
  await page.getByText('Hover to play, click to see it large.').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.getByText('Tap to play.').waitFor();
  expect(await page.getByText('Hover to play, click to see it large.').isVisible()).toBe(false);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });

  // One that does not come says why, and comes by another try where that may help.
  const watch = card.getByRole('button', { name: 'Watch The cat knows' });
  const dialog = page.getByRole('dialog', { name: 'The cat knows' });
  await page.route('**/stream', refuse(503, 'unavailable', 'The films are being moved.'));
  await watch.click();
  await dialog.getByText('The films are being moved.').waitFor();
  await page.unroute('**/stream');
  await page.route('**/stream', refuse(404, 'not_found', 'There is nothing here.'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('This video was deleted.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectFocus(watch);

  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', (route) =>
    route.fulfill({ status: 500, json: { error: 'no luck' } }),
  );
  await card.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await answerPopup(page, 'Error!', 'An error occurred while deleting the video.');
  await card.waitFor();

  await page.route('**/share', refuse(404, 'not_found', 'There is nothing here.'));
  await card.getByRole('button', { name: 'Share' }).click();
  await answerPopup(page, 'Error sharing video', 'There is nothing here.');

  // 25 videos are two pages, and the address says which one is open.
  await page.route('**/api/videos?page=2', (route) =>
    route.fulfill({ json: { ...onePage, page: 2 } }),
  );
  const next = page.getByRole('button', { name: 'Next' });
  await next.press('Enter');
  await page.getByText('Page 2 of 2').waitFor();
  // There is no further page, and the focus is where it was all the same.
  expect(await next.isDisabled()).toBe(true);
  await expectFocus(next);
  expect(new URL(page.url()).search).toBe('?page=2');
  await page.goBack();
  await page.getByText('Page 1 of 2').waitFor();
});

test('a video that cannot be downloaded says why, or leads to signing in', async () => {
  const context = await openContext();
  await makeAccount(context);
  await post(context, paths.namedCall('subscribe'), { plan: 'monthly' });
  const page = await openStudio(context);
  let videos = onePage.videos;
  await page.route('**/api/videos?page=1', (route) =>
    route.fulfill({ json: { ...onePage, videos, pages: 1, total: videos.length } }),
  );
  await page.goto('/Downloads/Downloads');
  const card = page.getByRole('article', { name: 'The cat knows' });
  const download = card.getByRole('button', { name: 'Download' });
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.url()));
  const path = `**/api/videos/${video.id}/download`;
  for (const [status, title, text] of [
    [403, 'Error fetching video', 'This needs a premium subscription.'],
    [503, 'Error fetching video', 'Something went wrong. Please try again.'],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status }));
    await download.click();
    await answerPopup(page, title, text);
    await page.unroute(path);
  }
  // What ends meanwhile does not let the video be deleted twice.
  const answer = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503 });
  });
  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', () => {});
  await download.click();
  const remove = card.getByRole('button', { name: 'Delete' });
  await remove.click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await expect.poll(() => remove.getAttribute('aria-busy')).toBe('true');
  answer.resolve();
  await answerPopup(page, 'Error fetching video');
  expect(await remove.getAttribute('aria-busy')).toBe('true');
  await page.unroute(path);
  await page.reload();
  await card.waitFor();
  // It was deleted elsewhere: the server says so itself.
  videos = videos.slice(1);
  await download.click();
  await answerPopup(page, 'No video available', 'This video was deleted.');
  await expect.poll(() => card.count()).toBe(0);

  await context.clearCookies();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(downloads).toEqual([]);
});

test('where the session has ended nothing lies over the page that leads back in', async () => {
  const email = newEmail();
  const page = await openAsUser({}, email);
  await page.route('**/api/videos?page=1', (route) => route.fulfill({ json: onePage }));
  await page.goto('/Downloads/Downloads');
  const card = page.getByRole('article', { name: 'The cat knows' });
  const remove = () => card.getByRole('button', { name: 'Delete' }).click();
  for (const press of [
    () => card.getByRole('button', { name: 'Share' }).click(),
    async () => {
      await remove();
      await answerPopup(page, 'Delete this video?', undefined, 'Delete');
    },
    // A question that is still open, while another tab ends the session.
    async () => {
      await remove();
      await page.getByRole('dialog', { name: 'Delete this video?' }).waitFor();
      await page.evaluate(() => new BroadcastChannel('moodreel-session').postMessage(null));
    },
  ]) {
    await card.waitFor();
    await page.context().clearCookies();
    await press();
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
});

test('who deletes the last video of the last page is led to the page before, and not back again', async () => {
  const page = await openAsUser();
  let total = 25;
  await page.route('**/api/videos?page=*', (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page'));
    const title = asked === 1 ? 'The cat knows' : 'The last one';
    const videos = (asked - 1) * 24 < total ? [{ ...video, title }] : [];
    return route.fulfill({ json: { videos, page: asked, pages: Math.ceil(total / 24), total } });
  });
  await page.goto('/Downloads/Downloads');
  await page.getByRole('button', { name: 'Next' }).click();
  const last = page.getByRole('article', { name: 'The last one' });
  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', (route) => {
    total = 24;
    return route.fulfill({ json: { ok: true } });
  });
  await last.getByRole('button', { name: 'Delete' }).click();
  await answerPopup(page, 'Delete this video?', undefined, 'Delete');
  await answerPopup(page, 'Deleted!');
  await page.getByRole('article', { name: 'The cat knows' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText(/^Page \d/).count()).toBe(0);
  await expectFocus(page.getByRole('main'));
  // So is who comes by an old address, also where there is nothing at all.
  total = 0;
  await page.goto('/Downloads/Downloads?page=7');
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
  await page.waitForURL('**/Downloads/Downloads');
  // And one that no account could have is that of the first page.
  await page.unroute('**/api/videos?page=*');
  await page.goto('/Downloads/Downloads?page=1000000');
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
});

test('a video that was deleted in another tab goes here as well, whatever is done with it', async () => {
  const page = await openAsUser();
  let videos = onePage.videos;
  await page.route('**/api/videos?page=1', (route) =>
    route.fulfill({ json: { ...onePage, videos, pages: 1, total: videos.length } }),
  );
  const gone = refuse(404, 'not_found', 'There is nothing here.');
  await page.route(`**/api/videos/${video.id}*`, gone);
  await page.route(`**/api/videos/${video.id}/share`, gone);
  await page.route('**/us-central1/deleteVideoAndIncreaseLimit', gone);
  const card = page.getByRole('article', { name: 'The cat knows' });
  const press = (name: string) => card.getByRole('button', { name }).click();
  const ways = [
    async () => {
      await press('Rename The cat knows');
      await page.getByLabel('Title').fill('Another');
      await page.getByLabel('Title').press('Enter');
      await answerPopup(page, 'Error!', 'This video was deleted.');
    },
    async () => {
      await press('Share');
      await answerPopup(page, 'Error sharing video', 'There is nothing here.');
    },
    async () => {
      await press('Delete');
      await answerPopup(page, 'Delete this video?', undefined, 'Delete');
      await answerPopup(page, 'Deleted!');
    },
  ];
  for (const meetIt of ways) {
    videos = onePage.videos;
    await page.goto('/Downloads/Downloads');
    await card.waitFor();
    videos = onePage.videos.slice(1);
    await meetIt();
    await expect.poll(() => card.count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

const longTitle = 'The dog does not, '.repeat(4).trim();
const onePage: VideosPage = {
  videos: [video, { ...video, id: '7f0a3b52-8d58-4a83-9d8c-0f6d1f6f9a12', title: longTitle }],
  page: 1,
  pages: 2,
  total: 25,
};
