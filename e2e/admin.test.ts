import { paths } from '@moodreel/contract';
import { expect, test } from 'vitest';
import {
  answerPopup,
  expectFocus,
  makeAccount,
  newEmail,
  password,
  post,
  signIn,
  useBrowser,
} from './support/journey.ts';
import { lookAtLargeLetters } from './support/look.ts';
import { admin } from './support/server.ts';

const { openPage, openContext, openAsAdmin } = useBrowser();

test('an admin creates a user, but only with the own password', async () => {
  const page = await openAsAdmin();
  // The table begins where the bar does, and the bar says on all pages of admins where one is.
  await page.setViewportSize({ width: 1440, height: 900 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const markOf = () => bar.getByRole('link', { name: 'Admin' }).getAttribute('aria-current');
  const table = page.getByRole('region', { name: /users/i });
  const hidden = () => table.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect((await page.getByRole('search').boundingBox())?.x).toBe((await bar.boundingBox())?.x);
  expect(await markOf()).toBe('page');
  await page.getByRole('link', { name: 'Create User' }).click();
  await page.getByRole('heading', { name: 'New Account Information' }).waitFor();
  expect(await markOf()).toBe('true');
  // A choice looks like the other fields, not like one that cannot be changed.
  const lookOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) => {
      const { backgroundColor, borderColor } = getComputedStyle(field);
      return [backgroundColor, borderColor];
    });
  expect(await lookOf('Plan')).toEqual(await lookOf('Email'));
  const whyNone = page.getByText('Only Premium has one.');
  await whyNone.waitFor();
  await page.getByRole('button', { name: 'Create User' }).click();
  await page.getByText('Please choose a start date.').waitFor();

  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Subscription', { exact: true }).selectOption('Premium User');
  expect(await whyNone.count()).toBe(0);
  await page.getByLabel('Start date').fill('2026-01-01');
  // What the server would refuse is said before the password is asked for.
  for (const [end, fault] of [
    ['2026-01-01', 'The end date must be after the start date.'],
    ['2026-01-02', 'This end date is over: Premium would have ended already.'],
  ] as const) {
    await page.getByLabel('End date').fill(end);
    await page.getByRole('button', { name: 'Create User' }).click();
    await page.getByText(fault).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  await page.getByLabel('End date').fill('2099-01-01');
  const confirm = async (secret: string) => {
    await page.getByRole('button', { name: 'Create User' }).click();
    const popup = page.getByRole('dialog', { name: 'Admin Authentication' });
    await popup.getByLabel('Admin password').fill(secret);
    await popup.getByRole('button', { name: 'Confirm' }).click();
  };
  await confirm('guessed');
  await answerPopup(page, 'Admin verification failed', 'Incorrect admin password.');
  await page.route('**/us-central1/createUser', (route) => route.fulfill({ status: 500 }));
  await confirm(admin.password);
  await answerPopup(page, 'Error creating user', 'Something went wrong');
  await page.unroute('**/us-central1/createUser');
  await confirm(admin.password);
  await answerPopup(page, 'User created successfully');

  await page.getByLabel('Search by email').fill(email.toUpperCase());
  const row = page.getByRole('row', { name: new RegExp(email) });
  await row.getByText('paid').waitFor();
  await row.getByText('Jan 1, 2099').waitFor();
  // With the longest of everything it has its place beside each other.
  expect(await hidden()).toBe(0);

  // Before such an account is deleted one is told what ends with it.
  await row.getByRole('link', { name: /Edit Details/ }).click();
  await page.getByRole('button', { name: 'Delete User' }).waitFor();
  expect(await markOf()).toBe('true');
  await page.getByRole('button', { name: 'Delete User' }).click();
  await answerPopup(page, 'Delete this user?', 'and Premium ends at once', 'Cancel');

  // The new user is premium at once.
  const user = await openPage('/');
  await signIn(user, email);
  // And is told that it ends by itself.
  await user.getByRole('navigation').getByRole('link', { name: 'Cancel Subscription' }).click();
  await user.getByText('It stays yours until January 1, 2099 and is not renewed.').waitFor();
  await user.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
  await user.goto('/AI/AIPage');
  await user.getByRole('radio', { name: 'Fear', disabled: false }).waitFor();
});

test('an admin edits and deletes a user', async () => {
  const email = await makeAccount(await openContext());
  const page = await openAsAdmin();
  await page.getByLabel('Search by email').fill(email);
  await page.getByRole('link', { name: `Edit Details of ${email}` }).click();
  await page.getByRole('heading', { name: 'Edit User' }).waitFor();
  const field = page.getByLabel('Email', { exact: true });
  await field.waitFor();
  expect(await field.inputValue()).toBe(email);
  // After a reload, and in a new tab, the id in the address is enough.
  await page.goto(page.url());
  await field.waitFor();
  expect(await field.inputValue()).toBe(email);

  const changed = newEmail();
  await field.fill(changed);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const question = 'Do you want to save the changes?';
  await save.click();
  await answerPopup(page, question, undefined, "Don't save");
  await answerPopup(page, 'Changes are not saved');
  await page.route('**/us-central1/updateUser', (route) => route.fulfill({ status: 500 }));
  await save.click();
  await answerPopup(page, question, undefined, 'Save');
  await answerPopup(page, 'Error');
  await page.unroute('**/us-central1/updateUser');
  // What cannot be saved is said before anything is asked.
  await page.getByLabel('Subscription', { exact: true }).selectOption('Premium User');
  await page.getByLabel('Start date').fill('2026-03-01');
  await page.getByLabel('End date').fill('2026-02-01');
  await save.click();
  await page.getByText('The end date must be after the start date.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Subscription', { exact: true }).selectOption('Free');
  // Who leaves is asked first, whichever way.
  const leaves = 'Leave without saving?';
  await page.getByRole('button', { name: 'Back to the users' }).click();
  await answerPopup(page, leaves, 'What you have changed here is not saved.', 'Stay');
  await page.goBack();
  await answerPopup(page, leaves, undefined, 'Stay');
  // Who presses Back once more is asked once, and answers once.
  await page.goBack();
  await page.getByRole('dialog', { name: leaves }).waitFor();
  await page.goBack();
  // Who stays, and goes back in the same moment, is asked again.
  const unanswered = page.locator(':not([data-answered])').and(page.getByRole('dialog'));
  for (let round = 0; round < 5; round += 1) {
    await unanswered.evaluate((dialog: HTMLElement) => {
      dialog.dataset.answered = '';
      const buttons = [...dialog.querySelectorAll('button')];
      buttons.find(({ innerText }) => innerText === 'Stay')?.click();
      history.back();
    });
    await unanswered.waitFor();
  }
  await answerPopup(page, leaves, undefined, 'Stay');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await field.inputValue()).toBe(changed);
  await save.click();
  await answerPopup(page, question, undefined, 'Save');
  await answerPopup(page, 'Saved!');
  await page.getByRole('button', { name: 'Back to the users' }).click();
  await page.getByLabel('Search by email').fill(changed);
  await page.getByRole('link', { name: `Edit Details of ${changed}` }).click();
  await field.waitFor();

  await page.getByRole('button', { name: 'Delete User' }).click();
  await answerPopup(page, 'Delete this user?', undefined, 'Delete');
  await answerPopup(page, 'Deleted!', 'The user has been deleted.');
  await page.getByLabel('Search by email').fill(changed);
  await page.getByText('User not found').waitFor();
  await page.getByText(`No e-mail address contains “${changed}”.`).waitFor();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await page.getByRole('table').waitFor();
  const search = page.getByLabel('Search by email');
  expect(await search.inputValue()).toBe('');
  await expectFocus(search);
});

test('what an admin leaves as it was stays what its user makes of it meanwhile', async () => {
  const email = newEmail();
  const own = await openContext();
  await makeAccount(own, email);
  const page = await openAsAdmin();
  await page.getByLabel('Search by email').fill(email);
  await page.getByRole('link', { name: `Edit Details of ${email}` }).click();
  const field = page.getByLabel('Email', { exact: true });
  await field.waitFor();
  const changed = newEmail();
  await post(own, paths.namedCall('updateUserEmailAndPassword'), {
    newEmail: changed,
    currentPassword: password,
  });
  await page.getByLabel('New password').fill('another-secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await answerPopup(page, 'Do you want to save the changes?', undefined, 'Save');
  await answerPopup(page, 'Saved!');
  await expect.poll(() => field.inputValue()).toBe(changed);

  // Who logs out over changes is told so in the one question.
  await page.getByLabel('New password').fill('a-third-secret');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await answerPopup(page, 'Are you sure you want to logout?', 'is not saved', 'Yes');
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('Premium begins with a day where the admin is, and one of a later day stays as it was given', async () => {
  const own = await openContext();
  const email = await makeAccount(own);
  // For half of each day it is tomorrow there already.
  const page = await openAsAdmin({ timezoneId: 'Pacific/Auckland' });
  const textOf = (day: string) =>
    page.evaluate((text) => {
      const form = { year: 'numeric', month: 'short', day: 'numeric' } as const;
      return new Date(`${text}T00:00`).toLocaleDateString(undefined, form);
    }, day);
  const row = page.getByRole('row', { name: new RegExp(email) });
  const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')];
  const edit = async () => {
    await page.getByLabel('Search by email').fill(email);
    await row.getByRole('link', { name: /Edit Details/ }).click();
    await start.waitFor();
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await answerPopup(page, 'Do you want to save the changes?', undefined, 'Save');
    await answerPopup(page, 'Saved!');
    await page.getByRole('button', { name: 'Back to the users' }).click();
  };
  const typeNow = async () => {
    const { user } = await (await own.request.get(paths.session())).json();
    return user.subscriptionType;
  };

  await edit();
  await page.getByLabel('Subscription', { exact: true }).selectOption('Premium User');
  await page.getByLabel('Plan').selectOption('Yearly');
  await start.fill('2098-03-01');
  await end.fill('2098-06-01');
  await save();
  await row.getByText(await textOf('2098-03-01')).waitFor();
  expect(await row.innerText()).toMatch(/paid\s+yearly/);
  expect(await typeNow()).toBe('free');

  // Another end leaves the rest as it was.
  await edit();
  expect([await start.inputValue(), await end.inputValue()]).toEqual(['2098-03-01', '2098-06-01']);
  await end.fill('2098-09-01');
  await save();
  await row.getByText(await textOf('2098-09-01')).waitFor();
  await row.getByText(await textOf('2098-03-01')).waitFor();
  expect(await row.innerText()).toMatch(/paid\s+yearly/);

  // From today is from now on.
  await edit();
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await start.fill(today);
  await save();
  // The account was made today, too.
  await row
    .getByText(await textOf(today))
    .nth(1)
    .waitFor();
  expect(await typeNow()).toBe('paid');
  await edit();
  expect([await start.inputValue(), await end.inputValue()]).toEqual([today, '2098-09-01']);
});

test('the headings sort all users, not those of a page', async () => {
  await makeAccount(await openContext());
  await makeAccount(await openContext());
  const page = await openAsAdmin();
  const heading = page.getByRole('columnheader', { name: 'Email' });
  const created = page.getByRole('columnheader', { name: 'Creation Date' });
  expect(await created.getAttribute('aria-sort')).toBe('descending');
  await page.getByLabel('Search by email').fill(`guest-${process.pid}-`);
  const sortBy = async (direction: 'asc' | 'desc') => {
    const asked = page.waitForResponse(`**/api/admin/users?*&sort=email&direction=${direction}`);
    await heading.getByRole('button').click();
    await asked;
    await page.locator('[aria-label="Users"][aria-busy="false"]').waitFor();
    return await page.locator('tbody td:first-child').allInnerTexts();
  };
  const emails = await sortBy('asc');
  expect(await heading.getAttribute('aria-sort')).toBe('ascending');
  expect(emails.length).toBeGreaterThan(1);
  expect(emails).toEqual(emails.toSorted());
  expect(await sortBy('desc')).toEqual(emails.toReversed());
});

test('the list of users is found again as it was: by a way back, a reload, and the history', async () => {
  const page = await openAsAdmin();
  // Two pages of the same users, as a whole one takes many.
  await page.route('**/api/admin/users?*', async (route) => {
    const url = route.request().url().replace('page=2', 'page=1');
    const known = await (await route.fetch({ url })).json();
    await route.fulfill({ json: { ...known, pages: 2 } });
  });
  await makeAccount(await openContext());
  const field = page.getByLabel('Search by email');
  const search = `guest-${process.pid}`;
  await field.pressSequentially(search);
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  const first = `?search=${search}&sort=email&direction=asc`;
  await page.waitForURL(`**/Admin/AdminPage${first}`);
  const next = page.getByRole('button', { name: 'Next' });
  await next.scrollIntoViewIfNeeded();
  await next.click();
  const second = `?search=${search}&page=2&sort=email&direction=asc`;
  await page.waitForURL(`**/Admin/AdminPage${second}`);
  await page.waitForFunction(() => window.scrollY === 0);

  const isAsItWas = async () => {
    await page.waitForURL(`**/Admin/AdminPage${second}`);
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => field.inputValue()).toBe(search);
  };
  await page
    .getByRole('link', { name: /^Edit Details/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Back to the users' }).click();
  await isAsItWas();
  await page.reload();
  await isAsItWas();
  await page.getByRole('link', { name: 'Create User' }).click();
  await page.getByRole('heading', { name: 'Create User' }).waitFor();
  await page.goBack();
  await isAsItWas();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.waitForURL(`**/Admin/AdminPage${first}`);
  await field.fill('nobody');
  await page.waitForURL('**/Admin/AdminPage?search=nobody&sort=email&direction=asc');
  // Nobody goes back before what they asked for is there.
  await page.getByText('User not found').waitFor();
  await page.goBack();
  await isAsItWas();
});

test('a page of users that is no more leads to the last one', async () => {
  const email = await makeAccount(await openContext());
  const page = await openAsAdmin();
  await page.goto(`/Admin/AdminPage?search=${email}&page=2&sort=email&direction=asc`);
  await page.getByRole('row', { name: new RegExp(email) }).waitFor();
  const { searchParams } = new URL(page.url());
  const rest = { search: email, sort: 'email', direction: 'asc' };
  expect(Object.fromEntries(searchParams)).toEqual(rest);
  expect(await page.getByText(/^Page \d/).count()).toBe(0);
});

test('the address of every user can be read to its end, beside the columns, too', async () => {
  const email = newEmail().padStart(120, 'w');
  await makeAccount(await openContext(), email);
  const page = await openAsAdmin();
  await page.getByLabel('Search by email').fill(email);
  const cell = page.getByRole('cell', { name: email, exact: true });
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await cell.waitFor();
    expect(await cell.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const table = page.getByRole('region', { name: /users/i });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
});

test('on a phone the users stand as cards: nothing lies beside the screen, and they can be sorted', async () => {
  const email = await makeAccount(await openContext());
  await makeAccount(await openContext());
  const page = await openAsAdmin({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.getByLabel('Search by email').fill(`guest-${process.pid}-`);
  const table = page.getByRole('region', { name: 'Users' }).getByRole('table');
  const heading = table.getByRole('columnheader', { name: 'Email' });
  const asked = page.waitForResponse('**/api/admin/users?*&sort=email&direction=asc');
  await heading.getByRole('button').click();
  await asked;
  await page.locator('[aria-label="Users"][aria-busy="false"]').waitFor();
  expect(await heading.getAttribute('aria-sort')).toBe('ascending');
  const emails = await page.locator('tbody td:first-child').allInnerTexts();
  expect(emails.length).toBeGreaterThan(1);
  expect(emails).toEqual(emails.toSorted());

  await page.getByText('Sort by').waitFor();
  // What sorts is one line, however much there is to sort by.
  const headings = await table.getByRole('columnheader').getByRole('button').all();
  const tops = await Promise.all(headings.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  const card = table.getByRole('row', { name: new RegExp(email) });
  expect(await card.getByRole('cell').count()).toBe(8);
  await card.getByText('Creation Date').waitFor();
  const edit = card.getByRole('link', { name: `Edit Details of ${email}` });
  const box = await edit.boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(360);
  await edit.click();
  await page.getByRole('heading', { name: 'Edit User' }).waitFor();
});

test('the way to further pages has its place on a phone, with letters twice as large, too', async () => {
  const page = await openAsAdmin({ viewport: { width: 360, height: 740 } });
  await page.route('**/api/admin/users?*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, pages: 12 } });
  });
  await page.reload();
  await page.getByText('Page 1 of 12').waitFor();
  await lookAtLargeLetters(page, 'pages of users');
});

test('users who are not there, or cannot be fetched, are told apart', async () => {
  const page = await openAsAdmin();
  await page.goto('/Admin/EditUser?id=nobody');
  await page.getByRole('heading', { name: 'User not found' }).waitFor();
  await page.route('**/api/admin/users/**', (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto('/Admin/EditUser?id=somebody');
  await page.getByRole('heading', { name: 'Failed to fetch user data' }).waitFor();
});
